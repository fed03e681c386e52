import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'

/** What was written twice, as `duplicate` with its field. */
export async function rejectingDuplicate<T>(
  constraint: string,
  params: { readonly field: string; readonly value: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== constraint) throw error
    return fail('duplicate', { params })
  }
}

/** A row that something names, as `in_use`. */
export async function rejectingUsed(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (violationOf(error)?.kind !== 'foreign') throw error
    fail('in_use')
  }
}

/** An id out of a request as its column holds it. */
export const idOrNull = (id: string | null): number | null => (id === null ? null : Number(id))
