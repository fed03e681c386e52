import type { FigureInputs, Figures } from '@cloud-factory/contract/oee/machine-figures'
import type { FigureFlag } from '@cloud-factory/domain/machines/equipment-enums'

/** Sums over shifts of one or several machines; times in seconds, null: no data. */
export interface Sums {
  readonly calendarS: number
  readonly plannedS: number
  readonly runningS: number
  readonly setupS: number
  readonly idleS: number
  readonly faultS: number
  readonly unknownS: number
  readonly plannedStopS: number
  readonly runS: number
  readonly failures: number
  /**
   * For machines with a standard rate: the time that their output needs at that rate, the same for good output, and their
   * running time.
   */
  readonly idealS: number | null
  readonly goodIdealS: number | null
  readonly ratedRunS: number | null
  readonly output: number | null
  readonly good: number | null
  readonly outputUnit: string
  readonly energyKwh: number | null
  /** Energy and output of machines that report both. */
  readonly arcOnS: number | null
  readonly arcRunS: number | null
  /** Part of the output counts as good because its machine does not report quality. */
  readonly isAssumed: boolean
  readonly isCorrected: boolean
  /** Part was counted by former shift times and cannot be recounted. */
  readonly isByOldShifts: boolean
  /**
   * Repair orders during which the machine stood: their number, the seconds from report to verification, and the seconds of the
   * work.
   */
  readonly repairs: number
  readonly restoreS: number
  readonly mendS: number
}

/** If output exceeds the standard rate by more than this factor, the rate is wrong. */
const maxPerformance = 1.5
const enoughCoverage = 0.9
/** Figures are shown to a tenth of a percent, so a smaller excess is not a performance above 100 %. */
const rounding = 0.0005

/**
 * Key figures by ISO 22400-2:2014. Availability = APT / PBT (8.3.8). Effectiveness, here performance, = PRI × PQ / APT (8.3.9);
 * the planned run time per item comes from the standard rate. Quality ratio = GQ / PQ (8.3.10). OEE index = their product
 * (8.3.5). Time without data is subtracted from the planned time; coverage is the remaining share. TEEP = OEE × planned / all
 * time. MTBF = running time between failures / failures, MTTR = down time / failures (8.3.28, 8.3.30). MTTR by repair orders =
 * their time / their number. IEC 60050-192:2015 distinguishes the mean time to restoration (192-07-23) from the mean repair
 * time (192-07-21), so both are given: from report to verification, and the work alone. Without planned time, rate or failure a
 * figure is null, never 0. A machine that stood for all of its planned time has an OEE of 0.
 */
export function figuresOf(sums: Sums): Figures {
  const observed = Math.max(0, sums.plannedS - sums.unknownS)
  const availability = ratio(sums.runningS, observed)
  const speed = ratio(sums.idealS, sums.ratedRunS)
  const performance = speed === null ? null : Math.min(speed, maxPerformance)
  const quality = ratio(sums.goodIdealS ?? sums.good, sums.goodIdealS === null ? sums.output : sums.idealS)
  const oee = availability === 0 ? 0 : product(availability, performance, quality)
  const coverage = ratio(observed, sums.plannedS)
  const { factor, unit } = perUnit(sums.outputUnit)
  const kwh = ratio(sums.energyKwh, sums.output)
  return {
    availability,
    performance,
    quality,
    oee,
    teep: product(oee, ratio(sums.plannedS, sums.calendarS)),
    coverage,
    mtbfS: ratio(observed - sums.faultS, sums.failures),
    mttrS: ratio(sums.faultS, sums.failures),
    mttrOrderS: ratio(sums.restoreS, sums.repairs),
    mttrMendS: ratio(sums.mendS, sums.repairs),
    arcOn: ratio(sums.arcOnS, sums.arcRunS),
    kwhPerUnit: kwh === null ? null : kwh * factor,
    energyUnit: unit,
    flags: flagsOf(sums, speed, coverage),
  }
}

