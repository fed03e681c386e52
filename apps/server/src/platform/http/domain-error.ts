import type { ErrorCode } from '@cloud-factory/contract/errors'

export interface DomainErrorFacts {
  /** Words the translated sentence needs. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Wrong fields, `body.dueOn` and the like. */
  readonly errors?: readonly { readonly path: string; readonly reason: string; readonly limit?: number }[]
  /** The row as it is now, for `version.conflict`. */
  readonly current?: unknown
  /** Seconds after which trying again makes sense: becomes Retry-After. */
  readonly retryAfter?: number
}

/** A refused step: becomes a problem reply with its code's status, and rolls back the transaction it is thrown in. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly facts: DomainErrorFacts
  constructor(code: ErrorCode, facts: DomainErrorFacts = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.facts = facts
  }
}

export function fail(code: ErrorCode, facts?: DomainErrorFacts): never {
  throw new DomainError(code, facts)
}
