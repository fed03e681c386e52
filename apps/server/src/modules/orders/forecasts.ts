import type { OrderForecast } from '@cloud-factory/contract/order-progress'
import type { OrderReadRow } from './order-view.ts'
import { forecastOf, type OrderPace } from './forecast.rules.ts'

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
