import type { Quantity } from '@cloud-factory/domain/numbers/likely.rules'
import { fail } from './domain-error.ts'

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
  fail('state.refused', { params: { reason: `unlikely.${quantity}`, value, most } })
}
