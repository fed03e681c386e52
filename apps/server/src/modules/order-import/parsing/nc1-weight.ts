import type { UnitsChoice } from '@cloud-factory/domain/order-import/import-enums'
import type { ParsedPart, WeightSource } from './import.types.ts'
import { type Blocks, plateNetArea } from './nc1-blocks.ts'
import type { Nc1Field, Nc1Header, ProfileCode } from './nc1-header.ts'
import {
  parseProfile,
  weighProfile,
  type Profile,
  angleSection,
  channelSection,
  hSection,
  rectTube,
  roundBar,
  roundTube,
  type Section,
  teeSection,
} from '../../steel-profiles/public.ts'
import { clean } from './list-rows.ts'

const DENSITY = 7850

type Measured = Pick<ParsedPart, 'netKg' | 'grossKg' | 'areaM2' | 'widthMm' | 'thicknessMm'>

export interface Nc1Weight {
  readonly measured: Measured
  readonly source: WeightSource
  /** kg/m of the header and of the library, where they are far apart. */
  readonly disagreement?: { readonly stated: number; readonly library: number }
  /** The header's weight per metre looks like pounds per foot. */
  readonly perFoot?: true
  /** Contours that cannot be cut from this plate; the weight is then that of the whole plate. */
  readonly oddContour?: true
}

/** Weight of the header and of the catalogue differ by the edition of a standard, not by more. */
const ALIKE = 0.1
/** A section computed from its plates has no fillets. */
const ALIKE_COMPUTED = 0.15
const LB_PER_FOOT = 1.488_164

type Figure = (field: Nc1Field) => number

const sectionOf = (code: ProfileCode, figure: Figure): Section | null => {
  const h = figure('height')
  const b = figure('flangeWidth')
  const tf = figure('flangeThickness')
  const tw = figure('webThickness')
  if (h <= 0) return null
  const machines: Partial<Record<ProfileCode, () => Section | null>> = {
    I: () => hSection({ h, b, tw, tf, r: figure('radius') }),
    U: () => channelSection(h, b, tw, tf),
    L: () => angleSection(h, b, tw || tf),
    T: () => teeSection(h, b, tw, tf),
    M: () => rectTube(h, b, tw || tf),
    RO: () => roundTube(h, tw || tf),
    RU: () => roundBar(h),
  }
  return machines[code]?.() ?? null
}

/** The first figure that says something; 0 when none does. */
const firstOf = (...figures: (number | undefined)[]): number =>
  figures.find((figure) => figure !== undefined && figure > 0) ?? 0

/** Field 10 is the width of a plate; some programs write it into field 11 and the thickness into field 10. */
const plateSizes = (header: Nc1Header, figure: Figure): { width: number; thickness: number } => {
  const profile = parseProfile(header.texts.get('profile') ?? '')
  const thickness = firstOf(figure('webThickness'), figure('flangeThickness'), profile?.thicknessMm)
  const height = figure('height')
  const other = figure('flangeWidth')
  const swapped = height === thickness && other > height
  return { width: firstOf(swapped ? 0 : height, other, profile?.widthMm), thickness }
}

/** Header field 15 of a plate is kg/m², kg/m or nothing, depending on the program: never trusted. */
const weighPlate = (header: Nc1Header, blocks: Blocks, figure: Figure): Nc1Weight => {
  const { width, thickness } = plateSizes(header, figure)
  const length = figure('length')
  const gross = width * length
  if (gross <= 0 || thickness <= 0) return { measured: {}, source: 'none' }
  const net = plateNetArea(blocks, gross)
  const area = net ?? gross
  const kg = (mm2: number): number => clean((mm2 * thickness * DENSITY) / 1e9)
  return {
    measured: {
      netKg: kg(area),
      grossKg: kg(gross),
      areaM2: clean((2 * area + 2 * thickness * (width + length)) / 1e6),
      widthMm: width,
      thicknessMm: thickness,
    },
    source: 'profile',
    ...(net === null ? { oddContour: true } : {}),
  }
}

const disagreement = (
  stated: number,
  { kgPerM: library, alike }: PerMetre,
): Pick<Nc1Weight, 'disagreement' | 'perFoot'> => {
  if (library === undefined || Math.abs(stated - library) <= alike * library) return {}
  const perFoot = Math.abs((stated * LB_PER_FOOT) / library - 1) < 0.03
  return { disagreement: { stated, library: clean(library) }, ...(perFoot ? { perFoot } : {}) }
}

const measuredOf = (
  figure: Figure,
  kg: number,
  m2PerM: number,
  thicknessMm: number | undefined,
): Measured => {
  const area = (m2PerM * figure('length')) / 1000
  return {
    netKg: clean(kg),
    grossKg: clean(kg),
    ...(area > 0 ? { areaM2: clean(area) } : {}),
    ...(thicknessMm === undefined ? {} : { thicknessMm }),
    ...(figure('flangeWidth') > 0 ? { widthMm: figure('flangeWidth') } : {}),
  }
}

interface PerMetre {
  readonly kgPerM?: number
  readonly m2PerM?: number
  /** How far a weight of the file may be from it. */
  readonly alike: number
}

/** Of the profile by its name, else of the section that the header's measures give. */
const perMetreOf = (profile: Profile | null, code: ProfileCode, figure: Figure): PerMetre | null => {
  const alike = profile?.standard === undefined ? ALIKE_COMPUTED : ALIKE
  if (profile?.kgPerM !== undefined) return { ...profile, alike }
  const section = sectionOf(code, figure)
  return section === null ? null : { ...section, alike }
}

const weighSection = (
  header: Nc1Header,
  code: ProfileCode,
  figure: Figure,
  units: UnitsChoice | undefined,
): Nc1Weight => {
  const profile = parseProfile(header.texts.get('profile') ?? '')
  const stated = figure('kgPerM') * (units?.weight === 'lb' ? LB_PER_FOOT : 1)
  const computed = perMetreOf(profile, code, figure)
  const kg = (firstOf(stated, computed?.kgPerM) * figure('length')) / 1000
  if (kg <= 0) return { measured: {}, source: 'none' }
  const measured = measuredOf(figure, kg, firstOf(figure('m2PerM'), computed?.m2PerM), profile?.thicknessMm)
  if (stated <= 0) return { measured, source: 'profile' }
  return { measured, source: 'file', ...(computed === null ? {} : disagreement(stated, computed)) }
}

/**
 * Weight of one piece in kg: a section weighs its length times the header's kg/m (cuts and holes are not taken off),
 * a plate its contour less its holes.
 */
export const weighNc1 = (
  header: Nc1Header,
  code: ProfileCode,
  blocks: Blocks,
  units?: UnitsChoice,
): Nc1Weight => {
  const figure: Figure = (field) => header.figures.get(field) ?? 0
  if (code === 'B') return weighPlate(header, blocks, figure)
  const weight = weighSection(header, code, figure, units)
  if (weight.source !== 'none') return weight
  const profile = parseProfile(header.texts.get('profile') ?? '')
  const whole = profile === null ? null : weighProfile(profile, figure('length'), figure('height'))
  if (whole === null) return weight
  return { measured: { netKg: clean(whole.kg), grossKg: clean(whole.kg) }, source: 'profile' }
}
