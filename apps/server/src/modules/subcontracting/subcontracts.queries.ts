import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type {
  SubcontractDetail,
  SubcontractLine,
  SubcontractMovement,
  SubcontractRow,
  subcontractsApi,
} from '@cloud-factory/contract/subcontracting/subcontracts'
import type { DueTerm } from '@cloud-factory/domain/inbox/record-kinds'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { today } from '../../platform/db/factory-day.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { containsPattern } from '../../platform/search/search-text.ts'
import { subcontractCan } from './subcontracts.policy.ts'

type Api = typeof subcontractsApi

interface SumsRow {
  readonly planned: number
  readonly out: number
  readonly back: number
  readonly accepted: number
  readonly rejected: number
  readonly kg: number
  readonly kg_out: number
  readonly kg_in: number
  readonly amount: number
  readonly accepted_amount: number
}

/**
 * Pieces, weights and prices of the lines `l` of subcontracts `s` that a condition picks. A piece weighs what the scale says, else what it weighed when it went
 * out. A lump sum counts as accepted by the share of its accepted pieces.
 */
const lineSums = (where: RawBuilder<unknown>) => sql`
  select l.*, s.order_id, n.planned, n."out", n.back, n.accepted, n.rejected, n.kg, n.kg_out, n.kg_in,
    round(coalesce(l.price, 0) * case s.basis when 'kg' then n.kg when 'piece' then n.counted else 1 end, 2) as amount,
    round(coalesce(l.price, 0) * case s.basis when 'kg' then n.accepted_kg when 'piece' then n.accepted
      else coalesce(n.accepted::numeric / nullif(n.counted, 0), 0) end, 2) as accepted_amount
  from subcontracts s join subcontract_lines l on l.subcontract_id = s.id
    cross join lateral (
      select count(*) filter (where k.status = 'planned')::int as planned, count(*) filter (where k.status = 'out')::int as "out",
        count(*) filter (where k.status = 'back')::int as back, count(*) filter (where k.status = 'accepted')::int as accepted,
        count(*) filter (where k.status = 'rejected')::int as rejected,
        count(*) filter (where k.status <> 'rejected')::int as counted,
        coalesce(sum(w.kg) filter (where k.status <> 'rejected'), 0) as kg,
        coalesce(sum(w.kg) filter (where k.status = 'accepted'), 0) as accepted_kg,
        coalesce(sum(k.kg_out), 0) as kg_out, coalesce(sum(w.kg) filter (where k.back_on is not null), 0) as kg_in
      from subcontract_pieces k join pieces p on p.id = k.piece_id
        cross join lateral (select coalesce(k.kg_in, k.kg_out, p.net_kg, 0) as kg) w
      where k.line_id = l.id
    ) n
  where ${where}`

interface SubcontractReadRow extends Selectable<Tables['subcontracts']>, SumsRow {
  readonly supplier: string
  readonly order_no: string
  readonly order_name: string
  readonly late: boolean
}

const sums = sql.raw(
  ['planned', 'out', 'back', 'accepted', 'rejected', 'kg_out', 'kg_in', 'amount', 'accepted_amount']
    .map(
      (column) =>
        `coalesce(sum(t."${column}"), 0)${column.includes('_') || column === 'amount' ? '' : '::int'} as "${column}"`,
    )
    .join(', '),
)

export const subcontractSorts = {
  ...bothWays({ id: ['id'] }),
  promisedOn: sql.raw('is_open desc, promised_on, id'),
  '-promisedOn': sql.raw('is_open, promised_on desc, id desc'),
}

interface Page {
  readonly plantId: number
  readonly now: Date
  readonly where: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  readonly limit: RawBuilder<unknown>
}

const isLate = (plantId: number, now: Date) => sql`is_open and promised_on < ${today(plantId, now)}`

export const subcontractsOf = ({ plantId, now, where, order, limit }: Page) =>
  sql<SubcontractReadRow>`
    with page as (
      select *, ${isLate(plantId, now)} as late, row_number() over (order by ${order}) as place
      from subcontracts where ${where} order by ${order} ${limit}
    )
    select page.*, u.name as supplier, o.no as order_no, o.name as order_name, l.*
    from page join suppliers u on u.id = page.supplier_id join orders o on o.id = page.order_id
      cross join lateral (select ${sums} from (${lineSums(sql`s.id = page.id`)}) t) l
    order by page.place`

const countsOf = ({ planned, out, back, accepted, rejected }: SumsRow) => ({
  planned,
  out,
  back,
  accepted,
  rejected,
})

const subcontractView = (row: SubcontractReadRow, { tags }: Actor): SubcontractRow => ({
  id: String(row.id),
  no: row.no,
  status: row.status,
  supplier: { id: String(row.supplier_id), name: row.supplier },
  order: { id: String(row.order_id), no: row.order_no, name: row.order_name },
  basis: row.basis,
  promisedOn: row.promised_on,
  late: row.late,
  pieces: countsOf(row),
  kgOut: row.kg_out,
  kgIn: row.kg_in,
  amount: row.amount,
  acceptedAmount: row.accepted_amount,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by_name,
  version: row.version,
  can: subcontractCan(tags, { status: row.status, pieces: row }),
})

