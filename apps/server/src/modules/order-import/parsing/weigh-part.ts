import type { LengthUnit, WeightUnit } from '@cloud-factory/domain/order-import/import-enums'
import { clean, type ListRow, present } from './list-rows.ts'
import type { Finding, ParsedPart } from './import.types.ts'
import { parseProfile, type Weight, weighProfile, type Profile } from '../../steel-profiles/public.ts'

/** A row whose weight can be held against its profile. Measures of one piece, as read. */
export interface CheckedRow {
  readonly row: number
  readonly profile: string
  /** Gross where the row states it. */
  readonly statedKg?: number
  readonly computedKg?: number
  /** Cut out of a rectangle: may weigh far less than it. */
  readonly isPlate: boolean
  readonly lengthMm?: number
}

/** Doubt about a unit of the whole file: what it looks like, and one row that shows it. */
export interface UnitDoubt {
  readonly code: 'units.weight_unsure' | 'units.length_unsure'
  readonly unit: WeightUnit | LengthUnit
  readonly rows: number
  readonly of: number
  readonly example: CheckedRow
}

const HEAVIER = 1.25
const LIGHTER = 0.75
/** A gusset is seldom less than half of its rectangle; an exact half is more often a wrong quantity. */
const LIGHTER_PLATE = 0.55
const NEGLIGIBLE_KG = 0.1

/** Whether a stated weight is beyond what cuts, holes and tables of other editions explain. */
export const isUnlikelyWeight = (statedKg: number, computedKg: number, isPlate: boolean): boolean => {
  if (Math.abs(statedKg - computedKg) <= NEGLIGIBLE_KG) return false
  const ratio = statedKg / computedKg
  return ratio > HEAVIER || ratio < (isPlate ? LIGHTER_PLATE : LIGHTER)
}

/** What the stated weight is as a multiple of the computed one when a unit was mistaken. */
const mistakes: readonly (readonly [factor: number, weight: WeightUnit | null, length: LengthUnit | null])[] =
  [
    [2.204_622, 'lb', null],
    [0.001, 't', null],
    [1000, null, 'm'],
    [304.8, null, 'ft'],
    [25.4, null, 'in'],
    [10, null, 'cm'],
    [2.204_622 * 25.4, 'lb', 'in'],
    [2.204_622 * 304.8, 'lb', 'ft'],
  ]
const NEAR = 0.06
const SHARE = 0.6
/** Shorter sections are hardly ever made; lengths in metres all are. */
const SHORTEST_MM = 30

const within = (value: number, of: number): boolean => Math.abs(value / of - 1) <= NEAR

/**
 * Units that most rows of a file speak against. A single row that is wrong is no doubt about the file, unless it is the
 * only one.
 */
export const unitDoubts = (rows: readonly CheckedRow[]): UnitDoubt[] => {
  const ratios = rows.flatMap((row) =>
    row.statedKg === undefined || row.computedKg === undefined || row.computedKg <= 0
      ? []
      : [{ row, ratio: row.statedKg / row.computedKg }],
  )
  for (const [factor, weight, length] of mistakes) {
    const like = ratios.filter(({ ratio }) => within(ratio, factor))
    const [first] = like
    if (first === undefined || like.length < ratios.length * SHARE) continue
    const shared = { rows: like.length, of: ratios.length, example: first.row }
    return [
      ...(weight === null ? [] : [{ ...shared, code: 'units.weight_unsure' as const, unit: weight }]),
      ...(length === null ? [] : [{ ...shared, code: 'units.length_unsure' as const, unit: length }]),
    ]
  }
  return shortSections(rows)
}

const shortSections = (rows: readonly CheckedRow[]): UnitDoubt[] => {
  const sections = rows.filter(
    ({ isPlate, lengthMm, statedKg }) => !isPlate && lengthMm !== undefined && statedKg === undefined,
  )
  const short = sections.filter(({ lengthMm = 0 }) => lengthMm < SHORTEST_MM)
  const [first] = short
  if (first === undefined || short.length < Math.max(2, sections.length * SHARE)) return []
  return [{ code: 'units.length_unsure', unit: 'm', rows: short.length, of: sections.length, example: first }]
}

