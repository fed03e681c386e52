import { refuse } from '../http/refusal.ts'
import { violationOf } from './violation.ts'

/** Turns a broken unique key into `duplicate` at a field, and a foreign one into `in_use`. */
export async function refusingBroken<T>(
  field: { readonly name: string; readonly value: string } | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const kind = violationOf(error)?.kind
    if (kind === 'unique' && field !== null)
      refuse('duplicate', { params: { field: field.name, value: field.value } })
    if (kind === 'foreign') refuse('in_use')
    throw error
  }
}
