import type { InspectionForm } from '@cloud-factory/contract/inspection-forms'
import type { Actor } from '../../../platform/auth/actor.ts'
import { deciderOf } from '../../../platform/auth/four-eyes.reads.ts'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { OrdersPort } from '../orders.port.ts'
import { oneInspection } from './form.reads.ts'
import { factsOf, type Parts, partsOf } from './inspection-parts.ts'
import { inspectionCan, type InspectionDeed } from './inspections.rules.ts'
import { hasCorrection, inspectionForUpdate } from './inspections.store.ts'
import type { StoredInspection } from './inspections.tables.ts'

export interface Deed {
  readonly write: Write
  readonly orders: OrdersPort
  readonly now: Date
}

/** An inspection locked for a deed, with what the deed was judged by. */
export interface Held {
  readonly row: StoredInspection
  readonly parts: Parts
}

/**
 * Locks an inspection and makes sure that the person may do this with it now. Refuses with the form as it is when somebody
 * else changed it since `version`, and with the reason when it may not be.
 */
export async function holdFor(
  { write, orders }: Pick<Deed, 'write' | 'orders'>,
  actor: Actor,
  id: string,
  { deed, version }: { readonly deed: InspectionDeed; readonly version: number | null },
): Promise<Held> {
  const row = await inspectionForUpdate(write, actor.plantId, id)
  if (version !== null && row.version !== version) {
    const current: InspectionForm = await oneInspection({ reads: asReads(write), orders }, actor, id)
    refuse('version.conflict', { current })
  }
  const parts = await partsOf(asReads(write), row.id)
  const facts = factsOf(row, parts, await hasCorrection(write, actor.plantId, row.id))
  const verdict = inspectionCan(facts, await deciderOf(asReads(write), actor))[deed]
  if (verdict !== true) {
    const { missingPoints } = facts
    refuse('state.refused', { params: { reason: verdict, inspection: row.no, points: missingPoints } })
  }
  return { row, parts }
}

export const subjectOf = (row: Pick<StoredInspection, 'id' | 'no'>) => ({
  subjectKind: 'inspection',
  subjectId: String(row.id),
  subjectName: row.no,
})