export function subcontractsWhere(
  plantId: number,
  { q = '', status = [], late, supplierId, orderId }: QueryOf<Api['GET /api/subcontracts']>,
  now: Date,
): RawBuilder<unknown> {
  const pattern = containsPattern(q)
  return allOf([
    sql`plant_id = ${plantId}`,
    status.length === 0 ? null : sql`status = any(${[...status]}::text[])`,
    late === undefined ? null : isLate(plantId, now),
    supplierId === undefined ? null : sql`supplier_id = ${supplierId}`,
    orderId === undefined ? null : sql`order_id = ${orderId}`,
    q === ''
      ? null
      : sql`(no ilike ${pattern} or supplier_id in (select id from suppliers where plant_id = ${plantId} and name ilike ${pattern})
          or order_id in (select id from orders where plant_id = ${plantId} and no ilike ${pattern}))`,
  ])
}

export async function listSubcontracts(
  reads: Reads,
  actor: Actor,
  query: QueryOf<Api['GET /api/subcontracts']>,
  now: Date,
): Promise<ReplyOf<Api['GET /api/subcontracts']>> {
  const { plantId } = actor
  const where = subcontractsWhere(plantId, query, now)
  const order = subcontractSorts[query.sort ?? 'promisedOn']
  const page = subcontractsOf({ plantId, now, where, order, limit: limitOf(query) })
  const { rows, total } = await countedPage(reads, page, sql`subcontracts`, where)
  return {
    items: rows.map((row) => subcontractView(row, actor)),
    total,
    can: { add: actor.tags.includes('purchase.edit') || 'permission.denied' },
  }
}

/** Fails with `not_found` when the plant has no such subcontract. */
export async function oneSubcontract(
  reads: Reads,
  actor: Actor,
  id: string,
  now: Date,
): Promise<SubcontractDetail> {
  const { plantId } = actor
  const where = sql`plant_id = ${plantId} and id = ${id}`
  const page = { plantId, now, where, order: sql`id`, limit: sql`limit 1` }
  const [row] = await readRows(reads, subcontractsOf(page))
  if (row === undefined) return fail('not_found')
  const [lines, movements] = await Promise.all([
    readRows(reads, sql<LineReadRow>`${lineSums(sql`s.id = ${row.id}`)} order by l.position`),
    readRows(reads, movementsOf(row.id)),
  ])
  return {
    ...subcontractView(row, actor),
    note: row.note,
    lines: lines.map(lineView),
    movements: movements.map(movementView),
  }
}

type LineReadRow = Selectable<Tables['subcontract_lines']> & SumsRow

const idOf = (value: number | null) => (value === null ? null : String(value))

const lineView = (row: LineReadRow): SubcontractLine => ({
  id: String(row.id),
  position: row.position,
  fromProcessId: idOf(row.from_process_id),
  toProcessId: idOf(row.to_process_id),
  price: row.price,
  note: row.note,
  pieces: countsOf(row),
  kg: row.kg,
  amount: row.amount,
  acceptedAmount: row.accepted_amount,
})

interface MovementReadRow {
  readonly kind: 'sent' | 'received'
  readonly on: string
  readonly by: string
  readonly pieces: number
  readonly kg: number
  readonly accepted: number
  readonly rejected: number
}

/** What went out and came back, by day and person. */
const movementsOf = (subcontractId: number) => sql<MovementReadRow>`
  select 'sent' as kind, sent_on as "on", sent_by_name as by, count(*)::int as pieces, sum(kg_out) as kg, 0 as accepted, 0 as rejected
  from subcontract_pieces where subcontract_id = ${subcontractId} and sent_on is not null group by sent_on, sent_by_name
  union all
  select 'received', back_on, received_by_name, count(*)::int, sum(coalesce(kg_in, kg_out)),
    count(*) filter (where status = 'accepted')::int, count(*) filter (where status = 'rejected')::int
  from subcontract_pieces where subcontract_id = ${subcontractId} and back_on is not null group by back_on, received_by_name
  order by "on" desc, kind, by limit 200`

const movementView = (row: MovementReadRow): SubcontractMovement => ({
  ...row,
  id: `${row.kind}-${row.on}-${row.by}`,
})

/** Open subcontracts that are promised soon, or late since a day. */
export const dueSubcontracts = (
  reads: Reads,
  plantId: number,
  now: Date,
  since: string,
): Promise<DueTerm[]> =>
  readRows(
    reads,
    sql<DueTerm>`select id, 'subcontract-' || id || '/' || promised_on as term, promised_on as "dueOn",
        promised_on < ${today(plantId, now)} as "isOverdue"
      from subcontracts where plant_id = ${plantId} and is_open
        and promised_on between ${since}::date and ${today(plantId, now)} + ${noticeDays}::int order by promised_on, id`,
  )

/** So many days before the promised day it is announced. */
const noticeDays = 2

interface OrderAmounts {
  readonly orderId: number
  /** Of accepted pieces. */
  readonly accepted: number
  /** Of what is still outside or planned. */
  readonly expected: number
}

export const amountsOf = (plantId: number, orderIds: readonly number[]) => sql<OrderAmounts>`
  select order_id as "orderId", sum(accepted_amount) as accepted, sum(amount - accepted_amount) as expected
  from (${lineSums(sql`s.plant_id = ${plantId} and s.order_id = any(${[...orderIds]}::bigint[]) and s.status <> 'cancelled'`)}) t
  group by 1`

/** What suppliers get for work on orders. */
export const subcontractAmounts = (
  reads: Reads,
  plantId: number,
  orderIds: readonly number[],
): Promise<OrderAmounts[]> => readRows(reads, amountsOf(plantId, orderIds))
