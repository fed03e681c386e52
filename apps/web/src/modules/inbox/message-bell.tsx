import './message-bell.css'
import { BellOutlined } from '@ant-design/icons'
import { maxUnread } from '@cloud-factory/domain/inbox/record-kinds'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { useUnreadQuery } from './inbox.queries.ts'

const MessagePanel = lazyThemed(async () => (await import('./message-panel.tsx')).MessagePanel)

/** Number of unread messages; opens the newest messages. */
export function MessageBell() {
  const { t } = useTranslation('inbox')
  const { data } = useQuery(useUnreadQuery())
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const unread = data?.count ?? 0
  const label = unread === 0 ? t('shell:route.messageList') : t('unread', { count: unread })
  return (
    <>
      <button
        type="button"
        className="bar-button message-bell"
        aria-label={label}
        aria-haspopup="dialog"
        title={label}
        onClick={() => setOpen(true)}
      >
        <BellOutlined />
        {unread > 0 && (
          <span className="message-count" aria-hidden="true">
            {unread < maxUnread ? unread : `${maxUnread - 1}+`}
          </span>
        )}
      </button>
      <Overlay onClose={close}>{open && <MessagePanel onClose={close} />}</Overlay>
    </>
  )
}
