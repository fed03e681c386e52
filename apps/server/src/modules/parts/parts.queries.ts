import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { CodeHit } from '@cloud-factory/contract/identity/access'
import type { OrderPart, PartReport, partsApi } from '@cloud-factory/contract/parts/parts'
import type { PartReportKind, PartState } from '@cloud-factory/domain/parts/part-enums'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf, pageRows } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import { beginsWith } from '../orders/public.ts'
import { canReportParts, canUndoPartReport } from './parts.policy.ts'
import { maxQuantity, type PartCounters } from './parts.rules.ts'

/** Equal parts of a mark of an order, with their counters. */
export interface CountedPart extends PartCounters {
  readonly orderId: number
  readonly orderNo: string
  readonly due: string | null
  readonly markId: number
  readonly mark: string
  readonly revision: string
  readonly partMark: string
  readonly profile: string
  /** Empty: the list names none. */
  readonly grade: string
  readonly lengthMm: number | null
  /** As the list says; null: it is in the profile, or not known. */
  readonly listWidthMm: number | null
  readonly netKg: number | null
  readonly drilled: boolean
  /** It has a part file. */
  readonly drawn: boolean
  readonly perMark: number
  readonly pieces: number
  readonly held: boolean
  readonly missing: number
}

/**
 * Parts of marks `m` of orders `o`, each part mark once. Pieces whose cutting was reported without reports on parts need none any more: what is
 * missing is neither more than the whole demand without the nested, cut and assumed parts, nor more than pieces that are not begun and scrapped
 * parts need without the nested ones.
 */
export const countedParts = (marks: RawBuilder<unknown>, parts: RawBuilder<unknown> = sql`true`) =>
  sql<CountedPart>`
    select o.id as "orderId", o.no as "orderNo", o.due_on as due, m.id as "markId", m.mark, m.revision, m.holds > 0 as held, s.part_mark as "partMark",
      s.profile, s.grade, s.length_mm as "lengthMm", s.width_mm as "listWidthMm", s.net_kg as "netKg", s.drilled, s.drawn,
      s.per_mark as "perMark", p.counted as pieces,
      s.per_mark * p.counted as needed, coalesce(c.nested, 0) as nested, coalesce(c.cut, 0) as cut, coalesce(c.assumed, 0) as assumed,
      coalesce(c.processed, 0) as processed, coalesce(c.kitted, 0) as kitted, coalesce(c.built, 0) as built,
      coalesce(c.scrapped, 0) as scrapped,
      greatest(0, least(s.per_mark * p.counted - coalesce(c.nested, 0) - coalesce(c.cut, 0) - coalesce(c.assumed, 0),
        s.per_mark * p.unbegun + coalesce(c.scrapped, 0) - coalesce(c.nested, 0))) as missing
    from orders o join marks m on m.order_id = o.id
      cross join lateral (
        select part_mark, min(profile) as profile, min(coalesce(grade, m.grade, '')) as grade, max(length_mm) as length_mm,
          max(width_mm) as width_mm, max(net_kg) as net_kg, coalesce(max(holes), 0) > 0 as drilled,
          bool_or(drawn) as drawn, sum(quantity_per_mark)::int as per_mark
        from parts where mark_id = m.id and is_assembly is not true and ${parts} group by part_mark
      ) s
      cross join lateral (
        select count(*)::int as counted, (count(*) filter (where steps_done = 0))::int as unbegun
        from pieces where mark_id = m.id and status not in ('scrapped', 'superseded')
      ) p
      left join part_counts c on c.mark_id = m.id and c.part_mark = s.part_mark
    where ${marks}`

type ListApi = (typeof partsApi)['GET /api/orders/:id/parts']
type ListQuery = QueryOf<ListApi>

const sorts = bothWays({ mark: ['mark', 'revision', '"partMark"'] })

/** In the state now, and in no later one. */
const inState: Readonly<Record<PartState, RawBuilder<unknown>>> = {
  missing: sql`missing > 0`,
  nested: sql`nested > 0`,
  cut: sql`cut + assumed > processed`,
  processed: sql`processed > kitted`,
  kitted: sql`kitted > built`,
  built: sql`built > 0`,
}

/** The page of a list and what it counts; without a state, rows are counted without their counters. */
export function orderPartsOf(plantId: number, orderId: string, query: ListQuery) {
  const { q = '', markId, profile = '', state = [] } = query
  const marks = allOf([
    sql`m.plant_id = ${plantId} and m.order_id = ${orderId}`,
    markId === undefined ? null : sql`m.id = ${markId}`,
  ])
  const parts = allOf([
    profile === '' ? null : sql`profile ilike ${prefixPattern(profile)}`,
    beginsWith('part_mark', q),
  ])
  const where =
    state.length === 0
      ? sql`true`
      : sql`(${sql.join(
          state.map((one) => inState[one]),
          sql` or `,
        )})`
  const rows = countedParts(marks, parts)
  return {
    page: sql<CountedPart>`select * from (${rows}) parts where ${where} order by ${sorts[query.sort ?? 'mark']} ${limitOf(query)}`,
    from:
      state.length === 0
        ? sql`(select s.part_mark from marks m cross join lateral (
            select part_mark from parts where mark_id = m.id and is_assembly is not true and ${parts} group by part_mark) s where ${marks}) parts`
        : sql`(${rows}) parts`,
    where,
  }
}

