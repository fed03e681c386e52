import type { Item } from '@cloud-factory/domain/wall/wall-frame'
import type { TonnesToday } from '@cloud-factory/domain/wall/wall-panels'
import type { DayFacts, OutputFacts } from './facts.types.ts'
import { forecastOf, lengthWithin, type Pace, paceOf, planOf } from './forecast.rules.ts'
import { item } from './trust.rules.ts'
import { grams, rounded } from './grams.rules.ts'
import type { View } from './view.types.ts'

const hourMs = 3_600_000
const forever = (from: number, to: number) => ({ from, to })
const lengthOf = (spans: DayFacts['planned']) => lengthWithin(spans, forever(-Infinity, Infinity))

interface DayOutput {
  readonly pace: Pace | null
  /** Planned hours left in the current shift, otherwise in the day. */
  readonly hoursLeft: number
  readonly planKg: number | null
  readonly planNowKg: number | null
}

/** Components of the day's figures. */
export function dayOutput(day: DayFacts, output: OutputFacts): DayOutput {
  const monthMs = lengthOf(day.monthPlanned)
  const pastMs = lengthWithin(day.planned, forever(-Infinity, day.now))
  return {
    pace: paceOf(output.course, day.planned, day.now),
    hoursLeft: lengthWithin(day.planned, forever(day.now, day.shift?.endsAt ?? Infinity)) / hourMs,
    planKg: planOf(output.targetKg, lengthOf(day.planned), monthMs),
    planNowKg: planOf(output.targetKg, pastMs, monthMs),
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
  const { pace, hoursLeft, planKg, planNowKg } = dayOutput(day, output)
  const forecast = forecastOf(output.doneKg, pace, hoursLeft)
  return item(now, 'good', {
    doneKg: grams(output.doneKg),
    planKg: maybeGrams(planKg),
    planNowKg: maybeGrams(planNowKg),
    forecastKg: maybeGrams(forecast?.kg),
    forecastLowKg: maybeGrams(forecast?.lowKg),
    forecastHighKg: maybeGrams(forecast?.highKg),
    hoursPerTonne:
      output.hours === null || output.doneKg <= 0 ? null : output.hours / (output.doneKg / 1_000),
    byHour: hoursOf(output.course),
  })
}
