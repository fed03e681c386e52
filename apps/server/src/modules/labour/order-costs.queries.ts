import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { costsApi, OrderCost } from '@cloud-factory/contract/labour/costs'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { conditions } from '../orders/public.ts'
import { steelPrices } from '../purchasing/public.ts'
import { stockKey } from '../steel-profiles/public.ts'
import { subcontractAmounts } from '../subcontracting/public.ts'
import { ownWork, standardFor, standardHoursOf } from './labour-report.queries.ts'
import { pieceworkAmount, rateFor } from './payroll.ts'

interface SteelRow {
  readonly order_id: number
  readonly profile: string
  readonly grade: string
  readonly kg: number
  /** Cut or assigned; else by theory of the list. */
  readonly is_known: boolean
}

/**
 * Steel of orders by profile and grade. Known is: bars of nests that were cut, less their remnants, each part with its share
 * of the waste; parts reported as cut from a lot; what was assigned to pieces by hand. The heats of cut parts that reach a
 * piece by themselves are the same steel again.
 */
const steelRows = (plantId: number, orderIds: readonly number[]) => sql<SteelRow>`
  with own as (select id from orders where plant_id = ${plantId} and id = any(${[...orderIds]}::bigint[])),
  cut as (
    select m.order_id, s.lot_id, sum((s.kg - coalesce(r.kg, 0)) * n.length_mm
        / (select sum(length_mm) from nest_parts where nest_bar_id = b.id)) as kg
    from own join marks m on m.order_id = own.id join nest_parts n on n.mark_id = m.id
      join nest_bars b on b.id = n.nest_bar_id and b.status = 'cut' join stock_bars s on s.id = b.stock_bar_id
      left join stock_bars r on r.parent_id = s.id
    group by 1, 2
    union all
    select c.order_id, c.lot_id, sum(c.quantity * coalesce(p.net_kg, 0))
    from own join part_reports c on c.order_id = own.id and c.kind = 'cut' and c.undone_at is null and c.lot_id is not null
      cross join lateral (select net_kg from parts where mark_id = c.mark_id and part_mark = c.part_mark limit 1) p
    group by 1, 2
    union all
    select u.order_id, u.lot_id, sum(u.kg) from own join heat_uses u on u.order_id = own.id and u.parts is null group by 1, 2
  ), listed as (
    select m.id, m.order_id, m.profile, m.grade, m.net_kg, m.parts, count(*) as pieces
    from own join marks m on m.order_id = own.id join pieces p on p.mark_id = m.id and p.status not in ('scrapped', 'superseded')
    group by m.id
  )
  select cut.order_id, l.profile, g.code as grade, sum(cut.kg) as kg, true as is_known
  from cut join material_lots l on l.id = cut.lot_id join heats h on h.id = l.heat_id join steel_grades g on g.id = h.grade_id
  group by 1, 2, 3
  union all
  select m.order_id, p.profile, coalesce(p.grade, m.grade, ''), sum(m.pieces * p.quantity_per_mark * coalesce(p.net_kg, 0)), false
  from listed m join parts p on p.mark_id = m.id and p.is_assembly is not true group by 1, 2, 3
  union all
  select order_id, profile, coalesce(grade, ''), sum(pieces * coalesce(net_kg, 0)), false
  from listed where parts = 0 group by 1, 2, 3`

interface LabourCostRow {
  readonly order_id: number
  readonly known: number
  readonly estimated: number
  readonly unvalued: number
}

/** What the work of orders cost: by piece rate, else by its hours, else by its standard hours. */
export const labourCostRows = (plantId: number, orderIds: readonly number[]) => sql<LabourCostRow>`
  select order_id, coalesce(round(sum(known), 2), 0) as known,
    coalesce(round(sum(estimated) filter (where known is null), 2), 0) as estimated,
    count(*) filter (where known is null and estimated is null) as unvalued
  from (
    select w.order_id, coalesce(${pieceworkAmount}, w.hours * h.price) as known,
      ${standardHoursOf(sql`w.part`, sql`w.kg`)} * h.price as estimated
    from work_reports w join processes p on p.id = w.process_id and p.kind = 'work'
      ${standardFor(sql`w.process_id`, sql`w.kg / w.part`)} ${rateFor(false)} ${rateFor(true)}
    where w.plant_id = ${plantId} and w.order_id = any(${[...orderIds]}::bigint[]) and w.undone_at is null and ${ownWork}
  ) valued group by order_id`

