import { parseBought, placeOf } from '@cloud-factory/domain/bolts/bought-items'
import { MarkBuilder } from './build-marks.ts'
import type {
  Cell,
  Finding,
  ListColumn,
  Mapping,
  ParsedBought,
  ParsedMark,
  ReadingChoice,
  StatedTotals,
} from './import.types.ts'
import { findHeader } from './list-columns.ts'
import { isHardware } from './kiss-weight.ts'
import { withUnits, checkRowTotals, checkTotals, readStated } from './list-totals.ts'
import { kindOf, type ListRow, present, type RowContext, readRow, readNumber } from './list-rows.ts'
import type { Table } from '../../../platform/table/read-table.ts'
import {
  type CheckedRow,
  type UnitDoubt,
  isUnlikelyLength,
  isUnlikelyWeight,
  unitDoubts,
  weightParams,
} from './weigh-part.ts'

export interface ListContent {
  readonly columns: ListColumn[]
  readonly marks: ParsedMark[]
  readonly bought?: ParsedBought[]
  readonly stated?: StatedTotals
  /** Line of the header's last row, from 1; left out when none was found. */
  readonly headerRow?: number
  /** Somebody's explanation of the header that was used. */
  readonly mapping?: Mapping
}

const UNCOUNTED = { level: 'error', code: 'row.no_quantity' } as const

const countOf = (builder: MarkBuilder, line: ListRow, quantity: number | undefined): number => {
  if (quantity === undefined) builder.report(line, UNCOUNTED, 'quantity')
  return quantity ?? 0
}

/** Component rows, each followed by the rows of its parts. */
const readAssemblies = (builder: MarkBuilder, lines: readonly ListRow[]): void => {
  let current: ParsedMark | undefined
  for (const line of lines) {
    if (line.part === undefined) {
      if (line.mark === undefined) builder.report(line, { level: 'error', code: 'row.no_mark' }, 'mark')
      else {
        current = builder.addMark(line, line.mark, countOf(builder, line, line.quantity ?? line.markQuantity))
        builder.stateWeight(current, line)
      }
      continue
    }
    const named = line.mark === undefined || line.mark === current?.mark ? current : builder.find(line.mark)
    if (named === undefined) {
      builder.report(line, { level: 'error', code: 'row.no_component', value: line.part }, 'part')
    } else builder.addPart(named, line, line.part, countOf(builder, line, line.quantity))
  }
}

/** Part rows only; the number of the mark stands in the first row of each, or in all of them. */
const readGroups = (builder: MarkBuilder, lines: readonly ListRow[]): void => {
  let current: ParsedMark | undefined
  for (const line of lines) {
    if (line.mark !== undefined && line.mark !== current?.mark) current = builder.find(line.mark)
    if (line.mark !== undefined && current === undefined) {
      const { profile: _profile, grade: _grade, lengthMm: _length, areaM2: _area, ...whole } = line
      if (line.markQuantity === undefined) {
        builder.report(line, { level: 'warning', code: 'quantity.assumed', value: line.mark }, 'mark')
      }
      current = builder.addMark(whole, line.mark, line.markQuantity ?? 1)
    }
    if (line.part === undefined || current === undefined) {
      builder.report(line, { level: 'error', code: 'row.no_component' }, 'mark')
    } else builder.addPart(current, line, line.part, perAssembly(builder, line, current))
  }
}

/** Parts in one assembly; a list that only totals them has each so often as there are assemblies. */
const perAssembly = (builder: MarkBuilder, line: ListRow, mark: ParsedMark): number => {
  const quantity = countOf(builder, line, line.quantity)
  if (line.totalled !== true || mark.quantity === 0 || quantity % mark.quantity === 0) {
    return line.totalled === true && mark.quantity > 0 ? quantity / mark.quantity : quantity
  }
  const params = { total: quantity, marks: mark.quantity, mark: mark.mark }
  builder.report(
    line,
    { level: 'error', code: 'row.quantity_uneven', ...present({ value: line.part }), params },
    'totalQuantity',
  )
  return Math.max(1, Math.round(quantity / mark.quantity))
}

const alike = (mark: ParsedMark, line: ListRow): boolean =>
  mark.profile === (line.profile ?? '') && mark.lengthMm === line.lengthMm && mark.grade === line.grade

/** Another assembly may use the same part; the list then repeats it with its own pieces. */
const repeats = (
  earlier: ParsedMark | undefined,
  line: ListRow,
  places: ReadonlySet<string>,
  place: string,
) =>
  earlier !== undefined && line.mark !== undefined && !places.has(place) && alike(earlier, line)
    ? earlier
    : undefined

