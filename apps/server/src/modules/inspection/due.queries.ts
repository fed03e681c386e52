import { sql } from 'kysely'
import type { GatePlan } from '@cloud-factory/contract/inspection/gate-plans'
import type { InspectionStage } from '@cloud-factory/domain/inspection/quality-enums'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { DueRow, inspectionsApi } from '@cloud-factory/contract/inspection/inspections'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { type OrdersPort, type QualityProcess, passCounts } from '../quality-records/public.ts'
import { stageOfProcess, isGone } from './inspections.rules.ts'

interface Deps {
  readonly reads: Reads
  readonly orders: OrdersPort
}

export interface StandardInUse {
  readonly id: number
  readonly code: string
}

/** Standards for forms: active ones with an edition that is not retired; GB first. */
export const standardsInUse = (reads: Reads, plantId: number): Promise<StandardInUse[]> =>
  readRows(
    reads,
    sql<StandardInUse>`
      select id, code from standards s where plant_id = ${plantId} and active
        and exists (select from standard_editions e where e.standard_id = s.id and e.status <> 'retired')
      order by verdict = 'gb' desc, id limit 100`,
  )

interface StoredPlan {
  readonly process_id: number
  readonly stage: InspectionStage
  readonly standard_id: number | null
  readonly automatic: boolean
  readonly percent: number
  readonly at_least: number
  readonly version: number
}

/** Every process with a gate and its plan, or the default plan if it has none. */
export async function gatePlansOf({ reads, orders }: Deps, plantId: number): Promise<GatePlan[]> {
  const [processes, plans, standards] = [
    await orders.processes(reads, plantId),
    await readRows(reads, sql<StoredPlan>`select * from gate_plans where plant_id = ${plantId}`),
    await standardsInUse(reads, plantId),
  ]
  return processes.filter(isGated).map((process) =>
    planView(
      process,
      plans.find((plan) => plan.process_id === process.id),
      standards,
    ),
  )
}

type GatedProcess = QualityProcess & { readonly gate: 'inspect' | 'hold' }
const isGated = (process: QualityProcess): process is GatedProcess =>
  process.gate === 'inspect' || process.gate === 'hold'

/** Default plan of a gate. */
const usual = { standard_id: null, automatic: false, percent: 100, at_least: 1, version: 0 }

function planView(
  { id, code, names, gate }: GatedProcess,
  stored: StoredPlan | undefined,
  standards: readonly StandardInUse[],
): GatePlan {
  const plan = stored ?? { ...usual, stage: stageOfProcess(code) }
  const standard = standards.find((one) => one.id === plan.standard_id) ?? standards[0]
  return {
    id: String(id),
    code,
    names: { zh: names.zh, en: names.en, es: names.es },
    gate,
    stage: plan.stage,
    standardId: plan.standard_id === null ? null : String(plan.standard_id),
    standardCode: standard?.code ?? null,
    automatic: plan.automatic,
    percent: plan.percent,
    atLeast: plan.at_least,
    version: plan.version,
  }
}

type DueApi = (typeof inspectionsApi)['GET /api/due-inspections']

/** Maximum number of marks in one query; the most urgent come first. */
const maxMarks = 1000

/** A page of due inspections: pieces before a gate that are in no inspection of it and have no pass for it. */
export async function listDue(deps: Deps, plantId: number, query: QueryOf<DueApi>): Promise<ReplyOf<DueApi>> {
  const due = (await everyDue(deps, plantId)).filter((row) => matches(row, query))
  const size = query.pageSize ?? 20
  const from = ((query.page ?? 1) - 1) * size
  return { items: due.slice(from, from + size), total: due.length }
}

function matches({ order, mark, process }: DueRow, query: QueryOf<DueApi>): boolean {
  if (query.processId !== undefined && process.id !== query.processId) return false
  if (query.orderId !== undefined && order.id !== query.orderId) return false
  const search = (query.q ?? '').normalize('NFKC').toLowerCase()
  return search === '' || `${order.no} ${mark}`.toLowerCase().includes(search)
}

export async function everyDue({ reads, orders }: Deps, plantId: number): Promise<DueRow[]> {
  const plans = new Map((await gatePlansOf({ reads, orders }, plantId)).map((plan) => [plan.id, plan]))
  const waiting = [
    ...(await orders.waiting(reads, plantId, maxMarks)),
    ...(await repairedPieces({ reads, orders }, plantId, plans)),
  ]
  const free = await freeOf(
    reads,
    plantId,
    waiting.flatMap(({ pieceIds, processId }) => pieceIds.map((pieceId) => ({ pieceId, processId }))),
  )
  return waiting.flatMap((one) => {
    const pieceIds = one.pieceIds.filter((id) => free.has(id))
    const plan = plans.get(String(one.processId))
    return pieceIds.length === 0 || plan === undefined ? [] : [dueView(one, pieceIds, plan)]
  })
}