interface Steel extends Readonly<OrderCost['material']> {
  /** All steel of the list. */
  readonly theoryKg: number
}

/** Values the steel of one order: what is known, and what the list has beyond it. */
export function valueSteel(rows: readonly SteelRow[], priceOf: ReadonlyMap<string, number>): Steel {
  const sum = { known: 0, estimated: 0, knownKg: 0, estimatedKg: 0, unpricedKg: 0, theoryKg: 0 }
  const kinds = Map.groupBy(rows, ({ profile, grade }) => `${stockKey(profile)} ${grade}`)
  for (const [key, ofKind] of kinds) {
    const kgOf = (isKnown: boolean) =>
      ofKind.reduce((kg, row) => kg + (row.is_known === isKnown ? row.kg : 0), 0)
    const [knownKg, theoryKg] = [kgOf(true), kgOf(false)]
    const restKg = Math.max(0, theoryKg - knownKg)
    const price = priceOf.get(key)
    sum.knownKg += knownKg
    sum.estimatedKg += restKg
    sum.theoryKg += theoryKg
    if (price === undefined) sum.unpricedKg += knownKg + restKg
    sum.known += (knownKg * (price ?? 0)) / 1000
    sum.estimated += (restKg * (price ?? 0)) / 1000
  }
  const rounded = (value: number, digits: number) => Math.round(value * digits) / digits
  return {
    known: rounded(sum.known, 100),
    estimated: rounded(sum.estimated, 100),
    knownKg: rounded(sum.knownKg, 1000),
    estimatedKg: rounded(sum.estimatedKg, 1000),
    unpricedKg: rounded(sum.unpricedKg, 1000),
    theoryKg: rounded(sum.theoryKg, 1000),
  }
}

/** The steel of orders by their ids. */
export async function steelOf(
  reads: Reads,
  plantId: number,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, Steel>> {
  const [rows, prices] = await Promise.all([
    readRows(reads, steelRows(plantId, orderIds)),
    steelPrices(reads, plantId),
  ])
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  return new Map(orderIds.map((id) => [id, valueSteel(byOrder.get(id) ?? [], prices)]))
}

const sorts = bothWays({ no: ['no'], dueOn: ['due_on nulls last', 'id'] })

type Api = (typeof costsApi)['GET /api/costs']

/** Costs of released orders, one page. */
export async function listCosts(
  reads: Reads,
  { plantId }: Actor,
  query: QueryOf<Api>,
  now: Date,
): Promise<ReplyOf<Api>> {
  const where = allOf([await conditions(reads, plantId, { q: query.q }, now), sql`stage between 3 and 8`])
  const page = sql<{ id: number; no: string; name: string; weight_kg: number }>`
    select id, no, name, weight_kg from orders where ${where} order by ${sorts[query.sort ?? '-no']} ${limitOf(query)}`
  const { rows, total } = await countedPage(reads, page, sql`orders`, where)
  const ids = rows.map(({ id }) => id)
  const [steel, labour, outside] = await Promise.all([
    steelOf(reads, plantId, ids),
    readRows(reads, labourCostRows(plantId, ids)),
    subcontractAmounts(reads, plantId, ids),
  ])
  const outsideOf = new Map(
    outside.map(({ orderId, accepted, expected }) => [orderId, { known: accepted, estimated: expected }]),
  )
  const labourOf = new Map(labour.map(({ order_id, ...cost }) => [order_id, cost]))
  return {
    items: rows.map(({ id, no, name, weight_kg: kg }) => {
      const { theoryKg: _, ...material } = steel.get(id) ?? valueSteel([], new Map())
      const work = labourOf.get(id) ?? { known: 0, estimated: 0, unvalued: 0 }
      const subcontracts = outsideOf.get(id) ?? { known: 0, estimated: 0 }
      const cents = [material, work, subcontracts].reduce(
        (sum, { known, estimated }) => sum + Math.round(known * 100) + Math.round(estimated * 100),
        0,
      )
      const order = { id: String(id), no, name }
      const perTonne = kg > 0 ? Math.round((cents * 1000) / kg) / 100 : null
      return { id: order.id, order, kg, material, labour: work, subcontracts, total: cents / 100, perTonne }
    }),
    total,
  }
}
