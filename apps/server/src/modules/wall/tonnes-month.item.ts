import type { Item } from '@cloud-factory/domain/wall/wall-frame'
import type { TonnesMonth } from '@cloud-factory/domain/wall/wall-panels'
import { dayNumber, dayOf } from './civil-days.ts'
import type { DayFacts, OutputFacts } from './facts.types.ts'
import { forecastOf, lengthWithin, spreadOf } from './forecast.rules.ts'
import { item } from './trust.rules.ts'
import { grams } from './grams.rules.ts'
import type { View } from './view.types.ts'

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
