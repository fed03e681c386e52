import { likelyWeldMm } from '@cloud-factory/domain/numbers/likely.rules'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { weldsApi } from '@cloud-factory/contract/welding/welds'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { questionQuantity, fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { searchText } from '../../platform/search/search-text.ts'
import type { OrdersPort, QualityPiece } from '../quality-records/public.ts'
import { planMm, standing } from './ndt-plan.rules.ts'
import { planOf } from './ndt-settings.store.ts'
import { canUse } from './qualification.rules.ts'
import { proceduresOf } from './qualifications.reads.ts'
import { recalculatePieces } from './recalculate-pieces.ts'
import { requireCan, requireVersion, subjectOf } from './weld-guards.ts'
import { deleteWeld, lockWeld, saveWeld, type StoredWeld } from './welds.store.ts'

type Input = BodyOf<(typeof weldsApi)['PATCH /api/welds/:id']>

/** A length that stood before was answered for. */
const maxMm = (weld: Pick<StoredWeld, 'length_mm'>, piece: QualityPiece | undefined): number =>
  Math.max(weld.length_mm, likelyWeldMm(piece?.lengthMm ?? null))

/** Changes a weld without test results; its tests are planned again. */
export async function updateWeld(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  { version, reason, ...input }: Input,
  now: Date,
): Promise<void> {
  const weld = await lockWeld(write, actor.plantId, orders, id)
  await requireVersion(write, actor, weld, version)
  requireCan(weld, 'edit')
  const wpsId = input.wpsId === null ? null : Number(input.wpsId)
  const procedure = (await proceduresOf(write, actor.plantId, [wpsId])).get(wpsId ?? 0) ?? null
  const verdict = canUse({ ...input, procedure, day: '' })
  if (verdict !== true) fail('state.refused', { params: verdict })
  const [piece] = await orders.pieces(asReads(write), actor.plantId, [weld.piece_id])
  questionQuantity('weld', input.lengthMm, maxMm(weld, piece), reason)
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
    fail('duplicate', { params: { field: 'no', value: input.no } })
  }
  await recalculatePieces(write, actor, [weld.piece_id], now)
  const { no, joint, length_mm: lengthMm, thickness_mm: thicknessMm, class: weldClass } = weld
  await recordAudit(write, actor, {
    action: 'welds.update',
    ...subjectOf(weld),
    before: { no, joint, class: weldClass, lengthMm, thicknessMm, wpsId: weld.wps_id },
    after: { ...input, ...(reason === undefined ? {} : { reason }) },
  })
  await recordEvent(write, actor, { name: 'welds.changed', subjectId: id })
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
      fail('state.refused', { params: { reason: 'weld.requested' } })
    throw error
  }
  await recalculatePieces(write, actor, [weld.piece_id], now)
  await recordAudit(write, actor, {
    action: 'welds.delete',
    ...subjectOf(weld),
    before: { no: weld.no, joint: weld.joint, class: weld.class, lengthMm: weld.length_mm },
  })
  await recordEvent(write, actor, { name: 'welds.deleted', subjectId: id })
}
