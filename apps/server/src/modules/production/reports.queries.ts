import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { WorkReportRow, workApi } from '@cloud-factory/contract/production/work'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import { allOf, bothWays, limitOf, type PageQuery } from '../../platform/db/list-page.ts'
import type { WorkPorts } from './work-ports.ts'
import type { ShiftDay } from '../planning/public.ts'
import { shiftDays } from './validate-report.ts'
import { canUndo } from './production.policy.ts'
import type { Tables } from '../../platform/db/schema.ts'

type ListApi = (typeof workApi)['GET /api/work-reports']
type ReportQuery = QueryOf<ListApi>

/** Maximum number of reports counted. */
const countedAtMost = 10_000

const sorts = bothWays({ reportedAt: ['id'], day: ['day', 'id'] })

type ReportReadRow = Selectable<Tables['work_reports']> & {
  readonly order_no: string
  readonly order_status: OrderStatus
  readonly serial: string
  readonly piece_status: PieceStatus
  readonly crew: string | null
  readonly workshop: string | null
  readonly has_later: boolean
  readonly is_built_in: boolean
}

interface Deps extends Pick<WorkPorts, 'machines' | 'outside'> {
  readonly reads: Reads
}

/** Work reports, newest first by default. */
export async function listReports(
  { reads, machines, outside }: Deps,
  actor: Actor,
  query: ReportQuery,
  now: Date,
): Promise<ReplyOf<ListApi>> {
  const where = reportsWhere(actor, query)
  const [rows, counted] = await Promise.all([
    readRows(reads, reportsPage(where, sorts[query.sort ?? '-reportedAt'], query)),
    readRows(
      reads,
      sql<{ total: number }>`select count(*) as total from (
        select from work_reports where ${where} limit ${countedAtMost}) matches`,
    ),
  ])
  return { items: await views({ reads, machines, outside }, actor, rows, now), total: counted[0]?.total ?? 0 }
}

/** One report; fails with `not_found` when the plant has no such report. */
export async function oneReport(
  { reads, machines, outside }: Deps,
  actor: Actor,
  id: string,
  now: Date,
): Promise<WorkReportRow> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const rows = await readRows(reads, reportsPage(where, sorts.reportedAt, { pageSize: 1 }))
  const [report] = await views({ reads, machines, outside }, actor, rows, now)
  return report ?? fail('not_found')
}

export function reportsWhere({ plantId, userId }: Actor, query: ReportQuery): RawBuilder<unknown> {
  const q = query.q ?? ''
  return allOf([
    sql`plant_id = ${plantId}`,
    query.orderId === undefined ? null : sql`order_id = ${query.orderId}`,
    query.pieceId === undefined ? null : sql`piece_id = ${query.pieceId}`,
    query.processId === undefined ? null : sql`process_id = ${query.processId}`,
    query.crewId === undefined ? null : sql`crew_id = ${query.crewId}`,
    query.from === undefined ? null : sql`day >= ${query.from}`,
    query.to === undefined ? null : sql`day <= ${query.to}`,
    query.mine === undefined ? null : sql`created_by = ${userId}`,
    q === ''
      ? null
      : sql`piece_id in (select id from pieces where plant_id = ${plantId}
          and (serial like ${prefixPattern(q)} or serial like ${prefixPattern(q.toUpperCase())}) limit 5000)`,
  ])
}

export function reportsPage(where: RawBuilder<unknown>, order: RawBuilder<unknown>, query: PageQuery) {
  return sql<ReportReadRow>`
    with page as (select * from work_reports where ${where} order by ${order} ${limitOf(query)})
    select page.*, o.no as order_no, o.status as order_status, p.serial, p.status as piece_status, c.name as crew,
      w.name as workshop, exists (select from work_reports later where later.piece_id = page.piece_id
        and later.id > page.id and later.undone_at is null) as has_later,
      exists (select from built_pieces b where b.piece_id = page.piece_id) as is_built_in
    from page
      cross join lateral (select no, status from orders where orders.id = page.order_id) o
      cross join lateral (select serial, status from pieces where pieces.id = page.piece_id) p
      left join lateral (select name from crews where crews.id = page.crew_id) c on true
      left join lateral (select name from workshops where workshops.id = page.workshop_id) w on true
    order by ${order}`
}

async function views(
  { reads, machines, outside }: Deps,
  actor: Actor,
  rows: readonly ReportReadRow[],
  now: Date,
): Promise<WorkReportRow[]> {
  if (rows.length === 0) return []
  const dayOf = await shiftDays(reads, actor.plantId)
  const current = dayOf(now)
  const named = rows.flatMap(({ machine_id: id }) => (id === null ? [] : [id]))
  const names =
    named.length === 0 ? new Map<number, string>() : await machines.names(reads, actor.plantId, named)
  const away = await outside(reads, actor.plantId, [...new Set(rows.map((row) => row.piece_id))])
  return rows.map((row) => ({
    ...reportView(row, actor, {
      isThisShift: isSame(dayOf(row.created_at), current),
      isOutside: away.has(row.piece_id),
    }),
    machine: names.get(row.machine_id ?? 0) ?? null,
  }))
}

const isSame = (one: ShiftDay, other: ShiftDay) => one.day === other.day && one.shiftId === other.shiftId

interface MomentFacts {
  readonly isThisShift: boolean
  readonly isOutside: boolean
}

function reportView(row: ReportReadRow, actor: Actor, moment: MomentFacts): Omit<WorkReportRow, 'machine'> {
  return {
    id: String(row.id),
    orderId: String(row.order_id),
    orderNo: row.order_no,
    pieceId: String(row.piece_id),
    serial: row.serial,
    processId: String(row.process_id),
    part: row.part,
    kg: row.kg,
    finishes: row.finishes,
    crew: row.crew,
    workshop: row.workshop,
    worker: row.worker,
    hours: row.hours,
    source: row.source,
    doneAt: row.done_at.toISOString(),
    day: row.day,
    shiftId: row.shift_id === null ? null : String(row.shift_id),
    reportedAt: row.created_at.toISOString(),
    reportedBy: row.created_by_name,
    undone: undoneOf(row),
    can: { undo: canUndo(actor.tags, reportFacts(row, actor, moment)) },
  }
}

const undoneOf = ({ undone_at: at, undone_by_name: by, undo_reason: reason }: ReportReadRow) =>
  at === null ? null : { at: at.toISOString(), by: by ?? '', reason: reason ?? '' }

const shippingSources: readonly string[] = ['package', 'delivery', 'receipt']

const reportFacts = (row: ReportReadRow, { userId }: Actor, moment: MomentFacts) => ({
  ...moment,
  isUndone: row.undone_at !== null,
  isVoid: row.void,
  isOwn: row.created_by !== null && String(row.created_by) === userId,
  hasLater: row.has_later,
  isBuiltIn: row.is_built_in,
  isByShipping: shippingSources.includes(row.source),
  isBySubcontract: row.source === 'subcontract',
  pieceStatus: row.piece_status,
  orderStatus: row.order_status,
})
