import type { CommentFile, CommentView, ConversationView } from '@cloud-factory/contract/inbox/conversations'
import type { MessageRecord } from '@cloud-factory/domain/inbox/record-kinds'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { canChange, visibleKinds } from './conversations.policy.ts'
import { type RecordKey, visibleRecord } from './records.queries.ts'

/** So many comments are read at once. */
const pageSize = 30

interface Mention {
  readonly id: string
  readonly name: string
}

/** A comment with the record that it is about. */
export interface StoredComment extends Selectable<Tables['comments']> {
  readonly kind: MessageRecord
  readonly record_id: number
  readonly mentions: readonly Mention[]
  readonly files: readonly CommentFile[]
}

const columns = sql`k.*, c.kind, c.record_id, coalesce((
    select jsonb_agg(jsonb_build_object('id', m.user_id::text, 'name', m.name) order by m.user_id)
    from comment_mentions m where m.comment_id = k.id), '[]') as mentions, coalesce((
    select jsonb_agg(jsonb_build_object('id', f.id::text, 'name', f.file_name, 'type', f.type, 'bytes', f.bytes) order by f.id)
    from comment_files f where f.comment_id = k.id), '[]') as files`

/** Comments on a record, newest first; its followers. */
export async function conversationOf(
  reads: Reads,
  actor: Actor,
  record: RecordKey,
  before: string | undefined,
): Promise<ConversationView> {
  await visibleRecord(reads, actor, record)
  const ofRecord = sql`c.plant_id = ${actor.plantId} and c.kind = ${record.kind} and c.record_id = ${record.id}`
  const [rows, counted, followers] = await Promise.all([
    readRows(
      reads,
      sql<StoredComment>`select ${columns} from conversations c join comments k on k.conversation_id = c.id
        where ${ofRecord} and (${before ?? null}::bigint is null or k.id < ${before ?? null}::bigint)
        order by k.id desc limit ${pageSize}`,
    ),
    readRows(
      reads,
      sql<{ total: number }>`select count(*)::int as total
        from conversations c join comments k on k.conversation_id = c.id where ${ofRecord}`,
    ),
    readRows(
      reads,
      sql<Mention>`select u.id::text as id, u.cn_name as name from conversations c
        join followers f on f.conversation_id = c.id join users u on u.id = f.user_id
        where ${ofRecord} and u.status = 'active' order by u.cn_name, u.id`,
    ),
  ])
  return {
    items: rows.map((row) => commentView(row, actor)),
    total: counted[0]?.total ?? 0,
    following: followers.some(({ id }) => id === actor.userId),
    followers,
  }
}

/** A comment; fails with `not_found` when the plant has none, or it is about a record that the person may not see. */
export async function visibleComment(reads: Reads, actor: Actor, id: string): Promise<StoredComment> {
  const [row] = await readRows(
    reads,
    sql<StoredComment>`select ${columns} from comments k join conversations c on c.id = k.conversation_id
      where k.plant_id = ${actor.plantId} and k.id = ${id} and c.kind = any(${visibleKinds(actor.tags)})`,
  )
  return row ?? fail('not_found')
}

export const oneComment = async (reads: Reads, actor: Actor, id: string): Promise<CommentView> =>
  commentView(await visibleComment(reads, actor, id), actor)

export function commentView(row: StoredComment, { userId }: Pick<Actor, 'userId'>): CommentView {
  const change = canChange(userId, row.author_id)
  return {
    id: String(row.id),
    author: { id: String(row.author_id), name: row.author_name },
    text: row.text,
    mentions: [...row.mentions],
    files: [...row.files],
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    version: row.version,
    can: { edit: change, delete: change },
  }
}
