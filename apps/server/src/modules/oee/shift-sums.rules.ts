import { noRepairs, type Sums } from './figures.rules.ts'
import type { ShiftTimes } from './compute-times.rules.ts'

/** A machine's counts of one shift; null: it has no such counter. */
export interface ShiftCounts {
  /** Standard output per hour; null: not set. */
  readonly standardRate: number | null
  readonly output: number | null
  readonly good: number | null
  readonly energy: number | null
  readonly arc: number | null
  /** The shift had ended when it was recounted. */
  readonly isCorrected?: boolean
}

/** Converts a machine's times and counts of one shift into sums for key figures. */
export function sumsOfShift(times: ShiftTimes, counts: ShiftCounts, outputUnit: string): Sums {
  const { standardRate: rate, output, energy, arc } = counts
  const good = counts.good ?? output
  const isRated = rate !== null && output !== null
  const idealOf = (made: number | null) => (isRated ? ((made ?? output) / rate) * 3600 : null)
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
    ratedRunS: isRated ? times.run : null,
    output,
    good,
    outputUnit,
    energyKwh: energy,
    arcOnS: arc,
    arcRunS: arc === null ? null : times.run,
    isAssumed: counts.good === null && output !== null && output > 0,
    isCorrected: counts.isCorrected ?? false,
    isByOldShifts: false,
    ...noRepairs,
  }
}
