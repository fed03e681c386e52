import { BugOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { useErrorLog } from '../errors/error-log.ts'
import { lazyAnt } from '../../shared/theme/lazy-ant.tsx'

const ErrorLogDialog = lazyAnt(async () => (await import('../errors/error-log-dialog.tsx')).ErrorLogDialog)

/** There only while the log has entries. */
export function ErrorLogButton() {
  const { t } = useTranslation()
  const empty = useErrorLog(({ entries }) => entries.length === 0)
  const [open, setOpen] = useState(false)
  if (empty && !open) return null
  return (
    <>
      <button
        type="button"
        className="bug-button"
        aria-label={t('errorLog.open')}
        title={t('errorLog.open')}
        onClick={() => setOpen(true)}
      >
        <BugOutlined />
        <span className="bug-dot" />
      </button>
      {open && (
        <Overlay onClose={() => setOpen(false)}>
          <ErrorLogDialog onClose={() => setOpen(false)} />
        </Overlay>
      )}
    </>
  )
}
