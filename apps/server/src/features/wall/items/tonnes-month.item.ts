import type { Item } from '@cloud-factory/contract/wall-frame'
import type { TonnesMonth } from '@cloud-factory/contract/wall-panels'
import { dayNumber, dayOf } from '../civil-days.ts'
import { forecastOf, type Pace } from '../forecast.rules.ts'
import { item } from '../trust.rules.ts'
import { grams } from './grams.rules.ts'
import type { View } from './view.types.ts'

/** Fewer worked days than that say nothing of the rest of the month. */
const leastDays = 3

/** Mean and spread of the days that are over; null: too few of them. */
function dailyPace(days: readonly { readonly kg: number }[]): Pace | null {
  if (days.length < leastDays) return null
  const mean = days.reduce((sum, { kg }) => sum + kg, 0) / days.length
  const variance = days.reduce((sum, { kg }) => sum + (kg - mean) ** 2, 0) / (days.length - 1)
  return { kgPerHour: mean, spread: Math.sqrt(variance), hours: days.length }
}

/** Output of the month, day upon day, against its target; the cone is that of the day's forecast with days for hours. */
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
  const over = output.days.filter((one) => one.day < day.day)
  const plannedDays = new Set(
    day.monthPlanned.filter(({ to }) => to > day.now).map(({ from }) => Math.floor(from / 86_400_000)),
  )
  const forecast = forecastOf(sum, dailyPace(over), plannedDays.size)
  return item(now, 'good', {
    month: day.day.slice(0, 7),
    done,
    planKg: output.targetKg,
    forecastLowKg: forecast === null ? null : grams(forecast.lowKg),
    forecastHighKg: forecast === null ? null : grams(forecast.highKg),
    days: dayNumber(last) - dayNumber(first) + 1,
  })
}
