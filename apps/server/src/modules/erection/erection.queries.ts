import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type {
  ErectionLot,
  erectionApi,
  LotCounts,
  SitePiece,
} from '@cloud-factory/contract/erection/erection'
import type { SiteState } from '@cloud-factory/domain/erection/site-states'
import type { PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { qrText, uncounted } from '../orders/public.ts'
import { serialBegins } from '../shipping/public.ts'
import { canEditLots, canReportSite } from './erection.policy.ts'

type Api = typeof erectionApi
export type StoredLot = Selectable<Tables['erection_lots']>

/** Pieces `p` with their place `e`, the last report `r`, the delivery `d` and what its receipt says, `x`. */
const siteFrom = sql`pieces p left join erection_places e on e.piece_id = p.id
  left join site_reports r on r.piece_id = p.id and r.is_current
  left join package_pieces pp on pp.piece_id = p.id left join packages k on k.id = pp.package_id
  left join deliveries d on d.id = k.delivery_id
  left join delivery_exceptions x on x.delivery_id = d.id and x.piece_id = p.id`

/**
 * Where a piece of `siteFrom` is. Shipped and received are as shipping counts them; a report that it is missing counts for
 * the delivery that it is on now.
 */
const siteState = sql<SiteState>`case
  when p.status not in ('shipped', 'received') then 'factory'
  when p.status = 'shipped' then case
    when x.kind = 'missing' and x.found_at is null or r.kind = 'missing' and r.reported_at >= d.sent_at then 'missing'
    else 'on_the_way' end
  when r.kind in ('erected', 'damaged', 'returned') then r.kind
  when x.kind = 'damaged' and r.kind is distinct from 'received' then 'damaged'
  else 'received' end`

const isCounted = sql`p.status <> all(${uncounted}::text[])`
/** All work in the factory is done, as orders count it. `next` is the process of the next step. */
export const isMade = sql`(p.status not in ('ncr_open', 'rework')
  and (next.kind <> 'work' or next.kind is null and p.steps_done > 0))`

const groups: Readonly<Record<keyof LotCounts, RawBuilder<unknown>>> = {
  planned: sql`true`,
  made: sql`made`,
  shipped: sql`status in ('shipped', 'received')`,
  received: sql`status = 'received'`,
  erected: sql`state = 'erected'`,
  missing: sql`state = 'missing'`,
  damaged: sql`state = 'damaged'`,
  returned: sql`state = 'returned'`,
}
const groupNames = Object.keys(groups) as (keyof LotCounts)[]

type CountsRow = { readonly [K in keyof LotCounts as `${K}_pieces` | `${K}_kg`]: number }

/** Counts of the pieces for which a condition holds. */
const countsOf = (where: RawBuilder<unknown>) => sql<CountsRow>`
  select ${sql.join(
    groupNames.map(
      (name) => sql`count(*) filter (where ${groups[name]})::int as ${sql.ref(`${name}_pieces`)},
        coalesce(sum(net_kg) filter (where ${groups[name]}), 0) as ${sql.ref(`${name}_kg`)}`,
    ),
  )}
  from (select p.net_kg, p.status, ${isMade} as made, ${siteState} as state
    from ${siteFrom} left join processes next on next.id = p.next_process_id
    where ${where} and ${isCounted}) counted`

const countsView = (row: CountsRow): LotCounts =>
  Object.fromEntries(
    groupNames.map((name) => [name, { pieces: row[`${name}_pieces`], kg: row[`${name}_kg`] }]),
  ) as LotCounts

const lotSorts = bothWays({
  position: ['position', 'id'],
  code: ['code', 'id'],
  plannedOn: ['planned_on', 'position', 'id'],
})

type LotRow = StoredLot & CountsRow & { readonly leave_on: string | null }

/** Lots of a page with their counts. */
export const lotsOf = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) => sql<LotRow>`
  with page as (select * from erection_lots where ${where} order by ${order} ${limit})
  select page.*, page.planned_on - j.transport_days as leave_on, c.*
  from page join orders o on o.id = page.order_id join projects j on j.id = o.project_id
    cross join lateral (${countsOf(sql`e.lot_id = page.id`)}) c
  order by ${order}`

const lotView = (row: LotRow): ErectionLot => ({
  id: String(row.id),
  code: row.code,
  name: row.name,
  area: row.area,
  plannedOn: row.planned_on,
  position: row.position,
  leaveOn: row.leave_on,
  counts: countsView(row),
  version: row.version,
})

