import { chartSignals } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import type { ControlLine } from './control-charts.rules.ts'

/**
 * What a run of points says beyond chance (Nelson, Journal of Quality Technology 16, 1984; the first, fifth, sixth and
 * a longer second are the Western Electric rules).
 */
type SignalRule = (typeof chartSignals)[number]

interface Signal {
  readonly rule: SignalRule
  /** Index of the point that completes it. */
  readonly point: number
}

/**
 * Rules that suppose nothing about how points spread about the centre. Where a limit is cut off at zero, as that of shares
 * often is, a third of the way to it is no deviation: the zones would call every day without a reject a signal.
 */
export const withoutZones = ['beyond', 'nine_one_side', 'six_trend', 'fourteen_alternate'] as const

/** All signals of a line, in the order of points; the zones are thirds between centre and limit of each point. */
export function signalsOf(line: ControlLine, rules: readonly SignalRule[] = chartSignals): Signal[] {
  const zones = line.points.map((point, index) => zoneOf(line, point, index))
  return zones.flatMap((_, point) =>
    rules.flatMap((rule): Signal[] => (tests[rule](zones, line.points, point) ? [{ rule, point }] : [])),
  )
}

/** Distance from the centre in thirds of the way to the limit: −3 … 3 is inside. */
function zoneOf({ centre, lower, upper }: ControlLine, point: number, index: number): number {
  const limit = point < centre ? (lower[index] ?? centre) : (upper[index] ?? centre)
  const reach = Math.abs(limit - centre)
  if (point === centre) return 0
  return reach === 0 ? Math.sign(point - centre) * Number.POSITIVE_INFINITY : (3 * (point - centre)) / reach
}

type Test = (zones: readonly number[], points: readonly number[], at: number) => boolean

const last = (values: readonly number[], at: number, count: number): readonly number[] | null =>
  at + 1 < count ? null : values.slice(at + 1 - count, at + 1)

/** `count` of the last `of` lie beyond `zone` on the same side as the last one, which lies there too. */
const most =
  (count: number, of: number, zone: number): Test =>
  (zones, _points, at) => {
    const run = last(zones, at, of)
    const side = Math.sign(zones[at] ?? 0)
    const isBeyond = (value: number) => value * side > zone
    return run !== null && isBeyond(zones[at] ?? 0) && run.filter(isBeyond).length >= count
  }

const tests: Readonly<Record<SignalRule, Test>> = {
  beyond: (zones, _points, at) => Math.abs(zones[at] ?? 0) > 3,
  nine_one_side: (zones, _points, at) => {
    const run = last(zones, at, 9)
    return run !== null && (run.every((value) => value > 0) || run.every((value) => value < 0))
  },
  six_trend: (_zones, points, at) => {
    const steps = stepsOf(last(points, at, 6))
    return steps !== null && (steps.every((step) => step > 0) || steps.every((step) => step < 0))
  },
  fourteen_alternate: (_zones, points, at) => {
    const steps = stepsOf(last(points, at, 14))
    return steps !== null && steps.every((step, index) => index === 0 || step * (steps[index - 1] ?? 0) < 0)
  },
  two_of_three: most(2, 3, 2),
  four_of_five: most(4, 5, 1),
}

const stepsOf = (run: readonly number[] | null): number[] | null =>
  run === null ? null : run.slice(1).map((value, index) => value - (run[index] ?? value))
