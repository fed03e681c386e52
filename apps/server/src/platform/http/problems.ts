import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { type ErrorCode, errorStatus, type Problem } from '@cloud-factory/contract/errors'
import { isUnavailable, violationOf } from '../db/violation.ts'
import { DomainError, type DomainErrorFacts } from './domain-error.ts'

/** Writes a problem reply (RFC 9457). It contains a code and values for the sentence, never a stack, SQL or path. */
export function sendProblem(
  reply: FastifyReply,
  code: ErrorCode,
  facts: DomainErrorFacts = {},
): FastifyReply {
  const body: Problem = {
    type: `/api-docs/problems#${code}`,
    title: code,
    status: errorStatus[code],
    code,
    requestId: reply.request.id,
  }
  if (facts.params !== undefined) body.params = { ...facts.params }
  if (facts.errors !== undefined) body.errors = facts.errors.map((error) => ({ ...error }))
  if (facts.current !== undefined) body.current = facts.current
  if (facts.retryAfter !== undefined) void reply.header('Retry-After', String(Math.ceil(facts.retryAfter)))
  return reply
    .code(body.status)
    .header('Content-Type', 'application/problem+json')
    .serializer(JSON.stringify)
    .send(body)
}

/**
 * The domain error for a thrown value: an expected error keeps its code; a bug becomes `server.fault` without
 * details.
 */
export function errorOf(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  const code = (error as { code?: unknown } | null)?.code
  const known = typeof code === 'string' ? fastifyCodes[code] : undefined
  if (known !== undefined) return new DomainError(known)
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) return new DomainError('request.malformed')
  if (isDiskFull(error)) return new DomainError('server.disk_full')
  return isUnavailable(error) ? new DomainError('server.busy', { retryAfter: 5 }) : violated(error)
}

/** ENOSPC and EDQUOT of the file system, disk_full (53100) of PostgreSQL, also as the cause of another error. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || isDiskFull(error.cause)
}

/** Constraint violations that no command translated. They are still the caller's error, not a bug. */
function violated(error: unknown): DomainError | null {
  const violation = violationOf(error)
  if (violation === null) return null
  const facts = { params: { constraint: violation.constraint } }
  if (violation.kind === 'unique' || violation.kind === 'exclusion')
    return new DomainError('duplicate', facts)
  return violation.kind === 'foreign'
    ? new DomainError('in_use', facts)
    : new DomainError('request.invalid', facts)
}

const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media.unsupported',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_REQ_FILE_TOO_LARGE: 'file.too_large',
  FST_FILES_LIMIT: 'request.too_large',
  FST_PARTS_LIMIT: 'request.too_large',
  FST_FIELDS_LIMIT: 'request.too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'media.unsupported',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
}

const place = { params: 'path', query: 'query', body: 'body' } as const

/** Rejects input with one line per invalid field: its path, and the reason as zod's issue code. */
export function rejectInput(where: keyof typeof place, error: z.ZodError): never {
  throw new DomainError('request.invalid', {
    errors: wrongPlaces(error)
      .slice(0, 100)
      .map(({ path, ...why }) => ({ path: [place[where], ...path].join('.'), ...why })),
  })
}

/** All invalid places of a value that a schema rejected: path and reason. */
export const wrongPlaces = (error: z.ZodError): { path: string[]; reason: string; limit?: number }[] =>
  error.issues
    .flatMap(withinKind)
    .flatMap(eachKey)
    .map((issue) => ({ path: issue.path.map(String), ...reasonOf(issue) }))

type Issue = z.core.$ZodIssue

/** For a choice between kinds: the issues of the chosen kind; without a matching kind, that none fits. */
function withinKind(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const chosen = issue.errors.find((branch) => branch.every(({ path }) => path[0] !== 'kind'))
  if (chosen === undefined || chosen.length === 0) return [issue]
  return chosen.flatMap((inner) => withinKind({ ...inner, path: [...issue.path, ...inner.path] }))
}

/** Unknown fields are reported one by one, and long names are cut. */
const eachKey = (issue: Issue): Issue[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ ...issue, path: [...issue.path, key.slice(0, 60)] }))
    : [issue]

function reasonOf(issue: Issue): { reason: string; limit?: number } {
  if (issue.code === 'too_small') return { reason: `too_small.${issue.origin}`, limit: Number(issue.minimum) }
  if (issue.code === 'too_big') return { reason: `too_big.${issue.origin}`, limit: Number(issue.maximum) }
  if (issue.code === 'invalid_type')
    return { reason: issue.input === undefined ? 'missing' : `not_${issue.expected}` }
  if (issue.code === 'invalid_format') return { reason: `format.${issue.format}` }
  return { reason: issue.code === 'unrecognized_keys' ? 'unknown_field' : issue.code }
}

const maxDepth = 32

/**
 * Whether every text in a parsed JSON value (or a query object) can be stored: no NUL, which PostgreSQL rejects; no
 * lone surrogate, which UTF-8 cannot represent; and no deeper nesting than our inputs have.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (depth >= maxDepth) return false
  return Object.entries(value).every(([key, inner]) => isStorable(key, depth) && isStorable(inner, depth + 1))
}
