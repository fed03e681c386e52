import type { CoatCheck, FilmRule } from '../welding/weld-enums.ts'

/**
 * Rules for coats, used in the browser during input and on the server when saving. Lengths are whole hundredths (of a
 * µm or mm), temperatures whole tenths of a °C, so comparisons are exact.
 */

/**
 * Spots per piece and readings per spot (GB 50205-2020, 13.2: five spots, each the mean of three readings 50 mm
 * apart).
 */
export const coatSpots = 5
export const coatPoints = 3

/** Number of readings of a piece: spots of a film or sections of a fire coating, and readings of each. */
export interface CoatGrid {
  readonly spots: number
  readonly points: number
}
export const maxCoatSpots = 60
export const maxCoatSpotReadings = 12

/**
 * Sections of a member at which the fire coating is read: one every 3 m of its length, at least two (GB/T 50621-2010,
 * 13.1.4; GB 50205-2020, 13.4, via CECS 24).
 */
const fireSections = (lengthMm: number | null): number =>
  Math.min(maxCoatSpots, Math.max(2, Math.ceil((lengthMm ?? 0) / 3000)))

/**
 * Readings of a section: eight around a column, six on a beam or any other bar (CECS 24; GB 50205-2001, F.0.4; from
 * memory).
 */
const firePoints = (kind: string): number => (kind === 'column' ? 8 : 6)

/** Measurements of a row of the grid under ISO 19840, whose numbers are multiples of five. */
const isoPoints = 5

/**
 * Measurements of an inspection area by its m² (ISO 19840, sampling plan; R. Francis, JPCL 12/2009, table 1): five up to 1 m²,
 * ten to 3, fifteen to 10, twenty to 30, thirty to 100, and ten more for each further 100. A piece is an inspection area.
 */
function isoMeasurements(areaM2: number): number {
  const steps = [
    [1, 5],
    [3, 10],
    [10, 15],
    [30, 20],
    [100, 30],
  ] as const
  const step = steps.find(([most]) => areaM2 <= most)
  return step === undefined ? 30 + 10 * Math.ceil((areaM2 - 100) / 100) : step[1]
}

/** Of a piece whose area is unknown as many as of GB 50205. Of 90-10 one reading in 5 m² (IMO MSC.215(82), annex 3), and no fewer either. */
const filmGrids: Readonly<Record<FilmRule, (areaM2: number | null) => CoatGrid>> = {
  spot: () => ({ spots: coatSpots, points: coatPoints }),
  iso_19840: (areaM2) => ({
    spots: isoMeasurements(areaM2 ?? 10) / isoPoints,
    points: isoPoints,
  }),
  ninety_ten: (areaM2) => ({
    spots: Math.max(coatSpots, Math.ceil(Math.ceil((areaM2 ?? 0) / 5) / coatPoints)),
    points: coatPoints,
  }),
}

interface CoatedMember {
  readonly kind: string
  readonly lengthMm: number | null
  readonly areaM2: number | null
}

/** The readings that a piece needs in a record; `rule`: by which its film is judged. */
export function coatGridOf(
  check: CoatCheck,
  { kind, lengthMm, areaM2 }: CoatedMember,
  rule: FilmRule,
): CoatGrid {
  if (check === 'fire') return { spots: fireSections(lengthMm), points: firePoints(kind) }
  const { spots, points } = filmGrids[rule](areaM2)
  return { spots: Math.min(maxCoatSpots, spots), points }
}

/** Whether all readings of a piece are present. */
export const isFull = (readings: SpotReadings): boolean =>
  readings.length > 0 &&
  readings.every(
    (spot) => spot.length > 0 && spot.every((value) => value !== null && hundredths(value) !== null),
  )

const form = /^(0|[1-9]\d{0,5})(\.\d{1,2})?$/

/** A typed reading in hundredths; null when it is invalid. */
export function hundredths(text: string): number | null {
  if (!form.test(text)) return null
  const [whole = '', rest = ''] = text.split('.')
  return Number(whole) * 100 + Number(rest.padEnd(2, '0'))
}

/** Typed text in the server's format: accepts full-width digits and a decimal comma. */
export function typedReading(text: string): string | null {
  const plain = text.normalize('NFKC').trim().replace(',', '.').replace(/。/g, '.')
  const bare = plain.replace(/^0+(?=\d)/, '')
  return form.test(bare) ? bare : null
}

/** Readings of a piece by spot and point; null where one is missing. */
export type SpotReadings = readonly (readonly (string | null)[])[]

export interface FilmLimits {
  /** Of the whole dry film, µm; and how far the mean of a spot may be below the minimum. */
  readonly minUm: number
  /** Null: no upper limit. */
  readonly maxUm: number | null
  readonly allowanceUm: number
  readonly rule: FilmRule
}

export interface FireDesign {
  readonly type: 'thick' | 'intumescent'
  readonly designMm: number
}

interface Spot {
  /** Mean with one decimal, for display; null while a reading is missing. */
  readonly mean: number | null
  readonly inside: boolean | null
}

export interface PieceVerdict {
  /** Number of readings present. */
  readonly count: number
  readonly complete: boolean
  /** Null while readings are missing. */
  readonly verdict: 'pass' | 'fail' | null
  readonly spots: readonly Spot[]
}

const filled = (spot: readonly (string | null)[]): number[] =>
  spot.flatMap((text) => {
    const value = text === null ? null : hundredths(text)
    return value === null ? [] : [value]
  })
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

function verdictOf(
  readings: SpotReadings,
  judge: (spots: readonly number[][]) => boolean,
  spots: readonly Spot[],
): PieceVerdict {
  const values = readings.map(filled)
  const count = sumOf(values.map(({ length }) => length))
  const complete = isFull(readings)
  return { count, complete, verdict: complete ? (judge(values) ? 'pass' : 'fail') : null, spots }
}

