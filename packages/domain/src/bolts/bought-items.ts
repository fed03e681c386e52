/** A set is a high-strength bolt with its nut and washers from one lot. No schemas here, so the browser may import the values. */
export const boughtKinds = ['set', 'bolt', 'nut', 'washer', 'stud', 'anchor', 'other'] as const
export type BoughtKind = (typeof boughtKinds)[number]

export const boltPlaces = ['shop', 'site'] as const
export type BoltPlace = (typeof boltPlaces)[number]

/** A bolt or another bought part by what it is ordered by. */
export interface BoughtItem {
  readonly kind: BoughtKind
  /** Of another bought part: its name. Of bolts: empty. */
  readonly name: string
  readonly standard: string
  /** `M20`, `19` of a stud, `3/4"`. */
  readonly size: string
  readonly lengthMm: number | null
  readonly grade: string
  readonly finish: string
}

/** The text that a bought part is recognised by in lists, in stock and on orders: equal parts have the same one. */
export function designationOf({ name, standard, size, lengthMm, grade, finish }: BoughtItem): string {
  const length = lengthMm === null ? '' : size === '' ? `${lengthMm} mm` : `×${lengthMm}`
  return [name, `${size}${length}`, grade, standard, finish]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(' ')
}

const kindWords: readonly (readonly [BoughtKind, RegExp])[] = [
  ['anchor', /锚栓|化学锚|膨胀栓|anchor|anclaje|^AB[-_ ]?M?\d/i],
  ['stud', /栓钉|剪力钉|焊钉|\bstuds?|shear connector|conector|^SD[-_ ]?\d/i],
  ['nut', /螺母|螺帽|\bnuts?|tuerca/i],
  ['washer', /垫圈|\bwashers?|arandela|^W[-_ ]?M\d/i],
]

/** Types of KISS records for bought parts. */
const kindOfType: Readonly<Record<string, BoughtKind>> = {
  NU: 'nut',
  WA: 'washer',
  ST: 'stud',
  SH: 'stud',
  AB: 'anchor',
  MB: 'bolt',
}

const standards =
  /\b(GB\s*\/?\s*T?\s*\d{3,5}|(?:DIN\s*)?EN\s*(?:ISO\s*)?\d{4,5}(?:-\d{1,2})?|(?:DIN\s*)?ISO\s*\d{4,5}|DIN\s*\d{3,5}|JIS\s*B\s*\d{4}|(?:ASTM\s*)?(?:A325M?|A490M?|A307|A449|A108|F1852|F2280|F3125))(?:-(?:19|20)\d{2})?/i
const grades = /(?<![\d.])((?:4\.[68]|5\.[68]|6\.8|8\.8|9\.8|10\.9|12\.9)\s?S?|[FS]?10T|F8T)(?![\d.])/i
const finishes = /(热浸?镀锌|镀锌|达克罗|\bHDG\b|\btZn\b|\bDacromet\b|galvani[sz]ed|galvanizado)/i
const metric = /(?<![A-Z])M\s?(\d{1,2})(?:\s*[*×X-]\s*(\d{2,4}(?:\.\d)?))?/i
const diameter = /[φΦØ]?\s?(\d{1,2})\s*[*×X]\s*(\d{2,4})/i
const imperial =
  /(\d+(?:[- ]\d+\/\d+)?(?:\/\d+)?|\d*\.\d+)\s*"?\s*[*×X]\s*(\d+(?:[- ]\d+\/\d+)?|\d*\.\d+)(?:\s*"|$)/i

const spaced = (standard: string): string =>
  standard
    .toUpperCase()
    .replaceAll(/\s+/g, '')
    .replace(/^GB\/?T/, 'GB/T')
    .replace(/^(GB\/T|GB|DINEN|DINISO|DIN|ENISO|EN|ISO|JISB|ASTM)(?=[A-Z\d])/, '$1 ')
    .replace(/^DIN(EN|ISO)/, 'DIN $1')
    .replace(/^ENISO/, 'EN ISO')

const inches = (text: string): number =>
  text
    .split(/[- ]/)
    .map((part) => {
      const [over = '0', under = '1'] = part.split('/')
      return Number(over) / Number(under)
    })
    .reduce((sum, value) => sum + value, 0)

interface Shape {
  readonly size: string
  readonly lengthMm: number | null
}

