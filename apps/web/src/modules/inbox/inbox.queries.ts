import type { RecordKind } from '@cloud-factory/domain/inbox/record-kinds'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { useSession } from '../../shared/session.ts'
import { fromStart } from '../../shared/start.ts'

/** A record with a conversation. */
export type RecordKey = { readonly kind: RecordKind; readonly id: string }

const first: string | undefined = undefined

/** Id after which the next page begins; undefined after the last page. */
function nextOf(
  page: { readonly items: readonly { readonly id: string }[]; readonly total: number },
  pages: readonly { readonly items: readonly unknown[] }[],
): string | undefined {
  const read = pages.reduce((sum, { items }) => sum + items.length, 0)
  return read < page.total ? page.items.at(-1)?.id : undefined
}

/** Name of a record in queries, and in events about its conversation. */
const nameOf = ({ kind, id }: RecordKey): string => `${kind}-${id}`

/** Comments on a record, newest first. */
export const conversationQuery = (record: RecordKey) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'one', nameOf(record)],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/conversations/:kind/:id', { params: record, query: { before: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: nextOf,
  })

/** People who can be mentioned on a record, by the beginning of their name as it is typed. */
export const peopleQuery = (record: RecordKey, q: string) =>
  queryOptions({
    queryKey: ['conversations', 'people', nameOf(record), q],
    queryFn: ({ signal }) =>
      api('GET /api/conversations/:kind/:id/people', { params: record, query: { q }, signal }),
  })

/** Called after one's own change of a conversation. */
export function useConversationChanged(record: RecordKey): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: conversationQuery(record).queryKey })
}

const useUserId = (): string => useSession(({ user }) => user?.id) ?? ''

/** Number of the person's unread messages. */
export const useUnreadQuery = () => {
  const userId = useUserId()
  return queryOptions({
    queryKey: ['me', 'messages', userId, 'unread'],
    queryFn: async ({ signal }) => ({
      count: await fromStart(
        'unread',
        async () => (await api('GET /api/me/messages/unread', { signal })).count,
      ),
    }),
  })
}

/** The person's messages, newest first. */
export const useMessagesQuery = (unread: 'true' | undefined) => {
  const userId = useUserId()
  return infiniteQueryOptions({
    queryKey: ['me', 'messages', userId, 'list', unread],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/me/messages', { query: { before: pageParam, unread }, signal }),
    initialPageParam: first,
    getNextPageParam: nextOf,
  })
}

/** Called after messages were marked: refreshes their number and lists. */
export function useMessagesChanged(): () => Promise<void> {
  const client = useQueryClient()
  const userId = useUserId()
  return () => client.invalidateQueries({ queryKey: ['me', 'messages', userId] })
}

/** Which messages the person gets. */
export const useMessageSettingsQuery = () => {
  const userId = useUserId()
  return queryOptions({
    queryKey: ['me', 'message-settings', userId],
    queryFn: ({ signal }) => api('GET /api/me/messages/settings', { signal }),
  })
}

/** Whether e-mails and WeCom messages reach people; for those who administer users. */
export const channelsQuery = queryOptions({
  queryKey: ['people', 'message-channels'],
  queryFn: ({ signal }) => api('GET /api/message-channels', { signal }),
  refetchInterval: 60_000,
})
