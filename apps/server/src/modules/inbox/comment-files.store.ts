import type { CommentFile } from '@cloud-factory/contract/inbox/conversations'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Database, readRows, type Write } from '../../platform/db/handles.ts'
import { documentType } from '../../platform/files/document-type.rules.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keepFiles, type SavedFile } from '../../platform/files/keep-files.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { FileReply, UploadedFile } from '../../platform/http/routes.ts'
import { visibleKinds } from './conversations.policy.ts'
import { conversationId } from './conversations.store.ts'
import { type RecordKey, visibleRecord } from './records.queries.ts'

export interface FileDeps {
  readonly db: Database
  readonly files: FileStore
}

/** Stores a file for a comment that its uploader is about to post. Not in the audit log before it is posted. */
export async function addCommentFile(
  { db, files }: FileDeps,
  actor: Actor,
  record: RecordKey,
  uploads: readonly UploadedFile[],
  at: Date,
): Promise<CommentFile> {
  // Asked before the bytes are stored.
  await visibleRecord(db.reads, actor, record)
  const [file] = await keepFiles(files, uploads, documentType)
  if (file === undefined) return fail('request.invalid')
  return db.tx(async (write) => {
    await visibleRecord(asReads(write), actor, record)
    return insertFile(write, actor, await conversationId(write, actor.plantId, record), file, at)
  })
}

async function insertFile(
  write: Write,
  { plantId, userId }: Actor,
  conversation: number,
  { fileName, type, bytes, sha256 }: SavedFile,
  at: Date,
): Promise<CommentFile> {
  const { id } = await write
    .insertInto('comment_files')
    .values({
      plant_id: plantId,
      conversation_id: conversation,
      file_name: fileName,
      type,
      bytes,
      sha256,
      created_at: at,
      created_by: Number(userId),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: String(id), name: fileName, type, bytes }
}

/**
 * Makes these the files of a comment: those that it has or that its author uploaded for this conversation; others that
 * it had are deleted. Returns their names, in the order of uploading. Fails with `not_found` for any other file.
 */
export async function setCommentFiles(
  write: Write,
  { plantId, userId }: Actor,
  { conversation, comment }: { readonly conversation: number; readonly comment: number },
  ids: readonly string[],
): Promise<string> {
  await sql`delete from comment_files
    where plant_id = ${plantId} and comment_id = ${comment} and id <> all(${ids}::bigint[])`.execute(write)
  const { rows } = await sql<{ id: number; name: string }>`
    update comment_files set comment_id = ${comment}
    where plant_id = ${plantId} and conversation_id = ${conversation} and id = any(${ids}::bigint[])
      and (comment_id = ${comment} or comment_id is null and created_by = ${userId})
    returning id, file_name as name`.execute(write)
  if (rows.length < new Set(ids).size) fail('not_found')
  return rows
    .toSorted((one, other) => one.id - other.id)
    .map(({ name }) => name)
    .join(', ')
}

/** A file of a comment, for who may see the comment's record; before it is posted for its uploader. */
export async function commentFile({ db, files }: FileDeps, actor: Actor, id: string): Promise<FileReply> {
  const { plantId, userId, tags } = actor
  const [file] = await readRows(
    db.reads,
    sql<SavedFile>`select f.file_name as "fileName", f.type, f.bytes, f.sha256
      from comment_files f join conversations c on c.id = f.conversation_id
      where f.plant_id = ${plantId} and f.id = ${id} and c.kind = any(${visibleKinds(tags)})
        and (f.comment_id is not null or f.created_by = ${userId})`,
  )
  if (file === undefined) return fail('not_found')
  return { name: file.fileName, type: file.type, bytes: file.bytes, body: files.stream(file.sha256) }
}

const day = 86_400_000

/** Deletes files whose comment was not posted within a day. */
export async function forgetAbandonedFiles({ tx }: Pick<Database, 'tx'>, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - day)
  await tx((write) =>
    write
      .deleteFrom('comment_files')
      .where('comment_id', 'is', null)
      .where('created_at', '<', oldest)
      .execute(),
  )
}
