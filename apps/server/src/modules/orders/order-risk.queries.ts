import type { OrderForecast } from '@cloud-factory/contract/orders/order-progress'
import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { ordersApi } from '@cloud-factory/contract/orders/orders'
import { type RawBuilder, sql } from 'kysely'
import type { DueTerm } from '@cloud-factory/domain/inbox/record-kinds'
import { today } from '../../platform/db/factory-day.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { waitingIn } from '../../platform/db/list-page.ts'
import {
  countedAtMost,
  type OrderReadRow,
  ownWork,
  plantToday,
  plantWorkOf,
  plantWorkOnce,
  type Slice,
} from './order-rows.queries.ts'
import { openStatuses } from './orders.policy.ts'
import { byRisk, forecastOf, type OrderPace } from './orders.rules.ts'

/** Orders that still have to be delivered. Written out, so that the planner uses their index. */
export const openOnes = sql`status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`

type ForecastRow = Pick<
  OrderReadRow,
  'status' | 'weight_kg' | 'progress' | 'due_on' | 'today' | 'first_day' | 'done_kg' | 'days_worked'
>

/** Forecasts of a page of orders; one of its rows brings what the plant did. */
export function forecasts(
  rows: readonly Pick<OrderReadRow, 'plant_work'>[] | readonly { readonly plant_work: null }[],
): (order: ForecastRow) => OrderForecast | null {
  const work = rows.find((row) => row.plant_work !== null)?.plant_work ?? []
  const plant = work.map(([day, weightedKg, orders]) => ({ day, weightedKg, orders }))
  return (order) =>
    forecastOf({
      status: order.status,
      weightKg: order.weight_kg,
      progress: order.progress,
      dueOn: order.due_on,
      today: order.today,
      own: paceOf(order),
      plant,
    })
}

function paceOf({
  first_day: firstDay,
  done_kg: weightedKg,
  days_worked: daysWorked,
}: ForecastRow): OrderPace | null {
  return firstDay === null || weightedKg === null ? null : { firstDay, weightedKg, daysWorked }
}

/**
 * Ids of matching orders by risk. The open ones are ranked by their forecasts, the next due of them up to the number
 * that lists count; all others follow by due day, latest first.
 */
export async function idsByRisk(
  reads: Reads,
  plantId: number,
  where: RawBuilder<unknown>,
  now: Date,
  { offset, limit }: Slice,
): Promise<number[]> {
  const rows = await readRows(reads, openOrders(plantId, where, now))
  const forecast = forecasts(rows)
  const ranked = byRisk(
    rows.map((row) => ({ ...row, dueOn: row.due_on, daysLate: forecast(row)?.daysLate ?? null })),
  ).map(({ id }) => id)
  const first = ranked.slice(offset, offset + limit)
  if (first.length === limit) return first
  const rest = await readRows(
    reads,
    sql<{ id: number }>`select id from orders where ${where} and id <> all(${ranked}::bigint[])
      order by due_on desc nulls last, id desc
      limit ${limit - first.length} offset ${Math.max(0, offset - ranked.length)}`,
  )
  return [...first, ...rest.map(({ id }) => id)]
}

/** What the forecasts of open orders need, those due next first. */
export function openOrders(plantId: number, where: RawBuilder<unknown>, now: Date) {
  return sql<ForecastRow & Pick<OrderReadRow, 'id' | 'plant_work'>>`
    with ${plantToday(plantId, now)},
    o as (
      select id, status, weight_kg, progress, due_on from orders where ${where} and ${openOnes}
      order by due_on, id limit ${sql.lit(countedAtMost)}
    ),
    ${plantWorkOf(plantId)}
    select o.*, today, own.first_day, own.done_kg, own.days_worked, ${plantWorkOnce}
    from o cross join plant ${ownWork}`
}

type Counts = ReplyOf<(typeof ordersApi)['GET /api/order-counts']>

/** Numbers of orders in the usual views of their list. */
export async function orderCounts(reads: Reads, plantId: number, now: Date): Promise<Counts> {
  const count = (condition: RawBuilder<unknown>) =>
    sql`(select count(*)::int from (
      select from orders, week where plant_id = ${plantId} and ${condition} limit ${sql.lit(countedAtMost)}) matches)`
  const [row] = await readRows(
    reads,
    sql<Omit<Counts, 'week'> & Counts['week']>`
      with ${plantToday(plantId, now)},
      week as (select today, date_trunc('week', today)::date as monday from plant)
      select ${count(sql`due_on < today and ${openOnes}`)} as late,
        ${count(sql`due_on between monday and monday + 6 and ${openOnes}`)} as "dueThisWeek",
        ${count(sql`status = 'confirmed'`)} as "toRelease", ${count(sql`true`)} as "all",
        monday as "from", monday + 6 as "to"
      from week`,
  )
  if (row === undefined) throw new Error('the plant does not exist')
  const { from, to, ...counts } = row
  return { ...counts, week: { from, to } }
}

/** Notice before an order's due day. */
const noticeDays = 7

/** Open orders that are due soon, or late since a day. */
export const dueOrders = (reads: Reads, plantId: number, now: Date, since: string): Promise<DueTerm[]> =>
  readRows(
    reads,
    sql<DueTerm>`select id, 'order-' || id || '/' || due_on as term, due_on as "dueOn",
        due_on < ${today(plantId, now)} as "isOverdue"
      from orders where plant_id = ${plantId} and ${openOnes}
        and due_on between ${since}::date and ${today(plantId, now)} + ${noticeDays}::int order by due_on, id`,
  )

/** Confirmed orders that wait for their release. The day of their confirmation is not recorded. */
export const ordersToRelease = (reads: Reads, plantId: number, projectIds: readonly string[]) =>
  waitingIn(reads, plantId, { table: 'orders', status: 'confirmed', since: null, projectIds })
