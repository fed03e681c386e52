import './inbox.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { newUuid } from '../../shared/new-uuid.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { conversationQuery, type RecordKey, useConversationChanged } from './inbox.queries.ts'
import { type Draft, emptyDraft, fileIds, mentionIds } from './mentions.rules.ts'

interface Props {
  readonly record: RecordKey
  readonly history: ReactNode
  /** What it shows when it opens. */
  readonly atFirst: (typeof parts)[number]
  readonly draft: Draft
  readonly onDraft: (change: (draft: Draft) => Draft) => void
  readonly onClose: () => void
}

const parts = ['comments', 'history'] as const

/** Comments on a record, newest first, with the field for a new one above them; and who changed what on it. */
export function ConversationDrawer({ record, history, atFirst, draft, onDraft, onClose }: Props) {
  const { t } = useTranslation('inbox')
  const { data } = useInfiniteQuery(conversationQuery(record))
  const newest = data?.pages[0]
  const [part, show] = useState(atFirst)
  useDropsIgnored()
  const comments = (
    <>
      <NewComment record={record} draft={draft} onDraft={onDraft} />
      {newest !== undefined && <Followers people={newest.followers} />}
      <Comments record={record} />
    </>
  )
  return (
    <>
      <ReturnFocus />
      <Drawer
        open
        size={480}
        rootClassName="form-drawer"
        title={t(history === undefined ? 'conversation' : 'conversationAndHistory')}
        extra={newest !== undefined && <FollowButton record={record} following={newest.following} />}
        onClose={onClose}
      >
        {history === undefined ? (
          comments
        ) : (
          <PartTabs
            label={t('conversationAndHistory')}
            parts={parts.map((key) => ({ key, title: t(`part.${key}`) }))}
            shown={part}
            onShow={show}
          >
            {part === 'comments' ? comments : history}
          </PartTabs>
        )}
      </Drawer>
    </>
  )
}

/** The browser would open a file that is dropped beside the field in place of the app. */
function useDropsIgnored(): void {
  useEffect(() => {
    const ignore = (event: DragEvent) => {
      const { dataTransfer, defaultPrevented } = event
      // What takes files has prevented it.
      if (defaultPrevented || dataTransfer === null || !dataTransfer.types.includes('Files')) return
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', ignore)
    window.addEventListener('drop', ignore)
    return () => {
      window.removeEventListener('dragover', ignore)
      window.removeEventListener('drop', ignore)
    }
  }, [])
}

function Comments({ record }: { readonly record: RecordKey }) {
  const { t } = useTranslation('inbox')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    conversationQuery(record),
  )
  const comments = data?.pages.flatMap(({ items }) => items)
  return (
    <>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {comments === undefined && error === null && <Skeleton active />}
      {comments?.length === 0 && <p className="page-note">{t('none')}</p>}
      <ol className="comments">
        {comments?.map((comment) => (
          <CommentItem key={comment.id} comment={comment} record={record} />
        ))}
      </ol>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('older')}
        </Button>
      )}
    </>
  )
}

function NewComment({ record, draft, onDraft }: Pick<Props, 'record' | 'draft' | 'onDraft'>) {
  const { t } = useTranslation('inbox')
  const changed = useConversationChanged(record)
  const { busy, error, submit } = useSubmit()
  // The same content sent again after a failure is posted once.
  const [sent, setSent] = useState({ content: '', idempotencyKey: '' })
  const send = () =>
    submit(async () => {
      const body = { text: draft.text, mentions: mentionIds(draft), files: fileIds(draft) }
      const content = JSON.stringify(body)
      const attempt = sent.content === content ? sent : { content, idempotencyKey: newUuid() }
      setSent(attempt)
      await api('POST /api/conversations/:kind/:id/comments', {
        params: record,
        body,
        idempotencyKey: attempt.idempotencyKey,
      })
      setSent({ content: '', idempotencyKey: '' })
      onDraft(() => emptyDraft)
      await changed()
    })
  return (
    <CommentForm
      record={record}
      label={t('write')}
      action={t('send')}
      draft={draft}
      busy={busy}
      error={error}
      onDraft={onDraft}
      onSend={() => void send()}
    />
  )
}

function Followers({
  people,
}: {
  readonly people: readonly { readonly id: string; readonly name: string }[]
}) {
  const { t } = useTranslation('inbox')
  if (people.length === 0) return null
  const names = people.map(({ name }) => name).join(t('common:join'))
  return <p className="page-note">{t('followers', { names })}</p>
}

interface FollowProps {
  readonly record: RecordKey
  readonly following: boolean
}

function FollowButton({ record, following }: FollowProps) {
  const { t } = useTranslation('inbox')
  const changed = useConversationChanged(record)
  const { busy, submit } = useSubmit()
  const turn = () =>
    submit(() =>
      api('PUT /api/conversations/:kind/:id/following', {
        params: record,
        body: { following: !following },
      }).finally(changed),
    )
  return (
    <Button size="small" loading={busy} title={t('followHint')} onClick={() => void turn()}>
      {t(following ? 'unfollow' : 'follow')}
    </Button>
  )
}
