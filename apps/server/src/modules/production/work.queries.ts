import type { OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { WorkPiece, WorkReason, workApi } from '@cloud-factory/contract/production/work'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { qrText } from '../orders/public.ts'
import { assemblyStep, marksWithCutParts } from '../parts/public.ts'
import { canHoldPiece, canResumePiece, canScrap } from './production.policy.ts'
import { type PieceFacts, type Route, stepsToReport, isCutBy, isGated } from './production.rules.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import { allOf, bothWays, limitOf } from '../../platform/db/list-page.ts'
import { pieceOfText } from './pieces.queries.ts'
import type { CutPiece, GatedStep, OutsidePlace, WorkPorts } from './work-ports.ts'
import { routesOf } from './production.store.ts'

/** A piece as the lists of work read it. */
interface WorkPieceRow {
  readonly id: number
  readonly order_id: number
  readonly project_id: number
  readonly order_no: string
  readonly order_status: OrderStatus
  readonly is_released: boolean
  readonly mark_id: number
  readonly mark: string
  readonly mark_name: string
  readonly profile: string
  readonly grade: string | null
  readonly length_mm: number | null
  readonly route_id: number | null
  readonly serial: string
  readonly tag: string
  readonly status: PieceStatus
  readonly net_kg: number | null
  readonly holds: number
  /** By its own hold. */
  readonly own_hold: boolean
  readonly batch_id: number | null
  readonly batch_no: string | null
  readonly steps_done: number
  readonly step_part: number
  readonly next_process_id: number | null
  readonly version: number
  readonly built_into: { readonly id: string; readonly serial: string } | null
  readonly has_inner: boolean
}

interface PieceWorkFacts {
  readonly steps: Route
  readonly blocked: WorkReason | null
  readonly outside: OutsidePlace | null
}

function workPieceView(
  row: WorkPieceRow,
  actor: Actor,
  { steps, blocked, outside }: PieceWorkFacts,
): WorkPiece {
  const route = row.is_released ? steps : []
  const nested = row.built_into !== null ? 'inner' : row.has_inner ? 'outer' : null
  const held = { orderStatus: row.order_status, status: row.status, held: row.own_hold, nested } as const
  return {
    id: String(row.id),
    serial: row.serial,
    mark: row.mark,
    status: row.status,
    netKg: row.net_kg,
    held: row.holds > 0,
    builtInto: row.built_into,
    outside,
    qr: qrText(actor.plantId, row.tag),
    orderId: String(row.order_id),
    orderNo: row.order_no,
    markName: row.mark_name,
    profile: row.profile,
    grade: row.grade,
    lengthMm: row.length_mm,
    productionLot: row.batch_id === null ? null : { id: String(row.batch_id), no: row.batch_no ?? '' },
    stepsDone: row.steps_done,
    stepPart: row.step_part,
    route: route.map(({ processId }) => String(processId)),
    nextProcessId: row.next_process_id === null ? null : String(row.next_process_id),
    can: {
      report: canReport(row, actor, route, outside === null ? blocked : 'work.piece_outside'),
      hold: canHoldPiece(actor.tags, held),
      resume: canResumePiece(actor.tags, held),
      scrap: canScrap(actor.tags, held),
    },
    version: row.version,
  }
}

const pieceFacts = (row: WorkPieceRow): PieceFacts => ({
  orderStatus: row.order_status,
  status: row.status,
  stepsDone: row.steps_done,
  stepPart: row.step_part,
  holds: row.holds,
})

/** Whether its next step can be reported now, by the same rule as the report itself. */
function canReport(
  row: WorkPieceRow,
  { tags }: Actor,
  route: Route,
  blocked: WorkReason | null,
): true | string {
  if (!tags.includes('order.report')) return 'permission.denied'
  const processId = row.next_process_id ?? route.at(-1)?.processId ?? 0
  const steps = stepsToReport(pieceFacts(row), route, { processId, part: undefined, withEarlier: false })
  if ('reason' in steps) return row.is_released ? steps.reason : notReleased(steps.reason)
  return blocked ?? true
}

/** Before its release a piece has no route. Report that, not that the process is missing from the route. */
const notReleased = (reason: string) => (reason === 'work.not_on_route' ? 'work.order_not_released' : reason)

type ReadyApi = (typeof workApi)['GET /api/ready-pieces']
type ReadyQuery = QueryOf<ReadyApi>

/** Maximum number of ready pieces counted. */
const countedAtMost = 5000

const sorts = {
  ...bothWays({ serial: ['serial', 'p.id'], dueOn: ['o.due_on', 'o.id', 'serial', 'p.id'] }),
  '-dueOn': sql.raw('o.due_on desc nulls last, o.id desc, serial desc, p.id desc'),
}

/** Pieces whose next step is a process, in orders that are being made; held ones are left out. */
export async function listReady(
  reads: Reads,
  actor: Actor,
  query: ReadyQuery,
  gates: WorkPorts,
): Promise<ReplyOf<ReadyApi>> {
  const where = readyWhere(actor.plantId, query)
  const [rows, counted] = await Promise.all([
    readRows(reads, readyPage(where, query)),
    readRows(
      reads,
      sql<{ total: number }>`select count(*) as total from (
        select from pieces p join orders o on o.id = p.order_id where ${where} limit ${countedAtMost}) matches`,
    ),
  ])
  return { items: await workPieces(reads, actor, rows, gates), total: counted[0]?.total ?? 0 }
}

/** So many pieces are grouped for the queue of lots: those due first. */
const groupedAtMost = 2000

/** Pieces whose next step this person can report now, the orders due first coming first. */
export async function reportablePieces(
  reads: Reads,
  actor: Actor,
  gates: WorkPorts,
): Promise<readonly WorkPiece[]> {
  const where = allOf([
    readyFor(actor.plantId),
    sql`p.next_process_id in (select id from processes where plant_id = ${actor.plantId} and kind = 'work')`,
  ])
  const rows = await readRows(reads, firstReady(where))
  const pieces = await workPieces(reads, actor, rows, gates)
  return pieces.filter(({ can }) => can.report === true)
}

const firstReady = (where: RawBuilder<unknown>) => sql<WorkPieceRow>`
  with page as (
    select p.id, row_number() over (order by ${sorts.dueOn}) as place from pieces p join orders o on o.id = p.order_id
    where ${where} order by ${sorts.dueOn} limit ${groupedAtMost}
  )
  ${columns} from page join pieces p on p.id = page.id ${joins} order by page.place`

/** One piece with its status; fails with `not_found` when the plant has no such piece. */
export async function oneWorkPiece(
  reads: Reads,
  actor: Actor,
  id: string,
  gates: WorkPorts,
): Promise<WorkPiece> {
  const rows = await readRows(reads, piecesWhere(sql`p.plant_id = ${actor.plantId} and p.id = ${id}`))
  const [piece] = await workPieces(reads, actor, rows, gates)
  return piece ?? fail('not_found')
}

/** The piece of a QR code, or of a serial that is unique among pieces in progress. */
export async function scannedPiece(
  reads: Reads,
  actor: Actor,
  code: string,
  gates: WorkPorts,
): Promise<WorkPiece> {
  const id = await pieceOfText(reads, actor.plantId, code)
  return oneWorkPiece(reads, actor, String(id), gates)
}

/** Pieces that nothing of their own keeps from their next step, in orders that are being made. */
const readyFor = (plantId: number) => sql`p.plant_id = ${plantId} and p.holds = 0
  and p.status not in ('ncr_open', 'rework') and o.status in ('released', 'in_production', 'completed')`

export function readyWhere(plantId: number, query: ReadyQuery): RawBuilder<unknown> {
  const q = query.q ?? ''
  return allOf([
    readyFor(plantId),
    sql`p.next_process_id = ${query.processId}`,
    query.orderId === undefined ? null : sql`p.order_id = ${query.orderId}`,
    query.productionLotId === undefined ? null : sql`p.batch_id = ${query.productionLotId}`,
    q === '' ? null : sql`(serial like ${prefixPattern(q)} or serial like ${prefixPattern(q.toUpperCase())})`,
  ])
}

export function readyPage(where: RawBuilder<unknown>, query: ReadyQuery) {
  const order = sorts[query.sort ?? 'dueOn']
  return sql<WorkPieceRow>`
    with page as (
      select p.id, row_number() over (order by ${order}) as place from pieces p join orders o on o.id = p.order_id
      where ${where} order by ${order} ${limitOf(query)}
    )
    ${columns} from page join pieces p on p.id = page.id ${joins} order by page.place`
}

const piecesWhere = (where: RawBuilder<unknown>) =>
  sql<WorkPieceRow>`${columns} from pieces p ${joins} where ${where}`

const columns = sql`
  select p.id, p.order_id, o.project_id, o.no as order_no, o.status as order_status, o.released_at is not null as is_released, p.mark_id, m.mark,
    m.name as mark_name, m.profile, m.grade, m.length_mm, m.route_id, p.serial, p.tag, p.status, p.net_kg, p.holds,
    exists (select from holds h where h.piece_id = p.id and h.released_at is null) as own_hold, p.batch_id,
    b.no as batch_no, p.steps_done, p.step_part, p.next_process_id, p.version, (select jsonb_build_object('id', o.id::text, 'serial', o.serial)
      from built_pieces b join pieces o on o.id = b.outer_id where b.piece_id = p.id) as built_into, exists (select from built_pieces inside where inside.outer_id = p.id) as has_inner`
const joins = sql`
  join orders o on o.id = p.order_id join marks m on m.id = p.mark_id left join batches b on b.id = p.batch_id`

async function workPieces(
  reads: Reads,
  actor: Actor,
  rows: readonly WorkPieceRow[],
  gates: WorkPorts,
): Promise<WorkPiece[]> {
  const ids = new Set(rows.flatMap(({ route_id: id }) => (id === null ? [] : [id])))
  const routes = await routesOf(reads, [...ids])
  const routeOf = ({ route_id: id }: WorkPieceRow): Route => (id === null ? [] : (routes.get(id) ?? []))
  const blocked = await barsOf(reads, actor.plantId, rows, routeOf, gates)
  const outside = await gates.outside(
    reads,
    actor.plantId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) =>
    workPieceView(row, actor, {
      steps: routeOf(row),
      blocked: blocked.get(row.id) ?? null,
      outside: outside.get(row.id) ?? null,
    }),
  )
}

