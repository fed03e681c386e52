import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useSearchParams } from 'react-router'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { MarkAllButton, MessageList } from './message-list.tsx'

/** All messages of the person; which ones are shown is in the address. */
export function MessagesPage() {
  const { t } = useTranslation('inbox')
  const [search, setSearch] = useSearchParams()
  const unread = search.get('unread') === 'true' ? 'true' : undefined
  return (
    <div className="page">
      <PageHeader title={t('shell:route.messageList')}>
        <label className="list-check">
          <input
            type="checkbox"
            checked={unread !== undefined}
            onChange={({ target }) => setSearch(target.checked ? { unread: 'true' } : {}, { replace: true })}
          />
          {t('unreadOnly')}
        </label>
        <MarkAllButton />
      </PageHeader>
      <MessageList unread={unread} />
    </div>
  )
}
