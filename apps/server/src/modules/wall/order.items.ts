import { masked } from '@cloud-factory/domain/displays/display-enums'
import type { Item } from '@cloud-factory/domain/wall/wall-frame'
import type { TonnesMonth, TonnesToday, OrdersAtRisk } from '@cloud-factory/domain/wall/wall-panels'
import type { BestWelders, ModelData, SiteDates } from '@cloud-factory/domain/wall/wall-site'
import { dayNumber, dayOf } from '@cloud-factory/domain/numbers/civil-days'
import type { DayFacts, OutputFacts, View, OrderFact } from './wall.types.ts'
import {
  forecastOf,
  lengthWithin,
  spreadOf,
  item,
  grams,
  type Pace,
  paceOf,
  planOf,
  rounded,
  bestOf,
} from './wall.rules.ts'

/** Minimum number of worked days for a forecast of the month. */
const minDays = 3

interface MonthOutput {
  readonly pace: { readonly kgPerDay: number; readonly spread: number } | null
  /** Remaining planned days; the current day counts by its remaining planned time. */
  readonly daysLeft: number
}

/** Inputs of the month's forecast. The pace is the mean of the completed working days; null: too few of them. */
export function monthOutput({ day, now, monthPlanned }: DayFacts, { days }: OutputFacts): MonthOutput {
  const byDay = [...Map.groupBy(monthPlanned, (span) => span.day).values()]
  const daysLeft = byDay.reduce((sum, spans) => {
    const all = lengthWithin(spans, { from: -Infinity, to: Infinity })
    return all === 0 ? sum : sum + lengthWithin(spans, { from: now, to: Infinity }) / all
  }, 0)
  const over = days.filter((one) => one.day < day).map(({ kg }) => kg)
  return { pace: paceOfDays(over), daysLeft }
}

function paceOfDays(kgs: readonly number[]): MonthOutput['pace'] {
  if (kgs.length < minDays) return null
  const { mean, spread } = spreadOf(kgs)
  return { kgPerDay: mean, spread }
}

/** Cumulative output of the month against its target. The forecast band is that of the day's forecast, with days instead of hours. */
export async function tonnesMonth({ facts, scope, now }: View): Promise<Item<TonnesMonth>> {
  const day = await facts.day()
  const output = await facts.output(scope, day)
  const [first, last] = day.monthDays
  const byDay = new Map(output.days.map((one) => [one.day, one.kg]))
  const done: { day: string; kg: number }[] = []
  let sum = 0
  for (let number = dayNumber(first); number <= dayNumber(day.day); number += 1) {
    sum += byDay.get(dayOf(number)) ?? 0
    done.push({ day: dayOf(number), kg: grams(sum) })
  }
  const { pace, daysLeft } = monthOutput(day, output)
  const forecast = forecastOf(sum, pace && { kgPerHour: pace.kgPerDay, spread: pace.spread }, daysLeft)
  return item(now, 'good', {
    month: day.day.slice(0, 7),
    done,
    planKg: output.targetKg,
    forecastLowKg: forecast === null ? null : grams(forecast.lowKg),
    forecastHighKg: forecast === null ? null : grams(forecast.highKg),
    days: dayNumber(last) - dayNumber(first) + 1,
  })
}

const hourMs = 3_600_000
const forever = (from: number, to: number) => ({ from, to })
const lengthOf = (spans: DayFacts['planned']) => lengthWithin(spans, forever(-Infinity, Infinity))

interface DayOutput {
  readonly pace: Pace | null
  /** Planned hours left in the current shift, otherwise in the day. */
  readonly hoursLeft: number
  readonly planKg: number | null
  readonly planNowKg: number | null
  /** Due at the end of those hours. */
  readonly planThenKg: number | null
}

/** Components of the day's figures. */
export function dayOutput(day: DayFacts, output: OutputFacts): DayOutput {
  const monthMs = lengthOf(day.monthPlanned)
  const planUntil = (end: number) =>
    planOf(output.targetKg, lengthWithin(day.planned, forever(-Infinity, end)), monthMs)
  return {
    pace: paceOf(output.course, day.planned, day.now),
    hoursLeft: lengthWithin(day.planned, forever(day.now, day.shift?.endsAt ?? Infinity)) / hourMs,
    planKg: planUntil(Infinity),
    planNowKg: planUntil(day.now),
    planThenKg: planUntil(day.shift?.endsAt ?? Infinity),
  }
}

