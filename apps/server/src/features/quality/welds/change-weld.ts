import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { weldsApi } from '@cloud-factory/contract/welds'
import { recordAudit } from '../../../platform/audit/record.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { violationOf } from '../../../platform/db/violation.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { recordEvent } from '../../../platform/outbox/record.ts'
import { searchText } from '../../../platform/search/search-text.ts'
import type { OrdersPort } from '../orders.port.ts'
import { planMm, standing } from './ndt-plan.rules.ts'
import { planOf } from './ndt-settings.store.ts'
import { mayUse } from './qualification.rules.ts'
import { proceduresOf } from './qualifications.reads.ts'
import { settlePieces } from './settle-pieces.ts'
import { requireCan, requireVersion, subjectOf } from './weld-guards.ts'
import { deleteWeld, lockWeld, saveWeld } from './welds.store.ts'

type Input = BodyOf<(typeof weldsApi)['PATCH /api/welds/:id']>

/** Changes a weld that nothing was tested on; what is to be tested on it is planned anew. */
export async function updateWeld(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  { version, ...input }: Input,
  now: Date,
): Promise<void> {
  const weld = await lockWeld(write, actor.plantId, orders, id)
  await requireVersion(write, actor, weld, version)
  requireCan(weld, 'edit')
  const wpsId = input.wpsId === null ? null : Number(input.wpsId)
  const procedure = (await proceduresOf(write, actor.plantId, [wpsId])).get(wpsId ?? 0) ?? null
  const verdict = mayUse({ ...input, procedure, day: '' })
  if (verdict !== true) refuse('state.refused', { params: verdict })
  const plan = planMm(await planOf(asReads(write), actor.plantId), input)
  const facts = {
    ...input,
    planMm: plan,
    isWelded: weld.welded_at !== null,
    repairs: weld.repairs,
    tests: [],
  }
  const fields = {
    no: input.no,
    joint: input.joint,
    class: input.class,
    length_mm: input.lengthMm,
    thickness_mm: input.thicknessMm,
    wps_id: wpsId,
    plan_mm: plan,
    demand_mm: plan,
    state: standing(facts).state,
    search: searchText(weld.serial, input.no, weld.order_no),
  }
  try {
    await saveWeld(write, actor, weld.id, fields)
  } catch (error) {
    if (violationOf(error)?.constraint !== 'welds_no_key') throw error
    refuse('duplicate', { params: { field: 'no', value: input.no } })
  }
  await settlePieces(write, actor, [weld.piece_id], now)
  const { no, joint, length_mm: lengthMm, thickness_mm: thicknessMm, class: weldClass } = weld
  await recordAudit(write, actor, {
    action: 'welds.update',
    ...subjectOf(weld),
    before: { no, joint, class: weldClass, lengthMm, thicknessMm, wpsId: weld.wps_id },
    after: input,
  })
  await recordEvent(write, actor.plantId, { name: 'welds.changed', subjectId: id, payload: { no: input.no } })
}

/** Deletes a weld that is not welded. */
export async function removeWeld(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  version: number,
  now: Date,
): Promise<void> {
  const weld = await lockWeld(write, actor.plantId, orders, id)
  await requireVersion(write, actor, weld, version)
  requireCan(weld, 'delete')
  try {
    await deleteWeld(write, actor.plantId, weld.id)
  } catch (error) {
    if (violationOf(error)?.kind === 'foreign')
      refuse('state.refused', { params: { reason: 'weld.requested' } })
    throw error
  }
  await settlePieces(write, actor, [weld.piece_id], now)
  await recordAudit(write, actor, {
    action: 'welds.delete',
    ...subjectOf(weld),
    before: { no: weld.no, joint: weld.joint, class: weld.class, lengthMm: weld.length_mm },
  })
  await recordEvent(write, actor.plantId, { name: 'welds.deleted', subjectId: id, payload: { no: weld.no } })
}
