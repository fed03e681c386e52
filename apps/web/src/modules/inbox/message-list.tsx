import './inbox.css'
import type { MessageView } from '@cloud-factory/contract/inbox/messages'
import { messageHeadKey, messagePath, recordLabelKeys } from '@cloud-factory/domain/inbox/record-kinds'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Button } from '../../shared/ui/button.tsx'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { Ago } from '../../shared/ui/ago.tsx'
import { ProblemAlert, QueryState } from '../../shared/ui/problem-alert.tsx'
import { useMessagesChanged, useMessagesQuery, useUnreadQuery } from './inbox.queries.ts'

interface Props {
  readonly unread?: 'true' | undefined
  /** Called when a message is opened. */
  readonly onOpen?: () => void
}

/** Messages, newest first, thirty at a time. */
export function MessageList({ unread, onOpen }: Props) {
  const { t } = useTranslation('inbox')
  const query = useInfiniteQuery(useMessagesQuery(unread))
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const mark = useMark()
  const messages = data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <QueryState query={query} />
      {mark.problem}
      {messages?.length === 0 && (
        <p className="page-note">{t(unread === undefined ? 'noMessages' : 'noUnread')}</p>
      )}
      <ol className="messages">
        {messages?.map((message) => (
          <MessageItem key={message.id} message={message} onMark={mark.send} onOpen={onOpen} />
        ))}
      </ol>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

/** Marks one message. */
function useMark() {
  const changed = useMessagesChanged()
  const { error, submit } = useSubmit()
  const send = (id: string, read: boolean) =>
    void submit(() => api('POST /api/me/messages/mark', { body: { ids: [id], read } }).finally(changed))
  return { problem: error !== null && <ProblemAlert error={error} />, send }
}

interface ItemProps {
  readonly message: MessageView
  readonly onMark: (id: string, read: boolean) => void
  readonly onOpen: (() => void) | undefined
}

function MessageItem({ message, onMark, onOpen }: ItemProps) {
  const { t } = useTranslation('inbox')
  const { id, reason, record, read, excerpt, by, dueOn } = message
  const head = t(messageHeadKey(reason, record.kind), {
    name: by ?? '',
    day: dueOn ?? '',
    count: message.count ?? 1,
  })
  const open = () => {
    if (!read) onMark(id, true)
    onOpen?.()
  }
  return (
    <li className={read ? '' : 'is-unread'}>
      <Link to={messagePath(message)} onClick={open}>
        <span className="message-head">
          <strong>{head}</strong>
          <Ago at={message.at} />
        </span>
        <span className="message-record">
          {t(recordLabelKeys[record.kind])} {record.no}
        </span>
        {excerpt !== null && <span className="message-text">{excerpt}</span>}
      </Link>
      <button type="button" className="link-button" onClick={() => onMark(id, !read)}>
        {t(read ? 'markUnread' : 'markRead')}
      </button>
    </li>
  )
}

/** Marks all messages as read that have arrived until now. */
export function MarkAllButton() {
  const { t } = useTranslation('inbox')
  const { data: unread } = useQuery(useUnreadQuery())
  const { data: newest } = useInfiniteQuery(useMessagesQuery(undefined))
  const changed = useMessagesChanged()
  const { busy, submit } = useSubmit()
  const upTo = newest?.pages[0]?.items[0]?.id
  if (upTo === undefined || unread === undefined || unread.count === 0) return null
  return (
    <Button
      busy={busy}
      onClick={() =>
        void submit(() => api('POST /api/me/messages/mark-all', { body: { upTo } }).finally(changed))
      }
    >
      {t('markAll')}
    </Button>
  )
}