/** Kilograms by whole hour; hours without output between the first and the last are 0. */
function hoursOf(course: OutputFacts['course']): TonnesToday['byHour'] {
  const sums = new Map<number, number>()
  for (const { at, kg } of course) {
    const hour = Math.floor(at / hourMs) * hourMs
    sums.set(hour, (sums.get(hour) ?? 0) + kg)
  }
  if (sums.size === 0) return []
  const [first, last] = [Math.min(...sums.keys()), Math.max(...sums.keys())]
  const hours = Math.min(48, Math.round((last - first) / hourMs) + 1)
  return Array.from({ length: hours }, (_, place) => {
    const at = first + place * hourMs
    return { at, kg: grams(sums.get(at) ?? 0) }
  })
}

const maybeGrams = (kg: number | null | undefined) => rounded(kg ?? null, 3)

/** Output of the working day against plan, with a forecast for the end of the shift. */
export async function tonnesToday({ facts, scope, now }: View): Promise<Item<TonnesToday>> {
  const day = await facts.day()
  const output = await facts.output(scope, day)
  const { pace, hoursLeft, planKg, planNowKg, planThenKg } = dayOutput(day, output)
  const forecast = forecastOf(output.doneKg, pace, hoursLeft)
  return item(now, 'good', {
    doneKg: grams(output.doneKg),
    planKg: maybeGrams(planKg),
    planNowKg: maybeGrams(planNowKg),
    forecastKg: maybeGrams(forecast?.kg),
    forecastLowKg: maybeGrams(forecast?.lowKg),
    forecastHighKg: maybeGrams(forecast?.highKg),
    planThenKg: maybeGrams(planThenKg),
    hoursPerTonne:
      output.hours === null || output.doneKg <= 0 ? null : output.hours / (output.doneKg / 1_000),
    byHour: hoursOf(output.course),
  })
}

const maxRows = 20

/** Late by more than the screen's limit, held, or with an open non-conformance. */
const isAtRisk = ({ lateDays, held, openNcrs }: OrderFact, most: number): boolean =>
  held || openNcrs > 0 || (lateDays !== null && lateDays > most)

/** Orders that will miss their due date, latest first. */
export async function ordersAtRisk({ facts, scope, now }: View): Promise<Item<OrdersAtRisk>> {
  const [orders, { masking }] = await Promise.all([facts.orders(scope), facts.reported()])
  const risky = orders.filter((order) => isAtRisk(order, scope.thresholds.lateDays))
  const rank = ({ lateDays }: OrderFact) => lateDays ?? Number.NEGATIVE_INFINITY
  return item(now, 'good', {
    orders: risky
      .toSorted((one, other) => rank(other) - rank(one))
      .slice(0, maxRows)
      .map((order) => ({
        ...order,
        dueDate: order.dueDate ?? '',
        project: masked(order.project, masking.projects),
        customer: masked(order.customer, masking.customers),
        progress: rounded(order.progress, 4) ?? 0,
      })),
    atRisk: risky.length,
    running: orders.length,
  })
}

/** Lots that the site needs against what has been shipped of them. */
export async function siteDates({ facts, scope, now }: View): Promise<Item<SiteDates>> {
  const [all, { masking }, { day }] = await Promise.all([facts.lots(scope), facts.reported(), facts.day()])
  const lots = all.map((lot) => ({
    ...lot,
    project: masked(lot.project, masking.projects),
    lateDays: dayNumber(day) - dayNumber(lot.requiredOn),
  }))
  return item(now, 'good', {
    lots: lots.slice(0, maxRows),
    open: lots.length,
    late: lots.filter(({ lateDays }) => lateDays > 0).length,
  })
}

const weekDays = 7

/** The best welders of the last seven days by first tests; of the others there is only the sum of all. */
export async function bestWelders({ facts, scope, now }: View): Promise<Item<BestWelders>> {
  const { day } = await facts.day()
  const days = { from: dayOf(dayNumber(day) - weekDays + 1), to: day }
  const all = await facts.welders(scope, days)
  const tested = all.reduce((sum, one) => sum + one.tested, 0)
  const accepted = all.reduce((sum, one) => sum + one.accepted, 0)
  return item(now, tested === 0 ? 'none' : 'good', {
    ...days,
    tested,
    accepted,
    best: bestOf(all).map((one) => ({
      name: masked(one.name, scope.people),
      tested: one.tested,
      yield: rounded(one.accepted / one.tested, 4) ?? 0,
    })),
  })
}

/** The model of an order; the states of its members are asked for when their version changes. */
export async function projectModel({ facts, scope, now }: View): Promise<Item<ModelData>> {
  const [found, { masking }] = await Promise.all([facts.model(scope), facts.reported()])
  if (found === null) return item(now, 'good', { model: null })
  const { chunks: _chunks, states: _states, project, ...model } = found
  return item(now, 'good', {
    model: { ...model, project: masked(project, masking.projects) },
  })
}
