import { type CommentReason, groupOfReason } from '@cloud-factory/domain/inbox/record-kinds'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { NamedPerson } from '../identity/public.ts'
import { enqueueDeliveries, type MessageKey } from './message-deliveries.store.ts'
import { isInApp } from './message-settings.store.ts'
import type { RecordKey } from './records.queries.ts'

/** Id of a record's conversation, which begins with the first comment or follower. */
export async function conversationId(write: Write, plantId: number, record: RecordKey): Promise<number> {
  try {
    const { id } = await write
      .insertInto('conversations')
      .values({ plant_id: plantId, kind: record.kind, record_id: Number(record.id) })
      // Writes nothing new, but returns the id and keeps the row until the transaction ends.
      .onConflict((conflict) =>
        conflict.columns(['kind', 'record_id']).doUpdateSet({ kind: sql`excluded.kind` }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    // The record was deleted in this moment.
    if (violationOf(error)?.kind === 'foreign') return fail('not_found')
    throw error
  }
}

/** Locks a comment until the transaction ends. */
export async function lockComment(write: Write, plantId: number, id: string): Promise<void> {
  const row = await write
    .selectFrom('comments')
    .select('id')
    .where('plant_id', '=', plantId)
    .where('id', '=', Number(id))
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) fail('not_found')
}

/** Returns the new comment's id. */
export async function insertComment(
  write: Write,
  { plantId, userId, cnName }: Actor,
  conversation: number,
  text: string,
  at: Date,
): Promise<number> {
  const { id } = await write
    .insertInto('comments')
    .values({
      plant_id: plantId,
      conversation_id: conversation,
      author_id: Number(userId),
      author_name: cnName,
      text,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveComment(
  write: Write,
  plantId: number,
  id: number,
  text: string,
  at: Date,
): Promise<void> {
  await write
    .updateTable('comments')
    .set({ text, edited_at: at, version: sql`version + 1` })
    .where('plant_id', '=', plantId)
    .where('id', '=', id)
    .execute()
}

/** Replaces the people whom a comment mentions. */
export async function saveMentions(
  write: Write,
  plantId: number,
  commentId: number,
  people: readonly Pick<NamedPerson, 'id' | 'name'>[],
): Promise<void> {
  await sql`delete from comment_mentions using comments k
    where k.id = comment_id and k.id = ${commentId} and k.plant_id = ${plantId}`.execute(write)
  if (people.length === 0) return
  await write
    .insertInto('comment_mentions')
    .values(people.map(({ id, name }) => ({ comment_id: commentId, user_id: Number(id), name })))
    .execute()
}

export async function followConversation(
  write: Write,
  plantId: number,
  conversation: number,
  userIds: readonly string[],
): Promise<void> {
  await sql`insert into followers (conversation_id, user_id)
    select c.id, u.id from conversations c, users u
    where c.plant_id = ${plantId} and c.id = ${conversation} and u.plant_id = ${plantId}
      and u.id = any(${userIds}::bigint[])
    on conflict do nothing`.execute(write)
}

export async function unfollowConversation(
  write: Write,
  { plantId, userId }: Actor,
  conversation: number,
): Promise<void> {
  await sql`delete from followers using conversations c
    where c.id = conversation_id and c.id = ${conversation} and c.plant_id = ${plantId}
      and user_id = ${userId}`.execute(write)
}

export async function followerIds(write: Write, plantId: number, { kind, id }: RecordKey): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select f.user_id::text as id
    from followers f join conversations c on c.id = f.conversation_id
    where c.plant_id = ${plantId} and c.kind = ${kind} and c.record_id = ${id} order by f.user_id`.execute(
    write,
  )
  return rows.map(({ id }) => id)
}

/** Deletes a comment with its messages; returns the ids of the people who had them. */
export async function deleteCommentRow(write: Write, plantId: number, id: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from messages
    where plant_id = ${plantId} and comment_id = ${id} returning user_id::text as id`.execute(write)
  await write.deleteFrom('comments').where('plant_id', '=', plantId).where('id', '=', id).execute()
  return rows.map((row) => row.id)
}

interface NewMessages {
  readonly conversation: number
  readonly comment: number
  readonly reason: CommentReason
  readonly userIds: readonly string[]
  readonly at: Date
}

/** A message for each of these people. Who has one about the comment because they follow is now mentioned in it. */
export async function insertMessages(
  write: Write,
  plantId: number,
  { conversation, comment, reason, userIds, at }: NewMessages,
): Promise<void> {
  const { rows } =
    await sql<MessageKey>`insert into messages (plant_id, user_id, conversation_id, comment_id, reason, created_at, in_app)
    select ${plantId}::bigint, u.id, ${conversation}::bigint, ${comment}::bigint, ${reason}, ${at},
      ${isInApp('u.id', groupOfReason[reason])}
    from unnest(${userIds}::bigint[]) u (id)
    on conflict on constraint messages_comment_key do update
      set reason = excluded.reason, read_at = null, in_app = excluded.in_app or messages.in_app
      where messages.reason = 'followed' and excluded.reason = 'mentioned'
    returning user_id::text as "userId", id::text as id`.execute(write)
  await enqueueDeliveries(write, plantId, reason, rows)
}

/** Marks messages of a person: those of these ids, or all unread ones up to an id. Returns whether any changed. */
export async function markMessages(
  write: Write,
  { plantId, userId }: Actor,
  marked: { readonly ids: readonly string[] } | { readonly upTo: string },
  readAt: Date | null,
): Promise<boolean> {
  const which =
    'ids' in marked ? sql`id = any(${marked.ids}::bigint[])` : sql`read_at is null and id <= ${marked.upTo}`
  const { numAffectedRows } = await sql`update messages set read_at = ${readAt}
    where plant_id = ${plantId} and user_id = ${userId} and ${which}
      and (read_at is null) <> ${readAt === null}`.execute(write)
  return Number(numAffectedRows ?? 0) > 0
}
