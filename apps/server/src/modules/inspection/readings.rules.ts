import { toMicro } from '@cloud-factory/domain/numbers/decimals'
import type { InspectionReason } from '@cloud-factory/contract/inspection/inspection-forms'

/** An instrument for the check of readings; decimals as text, null = no bound. */
export interface InstrumentFacts {
  readonly active: boolean
  /** Its calibration has expired. */
  readonly expired: boolean
  readonly low: string | null
  readonly high: string | null
}

/**
 * Whether a reading can come from an instrument: it is in use and calibrated, and the value is within its range. For a
 * deviation the absolute value is checked, because the sign only gives the direction.
 */
export function instrumentProblem(
  instrument: InstrumentFacts | undefined,
  value: string,
  measures: 'size' | 'deviation' | 'visual',
): InspectionReason | null {
  if (instrument === undefined) return 'instrument.unknown'
  if (!instrument.active) return 'instrument.inactive'
  if (instrument.expired) return 'instrument.expired'
  return measures === 'visual' || isInRange(instrument, value, measures) ? null : 'instrument.out_of_range'
}

function isInRange({ low, high }: InstrumentFacts, value: string, measures: 'size' | 'deviation'): boolean {
  const read = toMicro(value)
  const shown = measures === 'deviation' && read < 0n ? -read : read
  if (measures === 'size' && low !== null && shown < toMicro(low)) return false
  return high === null || shown <= toMicro(high)
}

/** Whether the stored value is the one that the person saw before typing. Entering the same value again is no conflict. */
export const isSeen = (stored: string | null, was: string | null, value: string | null): boolean =>
  sameDecimal(stored, was) || sameDecimal(stored, value)

const sameDecimal = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : toMicro(a) === toMicro(b)
