import { mmOfUnit, type UnitsChoice } from '@cloud-factory/domain/order-import/import-enums'
import { parseBought, placeOf } from '@cloud-factory/domain/bolts/bought-items'
import type { Finding, ParsedBought, ParsedMark, ParsedPart } from './import.types.ts'
import {
  type KissHeader,
  kissHeader,
  type KissRecord,
  kissRecords,
  type KissSteel,
  kissProfile,
  weighKiss,
  isHardware,
} from './kiss-weight.ts'
import { kissLength, present, clean, readNumber } from './list-rows.ts'

const MAX_TEXT = 80
/** Bolts, nuts, washers, anchors, studs, gratings: bought, not made. `HS` of round bar is steel all the same. */
const hardware = new Set(['MB', 'HS', 'BO', 'NU', 'WA', 'ST', 'SH', 'AB', 'GR', 'GT'])

type Report = (finding: Omit<Finding, 'file'>) => void

/** A detail: so many pieces of a part for the whole job. */
interface Detail {
  readonly row: number
  readonly drawing: string
  readonly revision: string
  readonly mark: string
  readonly part: string
  readonly total: number
  readonly steel: KissSteel
  readonly remark: string
}

const numberIn = (text: string): number | null => {
  const figure = readNumber(text)
  return typeof figure === 'number' ? figure : null
}

/** Parses one file; collects its details until all of them are known. */
class KissReading {
  readonly #file: string
  readonly #report: Report
  readonly #header: KissHeader
  readonly #units: UnitsChoice
  readonly details: Detail[] = []
  /** Pieces and name of a mark by its `M` record. */
  readonly marks = new Map<
    string,
    { readonly quantity: number; readonly name: string; readonly row: number }
  >()
  /** Bolts and the like: bought, not made. */
  readonly #bought: ParsedBought[]
  hardware = 0

  constructor(
    file: string,
    header: KissHeader,
    report: Report,
    units: UnitsChoice,
    bought: ParsedBought[] = [],
  ) {
    this.#bought = bought
    this.#units = units
    this.#file = file
    this.#header = header
    this.#report = report
  }

