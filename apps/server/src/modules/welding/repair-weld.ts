import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ndtApi } from '@cloud-factory/contract/welding/ndt'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { insertRepair, validTests } from './ndt.store.ts'
import { canWeld } from './weld.rules.ts'
import { repairLimit } from './ndt.queries.ts'
import { dayOf, proceduresOf, weldersHeld } from './qualifications.queries.ts'
import { requireAll, requirePast } from './record-welded.ts'
import { recalculateWeld } from './record-result.ts'
import { requireCan, requireVersion, subjectOf } from './welds.queries.ts'
import { lockWeld } from './welds.store.ts'

type Input = BodyOf<(typeof ndtApi)['POST /api/welds/:id/repair']>

/** Records that a failed weld was repaired; it waits for its test again, as long as after welding. */
export async function repairWeld(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  input: Input,
  now: Date,
): Promise<{ number: number; limit: number }> {
  requirePast(input.repairedAt, now)
  const weld = await lockWeld(write, actor.plantId, orders, id)
  // If it was repaired meanwhile, report that, whatever version the form had.
  requireCan(weld, 'repair')
  await requireVersion(write, actor, weld, input.version)
  const limit = await repairLimit(asReads(write), actor.plantId, orders, weld.project_id)
  if (weld.repairs >= limit) reject('weld.repair_limit', { limit })
  const tests = await validTests(write, actor.plantId, weld.id)
  const failed = tests.at(-1) ?? fail('not_found')
  if (new Date(input.repairedAt) < failed.testedAt) reject('weld.repair_before_test')
  const welders = await weldersHeld(write, actor.plantId, input.welderIds)
  const procedure = (await proceduresOf(write, actor.plantId, [weld.wps_id])).get(weld.wps_id ?? 0) ?? null
  const day = await dayOf(write, actor.plantId, input.repairedAt)
  const task = { no: `${weld.serial} ${weld.no}`, thicknessMm: weld.thickness_mm, procedure, day }
  requireAll(welders.map((welder) => canWeld(welder, task)))
  const number = weld.repairs + 1
  const repairedAt = new Date(input.repairedAt)
  await insertRepair(write, actor, {
    weld_id: weld.id,
    number,
    result_id: failed.id,
    welder_ids: [...new Set(input.welderIds.map(Number))],
    repaired_at: repairedAt,
    note: input.note,
  })
  await recalculateWeld(write, actor, weld, tests, number, repairedAt)
  await recordAudit(write, actor, {
    action: 'welds.repair',
    ...subjectOf(weld),
    after: { number, limit, welders: welders.map(({ name }) => name), repairedAt: input.repairedAt },
  })
  await recordEvent(write, actor, {
    name: 'welds.repaired',
    subjectId: id,
    orderId: String(weld.order_id),
  })
  return { number, limit }
}
