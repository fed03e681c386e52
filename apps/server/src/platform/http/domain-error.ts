import type { ErrorCode } from '@cloud-factory/contract/errors'
import type { Quantity } from '@cloud-factory/domain/numbers/decimals'

export interface DomainErrorFacts {
  /** Values for the translated sentence. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Invalid fields, such as `body.dueOn`. */
  readonly errors?: readonly { readonly path: string; readonly reason: string; readonly limit?: number }[]
  /** The current row, for `version.conflict`. */
  readonly current?: unknown
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  readonly retryAfter?: number
}

/**
 * An expected error: becomes a problem reply with the status of its code, and rolls back the transaction in which it
 * is thrown.
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly facts: DomainErrorFacts
  constructor(code: ErrorCode, facts: DomainErrorFacts = {}) {
    super(code)
    this.name = 'DomainError'
    this.code = code
    this.facts = facts
  }
}

export function fail(code: ErrorCode, facts?: DomainErrorFacts): never {
  throw new DomainError(code, facts)
}

/**
 * Rejects a command that the state of its record does not allow.
 * @param reason key below `problem:reason`
 * @param values for its sentence
 */
export function reject(reason: string, values: DomainErrorFacts['params'] = {}): never {
  fail('state.refused', { params: { ...values, reason } })
}

/** Rejects a command unless a policy's verdict allows it. */
export function requireAllowed(
  verdict: true | string,
  values?: DomainErrorFacts['params'],
): asserts verdict is true {
  if (verdict !== true) reject(verdict, values)
}

/**
 * Rejects a quantity that is probably a typing error until the user gives a reason, which the command stores with the
 * record.
 */
export function questionQuantity(
  quantity: Quantity,
  value: number,
  most: number,
  reason: string | undefined,
): void {
  if (reason !== undefined || value <= most) return
  reject(`unlikely.${quantity}`, { value, most })
}