/** One page of the lots of an order, and the counts of all its pieces. */
export async function listLots(
  reads: Reads,
  { plantId, tags }: Actor,
  orderId: string,
  query: QueryOf<Api['GET /api/orders/:id/erection-lots']>,
): Promise<ReplyOf<Api['GET /api/orders/:id/erection-lots']>> {
  const where = allOf([
    sql`plant_id = ${plantId} and order_id = ${orderId}`,
    query.q === undefined || query.q === ''
      ? null
      : sql`strpos(lower(code || ' ' || name || ' ' || area), ${query.q.toLowerCase()}) > 0`,
  ])
  const ofOrder = sql`p.plant_id = ${plantId} and p.order_id = ${orderId}`
  const [{ rows, total }, [all], [noLot], [order]] = await Promise.all([
    countedPage(
      reads,
      lotsOf(where, lotSorts[query.sort ?? 'position'], limitOf(query)),
      sql`erection_lots`,
      where,
    ),
    readRows(reads, countsOf(ofOrder)),
    readRows(reads, countsOf(sql`${ofOrder} and e.lot_id is null`)),
    readRows(
      reads,
      sql<{ status: string }>`select status from orders where plant_id = ${plantId} and id = ${orderId}`,
    ),
  ])
  if (order === undefined || all === undefined || noLot === undefined) return fail('not_found')
  return {
    items: rows.map(lotView),
    total,
    all: countsView(all),
    noLot: countsView(noLot),
    can: { edit: canEditLots(tags, order.status), report: canReportSite(tags) },
  }
}

export async function oneLot(reads: Reads, plantId: number, id: string): Promise<ErectionLot> {
  const where = sql`plant_id = ${plantId} and id = ${id}`
  const [row] = await readRows(reads, lotsOf(where, sql`id`, sql`limit 1`))
  return row === undefined ? fail('not_found') : lotView(row)
}

export interface SitePieceRow {
  readonly id: number
  readonly order_id: number
  readonly serial: string
  readonly tag: string
  readonly mark: string
  readonly name: string
  readonly profile: string
  readonly net_kg: number | null
  readonly status: PieceStatus
  readonly state: SiteState
  readonly lot_id: number | null
  readonly lot_code: string | null
  readonly area: string | null
  readonly planned_on: string | null
  readonly sequence: number | null
  readonly report_id: number | null
  readonly note: string | null
  readonly done_at: Date | null
  readonly reported_by_name: string | null
  readonly delivery_id: number | null
  readonly delivery_no: string | null
  /** It is in another piece, which is reported instead. */
  readonly is_built_in: boolean
}

export const sitePiecesOf = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) => sql<SitePieceRow>`
  select p.id, p.order_id, p.serial, p.tag::text as tag, m.mark, m.name, m.profile, p.net_kg, p.status,
    ${siteState} as state, l.id as lot_id, l.code as lot_code, l.area, l.planned_on, e.position as sequence,
    r.id as report_id, r.note, r.done_at, r.reported_by_name, d.id as delivery_id, d.no as delivery_no,
    exists (select from built_pieces b where b.piece_id = p.id) as is_built_in
  from ${siteFrom} left join erection_lots l on l.id = e.lot_id join marks m on m.id = p.mark_id
  where ${where} order by ${order} ${limit}`

export const sitePieceView = (row: SitePieceRow, plantId: number): SitePiece => ({
  id: String(row.id),
  serial: row.serial,
  qr: qrText(plantId, row.tag),
  mark: row.mark,
  name: row.name,
  profile: row.profile,
  kg: row.net_kg ?? 0,
  lot:
    row.lot_id === null
      ? null
      : {
          id: String(row.lot_id),
          code: row.lot_code ?? '',
          area: row.area ?? '',
          plannedOn: row.planned_on,
        },
  sequence: row.sequence,
  status: row.status,
  state: row.state,
  report:
    row.report_id === null || row.done_at === null
      ? null
      : {
          id: String(row.report_id),
          note: row.note ?? '',
          at: row.done_at.toISOString(),
          by: row.reported_by_name ?? '',
        },
})

const pieceSorts = bothWays({
  sequence: ['l.position', 'l.id', 'e.position', 'p.serial', 'p.id'],
  serial: ['p.serial', 'p.id'],
})

/** Pieces of an order, in the sequence of erection; fails with `not_found` when the plant has no such order. */
export async function listSitePieces(
  reads: Reads,
  plantId: number,
  orderId: string,
  query: QueryOf<Api['GET /api/orders/:id/erection-pieces']>,
): Promise<ReplyOf<Api['GET /api/orders/:id/erection-pieces']>> {
  const { lotId, state } = query
  const where = allOf([
    sql`p.plant_id = ${plantId} and p.order_id = ${orderId}`,
    isCounted,
    serialBegins(query.q),
    lotId === undefined ? null : lotId === 'none' ? sql`e.lot_id is null` : sql`e.lot_id = ${lotId}`,
    state === undefined || state.length === 0 ? null : sql`${siteState} = any(${state}::text[])`,
  ])
  const [{ rows, total }, orders] = await Promise.all([
    countedPage(
      reads,
      sitePiecesOf(where, pieceSorts[query.sort ?? 'sequence'], limitOf(query)),
      siteFrom,
      where,
    ),
    readRows(reads, sql`select from orders where plant_id = ${plantId} and id = ${orderId}`),
  ])
  if (orders.length === 0) fail('not_found')
  return { items: rows.map((row) => sitePieceView(row, plantId)), total }
}
