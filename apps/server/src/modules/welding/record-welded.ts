import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { weldsApi } from '@cloud-factory/contract/welding/welds'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { type StoredMachine, machineOf, noMachine } from '../ncr/public.ts'
import { type OrdersPort, requireReleased } from '../quality-records/public.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { weldStatus, canUse, canWeld, type Task } from './weld.rules.ts'
import { dayOf, proceduresOf, weldersHeld } from './qualifications.queries.ts'
import {
  recalculatePieces,
  lockWeld,
  lockWelds,
  nameWelders,
  saveWeld,
  type StoredWeld,
} from './welds.store.ts'
import { requireCan, requireVersion, subjectOf } from './welds.queries.ts'

/**
 * The machine for the welds of each of these pieces: the given one, otherwise the welding machine of the piece's last work report. Fails with
 * `not_found` when the plant has no machine with this id.
 */
export async function machinesOfWelds(
  write: Write,
  orders: OrdersPort,
  plantId: number,
  pieceIds: readonly number[],
  machineId?: string,
): Promise<(pieceId: number) => StoredMachine> {
  if (machineId !== undefined) {
    const chosen = await machineOf(write, orders, plantId, machineId)
    return () => chosen
  }
  const reads = asReads(write)
  const machines = await orders.weldingMachines(reads, plantId, pieceIds)
  const names = await orders.machineNames(reads, plantId, [...machines.values()])
  return (pieceId) => {
    const id = machines.get(pieceId)
    const name = id === undefined ? undefined : names.get(id)
    return id === undefined || name === undefined ? noMachine : { machine_id: id, machine_name: name }
  }
}

type Api = typeof weldsApi
type Input = BodyOf<Api['POST /api/welds/welded']>

/** Records who welded welds and when, all or none: each welder must have been qualified for each of them on that day. */
export async function recordWelded(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  input: Input,
  now: Date,
): Promise<void> {
  requirePast(input.weldedAt, now)
  const weldIds = [...new Set(input.weldIds.map(Number))]
  const welds = await lockWelds(write, actor.plantId, orders, weldIds)
  const pieceIds = await requireWeldable(write, actor, orders, welds, input.weldedAt)
  const welders = await weldersHeld(write, actor.plantId, input.welderIds)
  const named = input.wpsId === null ? null : Number(input.wpsId)
  const wpsOf = (weld: { wps_id: number | null }) => named ?? weld.wps_id
  const procedures = await proceduresOf(write, actor.plantId, welds.map(wpsOf))
  const day = await dayOf(write, actor.plantId, input.weldedAt)
  const machines = await machinesOfWelds(write, orders, actor.plantId, pieceIds, input.machineId)
  for (const weld of welds) {
    const procedure = procedures.get(wpsOf(weld) ?? 0) ?? null
    const task: Task = { no: `${weld.serial} ${weld.no}`, thicknessMm: weld.thickness_mm, procedure, day }
    requireAll([canUse(task), ...welders.map((welder) => canWeld(welder, task))])
    const facts = {
      joint: weld.joint,
      lengthMm: weld.length_mm,
      planMm: weld.plan_mm,
      tests: [],
    }
    await saveWeld(write, actor, weld.id, {
      welded_at: new Date(input.weldedAt),
      wps_id: wpsOf(weld),
      ...machines(weld.piece_id),
      state: weldStatus({ ...facts, isWelded: true, repairs: 0 }).state,
    })
  }
  await nameWelders(write, actor.plantId, weldIds, [...new Set(input.welderIds.map(Number))])
  await recalculatePieces(write, actor, pieceIds, now)
  const [first] = welds
  if (first === undefined) return
  const welded = welds.map(({ serial, no }) => `${serial} ${no}`)
  await recordAudit(write, actor, {
    action: 'welds.weld',
    ...subjectOf(first),
    after: {
      welds: welded,
      welders: welders.map(({ name }) => name),
      weldedAt: input.weldedAt,
      wpsId: input.wpsId,
      ...(input.machineId === undefined ? {} : { machineId: input.machineId }),
    },
  })
  await recordEvent(write, actor, {
    name: 'welds.welded',
    subjectId: String(first.id),
    orderId: String(first.order_id),
  })
}

/** Undoes the welded status while no test was recorded. */
export async function reopenWeld(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  { version, reason }: BodyOf<Api['POST /api/welds/:id/reopen']>,
  now: Date,
): Promise<void> {
  const weld = await lockWeld(write, actor.plantId, orders, id)
  await requireVersion(write, actor, weld, version)
  requireCan(weld, 'reopen')
  await saveWeld(write, actor, weld.id, { welded_at: null, state: 'open', ...noMachine })
  await nameWelders(write, actor.plantId, [weld.id], [])
  await recalculatePieces(write, actor, [weld.piece_id], now)
  await recordAudit(write, actor, {
    action: 'welds.reopen',
    ...subjectOf(weld),
    before: { weldedAt: weld.welded_at },
    after: { weldedAt: null, reason },
  })
  await recordEvent(write, actor, {
    name: 'welds.reopened',
    subjectId: id,
    orderId: String(weld.order_id),
  })
}

/** Fails unless all welds may be welded, and not before their orders were released. Returns their pieces. */
async function requireWeldable(
  write: Write,
  { plantId }: Actor,
  orders: OrdersPort,
  welds: readonly StoredWeld[],
  weldedAt: string,
): Promise<number[]> {
  for (const weld of welds) requireCan(weld, 'weld')
  const pieceIds = welds.map(({ piece_id: piece }) => piece)
  requireReleased(weldedAt, await orders.pieces(asReads(write), plantId, pieceIds), 'weld.before_release')
  return pieceIds
}

/** Fails if the time is ahead of the server's clock by more than the tolerance. */
export function requirePast(at: string, now: Date): void {
  if (new Date(at).getTime() > now.getTime() + 300_000) reject('weld.future')
}

export function requireAll(verdicts: readonly ReturnType<typeof canUse>[]): void {
  const bad = verdicts.find((verdict) => verdict !== true)
  if (bad !== undefined) fail('state.refused', { params: bad })
}
