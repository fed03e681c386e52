import { maxCommentFiles, recordKindNames } from '@cloud-factory/domain/inbox/record-kinds'
import { documentTypes } from '@cloud-factory/domain/order-documents/document-types'
import { z } from 'zod'
import { allowed, endpoints, id, idParam, instant, listOf, queryVersion, version } from '../endpoint.ts'
import { text } from '../enums.ts'
import { maxDocumentBytes } from '../order-documents/order-documents.ts'

/** Maximum number of people whom one comment mentions. */
const maxMentions = 20

const person = z.object({ id, name: z.string() })

const commentFile = z.object({
  id,
  name: z.string(),
  type: z.string(),
  bytes: z.int().min(1),
})
export type CommentFile = z.output<typeof commentFile>

export const comment = z.object({
  id,
  author: person,
  /** Plain text with its line breaks; markup in it means nothing. */
  text: z.string(),
  /** People whom the text mentions, with the name that follows the @. */
  mentions: z.array(person),
  /** Pictures and documents, in the order in which they were uploaded. */
  files: z.array(commentFile),
  createdAt: instant,
  editedAt: instant.nullable(),
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})
export type CommentView = z.output<typeof comment>

const conversation = listOf(comment).extend({
  /** Whether the caller follows the record. */
  following: z.boolean(),
  followers: z.array(person),
})
export type ConversationView = z.output<typeof conversation>

const record = z.strictObject({ kind: z.enum(recordKindNames), id })
/** A text, files, or both. */
const commentInput = {
  text: text(4000),
  mentions: z.array(id).max(maxMentions),
  /** Files of the comment, uploaded before. */
  files: z.array(id).max(maxCommentFiles).default([]),
}
const saysSomething = ({ text, files }: { readonly text: string; readonly files: readonly string[] }) =>
  text !== '' || files.length > 0

/** The handlers then require the right to read this kind of record. */
const anyRecord = { permissionOr: ['order.view', 'quality.view', 'equipment.view'] } as const

export const conversationsApi = endpoints({
  'GET /api/conversations/:kind/:id': {
    ...anyRecord,
    summary: 'Comments on a record, newest first, thirty at a time; `before` is the id of the last one read.',
    params: record,
    query: z.strictObject({ before: id.optional() }),
    reply: conversation,
    errors: ['not_found'],
  },
  'POST /api/conversations/:kind/:id/comments': {
    ...anyRecord,
    summary:
      'Comments on a record. Mentioned people and followers get a message; the author follows from now on.',
    params: record,
    body: z.strictObject(commentInput).refine(saysSomething, { path: ['text'] }),
    status: 201,
    reply: comment,
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/conversations/:kind/:id/files': {
    ...anyRecord,
    summary: 'Uploads a file for a comment that is posted afterwards; deleted after a day if it is not.',
    params: record,
    upload: { field: 'files', maxBytes: maxDocumentBytes, maxFiles: 1 },
    status: 201,
    reply: commentFile,
    errors: ['not_found', 'file.empty', 'file.too_large', 'file.unknown_type'],
  },
  'GET /api/comment-files/:id/file': {
    ...anyRecord,
    summary: 'A file of a comment.',
    params: idParam,
    reply: 'file',
    produces: documentTypes,
    errors: ['not_found'],
  },
  'PUT /api/conversations/:kind/:id/following': {
    ...anyRecord,
    summary: 'Follows a record, or stops following it.',
    params: record,
    body: z.strictObject({ following: z.boolean() }),
    reply: null,
    errors: ['not_found'],
  },
  'GET /api/conversations/:kind/:id/people': {
    ...anyRecord,
    summary: 'Other people who can be mentioned on a record, because they may see it.',
    params: record,
    query: z.strictObject({ q: z.string().trim().max(60).optional() }),
    reply: listOf(person.extend({ username: z.string() })),
    errors: ['not_found'],
  },
  'PATCH /api/comments/:id': {
    ...anyRecord,
    summary: 'Changes one’s own comment; people whom it did not mention before get a message.',
    params: idParam,
    body: z.strictObject({ version, ...commentInput }).refine(saysSomething, { path: ['text'] }),
    reply: comment,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'DELETE /api/comments/:id': {
    ...anyRecord,
    summary: 'Deletes one’s own comment with its messages.',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'version.conflict'],
  },
})
