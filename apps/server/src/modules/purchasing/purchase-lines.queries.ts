import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { PurchaseLine, purchasesApi } from '@cloud-factory/contract/purchasing/purchases'
import {
  type LateReason,
  openPurchases,
  type PurchaseStatus,
} from '@cloud-factory/domain/purchasing/purchase-enums'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { today } from '../../platform/db/factory-day.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { containsPattern } from '../../platform/search/search-text.ts'
import type { BoltsOnOrderPort } from '../bolts/public.ts'
import type { OnOrderPort } from '../nesting/public.ts'

interface LineReadRow extends Selectable<Tables['purchase_lines']> {
  readonly purchase_no: string
  readonly status: PurchaseStatus
  readonly supplier: string | null
  readonly order_no: string | null
  readonly due_on: string | null
  readonly nest_no: string | null
  readonly late: LateReason | null
}

const isOpen = sql`u.status = any(${[...openPurchases]}::text[]) and r.received < r.pieces`
export const linesFrom = sql`purchase_lines r join purchases u on u.id = r.purchase_id left join suppliers s on s.id = u.supplier_id
  left join orders o on o.id = r.order_id left join nests n on n.id = r.nest_id`
const lateOf = (plantId: number, now: Date) => sql`case when not (${isOpen}) then null
  when r.expected_on < ${today(plantId, now)} then 'overdue' when r.expected_on > o.due_on then 'after_due' end`

export const linesOf = (
  plantId: number,
  now: Date,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) =>
  sql<LineReadRow>`
    select r.*, u.no as purchase_no, u.status, s.name as supplier, o.no as order_no, o.due_on, n.no as nest_no,
      ${lateOf(plantId, now)} as late
    from ${linesFrom} where ${where} order by ${order} ${limit}`

/** How much more than theory the scale says; a share of 1 with four decimals. */
function deviationOf({ kg, pieces, received, received_kg: receivedKg }: LineReadRow): number | null {
  if (kg === null || kg === 0 || received === 0) return null
  const theory = (kg * received) / pieces
  return Math.round(((receivedKg - theory) / theory) * 10_000) / 10_000
}

const namedOrNull = (id: number | null, no: string | null) =>
  id === null || no === null ? null : { id: String(id), no }

export function lineView(row: LineReadRow): PurchaseLine {
  const order = namedOrNull(row.order_id, row.order_no)
  return {
    id: String(row.id),
    position: row.position,
    purchase: {
      id: String(row.purchase_id),
      no: row.purchase_no,
      status: row.status,
      supplier: row.supplier ?? '',
    },
    form: row.form,
    itemId: row.item_id === null ? null : String(row.item_id),
    profile: row.profile,
    grade: row.grade,
    lengthMm: row.length_mm,
    pieces: row.pieces,
    kg: row.kg,
    pricePerTonne: row.price_per_tonne,
    priceEach: row.price_each,
    expectedOn: row.expected_on,
    order: order === null ? null : { ...order, dueOn: row.due_on },
    nest: namedOrNull(row.nest_id, row.nest_no),
    received: row.received,
    maxPieces: row.max_pieces,
    receivedKg: row.received_kg,
    deviation: deviationOf(row),
    late: row.late,
  }
}

export const lineSorts = bothWays({ expectedOn: ['r.expected_on nulls last', 'r.id'] })

type LinesApi = (typeof purchasesApi)['GET /api/purchase-lines']

export const linesWhere = (plantId: number, now: Date, { late, q = '' }: QueryOf<LinesApi>) =>
  allOf([
    sql`r.plant_id = ${plantId} and u.plant_id = ${plantId}`,
    isOpen,
    late === undefined ? null : sql`${lateOf(plantId, now)} is not null`,
    q === '' ? null : sql`concat_ws(' ', u.no, s.name, r.profile, r.grade, o.no) ilike ${containsPattern(q)}`,
  ])

/** Lines that are not fully received. */
export async function listLines(
  reads: Reads,
  { plantId }: Actor,
  query: QueryOf<LinesApi>,
  now: Date,
): Promise<ReplyOf<LinesApi>> {
  const where = linesWhere(plantId, now, query)
  const page = linesOf(plantId, now, where, lineSorts[query.sort ?? 'expectedOn'], limitOf(query))
  const { rows, total } = await countedPage(reads, page, linesFrom, where)
  return { items: rows.map(lineView), total }
}

export const metresOnOrder = (plantId: number) => sql<{ profile: string; grade: string; metres: number }>`
  select r.profile, r.grade, sum(r.length_mm * (r.pieces - r.received)) / 1000 as metres
  from purchase_lines r join purchases u on u.id = r.purchase_id
  where r.plant_id = ${plantId} and u.plant_id = ${plantId} and ${isOpen} and r.length_mm is not null group by r.profile, r.grade`

/** Metres of bars that are requested or ordered, and not received. */
export const onOrderMetres: OnOrderPort = (reads, plantId) => readRows(reads, metresOnOrder(plantId))

/** Pieces of bought parts that are requested or ordered, and not received. */
export const onOrderBolts: BoltsOnOrderPort = (reads, plantId) =>
  readRows(
    reads,
    sql<{ itemId: number; pieces: number }>`
      select r.item_id as "itemId", sum(r.pieces - r.received)::int as pieces
      from purchase_lines r join purchases u on u.id = r.purchase_id
      where r.plant_id = ${plantId} and u.plant_id = ${plantId} and ${isOpen} and r.item_id is not null group by r.item_id`,
  )
