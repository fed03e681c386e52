/** Type of a column; decides its format in the spreadsheet. */
export type CellKind = 'text' | 'integer' | 'number' | 'kg' | 'tonnes' | 'percent' | 'day' | 'instant'

/**
 * `day` takes `YYYY-MM-DD`, `instant` a Date, `percent` a share (1 = 100 %), `text` a text, the others a number; null
 * is an empty cell.
 */
export type CellValue = string | number | Date | null

/** Indexes into the cell formats of `styles.xml`. */
const styleOf: Readonly<Record<CellKind | 'head' | 'quoted', number>> = {
  text: 0,
  head: 1,
  quoted: 2,
  integer: 3,
  number: 4,
  kg: 5,
  tonnes: 6,
  percent: 7,
  day: 8,
  instant: 9,
}
/** Offset of the same formats in bold, for a row of totals. */
export const boldFrom = 10

/** Maximum length of a cell's text (ECMA-376 part 1, 18.18.93 as spreadsheets implement it). */
const longestText = 32_767

/** The name of a column, from 0: `A`, `Z`, `AA`. */
export function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter
}

/** One cell as XML; an empty string for an empty cell. Text is inline text, so it is never a formula. */
export function cellXml(
  ref: string,
  kind: CellKind | 'head',
  value: CellValue,
  bold: boolean,
  localTime: (at: Date) => number,
): string {
  if (value === null || value === '') return ''
  const number = numberOf(kind, value, localTime)
  const extra = bold ? boldFrom : 0
  if (number !== null) return `<c r="${ref}" s="${styleOf[kind] + extra}"><v>${number}</v></c>`
  const text = String(value)
  const style = kind === 'head' ? styleOf.head : (looksLikeFormula.test(text) ? styleOf.quoted : 0) + extra
  return `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

/** Such text is marked as quoted: it stays text when somebody edits the cell or saves the sheet again. */
const looksLikeFormula = /^\s*[=+\-@＝＋－＠\t\r]/

function numberOf(kind: CellKind | 'head', value: CellValue, localTime: (at: Date) => number): number | null {
  if (value instanceof Date) return localTime(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return kind === 'day' && value !== null ? serialDay(value) : null
}

/** Days since 30 December 1899; null for days before March 1900, which spreadsheets count wrongly. */
function serialDay(day: string): number | null {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) || at < Date.UTC(1900, 2, 1) ? null : at / 86_400_000 + 25_569
}

/** Spreadsheets have no time zones: converts to local time in this zone, as days since 30 December 1899. */
export function localTimeIn(timeZone: string): (at: Date) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  // Offsets change only at full quarter hours, and most rows of a list share one.
  const offsets = new Map<number, number>()
  return (at) => {
    const quarter = Math.floor(at.getTime() / 900_000)
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      offset = offsetMs(format, at)
      if (offsets.size < 20_000) offsets.set(quarter, offset)
    }
    return Math.round((at.getTime() + offset) / 1000) / 86_400 + 25_569
  }
}

function offsetMs(format: Intl.DateTimeFormat, at: Date): number {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? []
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return sign === '-' ? -ms : ms
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text that XML can contain: no control characters, and no `_x0041_`, which a spreadsheet would read as a letter. */
export function xmlText(text: string): string {
  return (
    text
      .slice(0, longestText)
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- they are what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replace(/[&<>"]/g, (found) => entities[found] ?? found)
  )
}