/** Single parts: each row is a mark of one part. */
const readParts = (builder: MarkBuilder, lines: readonly ListRow[]): void => {
  const places = new Set<string>()
  for (const line of lines) {
    const mark = line.part ?? line.mark
    if (mark === undefined) {
      builder.report(line, { level: 'error', code: 'row.no_mark' }, 'part')
      continue
    }
    const quantity = countOf(builder, line, line.quantity ?? line.markQuantity)
    const place = `${line.mark ?? ''}\n${mark}`
    const earlier = repeats(builder.find(mark), line, places, place)
    places.add(place)
    if (earlier === undefined) {
      const parsed = builder.addMark(line, mark, quantity)
      if (line.part !== undefined && line.mark !== undefined) parsed.assembly = line.mark
      builder.stateWeight(parsed, line)
    } else {
      earlier.quantity += quantity
      const params = { first: earlier.row }
      builder.report(line, { level: 'info', code: 'mark.repeated', value: mark, params }, 'part')
    }
  }
}

type Layout = 'assemblies' | 'groups' | 'parts'

/** Which of the three layouts a list has follows from where the numbers of marks and parts stand. */
const layoutOf = (lines: readonly ListRow[]): Layout => {
  const components = lines.some((line) => line.part === undefined && line.mark !== undefined)
  const partsAlone = lines.some((line) => line.part !== undefined && line.mark === undefined)
  const both = lines.some((line) => line.part !== undefined && line.mark !== undefined)
  const counted = lines.some((line) => line.markQuantity !== undefined)
  if (components) return 'assemblies'
  return both && (partsAlone || counted) ? 'groups' : 'parts'
}

const readers = { assemblies: readAssemblies, groups: readGroups, parts: readParts } as const

interface Sorted {
  readonly lines: ListRow[]
  /** Bolts and the like: counted by the total row of some lists, made by nobody. */
  readonly hardware: ListRow[]
  readonly totals: { cells: readonly Cell[]; row: number }[]
}

/** An assembly of gratings is made here: only a row of its own steel, or of a part, is bought. */
const isBought = ({ profile, part, name }: ListRow): boolean =>
  (profile !== undefined || part !== undefined) && isHardware(profile ?? '', name ?? part ?? '')

const sortRows = (table: Table, context: RowContext): Sorted => {
  const sorted: Sorted = { lines: [], hardware: [], totals: [] }
  /** Of the assembly that the rows below it belong to. */
  let mark: string | undefined
  for (let index = context.header.firstRow; index < table.rows.length; index++) {
    const cells = table.rows[index] ?? []
    const kind = kindOf(cells, context.header)
    // Below 合计 stand signatures; a row without any figure is no component there.
    const signature = sorted.totals.length > 0 && !cells.some((cell) => typeof readNumber(cell) === 'number')
    if (kind === 'data' && !signature) {
      const line = readRow(cells, index + 1, context)
      if (isBought(line)) sorted.hardware.push({ ...present({ mark }), ...line })
      else sorted.lines.push(line)
      mark = sorted.lines.at(-1)?.mark ?? mark
    }
    if (kind === 'total') sorted.totals.push({ cells, row: index + 1 })
  }
  return sorted
}

/** Bought parts for the whole order: those at a mark are counted for one of its pieces unless the list totals them. */
const boughtOf = (hardware: readonly ListRow[], marks: readonly ParsedMark[]): ParsedBought[] => {
  const piecesOf = new Map(marks.map(({ mark, quantity }) => [mark, quantity]))
  return hardware.flatMap((row) => {
    const { name = '', mark = '', quantity = row.markQuantity ?? 0, totalled } = row
    const pieces = piecesOf.get(mark)
    const place = { mark: pieces === undefined ? '' : mark, place: placeOf(name) }
    const times = totalled === true ? 1 : (pieces ?? 1)
    return quantity > 0 ? [{ ...namedItem(row), ...place, quantity: quantity * times }] : []
  })
}

/** By profile and name; the number of the part only where nothing else names it. */
const namedItem = ({ profile = '', name = '', part = '', ...hint }: ListRow) =>
  parseBought(`${profile} ${name}`.trim() || part, hint)

