import { conversationParam } from '@cloud-factory/domain/inbox/record-kinds'
import { MessageOutlined } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useSearchParams } from 'react-router'
import { count } from '../../shared/format/numbers.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { emptyDraft } from './mentions.rules.ts'
import { conversationQuery, type RecordKey } from './inbox.queries.ts'

const ConversationDrawer = lazyThemed(
  async () => (await import('./conversation-drawer.tsx')).ConversationDrawer,
)

interface Props extends RecordKey {
  /** Changes of the record; left out where none are recorded. */
  readonly history?: ReactNode
}

/**
 * Opens the conversation about a record and its history, and shows its number of comments. Whether it is open is in the address, so
 * that a message can lead to it. What was typed stays while it is closed.
 */
export function ConversationButton({ kind, id, history }: Props) {
  const { t } = useTranslation('inbox')
  const [search, setSearch] = useSearchParams()
  const { data } = useInfiniteQuery(conversationQuery({ kind, id }))
  const [draft, setDraft] = useState(emptyDraft)
  useDirty(draft.text.trim() !== '' || draft.files.length > 0)
  const show = (open: boolean) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (open) next.set(conversationParam, 'open')
        else next.delete(conversationParam)
        if (isOldHistory(now)) next.delete('part')
        return next
      },
      { replace: true },
    )
  const total = data?.pages[0]?.total ?? 0
  return (
    <>
      <Button icon={<MessageOutlined aria-hidden="true" />} onClick={() => show(true)}>
        {t(history === undefined ? 'conversation' : 'conversationAndHistory')}
        {total > 0 && ` (${count(total)})`}
      </Button>
      <Overlay onClose={() => show(false)}>
        {(search.has(conversationParam) || isOldHistory(search)) && (
          <ConversationDrawer
            record={{ kind, id }}
            history={history}
            atFirst={isOldHistory(search) ? 'history' : 'comments'}
            draft={draft}
            onDraft={setDraft}
            onClose={() => show(false)}
          />
        )}
      </Overlay>
    </>
  )
}

/** Earlier the history was a part of the page, and stored links still name it. */
const isOldHistory = (search: URLSearchParams): boolean => search.get('part') === 'history'
