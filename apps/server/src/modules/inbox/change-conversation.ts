import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { conversationsApi } from '@cloud-factory/contract/inbox/conversations'
import { type MessageRecord, messageRecords } from '@cloud-factory/domain/inbox/record-kinds'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { type NamedPerson, namesOfPeople, peopleWithPermission } from '../identity/public.ts'
import { setCommentFiles } from './comment-files.store.ts'
import { canChange } from './conversations.policy.ts'
import { commentView, type StoredComment, visibleComment } from './conversations.queries.ts'
import {
  conversationId,
  deleteCommentRow,
  followConversation,
  insertComment,
  insertMessages,
  lockComment,
  markMessages,
  saveComment,
  saveMentions,
  unfollowConversation,
} from './conversations.store.ts'
import { type RecordKey, visibleRecord } from './records.queries.ts'
import { followersOf, recordMessages } from './notify.ts'

type CommentInput = BodyOf<(typeof conversationsApi)['POST /api/conversations/:kind/:id/comments']>
type EditInput = BodyOf<(typeof conversationsApi)['PATCH /api/comments/:id']>

/** Comments on a record; returns the comment's id. Mentioned people and the author follow it from now on. */
export async function addComment(
  write: Write,
  actor: Actor,
  record: RecordKey,
  { text, mentions, files: fileIds }: CommentInput,
  at: Date,
): Promise<string> {
  const no = await visibleRecord(asReads(write), actor, record)
  const mentioned = await mentionable(write, actor, record.kind, mentions)
  const conversation = await conversationId(write, actor.plantId, record)
  const comment = await insertComment(write, actor, conversation, text, at)
  await saveMentions(write, actor.plantId, comment, mentioned)
  const files = await setCommentFiles(write, actor, { conversation, comment }, fileIds)
  const followers = await followersOf(write, actor.plantId, record)
  const recipients = await notify(write, actor, { conversation, comment, at }, mentioned, followers)
  await followConversation(write, actor.plantId, conversation, [actor.userId, ...idsOf(mentioned)])
  const after = { text, mentions: namesOf(mentioned), files }
  await recordChange(write, actor, { action: 'comments.create', id: String(comment), record, no, after })
  await recordMessages(write, actor, recipients)
  return String(comment)
}

/** Changes one's own comment. Only people whom it did not mention before get a message. */
export async function editComment(
  write: Write,
  actor: Actor,
  id: string,
  { version, text, mentions, files: fileIds }: EditInput,
  at: Date,
): Promise<void> {
  const { comment, record, no } = await ownComment(write, actor, id, version)
  const before = new Set(idsOf(comment.mentions))
  const added = await mentionable(
    write,
    actor,
    record.kind,
    mentions.filter((one) => !before.has(one)),
  )
  const remaining = comment.mentions.filter((one) => mentions.includes(one.id))
  await saveComment(write, actor.plantId, comment.id, text, at)
  await saveMentions(write, actor.plantId, comment.id, [...remaining, ...added])
  const about = { conversation: comment.conversation_id, comment: comment.id, at }
  const files = await setCommentFiles(write, actor, about, fileIds)
  const recipients = await notify(write, actor, about, added, [])
  await followConversation(write, actor.plantId, comment.conversation_id, idsOf(added))
  await recordChange(write, actor, {
    action: 'comments.update',
    id,
    record,
    no,
    before: contentOf(comment),
    after: { text, mentions: namesOf([...remaining, ...added]), files },
  })
  await recordMessages(write, actor, recipients)
}

/** Deletes one's own comment with its messages. */
export async function deleteComment(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const { comment, record, no } = await ownComment(write, actor, id, version)
  const recipients = await deleteCommentRow(write, actor.plantId, comment.id)
  const before = contentOf(comment)
  await recordChange(write, actor, { action: 'comments.delete', id, record, no, before })
  await recordMessages(write, actor, recipients)
}

