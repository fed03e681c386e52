import type { Finding, ParsedPart } from './import.types.ts'
import { type ListRow, present } from './list-rows.ts'
import { parseProfile, type Weight, weighProfile, type Profile } from '../../steel-profiles/public.ts'
import { clean } from './read-number.ts'
import type { CheckedRow } from './unit-check.ts'

type Weights = Pick<ParsedPart, 'netKg' | 'grossKg' | 'areaM2' | 'widthMm' | 'thicknessMm'>

export interface Weighed {
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
