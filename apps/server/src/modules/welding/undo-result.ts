import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ndtApi } from '@cloud-factory/contract/welding/ndt'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import {
  closeLines,
  requestForUpdate,
  resultOf,
  settleRequest,
  undoResultRow,
  validTests,
} from './ndt.store.ts'
import { recalculateWeld } from './record-result.ts'
import { recalculatePieces } from './recalculate-pieces.ts'
import { subjectOf } from './weld-guards.ts'
import { lockWeld } from './welds.store.ts'

type Input = BodyOf<(typeof ndtApi)['POST /api/ndt/results/:id/undo']>

/** Undoes the last result of a weld, unless it was repaired since; the weld waits for its test again. */
export async function undoResult(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  { reason }: Input,
  now: Date,
): Promise<void> {
  const seen = await resultOf(write, actor.plantId, id)
  const weld = await lockWeld(write, actor.plantId, orders, String(seen.weld_id))
  const request = await requestForUpdate(write, actor.plantId, String(seen.request_id))
  const tests = await validTests(write, actor.plantId, weld.id)
  const failures = tests.filter(({ verdict }) => verdict === 'fail').length
  const last = tests.at(-1)
  if (last?.id !== Number(id)) return fail('state.refused', { params: { reason: 'ndt.not_last' } })
  if (last.verdict === 'fail' && weld.repairs >= failures)
    fail('state.refused', { params: { reason: 'ndt.repaired_since' } })
  await undoResultRow(write, actor, last.id, { at: now, reason })
  try {
    await closeLines(write, actor.plantId, request.id, false, weld.id)
  } catch (error) {
    if (violationOf(error)?.constraint !== 'ndt_request_welds_open') throw error
    fail('state.refused', { params: { reason: 'ndt.requested_already' } })
  }
  await recalculateWeld(write, actor, weld, tests.slice(0, -1))
  await settleRequest(write, actor, request.id)
  await recalculatePieces(write, actor, [weld.piece_id], now)
  await recordAudit(write, actor, {
    action: 'ndt.undo',
    ...subjectOf(weld),
    before: { request: request.no, verdict: last.verdict, testedMm: last.testedMm },
    after: { reason },
  })
  await recordEvent(write, actor, {
    name: 'ndt.undone',
    subjectId: String(weld.id),
    orderId: String(weld.order_id),
  })
}
