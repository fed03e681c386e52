import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { searchText } from '../../platform/search/search-text.ts'
import type { CommandContext } from '../../platform/crud/crud.ts'
import { insertOne } from '../../platform/crud/crud-commands.ts'
import { demoInspector, type OrdersPort, nextNumbers } from '../quality-records/public.ts'
import { planMm, standardPlan } from './weld.rules.ts'
import { closeLines, insertRequest, insertResult, settleRequest } from './ndt.store.ts'
import { recalculateWeld } from './record-result.ts'
import {
  recalculatePieces,
  insertWelds,
  keepTemplate,
  lockWelds,
  nameWelders,
  saveWeld,
  type StoredWeld,
} from './welds.store.ts'
import { machinesOfWelds } from './record-welded.ts'
import { certificateCrud, procedureCrud, welderCrud } from './welders.ts'

const dayMs = 86_400_000
const dayAfter = (now: Date, days: number) =>
  new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10)

/** Welder, crew, process, days for which the certificate still counts. */
const people = [
  ['H01', '王铁生', '焊接一班', 'gmaw', 620],
  ['H02', '李建国', '焊接一班', 'gmaw', 410],
  ['H03', '陈志强', '焊接二班', 'saw', 240],
  ['H04', '赵立新', '焊接二班', 'saw', 45],
  ['H05', '孙海波', '焊接二班', 'gmaw', 21],
  ['H06', '吴永贵', '外协班', 'gmaw', -18],
] as const

const plans = [
  { no: 'W1', joint: 'tee', class: '2', lengthMm: 6000, thicknessMm: 12 },
  { no: 'W2', joint: 'butt', class: '1', lengthMm: 400, thicknessMm: 16 },
  { no: 'W3', joint: 'fillet', class: '3', lengthMm: 800, thicknessMm: 10 },
] as const

/** Welders, procedures, and welds of pieces that stand before the gates after welding, and of some that are finished. */
export async function weldsDemo(write: Write, context: DemoContext, orders: OrdersPort): Promise<void> {
  const { plantId, now } = context
  const actor = demoInspector(context)
  const command = { write, actor, now }
  const welderId = await addWelders(command)
  const wpsId = await addProcedures(command)
  const gates = await orders.waiting(asReads(write), plantId, 60)
  const at = (code: string) => gates.filter(({ processCode }) => processCode === code).slice(0, 3)
  const weldedAt = new Date(now.getTime() - 3 * dayMs)
  for (const { pieceIds } of [...at('DimInspected'), ...at('WeldNDTComp')]) {
    await weld(write, actor, orders, pieceIds.slice(0, 8), { wpsId, welderId, weldedAt })
  }
  const [tested, begun] = at('WeldNDTComp')
  const testedAt = new Date(now.getTime() - dayMs / 2)
  const failing = { testedAt, fails: true }
  if (tested !== undefined)
    await test(write, actor, orders, tested.pieceIds.slice(0, 8), { ...failing, share: 0.9 })
  if (begun !== undefined)
    await test(write, actor, orders, begun.pieceIds.slice(0, 8), { ...failing, share: 0.5 })
  const done = await finishedPieces(write, plantId, orders)
  if (done === null) return
  const ago = (days: number) => new Date(done.at.getTime() - days * dayMs)
  await weld(write, actor, orders, done.pieceIds, { wpsId, welderId, weldedAt: ago(12) })
  await test(write, actor, orders, done.pieceIds, { testedAt: ago(10), fails: false, share: 1 })
}

/** Some pieces of the order that was finished last, and when they were inspected for the last time; null: none is finished. */
async function finishedPieces(
  write: Write,
  plantId: number,
  orders: OrdersPort,
): Promise<{ readonly pieceIds: readonly number[]; readonly at: Date } | null> {
  const { rows } = await sql<{ order_id: number; pieces: number; at: Date; ids: number[] }>`
    select i.order_id, count(distinct p.piece_id)::int as pieces, max(i.judged_at) as at,
      (array_agg(p.piece_id order by p.piece_id))[1:8] as ids
    from inspections i join inspection_pieces p on p.inspection_id = i.id
    where i.plant_id = ${plantId} and i.stage = 'final' and i.status = 'locked' and i.verdict = 'pass'
    group by i.order_id order by max(i.judged_at) desc limit 30`.execute(write)
  for (const { order_id: id, pieces, at, ids } of rows) {
    const order = await orders.order(asReads(write), plantId, String(id))
    if (order?.pieces === pieces) return { pieceIds: ids, at }
  }
  return null
}

async function addWelders(context: CommandContext): Promise<number> {
  let first = 0
  for (const [code, name, crew, process, days] of people) {
    const id = await insertOne(welderCrud, context, { code, name, crew, active: true })
    await insertOne(certificateCrud, context, {
      welderId: String(id),
      no: `GB50661-${code}-2024`,
      process,
      positions: ['1G', '2G', '2F'],
      materialGroup: 'II',
      thicknessMin: 3,
      thicknessMax: null,
      validFrom: dayAfter(context.now, days - 1095),
      validUntil: dayAfter(context.now, days),
    })
    first ||= id
  }
  return first
}