/** Follows a record, or stops; a person's own setting, which the audit log leaves out. */
export async function setFollowing(
  write: Write,
  actor: Actor,
  record: RecordKey,
  following: boolean,
): Promise<void> {
  await visibleRecord(asReads(write), actor, record)
  const conversation = await conversationId(write, actor.plantId, record)
  if (following) await followConversation(write, actor.plantId, conversation, [actor.userId])
  else await unfollowConversation(write, actor, conversation)
  await recordConversation(write, actor, record)
}

/** Marks one's own messages as read or unread, for all windows of the person. */
export async function changeMessages(
  write: Write,
  actor: Actor,
  marked: Parameters<typeof markMessages>[2],
  readAt: Date | null,
): Promise<void> {
  if (await markMessages(write, actor, marked, readAt)) await recordMessages(write, actor, [actor.userId])
}

/** The mentioned people. Fails for the first one who may not read records of this kind, or is no active user. */
async function mentionable(
  write: Write,
  { plantId }: Actor,
  kind: MessageRecord,
  ids: readonly string[],
): Promise<readonly NamedPerson[]> {
  const people = await peopleWithPermission(asReads(write), plantId, messageRecords[kind].see, { ids })
  const other = ids.find((id) => people.every((one) => one.id !== id))
  if (other === undefined) return people
  const names = await namesOfPeople(asReads(write), plantId, [other])
  return reject('mention.cannot_see', { name: names.get(other) ?? other })
}

interface OwnComment {
  readonly comment: StoredComment
  readonly record: RecordKey
  readonly no: string
}

/** One's own comment of this version, locked until the transaction ends. */
async function ownComment(write: Write, actor: Actor, id: string, version: number): Promise<OwnComment> {
  await lockComment(write, actor.plantId, id)
  const comment = await visibleComment(asReads(write), actor, id)
  if (canChange(actor.userId, comment.author_id) !== true) fail('permission.denied')
  if (comment.version !== version) fail('version.conflict', { current: commentView(comment, actor) })
  const record = { kind: comment.kind, id: String(comment.record_id) }
  return { comment, record, no: await visibleRecord(asReads(write), actor, record) }
}

interface About {
  readonly conversation: number
  readonly comment: number
  readonly at: Date
}

/** Writes messages for others than the author; returns the ids of these people. */
async function notify(
  write: Write,
  { plantId, userId }: Actor,
  about: About,
  mentioned: readonly NamedPerson[],
  followers: readonly NamedPerson[],
): Promise<readonly string[]> {
  const others = (people: readonly NamedPerson[]) => idsOf(people).filter((id) => id !== userId)
  const first = others(mentioned)
  const rest = others(followers).filter((id) => !first.includes(id))
  await insertMessages(write, plantId, { ...about, reason: 'mentioned', userIds: first })
  await insertMessages(write, plantId, { ...about, reason: 'followed', userIds: rest })
  return [...first, ...rest]
}

const idsOf = (people: readonly { readonly id: string }[]): string[] => people.map(({ id }) => id)
const namesOf = (named: readonly { readonly name: string }[]): string =>
  named.map(({ name }) => name).join(', ')
/** What the audit log says of a comment. */
const contentOf = ({ text, mentions, files }: StoredComment) => ({
  text,
  mentions: namesOf(mentions),
  files: namesOf(files),
})

interface CommentChange {
  readonly action: 'comments.create' | 'comments.update' | 'comments.delete'
  readonly id: string
  readonly record: RecordKey
  readonly no: string
  readonly before?: unknown
  readonly after?: unknown
}

async function recordChange(
  write: Write,
  actor: Actor,
  { id, record, no, ...entry }: CommentChange,
): Promise<void> {
  await recordAudit(write, actor, { ...entry, subjectKind: 'comment', subjectId: id, subjectName: no })
  await recordConversation(write, actor, record)
}

const recordConversation = (write: Write, actor: Actor, { kind, id }: RecordKey): Promise<void> =>
  recordEvent(write, actor, { name: 'conversations.changed', subjectId: `${kind}-${id}` })