const meanOf = (values: readonly number[], digits: 1 | 2): number =>
  Math.round(sumOf(values) / values.length / (digits === 1 ? 10 : 1)) / (digits === 1 ? 10 : 100)

interface FilmJudge {
  /** Judges one spot by itself. */
  readonly spot: (values: readonly number[]) => boolean
  /** Judges all readings of a piece when every spot passes. */
  readonly piece: (values: readonly number[]) => boolean
}

/**
 * By the mean of each spot: at least the specified thickness less the allowance, −25 µm by default (GB 50205-2020,
 * 13.2), and at most the maximum if one is specified. Compares sums, so nothing is rounded.
 */
const bySpots = ({ minUm, maxUm, allowanceUm }: FilmLimits): FilmJudge => ({
  spot: (values) =>
    sumOf(values) >= (minUm - allowanceUm) * 100 * values.length &&
    (maxUm === null || sumOf(values) <= maxUm * 100 * values.length),
  piece: () => true,
})

/** Every reading is at least a percentage of the specified thickness, and at most the maximum. */
const eachFrom =
  (percent: number, { minUm, maxUm }: FilmLimits) =>
  (values: readonly number[]) =>
    values.every((value) => value >= minUm * percent && (maxUm === null || value <= maxUm * 100))
const thinOf = (values: readonly number[], { minUm }: FilmLimits) =>
  values.filter((value) => value < minUm * 100).length

/**
 * ISO 19840:2012, acceptance criteria: the mean of all readings is at least the nominal thickness, each one at least
 * 80 % of it, fewer than 20 % of them lie between, and none exceeds the maximum if one is specified. Readings on a
 * rough surface are entered corrected for its profile; not for films below 40 µm.
 */
const byIso19840 = (limits: FilmLimits): FilmJudge => ({
  spot: eachFrom(80, limits),
  piece: (values) =>
    sumOf(values) >= limits.minUm * 100 * values.length && thinOf(values, limits) * 5 < values.length,
})

/** 90-10 (IMO MSC.215(82), PSPC): 90 % of the readings reach the nominal thickness, the others at least 90 % of it. */
const byNinetyTen = (limits: FilmLimits): FilmJudge => ({
  spot: eachFrom(90, limits),
  piece: (values) => thinOf(values, limits) * 10 <= values.length,
})

const filmJudges = { spot: bySpots, iso_19840: byIso19840, ninety_ten: byNinetyTen } as const

/** Judges a dry film by the rule of its specification. */
export function judgeFilm(limits: FilmLimits, readings: SpotReadings): PieceVerdict {
  const judge = filmJudges[limits.rule](limits)
  const spots = readings.map((spot) => {
    const values = filled(spot)
    if (values.length === 0 || values.length < spot.length) return { mean: null, inside: null }
    return { mean: meanOf(values, 1), inside: judge.spot(values) }
  })
  return verdictOf(readings, (all) => all.every(judge.spot) && judge.piece(all.flat()), spots)
}

/**
 * Fire coating (GB 50205-2020, 13.4.3). Thick: at least 80 % of the points reach the design thickness and none is below
 * 85 % of it. Intumescent: the mean is at least 95 % of it and at most 0.2 mm below it.
 */
export function judgeFire({ type, designMm }: FireDesign, readings: SpotReadings): PieceVerdict {
  const design = Math.round(designMm * 100)
  const judges = {
    thick: (values: readonly number[]) =>
      values.filter((value) => value >= design).length * 5 >= values.length * 4 &&
      values.every((value) => value * 100 >= design * 85),
    intumescent: (values: readonly number[]) =>
      sumOf(values) * 100 >= design * 95 * values.length && sumOf(values) >= (design - 20) * values.length,
  }
  const spots = readings.map((spot) => {
    const values = filled(spot)
    return {
      mean: values.length === 0 || values.length < spot.length ? null : meanOf(values, 2),
      inside: null,
    }
  })
  return verdictOf(readings, (all) => judges[type](all.flat()), spots)
}

/** Number of pieces of a lot to measure: a tenth, at least three (GB 50205-2020, 13.2), or all if there are fewer. */
export const coatSample = (pieces: number): number => Math.min(pieces, Math.max(3, Math.ceil(pieces / 10)))

export interface Climate {
  readonly airC: number
  /** Relative humidity, %. */
  readonly humidity: number
  readonly substrateC: number
}

/**
 * Dew point in °C with one decimal, by the Magnus formula over water with 17.62 and 243.12 °C (WMO-No. 8, Guide to
 * Instruments and Methods of Observation, annex 4.B); accurate to 0.1 °C between −45 and 60 °C.
 */
export function dewPoint({ airC, humidity }: Pick<Climate, 'airC' | 'humidity'>): number {
  const gamma = Math.log(humidity / 100) + (17.62 * airC) / (243.12 + airC)
  return Math.round(((243.12 * gamma) / (17.62 - gamma)) * 10) / 10
}

export type ClimateFault = 'coat.too_near_dew' | 'coat.too_humid'

const tenths = (value: number) => Math.round(value * 10)

/**
 * Conditions that forbid painting: steel less than 3 °C above the dew point (ISO 8502-4), relative humidity above 85
 * % (GB 50205-2020, 13.1).
 */
export function climateFaults(climate: Climate): ClimateFault[] {
  const faults: ClimateFault[] = []
  if (tenths(climate.substrateC) < tenths(dewPoint(climate)) + 30) faults.push('coat.too_near_dew')
  if (tenths(climate.humidity) > 850) faults.push('coat.too_humid')
  return faults
}
