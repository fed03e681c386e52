import { noRepairs, type Sums } from './figures.rules.ts'
import type { ShiftTimes } from './reckon-times.rules.ts'

/** What a machine made in a shift; null: its counters do not tell. */
export interface ShiftCounts {
  /** Output in an hour by the machine's standard; null: not told. */
  readonly standardRate: number | null
  readonly output: number | null
  readonly good: number | null
  readonly energy: number | null
  readonly arc: number | null
}

/** A machine's times and counts of one shift as sums that figures are made of. */
export function sumsOfShift(times: ShiftTimes, counts: ShiftCounts, outputUnit: string): Sums {
  const { standardRate: rate, output, energy, arc } = counts
  const good = counts.good ?? output
  const idealOf = (made: number | null) => (rate === null ? null : ((made ?? 0) / rate) * 3600)
  return {
    calendarS: times.length,
    plannedS: times.planned,
    runningS: times.running,
    setupS: times.setup,
    idleS: times.idle,
    faultS: times.fault,
    unknownS: times.unknown,
    plannedStopS: times.plannedStop,
    runS: times.run,
    failures: times.failures,
    idealS: idealOf(output),
    goodIdealS: idealOf(good),
    ratedRunS: rate === null ? null : times.run,
    output,
    good,
    outputUnit,
    energyKwh: energy,
    arcOnS: arc,
    arcRunS: arc === null ? null : times.run,
    isAssumed: counts.good === null && output !== null && output > 0,
    isCorrected: false,
    ...noRepairs,
  }
}