/** What a list does not say, each in a sentence. */
const reportLayout = (
  { lines, hardware, layout }: Pick<Sorted, 'lines' | 'hardware'> & { readonly layout: Layout },
  { file, header, report }: RowContext,
): void => {
  const row = header.firstRow
  if (hardware.length > 0) {
    const value = hardware[0]?.profile ?? hardware[0]?.name
    const params = { lines: hardware.length, first: hardware[0]?.row ?? row }
    report({ level: 'info', code: 'list.hardware', file, row, ...present({ value }), params })
  }
  if (lines.length === 0) return
  const hasParts = lines.some(({ part }) => part !== undefined)
  if (!hasParts) report({ level: 'info', code: 'list.no_parts', file, row })
  else if (layout === 'parts') report({ level: 'warning', code: 'list.no_assemblies', file, row })
}

/** Doubts about the units of the whole file: an error, since only a person can settle them. */
const reportDoubts = (doubts: readonly UnitDoubt[], { file, report }: RowContext): void => {
  for (const { code, unit, rows: like, of, example } of doubts) {
    const { row, profile, statedKg = 0, computedKg = 0, lengthMm = 0 } = example
    const numbers = { ...(statedKg > 0 ? weightParams(statedKg, computedKg) : {}), length: lengthMm }
    report({ level: 'error', code, file, row, value: profile, params: { unit, rows: like, of, ...numbers } })
  }
}

const doubtOf = ({
  statedKg,
  computedKg,
  lengthMm,
  isPlate,
}: CheckedRow): Pick<Finding, 'code' | 'params'> | null => {
  if (statedKg !== undefined && computedKg !== undefined && isUnlikelyWeight(statedKg, computedKg, isPlate)) {
    return { code: 'weight.unlikely', params: weightParams(statedKg, computedKg) }
  }
  if (lengthMm === undefined || !isUnlikelyLength(lengthMm, isPlate)) return null
  return { code: 'length.unlikely', params: { length: lengthMm } }
}

/** Weights that do not fit their profiles: of the whole file a question about its units, of single rows a warning. */
const reportWeights = (rows: readonly CheckedRow[], context: RowContext, chosen: boolean): void => {
  const doubts = chosen ? [] : unitDoubts(rows)
  reportDoubts(doubts, context)
  if (doubts.length > 0) return
  const { file, report, header } = context
  const text = (['unitGross', 'unitNet', 'totalNet'] as const).map((meaning) => header.textOf.get(meaning))
  const column = text.find((known) => known !== undefined)
  for (const checked of rows) {
    const doubt = doubtOf(checked)
    if (doubt === null) continue
    const where = doubt.code === 'weight.unlikely' ? present({ column }) : {}
    report({ level: 'warning', file, row: checked.row, value: checked.profile, ...where, ...doubt })
  }
}

/**
 * Reads a list of components and parts. Every fault is a finding; the marks hold what could be understood.
 * @param report called for each finding, in the order of the file within each check
 */
export const parseListTable = (
  table: Table,
  file: string,
  report: (finding: Finding) => void,
  { mapping, memory = [], units }: ReadingChoice = {},
): ListContent => {
  const mappings = mapping === undefined ? memory : [mapping, ...memory]
  const found = findHeader(table.rows, (finding) => report({ file, ...finding }), mappings)
  if (found === null) return { columns: [], marks: [] }
  const { header, imperial } = withUnits(found, table.rows, units)
  if (imperial) report({ level: 'info', code: 'units.imperial', file, row: header.firstRow })
  const context: RowContext = { file, header, report }
  const { lines, hardware, totals } = sortRows(table, context)
  if (lines.length === 0) report({ level: 'error', code: 'list.no_rows', file, row: header.firstRow })
  const builder = new MarkBuilder(context)
  const layout = layoutOf(lines)
  readers[layout](builder, lines)
  const marks = builder.finish()
  reportLayout({ lines, hardware, layout }, context)
  checkRowTotals(lines, builder)
  reportWeights(builder.checked, context, units !== undefined)
  const [first, second] = totals
  if (second !== undefined) {
    report({ level: 'warning', code: 'list.several_totals', file, row: second.row })
  }
  const last = totals.at(-1)
  const used = {
    headerRow: header.firstRow,
    ...(header.mapping === undefined ? {} : { mapping: header.mapping }),
  }
  const bought = boughtOf(hardware, marks)
  if (first === undefined || last === undefined)
    return { columns: [...header.columns], marks, bought, ...used }
  const stated = readStated(last.cells, context)
  checkTotals(stated, last.row, marks, { lines, hardware }, context)
  return { columns: [...header.columns], marks, bought, stated, ...used }
}