/** Open quality requirements of the pieces' next steps. Material comes first, as in the validation of a report. */
async function barsOf(
  reads: Reads,
  plantId: number,
  rows: readonly WorkPieceRow[],
  routeOf: (row: WorkPieceRow) => Route,
  { inspections, material }: WorkPorts,
): Promise<ReadonlyMap<number, WorkReason>> {
  const next = rows.filter((row) => row.next_process_id !== null)
  const gated = next.flatMap((row): GatedStep[] => {
    const step = routeOf(row)[row.steps_done]
    if (step === undefined || !isGated(step)) return []
    return [{ pieceId: row.id, processId: step.processId, gate: step.gate === 'hold' ? 'hold' : 'inspect' }]
  })
  const cut = next.flatMap((row): CutPiece[] =>
    isCutBy(routeOf(row), row.steps_done) ? [{ pieceId: row.id, projectId: row.project_id }] : [],
  )
  const bars: ReadonlyMap<number, WorkReason> =
    gated.length === 0 ? new Map() : await inspections(reads, plantId, gated)
  if (cut.length === 0) return bars
  const missing = await withoutWaiting(reads, next, routeOf, await material(reads, plantId, cut))
  return new Map([...bars, ...missing])
}

/** Until fit-up no heat is missing for pieces whose parts are cut by reports on parts: those bring their heats, as in the validation of a report. */
async function withoutWaiting(
  reads: Reads,
  rows: readonly WorkPieceRow[],
  routeOf: (row: WorkPieceRow) => Route,
  bars: ReadonlyMap<number, WorkReason>,
): Promise<ReadonlyMap<number, WorkReason>> {
  const early = rows.filter(
    (row) => bars.get(row.id) === 'work.heat_missing' && row.steps_done <= assemblyStep(routeOf(row)),
  )
  if (early.length === 0) return bars
  const prepared = await marksWithCutParts(
    reads,
    early.map(({ mark_id: id }) => id),
  )
  const waiting = new Set(early.filter(({ mark_id: id }) => prepared.has(id)).map(({ id }) => id))
  return new Map([...bars].filter(([id]) => !waiting.has(id)))
}
