import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ndtApi } from '@cloud-factory/contract/welding/ndt'
import type { NdtMethod } from '@cloud-factory/domain/welding/weld-enums'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { hourOf } from '../../platform/db/factory-day.ts'
import { weldStatus, type TestFacts, waitingTime } from './weld.rules.ts'
import { planOf } from './ndt-settings.ts'
import {
  closeLines,
  insertResult,
  requestForUpdate,
  requestLine,
  settleRequest,
  validTests,
  resultOf,
  undoResultRow,
} from './ndt.store.ts'
import { requirePast, machinesOfWelds } from './record-welded.ts'
import { recalculatePieces, lockWeld, saveWeld, type StoredWeld } from './welds.store.ts'
import { subjectOf } from './welds.queries.ts'

type Input = BodyOf<(typeof ndtApi)['POST /api/ndt/requests/:id/results']>

/** Records the result of one weld of a request. The weld is locked, so the second of two concurrent calls finds it recorded. */
export async function recordResult(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  requestId: string,
  input: Input,
  now: Date,
): Promise<void> {
  requirePast(input.testedAt, now)
  const weld = await lockWeld(write, actor.plantId, orders, input.weldId)
  const request = await requestForUpdate(write, actor.plantId, requestId)
  const line = await requestLine(write, actor.plantId, request.id, weld.id)
  if (line === undefined) return fail('not_found')
  const method = request.method
  requireOpen(weld, line)
  requireSense(weld, input)
  await requireWaited(write, actor, weld, method, input.testedAt)
  const tests = await validTests(write, actor.plantId, weld.id)
  await rejectingTwice(() =>
    insertResult(write, actor, {
      request_id: request.id,
      weld_id: weld.id,
      method,
      first: tests.length === 0,
      tested_at: new Date(input.testedAt),
      tester: input.tester,
      tested_mm: input.testedMm,
      defects: JSON.stringify(input.defects),
      // Indications that overlap are not longer than the weld.
      defect_mm: Math.min(
        weld.length_mm,
        input.defects.reduce((sum, { lengthMm }) => sum + lengthMm, 0),
      ),
      verdict: input.verdict,
      note: input.note,
    }),
  )
  await closeLines(write, actor.plantId, request.id, true, weld.id)
  await recalculateWeld(write, actor, weld, [
    ...tests,
    { method, verdict: input.verdict, testedMm: input.testedMm },
  ])
  await nameMachine(write, actor, orders, weld)
  await settleRequest(write, actor, request.id)
  await recalculatePieces(write, actor, [weld.piece_id], now)
  const { testedMm, verdict, tester, testedAt, defects } = input
  await recordAudit(write, actor, {
    action: 'ndt.result',
    ...subjectOf(weld),
    after: { request: request.no, method, testedMm, verdict, tester, testedAt, defects },
  })
  await recordEvent(write, actor, {
    name: 'ndt.tested',
    subjectId: String(weld.id),
    orderId: String(weld.order_id),
  })
}

/** If nobody named the machine, uses the one of work reports since the weld was registered. */
async function nameMachine(write: Write, actor: Actor, orders: OrdersPort, weld: StoredWeld): Promise<void> {
  if (weld.machine_id !== null) return
  const machine = (await machinesOfWelds(write, orders, actor.plantId, [weld.piece_id]))(weld.piece_id)
  if (machine.machine_id !== null) await saveWeld(write, actor, weld.id, machine)
}

/** Recalculates the status of a locked weld. */
export async function recalculateWeld(
  write: Write,
  actor: Actor,
  weld: StoredWeld,
  tests: readonly TestFacts[],
  repairs: number = weld.repairs,
  repairedAt: Date | null = weld.repaired_at,
): Promise<void> {
  const facts = {
    joint: weld.joint,
    lengthMm: weld.length_mm,
    planMm: weld.plan_mm,
    isWelded: weld.welded_at !== null,
    repairs,
    tests,
  }
  const { state, demandMm, testedMm } = weldStatus(facts)
  await saveWeld(write, actor, weld.id, {
    state,
    demand_mm: demandMm,
    tested_mm: testedMm,
    tests: tests.length,
    repairs,
    repaired_at: repairedAt,
  })
}

function requireOpen(weld: StoredWeld, line: { readonly closed: boolean; readonly tested: boolean }): void {
  const failFor = (reason: string) => reject(reason, { weld: `${weld.serial} ${weld.no}` })
  if (line.tested) failFor('ndt.result_there')
  if (line.closed) failFor('ndt.not_open')
  if (weld.welded_at === null) failFor('weld.not_welded')
  if (weld.state === 'failed') failFor('weld.not_repaired')
}

/** No longer than the weld, defects within it, and a defect where it failed. */
function requireSense(weld: StoredWeld, { testedMm, defects, verdict }: Input): void {
  const errors: { path: string; reason: string; limit?: number }[] = []
  const limit = weld.length_mm
  if (testedMm > limit) errors.push({ path: 'body.testedMm', reason: 'too_big', limit })
  defects.forEach(({ positionMm, lengthMm }, index) => {
    if (positionMm + lengthMm > limit)
      errors.push({ path: `body.defects.${index}.lengthMm`, reason: 'ndt.beyond_weld', limit })
  })
  if (verdict === 'fail' && defects.length === 0)
    errors.push({ path: 'body.defects', reason: 'ndt.no_defect' })
  if (errors.length > 0) fail('request.invalid', { errors })
}

async function requireWaited(
  write: Write,
  actor: Actor,
  weld: StoredWeld,
  method: NdtMethod,
  testedAt: string,
): Promise<void> {
  const plan = await planOf(asReads(write), actor.plantId)
  const done = (weld.repaired_at ?? weld.welded_at)?.getTime() ?? 0
  const from = new Date(done + waitingTime(plan, weld.grade, method))
  if (new Date(testedAt) >= from) return
  reject('ndt.too_early', { from: await hourOf(asReads(write), actor.plantId, from) })
}

async function rejectingTwice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== 'ndt_results_once') throw error
    return reject('ndt.result_there')
  }
}

type UndoInput = BodyOf<(typeof ndtApi)['POST /api/ndt/results/:id/undo']>

/** Undoes the last result of a weld, unless it was repaired since; the weld waits for its test again. */
export async function undoResult(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  { reason }: UndoInput,
  now: Date,
): Promise<void> {
  const current = await resultOf(write, actor.plantId, id)
  const weld = await lockWeld(write, actor.plantId, orders, String(current.weld_id))
  const request = await requestForUpdate(write, actor.plantId, String(current.request_id))
  const tests = await validTests(write, actor.plantId, weld.id)
  const failures = tests.filter(({ verdict }) => verdict === 'fail').length
  const last = tests.at(-1)
  if (last?.id !== Number(id)) return reject('ndt.not_last')
  if (last.verdict === 'fail' && weld.repairs >= failures) reject('ndt.repaired_since')
  await undoResultRow(write, actor, last.id, { at: now, reason })
  try {
    await closeLines(write, actor.plantId, request.id, false, weld.id)
  } catch (error) {
    if (violationOf(error)?.constraint !== 'ndt_request_welds_open') throw error
    reject('ndt.requested_already')
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
