import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { grantPasses, revokePasses } from '../quality-records/public.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { type Action, holdFor, subjectOf } from './inspection-guards.ts'
import { partsOf, soundOf } from './inspection-parts.ts'
import { closeLot, inspectionForUpdate, pieceIdsOf, saveInspection } from './inspections.store.ts'
import { hashOfInspection } from './lock-content.ts'

/**
 * Locks a judged inspection permanently. If it passed, its pieces pass the gate. If it failed, only those that may pass anyway
 * do. A corrected version replaces the previous inspection and withdraws its passes. Orders and pieces are locked first, so
 * that no work report comes in between.
 */
export async function lockInspection(
  action: Action,
  actor: Actor,
  id: string,
  { version }: { readonly version: number },
): Promise<void> {
  const { write, orders, now } = action
  const { plantId } = actor
  const pieceIds = await pieceIdsOf(write, plantId, id)
  await orders.lock(write, plantId, pieceIds)
  const held = await holdFor(action, actor, id, { action: 'lock', version })
  const { row } = held
  await closeLot(write, plantId, row.id)
  const hash = hashOfInspection(row, await partsOf(asReads(write), row.id), await photosOf(write, row.id))
  await saveInspection(write, actor, row.id, { status: 'locked', locked_at: now, hash })
  if (row.corrects_id !== null) await replace(write, actor, row.corrects_id)
  if (row.process_id !== null) {
    const source = { source: 'inspection', sourceId: row.id } as const
    const through = row.verdict === 'pass' ? pieceIds : [...soundOf(row, held.parts)]
    await grantPasses(write, actor, source, { processId: row.process_id, pieceIds: through, at: now })
  }
  await recordAudit(write, actor, {
    action: 'inspections.lock',
    ...subjectOf(row),
    before: { status: row.status },
    after: { status: 'locked', verdict: row.verdict, hash },
  })
  await recordEvent(write, actor, {
    name: 'quality.inspection_locked',
    subjectId: id,
    orderId: row.order_id === null ? null : String(row.order_id),
  })
}

/** The corrected inspection is no longer valid. */
async function replace(write: Write, actor: Actor, id: number): Promise<void> {
  const old = await inspectionForUpdate(write, actor.plantId, String(id))
  await saveInspection(write, actor, old.id, { status: 'replaced' })
  await revokePasses(write, actor.plantId, { source: 'inspection', sourceId: old.id })
}

async function photosOf(write: Write, inspectionId: number): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from inspection_photos where inspection_id = ${inspectionId}`.execute(write)
  return rows.map(({ sha256 }) => sha256)
}
