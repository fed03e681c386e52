import { violationOf } from '../../platform/db/violation.ts'
import { refuse } from '../../platform/http/refusal.ts'

/** What was written twice, as `duplicate` with its field. */
export async function refusingDuplicate<T>(
  constraint: string,
  params: { readonly field: string; readonly value: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== constraint) throw error
    return refuse('duplicate', { params })
  }
}

/** A row that something names, as `in_use`. */
export async function refusingUsed(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (violationOf(error)?.kind !== 'foreign') throw error
    refuse('in_use')
  }
}

/** An id out of a request as its column holds it. */
export const idOrNull = (id: string | null): number | null => (id === null ? null : Number(id))