type Waiting = Pick<
  Awaited<ReturnType<OrdersPort['waiting']>>[number],
  'orderId' | 'orderNo' | 'markId' | 'mark' | 'processId' | 'gate' | 'pieceIds'
> & { readonly isDuplicate?: true }

/** Repaired pieces beyond a gate whose pass is no longer valid. Repaired pieces before the gate are due like all others. */
async function repairedPieces(
  { reads, orders }: Deps,
  plantId: number,
  plans: ReadonlyMap<string, GatePlan>,
): Promise<Waiting[]> {
  const voided = await readRows(
    reads,
    sql<{ pieceId: number; processId: number }>`
      select distinct v.piece_id as "pieceId", v.process_id as "processId" from gate_passes v
      where v.plant_id = ${plantId} and v.void_since is not null and not exists (
        select from gate_passes g where g.piece_id = v.piece_id and g.process_id = v.process_id and ${passCounts})
      order by 1, 2 limit ${maxPieces}`,
  )
  if (voided.length === 0) return []
  const pieces = await orders.pieces(
    reads,
    plantId,
    voided.map(({ pieceId }) => pieceId),
  )
  const byId = new Map(pieces.map((piece) => [piece.id, piece]))
  const again = voided.flatMap(({ pieceId, processId }) => {
    const piece = byId.get(pieceId)
    const isDue = piece !== undefined && !isGone(piece.status) && piece.nextProcessId !== processId
    return isDue ? [{ piece, processId }] : []
  })
  const byMark = Map.groupBy(again, ({ piece, processId }) => `${piece.markId}-${processId}`)
  return [...byMark.values()].flatMap((of): Waiting[] => {
    const [first] = of
    const gate = plans.get(String(first?.processId))?.gate
    if (first === undefined || gate === undefined) return []
    const { orderId, orderNo, markId, mark } = first.piece
    const pieceIds = of.map(({ piece }) => piece.id)
    return [{ orderId, orderNo, markId, mark, processId: first.processId, gate, pieceIds, isDuplicate: true }]
  })
}

/** Maximum number of repaired pieces in one query. */
const maxPieces = 1000

const dueView = (one: Waiting, pieceIds: readonly number[], plan: GatePlan): DueRow => ({
  id: `${one.markId}-${one.processId}${one.isDuplicate === true ? '-again' : ''}`,
  order: { id: String(one.orderId), no: one.orderNo },
  mark: one.mark,
  process: { id: plan.id, code: plan.code, names: plan.names },
  isHoldPoint: one.gate === 'hold',
  pieceIds: pieceIds.map(String),
  stage: plan.stage,
  standardCode: plan.standardCode,
  automatic: plan.automatic,
})

/** Of pieces before gates, those that are in no open inspection of the gate and have no pass for it. */
export async function freeOf(
  reads: Reads,
  plantId: number,
  steps: readonly { readonly pieceId: number; readonly processId: number }[],
): Promise<ReadonlySet<number>> {
  if (steps.length === 0) return new Set()
  const rows = await readRows(
    reads,
    sql<{ id: number }>`
      select s.piece as id
      from unnest(${steps.map(({ pieceId }) => pieceId)}::bigint[], ${steps.map(({ processId }) => processId)}::bigint[])
        as s (piece, process)
      where not exists (select from inspection_pieces w where w.piece_id = s.piece and w.open_process_id = s.process)
        and not exists (select from gate_passes g where g.piece_id = s.piece and g.process_id = s.process
          and g.plant_id = ${plantId} and ${passCounts})`,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Pieces that a locked lot of the gate held back. Each of them is measured, whatever the sample of the next lot (decision
 * 0025).
 */
export async function failedBefore(
  reads: Reads,
  plantId: number,
  processId: number | null,
  pieces: readonly { readonly id: number }[],
): Promise<ReadonlySet<number>> {
  if (processId === null) return new Set()
  const rows = await readRows(
    reads,
    sql<{ id: number }>`
      select distinct w.piece_id as id from inspection_pieces w join inspections i on i.id = w.inspection_id
      where w.plant_id = ${plantId} and w.piece_id = any(${pieces.map(({ id }) => id)}::bigint[])
        and i.process_id = ${processId} and i.status = 'locked' and i.verdict = 'fail'`,
  )
  return new Set(rows.map(({ id }) => id))
}
