import { z } from 'zod'

/**
 * The closed list of error codes with their HTTP status. Sentences are in the browser's translations
 * (`problem.<code>`), never here; `params` of a problem are the values for its sentence.
 */
export const errorStatus = {
  'request.invalid': 400,
  'request.malformed': 400,
  'session.missing': 401,
  'session.expired': 401,
  'signin.failed': 401,
  'permission.denied': 403,
  'password.change_required': 403,
  not_found: 404,
  'request.timeout': 408,
  'version.conflict': 409,
  'state.refused': 409,
  duplicate: 409,
  in_use: 409,
  'idempotency.mismatch': 409,
  'idempotency.in_progress': 409,
  'request.too_large': 413,
  'media.unsupported': 415,
  'rate.limited': 429,
  'streams.too_many': 429,
  'server.fault': 500,
  'server.busy': 503,
  'server.disk_full': 507,
  // sign-in and people
  'password.wrong': 400,
  'password.weak': 400,
  'ticket.invalid': 400,
  'provider.off': 404,
  'provider.failed': 502,
  'account.unknown': 403,
  last_admin: 409,
  'grant.exceeds': 403,
  // files and imports
  'file.empty': 400,
  'file.unknown_type': 400,
  'file.too_large': 413,
  'file.unsafe': 400,
  'import.has_errors': 409,
  'import.not_ready': 409,
  'import.stale': 409,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

/** One invalid field: `path` as in the input (`body.lines.3.weight`), `reason` a key that the browser translates. */
export const fieldError = z.object({ path: z.string(), reason: z.string(), limit: z.number().optional() })

/** Body of every error reply, `application/problem+json` (RFC 9457) with these extension members. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(errorCodes),
  requestId: z.string(),
  /** Values for the sentence: a name, a count, a number of seconds. */
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  errors: z.array(fieldError).optional(),
  /** The current row, when a write lost a race (`version.conflict`). */
  current: z.unknown().optional(),
})
export type Problem = z.output<typeof problem>