/** Size and length of `M20×70`, `19×100` or `3/4" x 2 1/2"`; a metric size comes first. */
function shapeOf(text: string): Shape | null {
  const [, size, length] = metric.exec(text) ?? []
  if (size !== undefined) return { size: `M${size}`, lengthMm: length === undefined ? null : Number(length) }
  const [, thick, long] = /["/]|\d\.\d/.test(text) ? (imperial.exec(text) ?? []) : []
  if (thick !== undefined && long !== undefined)
    return { size: `${thick}"`, lengthMm: Math.round(inches(long) * 254) / 10 }
  const [, round, high] = diameter.exec(text) ?? []
  return round === undefined ? null : { size: round, lengthMm: Number(high) }
}

/** Sets by their product standards, or by the `S` that Chinese grades of sets end in. */
const isSet = (text: string, standard: string, grade: string): boolean =>
  grade.endsWith('S') ||
  /GB\/T (1228|1231|3632)|14399|F1852|F2280|F3125|A325|A490|JIS/.test(standard) ||
  /^(HS|TS|JS|SHTB)[-_ ]?\d|高强|大六角|扭剪/i.test(text)

interface Hint {
  readonly lengthMm?: number | undefined
  readonly grade?: string | undefined
  readonly finish?: string | undefined
  /** Type of a KISS record. */
  readonly type?: string | undefined
}

/** The grade in the first text that names one. */
const gradeOf = (...texts: readonly string[]): string => {
  const [found = ''] = texts.flatMap((text) => grades.exec(text)?.[1] ?? [])
  return found.replace(' ', '').toUpperCase()
}

function standardOf(text: string): string {
  const found = standards.exec(text)?.[1]
  return found === undefined ? '' : spaced(found)
}

function kindOf(text: string, standard: string, grade: string, type = ''): BoughtKind {
  const named = kindWords.find(([, word]) => word.test(text))?.[0] ?? kindOfType[type]
  return named ?? (type === 'HS' || isSet(text, standard, grade) ? 'set' : 'bolt')
}

const withoutLength: ReadonlySet<BoughtKind> = new Set(['nut', 'washer'])

/** Reads a bought part from its name in a list; `hint` is what other columns say. What is no fastener is named as written. */
export function parseBought(written: string, hint: Hint = {}): BoughtItem {
  const text = written.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  const { lengthMm: hintMm = null, grade: hintGrade = '', finish: hintFinish = '' } = hint
  const bare = text.replace(standards, ' ')
  const shape = shapeOf(bare.replace(grades, ' '))
  const unknown = { kind: 'other', name: text, standard: '', size: '', grade: '', finish: '' } as const
  if (shape === null) return { ...unknown, lengthMm: hintMm }
  const standard = standardOf(`${text} ${hintGrade}`)
  const grade = gradeOf(bare, hintGrade)
  const kind = kindOf(text, standard, grade, hint.type)
  const lengthMm = shape.lengthMm ?? (withoutLength.has(kind) ? null : hintMm)
  const finish = (finishes.exec(text)?.[1] ?? hintFinish).trim()
  return { kind, name: '', standard, size: shape.size, lengthMm, grade, finish }
}

/** Where a bolt is used, from a remark in a list. Bolts are for the site unless something says shop. */
export const placeOf = (remark: string): BoltPlace =>
  /\bshop\b|工厂|车间|厂内|\btaller\b/i.test(remark) ? 'shop' : 'site'

/** With what is added for loss: whole pieces, rounded up. */
export const withExtra = (quantity: number, extraPercent: number): number =>
  Math.ceil(Math.round(quantity * (100 + extraPercent) * 10) / 1000)

export interface PastedBolt extends BoughtItem {
  readonly quantity: number
  readonly mark: string
  readonly place: BoltPlace
}

/**
 * Rows pasted from a spreadsheet or a text: designation, quantity, and optionally mark and place, by tabs, semicolons or
 * commas. Rows without a quantity, a header for example, are left out.
 */
export function parsePasted(text: string): PastedBolt[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const cells = line.split(/[\t;,]/).map((cell) => cell.trim())
    const at = cells.findIndex((cell, index) => index > 0 && /^\d{1,7}$/.test(cell))
    if (at < 1) return []
    const name = cells.slice(0, at).join(' ')
    const [mark = '', place = ''] = cells.slice(at + 1)
    const quantity = Number(cells[at])
    return name === '' || quantity === 0
      ? []
      : [{ ...parseBought(name), quantity, mark, place: placeOf(place) }]
  })
}
