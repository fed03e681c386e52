import './work.tables.ts'
import type { OrderForecast } from '@cloud-factory/contract/order-progress'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import { addDays } from '../civil-day.rules.ts'
import type { OrderReadRow } from '../order-view.ts'
import { forecastOf, type OrderPace, paceDays, type PlantDay } from './forecast.rules.ts'

interface PaceRow {
  /** Null: a day of the plant. */
  readonly order_id: number | null
  readonly day: string
  readonly weighted_kg: number
  readonly number: number
}

/** Forecasts of a page of orders by id; one query for all of them, none when none is in work. */
export async function forecastsOf(
  reads: Reads,
  plantId: number,
  orders: readonly OrderReadRow[],
): Promise<(order: OrderReadRow) => OrderForecast | null> {
  const working = orders.filter(({ status }) => ['released', 'in_production', 'completed'].includes(status))
  const today = working[0]?.today
  if (today === undefined) return () => null
  const ids = working.map(({ id }) => id)
  const rows = await readRows(reads, pacesOf(plantId, ids, addDays(today, -paceDays), addDays(today, -1)))
  const own = new Map<number, OrderPace>()
  const plant: PlantDay[] = []
  for (const { order_id: id, day, weighted_kg: weightedKg, number } of rows) {
    if (id === null) plant.push({ day, weightedKg, orders: number })
    else own.set(id, { firstDay: day, weightedKg, daysWorked: number })
  }
  return (order) =>
    forecastOf({
      status: order.status,
      weightKg: order.weight_kg,
      progress: order.progress,
      dueOn: order.due_on,
      today,
      own: own.get(order.id) ?? null,
      plant,
    })
}

/** What orders did in the window, one row each, and the plant's days of it. */
export function pacesOf(plantId: number, orderIds: readonly number[], from: string, to: string) {
  return sql<PaceRow>`
    select order_id, min(day) as day, sum(weighted_kg) as weighted_kg, count(*)::int as number from order_days
    where order_id = any(${orderIds}::bigint[]) and day between ${from} and ${to} and weighted_kg > 0
    group by order_id
    union all
    select null, day, weighted_kg, orders from plant_days
    where plant_id = ${plantId} and day between ${from} and ${to} and weighted_kg > 0`
}
