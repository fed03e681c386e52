import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { messagesApi, MessageView } from '@cloud-factory/contract/inbox/messages'
import { maxUnread, type MessageReason, type MessageRecord } from '@cloud-factory/domain/inbox/record-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, countOf } from '../../platform/db/list-page.ts'
import { visibleKinds } from './conversations.policy.ts'
import { recordNoOf } from './records.queries.ts'

/** So many messages are read at once. */
const pageSize = 30
const excerptLength = 200

interface MessageQuery {
  readonly before?: string | undefined
  readonly unread?: 'true' | undefined
}

/** Whose messages are read, and what that person may see. */
type Reader = Pick<Actor, 'plantId' | 'userId' | 'tags'>

interface MessageRow {
  readonly id: number
  readonly reason: MessageReason
  readonly kind: MessageRecord
  readonly record_id: number
  readonly no: string
  readonly by: string | null
  readonly excerpt: string | null
  readonly count: number | null
  readonly due_on: string | null
  readonly created_at: Date
  readonly read_at: Date | null
}

const from = sql`messages m join conversations c on c.id = m.conversation_id`

/** A person's own messages, as far as they may see the records now. */
const visibleMessages = ({ plantId, userId, tags }: Reader): RawBuilder<unknown> =>
  sql`m.plant_id = ${plantId} and m.user_id = ${userId} and c.kind = any(${visibleKinds(tags)})`

/** Those of them that the app shows. */
const ownMessages = (reader: Reader, { unread }: MessageQuery): RawBuilder<unknown> =>
  allOf([visibleMessages(reader), sql`m.in_app`, unread === undefined ? null : sql`m.read_at is null`])

/** One page of what the app shows. */
export const messagePage = (reader: Reader, query: MessageQuery): RawBuilder<MessageRow> => {
  const before = query.before === undefined ? null : sql`m.id < ${query.before}`
  return messageRows(allOf([ownMessages(reader, query), before]), pageSize)
}

/** A machine may have several plans: a message of one names it, by the id in its cause. */
const planOf = sql`substring(page.cause from '^(?:due|overdue)/plan-(\\d+)/')::bigint`

/** A message of new versions names their documents, by the ids in its cause: `documents/12-3,15-2`. */
const documentsOf = sql`(select left(string_agg(d.name, ', ' order by d.name), ${excerptLength}) from order_documents d
  where page.reason = 'revised' and d.id in (
    select version[1]::bigint from regexp_matches(page.cause, '(\\d+)-\\d+', 'g') version))`

/**
 * A message of a release says how many pieces may be worked on, by the last number in its cause: `released/7-3/120`; one of
 * new versions, how many documents have them.
 */
const countOfCause = sql`case page.reason
  when 'released' then substring(page.cause from '^released/\\d+-\\d+/(\\d+)$')::int
  when 'revised' then (select count(distinct version[1])::int from regexp_matches(page.cause, '(\\d+)-\\d+', 'g') version)
  end`

/** Messages with what they say, newest first. The records and comments are joined to these rows alone. */
const messageRows = (condition: RawBuilder<unknown>, limit: number): RawBuilder<MessageRow> =>
  sql<MessageRow>`
    with page as (
      select m.*, c.kind, c.record_id from ${from} where ${condition} order by m.id desc limit ${limit})
    select page.id, page.reason, page.kind, page.record_id, page.created_at, page.read_at,
      page.due_on, ${countOfCause} as count, coalesce(k.author_name, page.by_name) as by,
      coalesce(left(k.text, ${excerptLength}), p.title, ${documentsOf}) as excerpt, ${recordNoOf('page')} as no
    from page left join comments k on k.id = page.comment_id
      left join maintenance_plans p on p.id = ${planOf} order by page.id desc`

export async function listMessages(
  reads: Reads,
  actor: Actor,
  query: MessageQuery,
): Promise<ReplyOf<(typeof messagesApi)['GET /api/me/messages']>> {
  const [rows, counted] = await Promise.all([
    readRows(reads, messagePage(actor, query)),
    readRows(reads, countOf(from, ownMessages(actor, query))),
  ])
  return { items: rows.map(messageView), total: counted[0]?.total ?? 0 }
}

/** Those of these messages that the person has not read and may see now, oldest first. */
export async function undeliveredMessages(
  reads: Reads,
  reader: Reader,
  ids: readonly string[],
): Promise<MessageView[]> {
  const condition = allOf([visibleMessages(reader), sql`m.id = any(${ids}::bigint[]) and m.read_at is null`])
  const rows = await readRows(reads, messageRows(condition, ids.length))
  return rows.map(messageView).toReversed()
}

export const unreadOf = (actor: Actor): RawBuilder<{ count: number }> =>
  sql<{ count: number }>`select count(*)::int as count from (
    select from ${from} where ${ownMessages(actor, { unread: 'true' })} limit ${maxUnread}) unread`

export async function countUnread(reads: Reads, actor: Actor): Promise<{ count: number }> {
  const [row] = await readRows(reads, unreadOf(actor))
  return { count: row?.count ?? 0 }
}

const messageView = (row: MessageRow): MessageView => ({
  id: String(row.id),
  reason: row.reason,
  record: { kind: row.kind, id: String(row.record_id), no: row.no },
  by: row.by,
  excerpt: row.excerpt,
  count: row.count,
  dueOn: row.due_on,
  at: row.created_at.toISOString(),
  read: row.read_at !== null,
})
