import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '@cloud-factory/contract/endpoint'
import { satisfies } from '@cloud-factory/domain/identity/permissions'
import { listenerName } from '@cloud-factory/contract/live/live'
import { type Actor, isPerson, type Authenticate } from '../auth/actor.ts'
import { fail } from './domain-error.ts'
import type { UploadedFile, RequestFacts, Routes } from './routes.ts'
import { type Idempotency, takesKey } from './idempotency.ts'
import { JsonText, replyText, sendJson, sendRaw } from './reply-writer.ts'
import type { ResponseCache } from './response-cache.ts'
import { rejectInput, isStorable } from './problems.ts'

type UploadLimits = NonNullable<Endpoint['upload']>

/**
 * Writes the files of a multipart request to a temporary folder, which is deleted after the reply. Rejects a file
 * that is too large before it is read completely (`file.too_large`), and a form without a file (`file.empty`).
 */
async function receiveUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  upload: UploadLimits,
): Promise<{ files: UploadedFile[]; fields: Record<string, string> }> {
  if (!request.isMultipart()) fail('media.unsupported')
  const folder = await mkdtemp(join(tmpdir(), 'cloud-factory-upload-'))
  reply.raw.once('close', () => void rm(folder, { recursive: true, force: true }))
  const files: UploadedFile[] = []
  const fields: Record<string, string> = {}
  const limits = {
    fileSize: upload.maxBytes,
    files: upload.maxFiles,
    fields: 20,
    fieldSize: 10_000,
    parts: upload.maxFiles + 20,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value)
      continue
    }
    if (part.fieldname !== upload.field)
      fail('request.invalid', { errors: [{ path: part.fieldname, reason: 'unknown_field' }] })
    const path = join(folder, String(files.length))
    await pipeline(part.file, createWriteStream(path))
    if (part.file.truncated)
      fail('file.too_large', { params: { file: part.filename, megabytes: upload.maxBytes / 1_048_576 } })
    files.push({ name: part.filename, path, bytes: part.file.bytesRead })
  }
  if (files.length === 0) fail('file.empty', { params: { file: '' } })
  return { files, fields }
}

export interface MountDeps {
  readonly authenticate: Authenticate
  readonly idempotency: Idempotency
  readonly checkReplies: boolean
  readonly responseCache: ResponseCache
  /** Counts a call under a key; fails with `rate.limited` when there were too many. */
  readonly countCall: (key: string) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
  interface FastifyContextConfig {
    /** The key of the endpoint, `GET /api/orders`. */
    endpoint?: string
  }
}

type Handler = (call: unknown) => Promise<unknown>

/**
 * Mounts every endpoint of a table. Authentication and permission are checked before any byte of the body is read.
 */
export function mount(app: FastifyInstance, { table, handlers, cached }: Routes, deps: MountDeps): void {
  for (const [key, endpoint] of Object.entries(table)) {
    const [method, url] = key.split(' ') as [string, string]
    const handler = handlers[key] as Handler | undefined
    if (handler === undefined) throw new Error(`no handler for ${key}`)
    app.route({
      method,
      url,
      config: { endpoint: key },
      ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
      onRequest: (request) => admit(request, endpoint, deps),
      handler:
        cached?.has(key) === true ? keeper(key, endpoint, handler, deps) : answerer(endpoint, handler, deps),
    })
  }
}

/**
 * Authenticates the caller and checks the permission. Calls are counted by session; those without a session by
 * address, never by what the caller wrote into a header. So invented tokens are counted too, and block nobody else.
 */
