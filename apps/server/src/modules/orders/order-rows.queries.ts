import type { OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import {
  daysLate,
  factsOf,
  canDelete,
  canEdit,
  canImport,
  canMove,
  canClose,
  canHold,
  canRelease,
  canResume,
} from './orders.policy.ts'
import { bothWays } from '../../platform/db/list-page.ts'
import { prepare } from '../../platform/db/prepared-statements.ts'
import { type AssigneeColumns, assigneeView, withAssignee } from '../inbox/public.ts'
import { paceDays } from './orders.rules.ts'

/** One element of an order's `by_process`. */
interface ProcessCount {
  readonly process: number
  readonly pieces: number
  readonly donePieces: number
  readonly kg: number
  readonly doneKg: number
}

/** An order as its list reads it, joined with its project. */
export interface OrderReadRow extends AssigneeColumns {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly project_id: number
  readonly project_code: string
  readonly project_name: string
  readonly customer: string
  readonly customer_po: string | null
  readonly status: OrderStatus
  readonly priority: OrderRow['priority']
  readonly due_on: string | null
  readonly contract_tonnes: number | null
  readonly note: string | null
  readonly marks: number
  readonly pieces: number
  readonly weight_kg: number
  readonly pieces_by_status: Partial<Record<PieceStatus, number>>
  readonly progress: number
  readonly by_process: readonly ProcessCount[]
  readonly held_pieces: number
  readonly open_ncrs: number
  readonly updated_at: Date
  readonly updated_by_name: string
  readonly version: number
  /** Today in the plant's time zone. */
  readonly today: string
  /** Work in the forecast window; null: none, or the order is not in production. */
  readonly first_day: string | null
  readonly done_kg: number | null
  readonly days_worked: number
  /** Day, weighted kilograms and number of orders of each of these days of the plant, in one row of a page. */
  readonly plant_work: readonly (readonly [string, number, number])[] | null
}

export function orderView(row: OrderReadRow, actor: Actor, forecast: OrderRow['forecast']): OrderRow {
  const facts = factsOf(row)
  return {
    id: String(row.id),
    no: row.no,
    name: row.name,
    project: { id: String(row.project_id), code: row.project_code, name: row.project_name },
    customer: row.customer,
    customerPo: row.customer_po,
    status: row.status,
    priority: row.priority,
    dueOn: row.due_on,
    contractTonnes: row.contract_tonnes,
    note: row.note,
    assignee: assigneeView(row),
    marks: row.marks,
    pieces: row.pieces,
    weightKg: row.weight_kg,
    piecesByStatus: row.pieces_by_status,
    progress: row.progress,
    byProcess: row.by_process.map(({ process, ...counts }) => ({ processId: String(process), ...counts })),
    forecast,
    heldPieces: row.held_pieces,
    openNcrs: row.open_ncrs,
    // Known above this module, as whether it can be closed.
    materialPieces: 0,
    daysLate: daysLate(row.status, row.due_on, row.today),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: {
      edit: canEdit(actor.tags, facts),
      import: canImport(actor.tags, facts),
      confirm: canMove(actor.tags, facts, 'confirmed'),
      reopen: canMove(actor.tags, facts, 'draft'),
      release: canRelease(actor.tags, facts),
      hold: canHold(actor.tags, facts),
      resume: canResume(actor.tags, facts),
      close: canClose(actor.tags, facts),
      cancel: canMove(actor.tags, facts, 'cancelled'),
      delete: canDelete(actor.tags, facts),
    },
  }
}

/** Columns of each order of the list. */
const sortColumns = {
  no: ['no'],
  dueOn: ['due_on', 'id'],
  priority: ['priority', 'id'],
  status: ['stage', 'id'],
  weightKg: ['weight_kg', 'id'],
  pieces: ['pieces', 'id'],
  progress: ['progress', 'id'],
  assignee: ['assignee_name', 'id'],
  updatedAt: ['updated_at', 'id'],
  createdAt: ['created_at', 'id'],
  project: ['project_id', 'no'],
  customer: ['customer', 'no'],
} as const
export const sorts = { ...bothWays(sortColumns), '-dueOn': sql.raw('due_on desc nulls last, id desc') }

/** Orders with the names that their rows do not have but a sort key needs. */
export function orderSource(sort: keyof typeof sorts): RawBuilder<unknown> {
  const key = sort.replace('-', '')
  if (key === 'assignee') return sql`${withAssignee('orders')} orders`
  if (key !== 'customer') return sql`orders`
  return sql`(select o.*, p.customer from orders o join projects p on p.id = o.project_id) orders`
}

const alwaysRead: ReadonlySet<string> = new Set(['id', 'pieces', 'weight_kg', 'progress'])

/** Additional columns for a sort key, each followed by a comma. */
export function sortedBy(sort: keyof typeof sorts): RawBuilder<unknown> {
  const columns: readonly string[] = sortColumns[sort.replace('-', '') as keyof typeof sortColumns]
  return sql.raw(columns.map((column) => (alwaysRead.has(column) ? '' : `${column}, `)).join(''))
}

/** Matches are counted and summed up to this limit, so that a list of everything is as fast as a narrow one. */
export const countedAtMost = 1000

interface Sums {
  /** Of all matches; one more than `countedAtMost` when there are more. */
  readonly total: number
  /** Zero when the matches were not all counted. */
  readonly sum_pieces: number
  readonly sum_kg: number
  readonly sum_left: number
}
interface NoOrder {
  readonly id: null
  readonly plant_work: null
}
/** A page without orders is one row that has the sums only. */
export type PageRow = (OrderReadRow | NoOrder) & Sums

interface PageParts {
  readonly plantId: number
  readonly now: Date
  readonly where: RawBuilder<unknown>
  /** Columns of the order of rows. */
  readonly order: RawBuilder<unknown>
  /** Written out, not bound. */
  readonly limit: RawBuilder<unknown>
  /** Its bound values do not matter for how it is read, and it is asked for often. */
  readonly keepsPlan: boolean
}

/** Where the condition holds for more rows than are counted, or not. */
const isBroad = (counted: RawBuilder<unknown>) =>
  sql`(select count from ${counted}) > ${sql.lit(countedAtMost)}`

/**
 * One page of matching orders and the sums of all of them, in one statement with limited reads. It counts up to the limit first. Few matches are
 * selected by the condition, summed and sorted; many are read in sort order until the page is full. `sorted`: columns that the sort order needs,
 * besides id and those of the sums. `from`: orders with these columns. `isSearch`: the condition reads the rows themselves, so counting finds
 * them directly. `ids`: the orders of the page, if they are known already.
 */
export function pageOf(
  parts: PageParts,
  {
    sorted,
    from,
    isSearch,
    ids,
  }: {
    readonly sorted: RawBuilder<unknown>
    readonly from: RawBuilder<unknown>
    readonly isSearch: boolean
    readonly ids?: readonly number[] | undefined
  },
): RawBuilder<PageRow> {
  const { where, order, limit } = parts
  const columns = sql`id, ${sorted} pieces, weight_kg, progress`
  const most = sql.lit(countedAtMost + 1)
  const counting = isSearch
    ? sql`found as materialized (select ${columns} from ${from} where ${where} limit ${most}),
      counted as materialized (select count(*) from found)`
    : sql`counted as materialized (select count(*) from (select from orders where ${where} limit ${most}) matches),
      found as materialized (select ${columns} from ${from} where ${where} and not ${isBroad(sql`counted`)})`
  const page =
    ids === undefined
      ? sql`(select id as order_id from found where not ${isBroad(sql`counted`)} order by ${order} ${limit})
        union all
        (select id from ${from} where ${where} and ${isBroad(sql`counted`)} order by ${order} ${limit})`
      : sql`select unnest(${ids}::bigint[]) as order_id`
  const ctes = sql`${counting},
    page as (${page}),
    sums as (
      select (select count from counted) as total, coalesce(sum(pieces), 0) as sum_pieces,
        coalesce(sum(weight_kg), 0) as sum_kg, round(coalesce(sum(weight_kg * (1 - progress)), 0), 3) as sum_left
      from found
    )`
  return rowsOf(parts, ctes)
}

/** Part of a sorted list. */
export interface Slice {
  readonly offset: number
  readonly limit: number
}

/** Ids of matching orders, sorted, in one statement, so that none is missing or repeated. */
export function idsOf(
  where: RawBuilder<unknown>,
  sort: keyof typeof sorts | undefined,
  { offset, limit }: Slice,
) {
  const by = sort ?? 'dueOn'
  return sql<{ id: number }>`
    select id from ${orderSource(by)} where ${where} order by ${sorts[by]} limit ${limit} offset ${offset}`
}

/** All matching orders up to the limit, uncounted. */
export function ordersOf(parts: PageParts): RawBuilder<PageRow> {
  const { where, order, limit } = parts
  const ctes = sql`page as (select id as order_id from orders where ${where} order by ${order} ${limit}),
    sums as (select 0 as total, 0 as sum_pieces, 0 as sum_kg, 0 as sum_left)`
  return rowsOf(parts, ctes)
}

const window = sql`between today - ${sql.lit(paceDays)} and today - 1 and weighted_kg > 0`

/** What the plant did in the forecast window, as `plant_work`. */
export const plantWorkOf = (plantId: number) => sql`plant_work as (
      select jsonb_agg(jsonb_build_array(day, round(weighted_kg, 3), orders) order by day) as days
      from plant_days, plant where plant_id = ${plantId} and day ${window}
    )`

/** `today` of the plant, as `plant`. */
export const plantToday = (plantId: number, now: Date) =>
  sql`plant as (select (${now}::timestamptz at time zone time_zone)::date as today from plants where id = ${plantId})`

/** Work on the order `o` in the forecast window, as `own`. */
export const ownWork = sql`left join lateral (
        select min(day) as first_day, sum(weighted_kg) as done_kg, count(*)::int as days_worked
        from order_days d where d.order_id = o.id and o.status in ('released', 'in_production', 'completed') and day ${window}
      ) own on true`

/** The plant's work, in one of the rows. */
export const plantWorkOnce = sql`case when row_number() over () = 1 then (select days from plant_work) end as plant_work`

/** Columns of the list for the orders of `page`; one of the rows also has the plant's output in the forecast window. */
function rowsOf(
  { plantId, now, order, keepsPlan }: PageParts,
  ctes: RawBuilder<unknown>,
): RawBuilder<PageRow> {
  return sql<PageRow>`${keepsPlan ? prepare : sql``}
    with ${plantToday(plantId, now)},
    ${ctes},
    ${plantWorkOf(plantId)}
    select o.id, o.no, o.name, o.project_id, p.project_code, p.project_name, p.customer, o.customer_po, o.status,
      o.priority, o.due_on, o.contract_tonnes, o.note, o.assignee_id, o.assignee_name, o.marks, o.pieces, o.weight_kg, o.pieces_by_status, o.progress,
      o.by_process, o.held_pieces, o.open_ncrs, o.updated_at, o.updated_by_name, o.version, today, own.first_day,
      own.done_kg, own.days_worked, ${plantWorkOnce},
      sums.*
    from sums cross join plant left join page on true left join ${withAssignee('orders')} o on o.id = page.order_id
      left join (select id as project, code as project_code, name as project_name, customer from projects) p
        on p.project = o.project_id
      ${ownWork}
    order by ${order}`
}