/** Both numbers of an unlikely row, for its sentence. */
export const weightParams = (statedKg: number, computedKg: number): Record<string, number> => ({
  stated: clean(statedKg),
  computed: Math.round(computedKg * 1000) / 1000,
  times: Math.round((statedKg / computedKg) * 100) / 100,
})

export const isUnlikelyLength = (lengthMm: number, isPlate: boolean): boolean =>
  lengthMm > 40_000 || (!isPlate && lengthMm < SHORTEST_MM / 3)

type Weights = Pick<ParsedPart, 'netKg' | 'grossKg' | 'areaM2' | 'widthMm' | 'thicknessMm'>

interface Weighed {
  readonly weights: Weights
  readonly source: 'file' | 'profile' | 'none'
  readonly finding?: Pick<Finding, 'level' | 'code'>
  /** Weight and length to be held against the profile. */
  readonly checked?: CheckedRow
}

const sizesOf = (line: ListRow, profile: Profile | null): Weights => {
  const widthMm = line.widthMm ?? profile?.widthMm
  const thicknessMm = line.thicknessMm ?? profile?.thicknessMm
  return {
    ...(widthMm === undefined ? {} : { widthMm }),
    ...(thicknessMm === undefined ? {} : { thicknessMm }),
  }
}

const fromFile = (line: ListRow, computed: Weight | null): Weights => {
  // Where the list has one weight only, it stands for both.
  const netKg = line.netKg ?? line.grossKg
  const grossKg = line.grossKg
  const areaM2 = line.areaM2 ?? (computed?.areaM2 === undefined ? undefined : clean(computed.areaM2))
  return {
    ...(netKg === undefined ? {} : { netKg }),
    ...(grossKg === undefined ? {} : { grossKg }),
    ...(areaM2 === undefined ? {} : { areaM2 }),
  }
}

const profileFinding = (line: ListRow, profile: Profile | null, weighed: boolean): Weighed['finding'] => {
  const level = weighed ? 'warning' : 'error'
  if (line.profile === undefined) return { level, code: 'row.no_profile' }
  if (profile === null) return { level, code: 'profile.unknown' }
  return weighed ? undefined : { level, code: 'weight.missing' }
}

const checkedRow = (
  line: ListRow,
  profile: Profile | null,
  computedKg: number | undefined,
): Pick<Weighed, 'checked'> => {
  if (profile === null || line.profile === undefined) return {}
  const checked = present({ statedKg: line.grossKg ?? line.netKg, computedKg, lengthMm: line.lengthMm })
  return { checked: { row: line.row, profile: line.profile, isPlate: profile.kind === 'plate', ...checked } }
}

/**
 * Weight of one piece of a line: as the file says it, else by the library of profiles. `finding` says what stands in
 * the way; without a weight it is an error.
 */
export const weighLine = (line: ListRow): Weighed => {
  const profile = line.profile === undefined ? null : parseProfile(line.profile)
  const computed = profile === null ? null : weighProfile(profile, line.lengthMm, line.widthMm)
  const sizes = sizesOf(line, profile)
  const inFile = line.netKg !== undefined || line.grossKg !== undefined
  const finding = profileFinding(line, profile, inFile || computed !== null)
  const judged = {
    ...(finding === undefined ? {} : { finding }),
    ...checkedRow(line, profile, computed?.kg),
  }
  if (inFile) return { weights: { ...sizes, ...fromFile(line, computed) }, source: 'file', ...judged }
  if (computed === null) return { weights: sizes, source: 'none', ...judged }
  const kg = clean(computed.kg)
  return {
    weights: { ...sizes, ...fromFile({ ...line, netKg: kg, grossKg: kg }, computed) },
    source: 'profile',
    ...judged,
  }
}
