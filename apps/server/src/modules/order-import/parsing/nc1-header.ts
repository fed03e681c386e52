import type { FindingCode, FindingLevel } from './import.types.ts'
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

/** `B1` or `P7` in the first column is a block only behind the header: within it, a number that is not indented. */
const isUnindentedMark = (text: string, field: number): boolean =>
  field < NEEDED && /^[A-Z][0-9]\s*$/.test(text)

const headerLines = (lines: readonly string[], from: number): { found: Line[]; end: number } => {
  const found: Line[] = []
  let at = from
  for (; at < lines.length && found.length < fields.length; at++) {
    const text = lines[at] ?? ''
    if (isBlockCode(text) && !isUnindentedMark(text, found.length)) break
    if (!isComment(text)) found.push({ text, row: at + 1 })
  }
  return { found, end: at }
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i

const numberOf = (text: string, kind: FieldKind): number | null => {
  const single = kind === 'length' ? text.replace(/\s*,\s*[\d.]+$/, '') : text
  return NUMBER.test(single) ? Number(single) : null
}

/** Columns 1 and 2 belong to block codes. Many programs do not indent the header all the same: one warning says so. */
const reportStarts = (found: readonly Line[], report: Nc1Report): void => {
  const filled = found.filter(({ text }) => text.trim() !== '')
  const starts = filled.filter(({ text }) => /^\s?[^\s]/.test(text))
  // A letter alone before an indented text is a damaged line, unless hardly a line is indented.
  const damaged = starts.length > filled.length / 2 ? [] : starts.filter(({ text }) => /^\S\s+\S/.test(text))
  for (const { text, row } of damaged) report('error', 'nc1.bad_line', row, undefined, text.slice(0, 40))
  const wrong = starts.filter((line) => !damaged.includes(line))
  const [first] = wrong
  if (first === undefined) return
  const params = { lines: wrong.length }
  report('warning', 'nc1.unindented', first.row, undefined, first.text.trim().slice(0, 40), params)
}

/** The figure behind the comma of field 9; a saw that cuts less than the part is long leaves nothing to make it of. */
const reportSawLength = ({ text, row }: Line, report: Nc1Report): void => {
  const [, length, saw] = /^\s*([\d.]+)\s*,\s*([\d.]+)\s*$/.exec(text) ?? []
  if (length === undefined || saw === undefined || Number(saw) >= Number(length) - 0.05 || Number(saw) === 0)
    return
  report('warning', 'nc1.saw_short', row, 'length', text.trim(), { length: Number(length), saw: Number(saw) })
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
    if (kind === 'length') reportSawLength(line, report)
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
