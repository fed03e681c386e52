import type { FindingCode } from './import.codes.ts'
import type { FindingLevel } from './import.types.ts'
import { isBlockCode, isComment } from './nc1-blocks.ts'

const MAX_TEXT = 80

/** DSTV NC1 header, one field a line, in this order behind `ST`. */
const fields = [
  ['order', 'text'],
  ['drawing', 'text'],
  ['phase', 'text'],
  ['mark', 'text'],
  ['grade', 'text'],
  ['quantity', 'count'],
  ['profile', 'text'],
  ['code', 'text'],
  ['length', 'length'],
  ['height', 'figure'],
  ['flangeWidth', 'figure'],
  ['flangeThickness', 'figure'],
  ['webThickness', 'figure'],
  ['radius', 'figure'],
  ['kgPerM', 'figure'],
  ['m2PerM', 'figure'],
  ['webStartCut', 'angle'],
  ['webEndCut', 'angle'],
  ['flangeStartCut', 'angle'],
  ['flangeEndCut', 'angle'],
  ['text1', 'text'],
  ['text2', 'text'],
  ['text3', 'text'],
  ['text4', 'text'],
] as const

export type Nc1Field = (typeof fields)[number][0]
type FieldKind = (typeof fields)[number][1]

/** Letters that name the kind of profile: I, L, U, plate (B), round (RU), round tube (RO), tube (M), C, T, other (SO). */
export const profileCodes = ['I', 'L', 'U', 'B', 'RU', 'RO', 'M', 'C', 'T', 'SO'] as const
export type ProfileCode = (typeof profileCodes)[number]

export interface Nc1Header {
  readonly texts: ReadonlyMap<Nc1Field, string>
  /** mm, kg/m, m²/m, degrees. */
  readonly figures: ReadonlyMap<Nc1Field, number>
  readonly rowOf: ReadonlyMap<Nc1Field, number>
  /** Fields whose figure could not be read; each was reported. */
  readonly unread: ReadonlySet<Nc1Field>
  /** Index of the first line behind the header. */
  readonly end: number
}

export type Nc1Report = (
  level: FindingLevel,
  code: FindingCode,
  row: number,
  field?: Nc1Field,
  value?: string,
  params?: Record<string, string | number>,
) => void

const isEmpty = (text: string): boolean => text === '' || text === '-' || /^n\/?a$/i.test(text)

/** The fields that must be there; texts behind them may be missing without harm. */
const NEEDED = fields.findIndex(([field]) => field === 'text1')

interface Line {
  readonly text: string
  /** From 1. */
  readonly row: number
}

const headerLines = (lines: readonly string[], from: number): { found: Line[]; end: number } => {
  const found: Line[] = []
  let at = from
  for (; at < lines.length && found.length < fields.length; at++) {
    const text = lines[at] ?? ''
    if (isBlockCode(text)) break
    if (!isComment(text)) found.push({ text, row: at + 1 })
  }
  return { found, end: at }
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i

const numberOf = (text: string, kind: FieldKind): number | null => {
  const single = kind === 'length' ? text.replace(/\s*,\s*[\d.]+$/, '') : text
  return NUMBER.test(single) ? Number(single) : null
}

/** Columns 1 and 2 belong to block codes; a letter there is a damaged line, unless the whole file is written so. */
const reportStarts = (found: readonly Line[], report: Nc1Report): void => {
  const filled = found.filter(({ text }) => text.trim() !== '')
  const wrong = filled.filter(({ text }) => /^\s?[^\s]/.test(text))
  if (wrong.length > filled.length / 2) return
  for (const { text, row } of wrong) report('error', 'nc1.bad_line', row, undefined, text.slice(0, 40))
}

const textLevel = (field: Nc1Field): FindingLevel =>
  field === 'mark' || field === 'profile' || field === 'grade' ? 'error' : 'warning'

/** Reads the header whose `ST` stands in the line before `from`. Missing fields are reported and left out. */
export const readNc1Header = (lines: readonly string[], from: number, report: Nc1Report): Nc1Header => {
  const { found, end } = headerLines(lines, from)
  const texts = new Map<Nc1Field, string>()
  const figures = new Map<Nc1Field, number>()
  const rowOf = new Map<Nc1Field, number>()
  const unread = new Set<Nc1Field>()
  reportStarts(found, report)
  for (const [at, [field, kind]] of fields.entries()) {
    const line = found[at]
    if (line === undefined) continue
    const text = line.text.trim()
    rowOf.set(field, line.row)
    if (isEmpty(text)) continue
    if (kind === 'text') {
      texts.set(field, text)
      if (text.length > MAX_TEXT) {
        const params = { length: text.length, max: MAX_TEXT }
        report(textLevel(field), 'nc1.text_too_long', line.row, field, text.slice(0, 200), params)
      }
      continue
    }
    const figure = numberOf(text, kind)
    if (figure === null) {
      unread.add(field)
      report('error', 'nc1.bad_number', line.row, field, text.slice(0, 80))
    } else figures.set(field, figure)
  }
  const lacking = found.length < NEEDED ? fields[found.length]?.[0] : undefined
  if (lacking !== undefined) report('error', 'nc1.truncated', Math.max(1, end), lacking)
  return { texts, figures, rowOf, unread, end }
}