async function addProcedures(context: CommandContext): Promise<number> {
  const common = {
    revision: 'A',
    materialGroup: 'II' as const,
    thicknessMin: 3,
    interpass: 230,
    active: true,
  }
  const id = await insertOne(procedureCrud, context, {
    ...common,
    // Around the values of the demo machines.
    code: 'WPS-GMAW-01',
    process: 'gmaw',
    thicknessMax: 40,
    current: { min: 340, max: 405 },
    voltage: { min: 28, max: 34 },
    speed: { min: 250, max: 420 },
    preheat: null,
  })
  await insertOne(procedureCrud, context, {
    ...common,
    code: 'WPS-SAW-01',
    process: 'saw',
    thicknessMax: 60,
    current: { min: 850, max: 1010 },
    voltage: { min: 34, max: 40 },
    speed: { min: 380, max: 520 },
    preheat: 60,
  })
  return id
}

interface Welding {
  readonly wpsId: number
  readonly welderId: number
  readonly weldedAt: Date
}

/** Gives pieces their welds, all of them welded. */
async function weld(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  pieceIds: readonly number[],
  { wpsId, welderId, weldedAt }: Welding,
): Promise<void> {
  const pieces = await orders.pieces(asReads(write), actor.plantId, pieceIds)
  const rows = pieces.flatMap((piece) =>
    plans.map((plan) => ({
      piece_id: piece.id,
      order_id: piece.orderId,
      project_id: piece.projectId,
      mark_id: piece.markId,
      serial: piece.serial,
      order_no: piece.orderNo,
      mark: piece.mark,
      grade: piece.grade,
      no: plan.no,
      joint: plan.joint,
      class: plan.class,
      length_mm: plan.lengthMm,
      thickness_mm: plan.thicknessMm,
      wps_id: wpsId,
      plan_mm: planMm(standardPlan, plan),
      search: searchText(piece.serial, plan.no, piece.orderNo),
    })),
  )
  await insertWelds(write, actor, rows)
  const [first] = pieces
  if (first !== undefined)
    await keepTemplate(
      write,
      actor,
      first.markId,
      plans.map((plan) => ({ ...plan, wpsId: String(wpsId) })),
    )
  const welds = await weldsOf(write, actor, orders, pieceIds)
  const machines = await machinesOfWelds(write, orders, actor.plantId, pieceIds)
  for (const { id, class: weldClass, piece_id: piece } of welds) {
    const state = weldClass === '3' ? 'free' : 'due'
    await saveWeld(write, actor, id, { welded_at: weldedAt, state, ...machines(piece) })
  }
  await nameWelders(
    write,
    actor.plantId,
    welds.map(({ id }) => id),
    [welderId],
  )
}

async function weldsOf(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  pieceIds: readonly number[],
): Promise<StoredWeld[]> {
  const rows = await write
    .selectFrom('welds')
    .select('id')
    .where('plant_id', '=', actor.plantId)
    .where('piece_id', 'in', [...pieceIds])
    .execute()
  return lockWelds(
    write,
    actor.plantId,
    orders,
    rows.map(({ id }) => id),
  )
}

const slag = { positionMm: 120, lengthMm: 25, depthMm: 6, type: 'slag', grade: 'IV' } as const

interface Tests {
  readonly testedAt: Date
  /** The last one failed. */
  readonly fails: boolean
  /** Of what is due, the part that has results. */
  readonly share: number
}

/** Asks for UT of what is due and has results of it. */
async function test(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  pieceIds: readonly number[],
  { testedAt, fails, share }: Tests,
): Promise<void> {
  const all = await weldsOf(write, actor, orders, pieceIds)
  const due = all.filter(({ state }) => state === 'due')
  const [first] = due
  if (first === undefined) return
  const [no = ''] = await nextNumbers(write, actor.plantId, 'NT', testedAt)
  const order = { order_id: first.order_id, order_no: first.order_no }
  const fields = { ...order, method: 'ut', level: 'B', note: '' } as const
  const standard = 'GB/T 11345-2023'
  const search = searchText(no, first.order_no)
  const requestId = await insertRequest(write, actor, { ...fields, no, standard, search }, due)
  const done = due.slice(0, Math.max(1, Math.floor(due.length * share)))
  for (const [index, one] of done.entries()) {
    const verdict = fails && index === done.length - 1 ? 'fail' : 'pass'
    await insertResult(write, actor, {
      request_id: requestId,
      weld_id: one.id,
      method: 'ut',
      first: true,
      tested_at: testedAt,
      tester: actor.cnName,
      tested_mm: one.demand_mm,
      defects: JSON.stringify(verdict === 'fail' ? [slag] : []),
      defect_mm: verdict === 'fail' ? slag.lengthMm : 0,
      verdict,
      note: '',
    })
    await closeLines(write, actor.plantId, requestId, true, one.id)
    await recalculateWeld(write, actor, one, [{ method: 'ut', verdict, testedMm: one.demand_mm }])
  }
  await settleRequest(write, actor, requestId)
  // Asked for on the morning of the test, not when the demo data is written.
  const askedAt = new Date(testedAt.getTime() - dayMs / 6)
  await sql`update ndt_requests set created_at = ${askedAt} where id = ${requestId}`.execute(write)
  await recalculatePieces(write, actor, pieceIds, testedAt)
}