async function admit(
  request: FastifyRequest,
  endpoint: Endpoint,
  { authenticate, countCall }: MountDeps,
): Promise<void> {
  if (endpoint.permission === 'public') return countCall(request.ip)
  const token = request.headers.authorization ?? null
  const actor = await authenticate(token, { requestId: request.id, address: request.ip }).catch(
    (error: unknown) => {
      countCall(request.ip)
      throw error
    },
  )
  countCall(`${actor.userId} ${actor.sessionId} ${actor.deviceId ?? ''}`)
  request.actor = { ...actor, ...tabOf(request) }
  if (actor.mustChangePassword === true && endpoint.beforePasswordChange !== true)
    fail('password.change_required')
  const { permission, permissionOr, permissionAnd } = endpoint
  const rule = { permission: permission === 'self' ? undefined : permission, permissionOr, permissionAnd }
  // A TV and the monitoring system have no account of their own, so endpoints about one's own account are closed to
  // them.
  const isClosed = permission === 'self' && !isPerson(actor)
  if (isClosed || !satisfies(actor.tags, rule)) fail('permission.denied')
}

/** The browser tab that sent the request; a malformed header is ignored. */
function tabOf({ headers }: FastifyRequest): Pick<Actor, 'tab'> {
  const { data: tab } = listenerName.safeParse(headers['x-tab'])
  return tab === undefined ? {} : { tab }
}

function answerer(endpoint: Endpoint, handler: Handler, deps: MountDeps) {
  const { reply: schema } = endpoint
  const text = replyText(schema, deps.checkReplies)
  const status = endpoint.status ?? (schema === null ? 204 : 200)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const upload = endpoint.upload === undefined ? null : await receiveUpload(request, reply, endpoint.upload)
    const perform = () => handler(callOf(endpoint, request, reply, upload))
    if (typeof schema === 'string') return sendRaw(reply, endpoint, await perform(), deps.checkReplies)
    const run = async () => text(await perform())
    const { actor } = request
    const once = actor !== null && request.method === 'POST' && takesKey(endpoint)
    const answer = once ? await deps.idempotency.once(request, actor, run) : await run()
    return sendJson(reply.code(status), answer === null ? null : new JsonText(answer))
  }
}

/** Handles an endpoint with cached replies. */
function keeper(
  key: string,
  endpoint: Endpoint,
  handler: Handler,
  { responseCache, checkReplies }: MountDeps,
) {
  const text = replyText(endpoint.reply, checkReplies)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const call = callOf(endpoint, request, reply, null)
    const { params, query } = call
    const write = async (actor: Actor | null) => new JsonText(text(await handler({ ...call, actor })) ?? '')
    const { actor } = request
    const asOf = actor?.asOf
    const canKeep = actor !== null && asOf !== undefined && asOf.fact > 0
    const answer = canKeep
      ? await responseCache.of(key, { params, query }, { ...actor, asOf }, write)
      : await write(actor)
    return sendJson(reply, answer)
  }
}

type Upload = Awaited<ReturnType<typeof receiveUpload>> | null

const callOf = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, upload: Upload) => ({
  params: input('params', endpoint.params, request.params),
  query: input('query', endpoint.query, request.query),
  body: input('body', endpoint.body, upload === null ? request.body : upload.fields),
  files: upload?.files ?? ([] satisfies UploadedFile[]),
  actor: request.actor,
  request: requestFacts(request, reply),
})

function input(where: 'params' | 'query' | 'body', schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) {
    if (where === 'params' || isNothing(value)) return undefined
    fail('request.invalid', { errors: [{ path: where, reason: 'unknown_field' }] })
  }
  if (!isStorable(value)) fail('request.malformed')
  const parsed = schema.safeParse(value, { reportInput: true })
  return parsed.success ? parsed.data : rejectInput(where, parsed.error)
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

const text = (header: string | string[] | undefined): string =>
  typeof header === 'string' ? header.slice(0, 400) : ''

function requestFacts(request: FastifyRequest, reply: FastifyReply): RequestFacts {
  const gone = new AbortController()
  // After a complete reply nobody listens, and an abort costs a stack trace.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const lastEventId = request.headers['last-event-id']
  return {
    requestId: request.id,
    address: request.ip,
    userAgent: text(request.headers['user-agent']),
    signal: gone.signal,
    appVersion: text(request.headers['x-app-version']),
    lastEventId: typeof lastEventId === 'string' ? lastEventId : null,
  }
}