/** Parts of an order; fails with `not_found` when the plant has no such order. */
export async function listOrderParts(
  reads: Reads,
  actor: Actor,
  orderId: string,
  query: ListQuery,
): Promise<ReplyOf<ListApi>> {
  const { page, from, where } = orderPartsOf(actor.plantId, orderId, query)
  const [{ rows, total }, status] = await Promise.all([
    countedPage(reads, page, from, where),
    orderStatus(reads, actor.plantId, orderId),
  ])
  const report = canReportParts(actor.tags, status)
  return { items: rows.map((row) => partView(row, report)), total, can: { report } }
}

export async function orderStatus(reads: Reads, plantId: number, orderId: string): Promise<string> {
  const [row] = await readRows(
    reads,
    sql<{ status: string }>`select status from orders where plant_id = ${plantId} and id = ${orderId}`,
  )
  return row?.status ?? fail('not_found')
}

/** Text of the code on a part label. */
export const partCode = (plantId: number, markId: number, partMark: string): string =>
  `CFP1:${plantId}:${markId}:${partMark}`

function partView(row: CountedPart, report: true | string): OrderPart {
  const {
    orderId: _id,
    orderNo: _no,
    due: _due,
    pieces: _pieces,
    held: _held,
    listWidthMm: _width,
    drawn: _drawn,
    assumed,
    markId,
    cut,
    ...part
  } = row
  const maxOf = (kind: PartReportKind) => maxQuantity(kind, row)
  return {
    ...part,
    id: `${markId} ${part.partMark}`,
    markId: String(markId),
    cut: cut + assumed,
    max: { cut: maxOf('cut'), process: maxOf('process'), kit: maxOf('kit'), scrap: maxOf('scrap') },
    can: { report },
  }
}

/** The parts of a scanned label, for those who may read orders. */
export const partsByCode =
  (reads: Reads) =>
  async ({ plantId, tags }: Actor, code: string, limit: number): Promise<CodeHit[]> => {
    const [, plant = '', markId = '', partMark = ''] = /^CFP1:(\d{1,9}):(\d{1,18}):(.+)$/.exec(code) ?? []
    if (!tags.includes('order.view') || Number(plant) !== plantId) return []
    const marks = sql`m.plant_id = ${plantId} and m.id = ${markId}`
    const rows = await readRows(
      reads,
      sql<CountedPart>`${countedParts(marks, sql`part_mark = ${partMark}`)} limit ${limit}`,
    )
    return rows.map(({ orderId, orderNo, mark, profile }) => ({
      kind: 'part',
      id: markId,
      code: partMark,
      name: `${orderNo} · ${mark}`,
      project: null,
      status: null,
      profile,
      path: `/order/detail/${orderId}?part=parts&q=${encodeURIComponent(partMark)}`,
    }))
  }

interface ReportRow {
  readonly id: number
  readonly mark_id: number
  readonly mark: string
  readonly part_mark: string
  readonly kind: PartReportKind
  readonly quantity: number
  readonly heat: string | null
  readonly reason: string | null
  readonly reported_at: Date
  readonly reported_by: number | null
  readonly reported_by_name: string
  readonly undone_at: Date | null
  readonly undone_by_name: string | null
  readonly undo_reason: string | null
}

const reportSorts = bothWays({ reportedAt: ['id'] })

export const partReportsOf = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) =>
  sql<ReportRow>`
    ${pageRows('part_reports', where, order, limit)}
    select page.*, m.mark, h.no as heat from page join marks m on m.id = page.mark_id
      left join material_lots l on l.id = page.lot_id left join heats h on h.id = l.heat_id
    order by page.place`

type ReportsApi = (typeof partsApi)['GET /api/orders/:id/part-reports']

export async function listPartReports(
  reads: Reads,
  actor: Actor,
  orderId: string,
  query: QueryOf<ReportsApi>,
): Promise<ReplyOf<ReportsApi>> {
  const q = query.q ?? ''
  const where = allOf([
    sql`plant_id = ${actor.plantId} and order_id = ${orderId}`,
    q === '' ? null : beginsWith('part_mark', q),
  ])
  const page = partReportsOf(where, reportSorts[query.sort ?? '-reportedAt'], limitOf(query))
  const [{ rows, total }] = await Promise.all([
    countedPage(reads, page, sql`part_reports`, where),
    orderStatus(reads, actor.plantId, orderId),
  ])
  return { items: rows.map((row) => reportView(row, actor)), total }
}

/** Reports by id; ids of other plants are left out. */
export async function partReportsById(
  reads: Reads,
  actor: Actor,
  ids: readonly number[],
): Promise<PartReport[]> {
  const where = sql`plant_id = ${actor.plantId} and id = any(${[...ids]}::bigint[])`
  const rows = await readRows(reads, partReportsOf(where, reportSorts.reportedAt, sql`limit ${ids.length}`))
  return rows.map((row) => reportView(row, actor))
}

const reportView = (row: ReportRow, actor: Actor): PartReport => ({
  id: String(row.id),
  markId: String(row.mark_id),
  mark: row.mark,
  partMark: row.part_mark,
  kind: row.kind,
  quantity: row.quantity,
  heat: row.heat,
  reason: row.reason,
  reportedAt: row.reported_at.toISOString(),
  reportedBy: row.reported_by_name,
  undone:
    row.undone_at === null
      ? null
      : { at: row.undone_at.toISOString(), by: row.undone_by_name ?? '', reason: row.undo_reason ?? '' },
  can: {
    undo: canUndoPartReport(actor, { isUndone: row.undone_at !== null, reportedBy: row.reported_by }),
  },
})