  #error(code: Finding['code'], row: number, column: string, value = '', params?: Finding['params']): void {
    const rest = present({ value: value === '' ? undefined : value.slice(0, 200), params })
    this.#report({ level: 'error', code, row, column, ...rest })
  }

  #count(text: string, row: number): number {
    const figure = readNumber(text)
    if (figure === 'empty') this.#error('row.no_quantity', row, 'quantity')
    else if (figure === 'bad') this.#error('number.bad', row, 'quantity', text)
    else if (figure <= 0 || figure > 1_000_000) this.#error('quantity.not_positive', row, 'quantity', text)
    else if (!Number.isInteger(figure)) this.#error('quantity.not_whole', row, 'quantity', text)
    else return figure
    return 0
  }

  #length(text: string, row: number): number | undefined {
    const unit = this.#units.length ?? (this.#header.inch ? 'in' : 'mm')
    const figure = kissLength(text, mmOfUnit[unit])
    if (figure === 'empty' || figure === 0) return undefined
    if (figure !== 'bad' && figure > 0 && figure < 1e6) return figure
    this.#error(figure !== 'bad' && figure < 0 ? 'number.negative' : 'number.bad', row, 'length', text)
    return undefined
  }

  #text(text: string, row: number, column: string): string {
    if (text.length > MAX_TEXT) {
      this.#error('text.too_long', row, column, text, { length: text.length, max: MAX_TEXT })
    }
    return text
  }

  addDetail({ fields, row }: KissRecord): void {
    if (fields.length < 9) {
      this.#error('kiss.short_record', row, 'D', fields.join(','), { fields: fields.length + 1 })
      return
    }
    const field = (at: number): string => fields[at] ?? ''
    const [drawing, revision, mark, part, quantity, kind, size, grade] = Array.from({ length: 8 }, (_, at) =>
      field(at),
    ) as [string, string, string, string, string, string, string, string]
    const type = kind.toUpperCase()
    if (part === '' || isBought(type, size, grade)) {
      this.#addBought({
        mark,
        type,
        quantity,
        size,
        grade,
        length: field(8),
        remark: fields.slice(9).join(' '),
      })
      return
    }
    // Some programs write the weight before the finish.
    const stated = numberIn(field(9))
    const total = this.#count(quantity, row)
    const lengthMm = this.#length(field(8), row)
    this.details.push({
      row,
      drawing,
      revision,
      mark: this.#text(mark === '' ? part : mark, row, 'mark'),
      part: this.#text(part, row, 'part'),
      total,
      steel: {
        type,
        size: this.#text(size, row, 'size'),
        grade: this.#text(grade, row, 'grade'),
        metric: this.#header.metric,
        ...(this.#units.weight === undefined ? {} : { weightUnit: this.#units.weight }),
        quantity: Math.max(1, total),
        ...present({ lengthMm, stated: stated ?? undefined }),
      },
      remark: field(stated === null ? 10 : 11),
    })
  }

  /** Quantities are for the whole job. */
  #addBought(
    line: Readonly<Record<'mark' | 'type' | 'quantity' | 'size' | 'grade' | 'length' | 'remark', string>>,
  ): void {
    this.hardware += 1
    const quantity = numberIn(line.quantity)
    if (quantity === null || quantity <= 0 || !Number.isInteger(quantity)) return
    const lengthMm = kissLength(
      line.length,
      mmOfUnit[this.#units.length ?? (this.#header.inch ? 'in' : 'mm')],
    )
    const known = typeof lengthMm === 'number' && lengthMm > 0 ? lengthMm : undefined
    const item = parseBought(line.size, { lengthMm: known, grade: line.grade, type: line.type })
    this.#bought.push({ ...item, mark: line.mark, place: placeOf(line.remark), quantity })
  }

  addMark({ fields, row }: KissRecord): void {
    const [mark = '', quantity = '', name = ''] = fields
    if (mark === '') this.#error('row.no_mark', row, 'mark')
    else if (this.marks.has(mark)) {
      const first = this.marks.get(mark)?.row ?? row
      this.#error('mark.duplicate', row, 'mark', mark, { first })
    } else this.marks.set(mark, { quantity: this.#count(quantity, row), name, row })
  }

  /** The details of each mark as marks with their parts. */
  finish(): ParsedMark[] {
    const byMark = Map.groupBy(this.details, ({ mark }) => mark)
    for (const [mark, { row }] of this.marks) {
      if (!byMark.has(mark)) this.#report({ level: 'warning', code: 'kiss.empty_mark', row, value: mark })
    }
    return [...byMark].map(([mark, details]) => this.#markOf(mark, details))
  }

  /** Pieces of a mark: by its `M` record, else those of its main part, which bears the same number. */
  #quantityOf(mark: string, details: readonly Detail[]): number {
    const main = details.find(({ part }) => part === mark)
    const quantity = this.marks.get(mark)?.quantity ?? main?.total
    if (quantity !== undefined) return quantity
    this.#report({ level: 'warning', code: 'kiss.quantity_assumed', row: details[0]?.row ?? 1, value: mark })
    return 1
  }

  #partOf(detail: Detail, quantity: number): ParsedPart {
    const { row, steel, total, part, mark } = detail
    const each = quantity === 0 ? 0 : total / quantity
    if (!Number.isInteger(each)) {
      this.#error('kiss.quantity_uneven', row, 'quantity', part, { total, marks: quantity, mark })
    }
    const { measured, finding } = weighKiss(steel)
    const profile = kissProfile(steel)
    if (finding !== undefined) {
      this.#report({ ...finding, row, column: 'size', value: profile, params: { mark, ...finding.params } })
    }
    return {
      partMark: part,
      profile,
      quantityPerMark: Number.isInteger(each) ? each : Math.max(1, Math.round(each)),
      isMain: false,
      file: this.#file,
      row,
      ...measured,
      ...present({ grade: steel.grade === '' ? undefined : steel.grade, lengthMm: steel.lengthMm }),
    }
  }

  #markOf(mark: string, details: readonly Detail[]): ParsedMark {
    const quantity = this.#quantityOf(mark, details)
    const parts = details.map((detail) => this.#partOf(detail, quantity))
    const main = mainOf(mark, parts)
    if (main !== undefined) main.isMain = true
    const own = details.find(({ part }) => part === mark)
    const { row, drawing, revision } = own ?? (details[0] as Detail)
    const name = this.marks.get(mark)?.name || own?.remark || ''
    const known = (text: string) => (text === '' ? undefined : text)
    return {
      mark,
      profile: main?.profile ?? '',
      quantity,
      parts,
      file: this.#file,
      row,
      ...weightOf(parts),
      ...present({
        name: known(this.#text(name, row, 'name')),
        grade: main?.grade,
        lengthMm: main?.lengthMm,
        drawingNo: known(drawing),
        revision: known(revision),
      }),
    }
  }
}

const isBought = (type: string, size: string, grade: string): boolean =>
  (hardware.has(type) && !(type === 'HS' && /ROUND\s*BAR/i.test(`${grade} ${size}`))) || isHardware(size, '')

const weightIn = ({ netKg, lengthMm }: ParsedPart): number => netKg ?? (lengthMm ?? 0) / 1e6

const mainOf = (mark: string, parts: readonly ParsedPart[]): ParsedPart | undefined =>
  parts.find(({ partMark }) => partMark === mark) ??
  parts.toSorted((one, other) => weightIn(other) - weightIn(one))[0]

/** What is known of its parts; a part without a weight was reported. */
const weightOf = (parts: readonly ParsedPart[]): Pick<ParsedMark, 'netKg' | 'areaM2' | 'weightSource'> => {
  const sum = (figure: 'netKg' | 'areaM2') =>
    clean(parts.reduce((all, part) => all + (part[figure] ?? 0) * part.quantityPerMark, 0))
  const netKg = sum('netKg')
  if (netKg === 0) return { weightSource: 'none' }
  const areaM2 = sum('areaM2')
  return { netKg, weightSource: parts.length === 1 ? 'profile' : 'parts', ...(areaM2 > 0 ? { areaM2 } : {}) }
}

/** Parses a KISS file (1.0, 1.1): details with their marks, quantities for the whole job. Errors are findings with their line. */
export const parseKiss = (
  text: string,
  file: string,
  report: (finding: Finding) => void,
  units: UnitsChoice = {},
  bought?: ParsedBought[],
): ParsedMark[] => {
  const notify: Report = (finding) => report({ file, ...finding })
  const records = kissRecords(text, notify)
  const first = records[0] ?? { letter: '', fields: [], row: 1 }
  if (!isStart(first, text, notify)) return []
  const header = kissHeader(records.find(({ letter }) => letter === 'H'))
  const reading = new KissReading(file, header, notify, units, bought)
  for (const record of records) {
    if (record.letter === 'D') reading.addDetail(record)
    if (record.letter === 'M') reading.addMark(record)
  }
  if (header.inch && units.length === undefined)
    notify({ level: 'warning', code: 'kiss.inch', row: header.row })
  if (reading.hardware > 0) {
    notify({ level: 'info', code: 'kiss.hardware', row: first.row, params: { lines: reading.hardware } })
  }
  if (reading.details.length === 0) notify({ level: 'error', code: 'kiss.no_details', row: first.row })
  return reading.finish()
}

/** The first record must contain KISS and its version; otherwise the file has another format. */
const isStart = (
  { letter, row, fields: [version = ''] }: KissRecord,
  text: string,
  notify: Report,
): boolean => {
  if (letter !== 'KISS') {
    const value = text.split(/\r\n|\n|\r/)[row - 1]?.slice(0, 40) ?? ''
    notify({ level: 'error', code: 'kiss.no_start', row, value })
    return false
  }
  if (!/^1(\.\d+)?$/.test(version)) notify({ level: 'warning', code: 'kiss.version', row, value: version })
  return true
}
