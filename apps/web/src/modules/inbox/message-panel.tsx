import { Button, Drawer } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { MarkAllButton, MessageList } from './message-list.tsx'

interface Props {
  readonly onClose: () => void
}

/** The newest messages at the right edge of every page. */
export function MessagePanel({ onClose }: Props) {
  const { t } = useTranslation('inbox')
  return (
    <>
      <ReturnFocus />
      <Drawer
        open
        size={420}
        rootClassName="form-drawer"
        title={t('shell:route.messageList')}
        extra={<MarkAllButton />}
        onClose={onClose}
        footer={
          <Link to="/message/list" onClick={onClose}>
            <Button type="link" tabIndex={-1}>
              {t('allMessages')}
            </Button>
          </Link>
        }
      >
        <MessageList onOpen={onClose} />
      </Drawer>
    </>
  )
}
