import { kgOfUnit, type WeightUnit } from '@cloud-factory/domain/order-import/import-enums'
import type { Finding, ParsedPart } from './import.types.ts'
import { inchesOf } from './kiss-length.ts'
import {
  parseProfile,
  type Weight,
  weighProfile,
  plateSection,
  rectTube,
  roundBar,
  roundTube,
  type Section,
} from '../../steel-profiles/public.ts'
import { clean } from './read-number.ts'

const INCH = 25.4
const POUND = 0.45359237

/** What a detail says of its steel. `metric`: the unit of sizes by the header, where it names one. */
export interface KissSteel {
  readonly type: string
  readonly size: string
  readonly grade: string
  readonly metric: boolean | null
  readonly lengthMm?: number
  readonly quantity: number
  /** As some programs write it before the finish: nobody says whether kg or lb, of one piece or of all. */
  readonly stated?: number
  /** As a person said. */
  readonly weightUnit?: WeightUnit
}

const isRoundBar = ({ type, size, grade }: KissSteel): boolean =>
  type === 'RB' || (type === 'HS' && /ROUND\s*BAR/i.test(`${grade} ${size}`))

/** Profile as people write it: type and size without blanks between them. */
export const kissProfile = (steel: KissSteel): string => {
  const { type, size } = steel
  if (isRoundBar(steel)) return `RB${/^[^xX*]+/.exec(size)?.[0].trim() ?? size}`
  // Letters in front of the size are the name; those of the type are not part of it then.
  return /^[A-Za-z]/.test(size) ? size : `${type}${size}`
}

const machines: Readonly<Record<string, (...sizes: number[]) => Section | null>> = {
  RB: (d = 0) => roundBar(d),
  PL: (t = 0, b = 0) => (b > 0 ? plateSection(Math.min(t, b), Math.max(t, b)) : null),
  FB: (t = 0, b = 0) => (b > 0 ? plateSection(Math.min(t, b), Math.max(t, b)) : null),
  HSS: (h = 0, b = 0, t) => (t === undefined ? roundTube(h, b) : rectTube(h, b, t)),
  TS: (h = 0, b = 0, t) => (t === undefined ? roundTube(h, b) : rectTube(h, b, t)),
}

/** Sizes in inches as American files write them: `1/2 x 6 1/2`, `6.000x.250`. */
const inInches = (type: string, size: string): Section | null => {
  const sizes = size.split(/[xX*×]/).map((text) => inchesOf(text.replaceAll('"', '')) * INCH)
  if (sizes.length === 0 || sizes.some((figure) => Number.isNaN(figure))) return null
  return machines[type]?.(...sizes) ?? null
}

const weigh = (steel: KissSteel): Weight | null => {
  const { lengthMm, metric, size } = steel
  if (lengthMm === undefined) return null
  const bar = isRoundBar(steel)
  const type = bar ? 'RB' : steel.type
  const profile = kissProfile(steel)
  if (metric === false || size.includes('/')) {
    const section = inInches(type, bar ? profile.slice(2) : size)
    if (section !== null) {
      return { kg: (section.kgPerM * lengthMm) / 1000, areaM2: (section.m2PerM * lengthMm) / 1000 }
    }
  }
  const parsed = parseProfile(profile)
  return parsed === null ? null : weighProfile(parsed, lengthMm)
}

/** How far a stated weight may be from the computed one and still mean the same. */
const ALIKE = 0.15

/** Reads the stated figure as kg or lb, of one or of all pieces: as what comes nearest to the computed weight. */
const readStated = (
  stated: number,
  { quantity, weightUnit }: KissSteel,
  computed: number | undefined,
): number | null => {
  if (computed === undefined) return null
  const units = weightUnit === undefined ? [1, POUND] : [kgOfUnit[weightUnit]]
  const readings = units.flatMap((unit) => [stated * unit, (stated * unit) / quantity])
  const nearest = readings.reduce((one, other) =>
    Math.abs(other - computed) < Math.abs(one - computed) ? other : one,
  )
  return Math.abs(nearest - computed) <= ALIKE * computed ? nearest : null
}

export interface KissWeight {
  readonly measured: Pick<ParsedPart, 'netKg' | 'grossKg' | 'areaM2'>
  readonly source: 'file' | 'profile' | 'none'
  readonly finding?: Pick<Finding, 'level' | 'code' | 'params'>
}

/** Weight of one piece. What is not known is a warning: the format itself has no weights. */
export const weighKiss = (steel: KissSteel): KissWeight => {
  const { stated } = steel
  const computed = weigh(steel)
  const area = computed?.areaM2 === undefined ? {} : { areaM2: clean(computed.areaM2) }
  if (stated === undefined || stated <= 0) {
    if (computed === null) {
      return { measured: {}, source: 'none', finding: { level: 'warning', code: 'kiss.no_weight' } }
    }
    const kg = clean(computed.kg)
    return { measured: { netKg: kg, grossKg: kg, ...area }, source: 'profile' }
  }
  const read = readStated(stated, steel, computed?.kg)
  if (read !== null) return { measured: { netKg: clean(read), ...area }, source: 'file' }
  return computed === null ? unitOnly(steel, stated) : doubted(stated, computed.kg, area)
}

const doubted = (stated: number, computed: number, area: { areaM2?: number }): KissWeight => {
  const kg = clean(computed)
  const finding = { level: 'warning', code: 'kiss.weight_unsure', params: { stated, kg } } as const
  return { measured: { netKg: kg, ...area }, source: 'profile', finding }
}

/** Nothing to hold the weight against: only a person or a metric header can say what it is in. */
const unitOnly = ({ weightUnit, metric, type, size }: KissSteel, stated: number): KissWeight => {
  const unit = weightUnit ?? (metric === true ? 'kg' : undefined)
  const netKg = clean(stated * kgOfUnit[unit ?? 'kg'])
  if (unit !== undefined) return { measured: { netKg }, source: 'file' }
  const params = { unit: 'lb', rows: 1, of: 1, stated, profile: `${type}${size}` }
  return {
    measured: { netKg },
    source: 'file',
    finding: { level: 'error', code: 'units.weight_unsure', params },
  }
}
