import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { judgeOf, oneInspection } from './form.reads.ts'
import { inspectionCan, type InspectionAction } from './inspections.rules.ts'
import { hasCorrection, inspectionForUpdate } from './inspections.store.ts'
import { factsOf, type Parts, partsOf, type StoredInspection } from './inspection-parts.ts'

export interface Action {
  readonly write: Write
  readonly orders: OrdersPort
  readonly now: Date
}

/** An inspection locked for an action, with the facts on which the decision was based. */
export interface Held {
  readonly row: StoredInspection
  readonly parts: Parts
}

/**
 * Locks an inspection and checks that the person may do this now. If somebody else changed it since `version`, fails with the
 * current form. If the action is not permitted, fails with the reason.
 */
export async function holdFor(
  { write, orders }: Pick<Action, 'write' | 'orders'>,
  actor: Actor,
  id: string,
  { action, version }: { readonly action: InspectionAction; readonly version: number | null },
): Promise<Held> {
  const row = await inspectionForUpdate(write, actor.plantId, id)
  if (version !== null && row.version !== version) {
    const current: InspectionForm = await oneInspection({ reads: asReads(write), orders }, actor, id)
    fail('version.conflict', { current })
  }
  const parts = await partsOf(asReads(write), row.id)
  const facts = factsOf(row, parts, await hasCorrection(write, actor.plantId, row.id))
  const verdict = inspectionCan(facts, await judgeOf(asReads(write), actor, row))[action]
  if (verdict !== true) {
    const { missingPoints } = facts
    fail('state.refused', { params: { reason: verdict, inspection: row.no, points: missingPoints } })
  }
  return { row, parts }
}

export const subjectOf = (row: Pick<StoredInspection, 'id' | 'no'>) => ({
  subjectKind: 'inspection',
  subjectId: String(row.id),
  subjectName: row.no,
})
