import { kgOfUnit, type WeightUnit } from '@cloud-factory/domain/order-import/import-enums'
import type { Finding, ParsedPart } from './import.types.ts'
import { inchesOf, clean } from './list-rows.ts'
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

interface KissWeight {
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

/** One record of a KISS file: its letter and the comma-separated fields. */
export interface KissRecord {
  readonly letter: string
  readonly fields: readonly string[]
  /** Line, from 1. */
  readonly row: number
}

/** `D,…` details, `M` marks, `L` labour of the detail above; the others contain no steel data. */
const known = new Set(['KISS', 'H', 'D', 'L', 'M', 'W', 'S', 'A'])

/** Quotes enclose a whole field; an inch sign within one is only a letter. */
const unquoted = (field: string): string => /^"(.*)"$/.exec(field.trim())?.[1] ?? field.trim()

const recordOf = (line: string, row: number): KissRecord | null => {
  const text = line.trim().replace(/\s*\$+$/, '')
  if (text === '' || text.startsWith('*')) return null
  const [letter = '', ...fields] = text.split(',').map(unquoted)
  return { letter: letter.toUpperCase(), fields, row }
}

/** Records in file order. Separators and comments (`*`) are skipped, unknown records reported. */
export const kissRecords = (
  text: string,
  report: (finding: Pick<Finding, 'level' | 'code' | 'row' | 'value'>) => void,
): KissRecord[] => {
  const records: KissRecord[] = []
  let strange = 0
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    const record = recordOf(line, at + 1)
    if (record === null) continue
    if (known.has(record.letter)) records.push(record)
    else if (++strange <= 20) {
      report({ level: 'warning', code: 'kiss.unknown_record', row: at + 1, value: line.trim().slice(0, 40) })
    }
  }
  return records
}

export interface KissHeader {
  readonly row: number
  /** Unit of the sizes; null when the header has none. Lengths are always mm. */
  readonly metric: boolean | null
  /** The header says INCH or IMPERIAL: lengths written as plain figures are inches then. */
  readonly inch: boolean
}

const metricWords: Readonly<Record<string, boolean>> = {
  T: true,
  M: true,
  METRIC: true,
  F: false,
  I: false,
  INCH: false,
  IMPERIAL: false,
}

/** The flag stands in the seventh place; some programs write it one further. */
export const kissHeader = (record: KissRecord | undefined): KissHeader => {
  const flag = record?.fields.slice(5, 8).find((field) => field.toUpperCase() in metricWords)
  return {
    row: record?.row ?? 1,
    metric: flag === undefined ? null : (metricWords[flag.toUpperCase()] ?? null),
    inch: record?.fields.some((field) => /^(INCH(ES)?|IMPERIAL)$/i.test(field)) ?? false,
  }
}

const words = new RegExp(
  [
    '螺栓|螺母|螺帽|垫圈|垫片圈|栓钉|剪力钉|焊钉|锚栓|铆钉|膨胀栓|化学锚|格栅板?|钢格板|格子板',
    String.raw`\b(?:bolts?|nuts?|washers?|studs?|shear connectors?|anchor (?:bolts?|rods?)|rivets?|grat(?:ing|e)s?)\b`,
    String.raw`\b(?:pernos?|tornillos?|tuercas?|arandelas?|conectores?|esp[aá]rragos?|rejillas?|trames)\b`,
  ].join('|'),
  'i',
)

/** `M20`, `M20*60`, `M24X85-10.9S`: a bolt; the American section M12X11.8 has fewer pounds per foot than a bolt has mm. */
const metricBolt = /^(?:HS|TS|JS|AB|BOLT|NUT|W(?:ASHER)?)?[-_ ]?M(\d{1,2})(?:[*×X-](\d{2,4}))?(?![\d.])/i
const sizes = new Set([6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 42, 45, 48, 52, 56, 60, 64])
/** `STUD19*100`, `NUT_M20`, `BOLT3/4X2`; a gasket or plate by such a name would be a part. */
const lettered = /^(?:BOLTS?|NUTS?|WASHERS?|STUDS?|SD|GRATING|GRT)[-_ ]?(?:M|[φΦØ])?\d/i

const isMetricBolt = (profile: string): boolean => {
  const [found, size, length] = metricBolt.exec(profile) ?? []
  if (found === undefined || !sizes.has(Number(size))) return false
  return length === undefined ? found.length === profile.length : Number(length) >= 20
}

/** Bolts, nuts, washers, studs, anchors and gratings: bought, not made of steel sections. */
export const isHardware = (profile: string, name: string): boolean => {
  const text = profile.normalize('NFKC').trim()
  return (
    lettered.test(text) || isMetricBolt(text) || words.test(text) || (words.test(name) && !isSteelName(text))
  )
}

/** A stud plate or an anchor frame is called after what it carries; its profile says that it is made here. */
const isSteelName = (profile: string): boolean =>
  /^(?:PL|FL|H|L|C|U|I|BOX|RHS|SHS|CHS|-\d|φ?\d+\*)/i.test(profile)
