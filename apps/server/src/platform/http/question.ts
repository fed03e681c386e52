import type { Quantity } from '@cloud-factory/contract/likely.rules'
import { fail } from './domain-error.ts'

/**
 * Fails a quantity that is most likely a slip of the finger until the person gives a reason, which the command keeps with
 * what it records.
 */
export function questionQuantity(
  quantity: Quantity,
  value: number,
  most: number,
  reason: string | undefined,
): void {
  if (reason !== undefined || value <= most) return
  fail('state.refused', { params: { reason: `unlikely.${quantity}`, value, most } })
}
