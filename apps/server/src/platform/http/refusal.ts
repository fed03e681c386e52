import type { ErrorCode } from '@cloud-factory/contract/errors'

export interface RefusalFacts {
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
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly facts: RefusalFacts
  constructor(code: ErrorCode, facts: RefusalFacts = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.facts = facts
  }
}

export function refuse(code: ErrorCode, facts?: RefusalFacts): never {
  throw new Refusal(code, facts)
}
