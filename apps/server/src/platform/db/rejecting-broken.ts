import { fail } from '../http/domain-error.ts'
import { violationOf } from './violation.ts'

/** Turns a unique violation into `duplicate` at a field, and a foreign key violation into `in_use`. */
export async function rejectingBroken<T>(
  field: { readonly name: string; readonly value: string } | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const kind = violationOf(error)?.kind
    if (kind === 'unique' && field !== null)
      fail('duplicate', { params: { field: field.name, value: field.value } })
    if (kind === 'foreign') fail('in_use')
    throw error
  }
}
