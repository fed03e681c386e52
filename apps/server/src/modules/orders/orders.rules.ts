import type { OrderForecast } from '@cloud-factory/contract/orders/order-progress'
import type { OrderStatus, markKinds } from '@cloud-factory/domain/orders/order-statuses'
import { addDays, daysBetween } from '@cloud-factory/domain/numbers/civil-days'

/** Days before today that determine the pace; today is incomplete and would lower it. */
export const paceDays = 28
/** An order with fewer days of work has no pace of its own yet. */
const ownPaceFrom = 3
/**
 * The same applies below this share of the order in the window: a few light pieces do not predict the heavy rest and would give a date years away.
 */
const ownShareFrom = 0.05
/** Dates more than ten years away are not shown. */
const furthestDays = 3650

/** A day on which the plant worked: weighted kilograms of all orders, and how many orders they were of. */
export interface PlantDay {
  readonly day: string
  readonly weightedKg: number
  readonly orders: number
}

/** Work on an order in the window. */
export interface OrderPace {
  readonly weightedKg: number
  readonly daysWorked: number
  readonly firstDay: string
}

export interface ForecastFacts {
  readonly status: OrderStatus
  readonly weightKg: number
  readonly progress: number
  readonly dueOn: string | null
  readonly today: string
  readonly own: OrderPace | null
  /** Of the window, without days without work. */
  readonly plant: readonly PlantDay[]
}

interface Pace {
  readonly basis: OrderForecast['basis']
  readonly kgPerDay: number
  readonly from: string
  /** Calendar days per day of work. */
  readonly stretch: number
}

const producing: ReadonlySet<OrderStatus> = new Set(['released', 'in_production', 'completed'])

/**
 * Forecast of an order's completion: its remaining weighted kilograms at its own pace of the last weeks or, with too little work, at the pace of an
 * average order in production. Days of work are days on which the plant worked; they are distributed over the calendar as in the window.
 */
export function forecastOf(facts: ForecastFacts): OrderForecast | null {
  const left = facts.weightKg * (1 - facts.progress)
  if (!producing.has(facts.status) || left <= 0) return null
  const pace = paceOf(facts)
  if (pace === null || pace.kgPerDay <= 0) return null
  const days = Math.ceil((left / pace.kgPerDay) * pace.stretch)
  if (days > furthestDays) return null
  const doneOn = addDays(facts.today, Math.max(0, days - 1))
  return {
    doneOn,
    kgPerDay: Math.round(pace.kgPerDay * 10) / 10,
    basis: pace.basis,
    from: pace.from,
    to: addDays(facts.today, -1),
    daysLate: facts.dueOn === null ? null : daysBetween(facts.dueOn, doneOn),
  }
}

function paceOf({ own, plant, today, weightKg }: ForecastFacts): Pace | null {
  const from = addDays(today, -paceDays)
  const worked = plant.filter(({ weightedKg }) => weightedKg > 0)
  if (own !== null && own.daysWorked >= ownPaceFrom && own.weightedKg >= weightKg * ownShareFrom) {
    const since = Math.max(1, worked.filter(({ day }) => day >= own.firstDay).length)
    const stretch = daysBetween(own.firstDay, today) / since
    return { basis: 'order', kgPerDay: own.weightedKg / since, from: own.firstDay, stretch }
  }
  const kg = worked.reduce((sum, { weightedKg }) => sum + weightedKg, 0)
  const orderDays = worked.reduce((sum, { orders }) => sum + orders, 0)
  if (orderDays === 0) return null
  return { basis: 'plant', kgPerDay: kg / orderDays, from, stretch: paceDays / worked.length }
}

export interface RiskFacts {
  readonly id: number
  readonly status: OrderStatus
  readonly dueOn: string | null
  readonly today: string
  /** By its forecast; null without one. */
  readonly daysLate: number | null
}

/** Days between completion, or today without a forecast, and the due day; orders without a due day can wait. */
function slackOf({ dueOn, today, daysLate }: RiskFacts): number {
  if (dueOn === null) return Number.POSITIVE_INFINITY
  return daysLate === null ? daysBetween(today, dueOn) : -daysLate
}

/** Open orders by risk: the latest by forecast first, then least slack; those on hold follow, as nobody can work on them. */
export function byRisk<Order extends RiskFacts>(orders: readonly Order[]): Order[] {
  const ranked = orders.map((order) => ({
    order,
    isHeld: Number(order.status === 'on_hold'),
    slack: slackOf(order),
  }))
  return ranked
    .toSorted((a, b) => a.isHeld - b.isHeld || compare(a.slack, b.slack) || a.order.id - b.order.id)
    .map(({ order }) => order)
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

export type MarkKind = (typeof markKinds)[number]

/** Words in names of marks, first match wins: 屋面梁檩条 is a purlin, 柱间支撑 a brace. */
const byName: readonly (readonly [RegExp, MarkKind])[] = [
  [/檩|purlin|correa/i, 'purlin'],
  [/支撑|斜撑|拉条|系杆|brac|arriostr|tirante/i, 'brace'],
  [/桁架|屋架|truss|cercha|celos/i, 'truss'],
  [/栏杆|扶手|handrail|railing|barand/i, 'handrail'],
  [/梯|stair|ladder|escal/i, 'stair'],
  [/预埋|埋件|锚栓|embed|anchor|placa base|anclaje/i, 'embed'],
  [/吊车梁|板梁|plate girder|crane girder|viga armada|carrilera/i, 'plate_girder'],
  [/柱|column|pilar|columna/i, 'column'],
  [/梁|beam|girder|viga/i, 'beam'],
]

/** Letters in front of the number of a mark, as detailers in China abbreviate 钢框柱, 钢梁, 水平撑 and so on. */
const byPrefix: readonly (readonly [RegExp, MarkKind])[] = [
  [/^(LT|WLT|QLT|P)$/, 'purlin'],
  [/^(SC|ZC|XC|LTC|GXG|XG|YC|BR)$/, 'brace'],
  [/^(HJ|GHJ|WJ|TR)$/, 'truss'],
  [/^(LG|FS|HR)$/, 'handrail'],
  [/^(GT|LT?J|ST)$/, 'stair'],
  [/^(YM|MJ|YMJ|EM)$/, 'embed'],
  [/^(DCL|GDL|PG)$/, 'plate_girder'],
  [/^(G?K?F?Z|GKFZ|C|COL)$/, 'column'],
  [/^(G?K?C?L|WL|GWL|B|BM)$/, 'beam'],
]

/** Kind of a mark, by its name if that is clear, otherwise by the letters of its number. */
export function markKind(name: string, mark: string): MarkKind {
  const named = byName.find(([word]) => word.test(name))
  if (named !== undefined) return named[1]
  const letters = (/^[A-Za-z]+/.exec(mark)?.[0] ?? '').toUpperCase()
  return byPrefix.find(([prefix]) => prefix.test(letters))?.[1] ?? 'other'
}
