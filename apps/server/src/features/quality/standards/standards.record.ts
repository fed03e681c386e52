import { recordAudit } from '../../../platform/audit/record.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Write } from '../../../platform/db/handles.ts'
import { violationOf } from '../../../platform/db/violation.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { recordEvent } from '../../../platform/outbox/record.ts'

/** What was done to a standard, an edition or an instrument, for the log and for whoever listens. */
export interface Deed {
  readonly action: string
  readonly subjectKind: string
  readonly event: string
  readonly id: string
  readonly name: string
  readonly before?: unknown
  readonly after?: unknown
}

export async function recordDeed(write: Write, actor: Actor, deed: Deed): Promise<void> {
  const { event, id, name, ...entry } = deed
  await recordAudit(write, actor, { ...entry, subjectId: id, subjectName: name })
  await recordEvent(write, actor.plantId, { name: event, subjectId: id, payload: { name } })
}

/** What an input changes of what was there; null when nothing. Fields are compared as JSON. */
export function differing(before: object, after: object): { before: object; after: object } | null {
  const was = before as Record<string, unknown>
  const fields = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(was[field]) !== JSON.stringify(value),
  )
  if (fields.length === 0) return null
  return {
    before: Object.fromEntries(fields.map(([field]) => [field, was[field] ?? null])),
    after: Object.fromEntries(fields),
  }
}

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
