import type { ScreenBundle, ScreenDetail } from '@cloud-factory/contract/displays/screens'
import { Alert, Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { problemOf } from '../../shared/request.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { useScreensChanged } from './screens.queries.ts'

interface Props {
  readonly onDone: (screen: ScreenDetail) => void
  readonly onClose: () => void
}

/** A file holds a layout in a few kilobytes. */
const maxBytes = 1_048_576

/** Imports a screen that another site exported, as a draft. */
export function ImportDialog({ onDone, onClose }: Props) {
  const { t } = useTranslation('displays')
  const changed = useScreensChanged()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [failure, setFailure] = useState<{ readonly error: unknown } | 'not_json' | null>(null)
  const [busy, setBusy] = useState(false)
  const read = async () => {
    if (file === null) return
    const bundle = await contentOf(file)
    if (bundle === null) return setFailure('not_json')
    setBusy(true)
    setFailure(null)
    try {
      onDone(await api('POST /api/screens/import', { body: { bundle } }))
    } catch (error) {
      setFailure({ error })
    } finally {
      setBusy(false)
      void changed()
    }
  }
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('importTitle')}
        okText={t('import')}
        okButtonProps={{ disabled: file === null, loading: busy }}
        onOk={() => void read()}
        onCancel={() => !busy && onClose()}
      >
        <p>{t('importText')}</p>
        <p className="screen-file">
          <input
            ref={input}
            hidden
            type="file"
            accept=".json,application/json"
            aria-label={t('chooseFile')}
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null)
              setFailure(null)
            }}
          />
          <Button onClick={() => input.current?.click()}>{t('chooseFile')}</Button>
          <span>{file?.name ?? t('noFile')}</span>
        </p>
        {failure === 'not_json' && <Alert type="error" showIcon title={t('notJson')} />}
        {failure !== null && failure !== 'not_json' && <Wrong error={failure.error} />}
      </Modal>
    </>
  )
}

async function contentOf(file: File): Promise<ScreenBundle | null> {
  if (file.size > maxBytes) return null
  try {
    return JSON.parse(await file.text()) as ScreenBundle
  } catch {
    return null
  }
}

/** Errors that the server found in the file, field by field. */
function Wrong({ error }: { readonly error: unknown }) {
  const reasonText = useReasonText()
  const errors = problemOf(error)?.errors ?? []
  if (errors.length === 0) return <ProblemAlert error={error} />
  return (
    <Alert
      type="error"
      showIcon
      title={
        <ul className="form-errors">
          {errors.map(({ path, reason, limit }) => (
            <li key={`${path} ${reason}`}>
              <code>{path.replace(/^body\.bundle\.?/, '')}</code> {reasonText(reason, limit)}
            </li>
          ))}
        </ul>
      }
    />
  )
}