function flagsOf(sums: Sums, speed: number | null, coverage: number | null): FigureFlag[] {
  const flags: [FigureFlag, boolean][] = [
    ['performance_capped', speed !== null && speed > maxPerformance],
    ['performance_high', speed !== null && speed > 1 + rounding && speed <= maxPerformance],
    ['quality_assumed', sums.isAssumed],
    ['low_coverage', coverage !== null && coverage < enoughCoverage],
    ['corrected', sums.isCorrected],
    ['old_shifts', sums.isByOldShifts],
  ]
  return flags.flatMap(([flag, holds]) => (holds ? [flag] : []))
}

/** Output measured by weight is given per tonne. */
const perUnit = (unit: string) =>
  unit === 'kg' || unit === 't'
    ? { factor: unit === 'kg' ? 1000 : 1, unit: 'kWh/t' }
    : { factor: 1, unit: unit === '' ? 'kWh' : `kWh/${unit}` }

const ratio = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole <= 0 ? null : part / whole

function product(...factors: readonly (number | null)[]): number | null {
  let result = 1
  for (const factor of factors) {
    if (factor === null) return null
    result *= factor
  }
  return result
}

const both = (one: number | null, other: number | null) =>
  one === null ? other : other === null ? one : one + other

/** Repair orders do not belong to shifts. */
export const noRepairs = { repairs: 0, restoreS: 0, mendS: 0 } as const

export const nothing: Sums = {
  calendarS: 0,
  plannedS: 0,
  runningS: 0,
  setupS: 0,
  idleS: 0,
  faultS: 0,
  unknownS: 0,
  plannedStopS: 0,
  runS: 0,
  failures: 0,
  idealS: null,
  goodIdealS: null,
  ratedRunS: null,
  output: null,
  good: null,
  outputUnit: '',
  energyKwh: null,
  arcOnS: null,
  arcRunS: null,
  isAssumed: false,
  isCorrected: false,
  isByOldShifts: false,
  ...noRepairs,
}

/** Adds two sums. Output in different units cannot be added. */
export function added(one: Sums, other: Sums): Sums {
  const isMixed = one.output !== null && other.output !== null && one.outputUnit !== other.outputUnit
  const isLost = (sums: Sums) => sums.output === null && sums.outputUnit === mixed
  const lost = isMixed || isLost(one) || isLost(other)
  const known = one.output === null ? other : one
  return {
    calendarS: one.calendarS + other.calendarS,
    plannedS: one.plannedS + other.plannedS,
    runningS: one.runningS + other.runningS,
    setupS: one.setupS + other.setupS,
    idleS: one.idleS + other.idleS,
    faultS: one.faultS + other.faultS,
    unknownS: one.unknownS + other.unknownS,
    plannedStopS: one.plannedStopS + other.plannedStopS,
    runS: one.runS + other.runS,
    failures: one.failures + other.failures,
    idealS: both(one.idealS, other.idealS),
    goodIdealS: both(one.goodIdealS, other.goodIdealS),
    ratedRunS: both(one.ratedRunS, other.ratedRunS),
    output: lost ? null : both(one.output, other.output),
    good: lost ? null : both(one.good, other.good),
    outputUnit: lost ? mixed : known.outputUnit,
    energyKwh: both(one.energyKwh, other.energyKwh),
    arcOnS: both(one.arcOnS, other.arcOnS),
    arcRunS: both(one.arcRunS, other.arcRunS),
    ...knownOfEither(one, other),
    repairs: one.repairs + other.repairs,
    restoreS: one.restoreS + other.restoreS,
    mendS: one.mendS + other.mendS,
  }
}

const knownOfEither = (one: Sums, other: Sums) => ({
  isAssumed: one.isAssumed || other.isAssumed,
  isCorrected: one.isCorrected || other.isCorrected,
  isByOldShifts: one.isByOldShifts || other.isByOldShifts,
})

/** Unit of output that cannot be added. */
const mixed = '*'

export function inputsOf(sums: Sums): FigureInputs {
  const {
    good: _good,
    goodIdealS,
    isAssumed: _assumed,
    isCorrected: _corrected,
    isByOldShifts: _byOldShifts,
    outputUnit,
    ...inputs
  } = sums
  return {
    ...inputs,
    goodShare: ratio(goodIdealS, sums.idealS),
    outputUnit: outputUnit === mixed ? '' : outputUnit,
  }
}
