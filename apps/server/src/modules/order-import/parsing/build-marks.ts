import type { ColumnMeaning, Finding, ParsedMark, ParsedPart } from './import.types.ts'
import { type ListRow, present, type RowContext, clean } from './list-rows.ts'
import { type CheckedRow, weighLine } from './weigh-part.ts'

/** Rounding of two decimals in each line, or a thousandth of the whole. */
const partsTolerance = (kg: number, pieces: number): number => Math.max(kg * 0.001, 0.02 * pieces)

/** Turns the rows of a list into marks with their parts and reports what does not fit. */
export class MarkBuilder {
  readonly marks: ParsedMark[] = []
  /** Rows whose weight can be held against their profile. */
  readonly checked: CheckedRow[] = []
  private readonly context: RowContext
  private readonly byMark = new Map<string, ParsedMark>()
  private readonly reported = new Set<string>()
  private readonly own = new Map<ParsedMark, ListRow>()

  constructor(context: RowContext) {
    this.context = context
  }

  report(
    line: ListRow,
    finding: Pick<Finding, 'level' | 'code' | 'value' | 'params'>,
    meaning?: ColumnMeaning,
  ): void {
    const { file, header, report } = this.context
    const column = meaning === undefined ? undefined : header.textOf.get(meaning)
    report({ file, row: line.row, ...(column === undefined ? {} : { column }), ...finding })
  }

  find(mark: string): ParsedMark | undefined {
    return this.byMark.get(mark)
  }

  /** A new mark of this row; a second one of the same number is an error. */
  addMark(line: ListRow, mark: string, quantity: number): ParsedMark {
    const earlier = this.byMark.get(mark)
    if (earlier !== undefined) {
      const finding = { level: 'error', code: 'mark.duplicate', value: mark } as const
      this.report(line, { ...finding, params: { first: earlier.row } }, line.part === mark ? 'part' : 'mark')
    }
    const parsed: ParsedMark = {
      mark,
      profile: line.profile ?? '',
      quantity,
      weightSource: 'none',
      parts: [],
      file: this.context.file,
      row: line.row,
      ...present({
        name: line.name,
        grade: line.grade,
        lengthMm: line.markLengthMm ?? line.lengthMm,
        widthMm: line.markWidthMm ?? line.widthMm,
        heightMm: line.heightMm,
        drawingNo: line.drawing,
        phase: line.phase,
        batch: line.batch,
        revision: line.revision,
        areaM2: line.areaM2,
      }),
    }
    this.byMark.set(mark, earlier ?? parsed)
    this.marks.push(parsed)
    return parsed
  }

  /** Weight of the whole mark as its own row states it. */
  stateWeight(mark: ParsedMark, line: ListRow): void {
    this.own.set(mark, line)
    const netKg = line.netKg ?? line.grossKg
    if (netKg === undefined) return
    mark.netKg = netKg
    mark.weightSource = 'file'
    if (line.grossKg !== undefined) mark.grossKg = line.grossKg
  }

  addPart(mark: ParsedMark, line: ListRow, partMark: string, quantityPerMark: number): ParsedPart {
    const { weights, finding, checked } = weighLine(line)
    if (finding !== undefined) this.reportProfile(line, finding)
    if (checked !== undefined) this.checked.push(checked)
    const part: ParsedPart = {
      partMark,
      profile: line.profile ?? '',
      quantityPerMark,
      isMain: false,
      file: this.context.file,
      row: line.row,
      ...weights,
      ...present({ grade: line.grade, lengthMm: line.lengthMm }),
    }
    mark.parts.push(part)
    return part
  }

  /** A strange profile whose weight is known is worth one remark, however often the list uses it. */
  private reportProfile(line: ListRow, finding: Pick<Finding, 'level' | 'code'>): void {
    const value = line.profile
    const key = `${finding.code} ${value ?? ''}`
    if (finding.level === 'warning' && this.reported.has(key)) return
    this.reported.add(key)
    this.report(line, { ...finding, ...(value === undefined ? {} : { value }) }, 'profile')
  }

  /** Weights, main parts and sums, once all rows are in. */
  finish(): ParsedMark[] {
    for (const mark of this.marks) {
      const line = this.own.get(mark)
      if (mark.parts.length === 0 && line !== undefined) this.finishSingle(mark, line)
      else this.finishAssembly(mark)
    }
    return this.marks
  }

  /** A mark without parts is its own part when its profile is known. */
  private finishSingle(mark: ParsedMark, line: ListRow): void {
    if (mark.weightSource === 'file' && line.profile === undefined) return
    const part = this.addPart(mark, line, mark.mark, 1)
    part.isMain = true
    if (mark.weightSource === 'file') return
    mark.weightSource = part.netKg === undefined ? 'none' : 'profile'
    Object.assign(mark, present({ netKg: part.netKg, grossKg: part.grossKg, areaM2: part.areaM2 }))
  }

  private finishAssembly(mark: ParsedMark): void {
    const main = mainPart(mark)
    if (main !== undefined) {
      main.isMain = true
      if (mark.profile === '') mark.profile = main.profile
      if (mark.grade === undefined && main.grade !== undefined) mark.grade = main.grade
      if (mark.lengthMm === undefined && main.lengthMm !== undefined) mark.lengthMm = main.lengthMm
    }
    if (mark.weightSource === 'file') this.compareParts(mark)
    else sumParts(mark)
  }

  private compareParts(mark: ParsedMark): void {
    const stated = mark.netKg ?? 0
    if (mark.parts.some((part) => part.netKg === undefined || part.quantityPerMark === 0)) return
    if (near(sumOf(mark, 'netKg'), stated, mark)) return
    if (countsAllPieces(mark, stated)) {
      for (const part of mark.parts) part.quantityPerMark /= mark.quantity
      return
    }
    const line = this.own.get(mark)
    if (line === undefined) return
    const params = { stated, parts: clean(sumOf(mark, 'netKg')) }
    this.report(line, { level: 'warning', code: 'mark.parts_differ', value: mark.mark, params }, 'unitNet')
  }
}

type Figure = 'netKg' | 'grossKg' | 'areaM2'

const sumOf = (mark: ParsedMark, figure: Figure): number =>
  mark.parts.reduce((sum, part) => sum + (part[figure] ?? 0) * part.quantityPerMark, 0)

const near = (sum: number, stated: number, mark: ParsedMark): boolean => {
  const pieces = mark.parts.reduce((count, part) => count + part.quantityPerMark, 0)
  return Math.abs(sum - stated) <= partsTolerance(stated, pieces) + 1e-6
}

/** Some programs count the parts of all pieces of the mark instead of those of one. */
const countsAllPieces = (mark: ParsedMark, stated: number): boolean =>
  mark.quantity > 1 &&
  mark.parts.every((part) => part.quantityPerMark % mark.quantity === 0) &&
  near(sumOf(mark, 'netKg'), stated * mark.quantity, mark)

const sumParts = (mark: ParsedMark): void => {
  if (mark.parts.length === 0 || mark.parts.some((part) => part.netKg === undefined)) return
  mark.netKg = clean(sumOf(mark, 'netKg'))
  if (mark.parts.every((part) => part.grossKg !== undefined)) mark.grossKg = clean(sumOf(mark, 'grossKg'))
  if (mark.areaM2 === undefined && mark.parts.every((part) => part.areaM2 !== undefined)) {
    mark.areaM2 = clean(sumOf(mark, 'areaM2'))
  }
  mark.weightSource = 'parts'
}

const mainPart = (mark: ParsedMark): ParsedPart | undefined => {
  const named = mark.parts.find((part) => part.partMark === mark.mark)
  if (named !== undefined) return named
  const weight = (part: ParsedPart): number => part.netKg ?? part.lengthMm ?? 0
  return mark.parts.reduce<ParsedPart | undefined>(
    (best, part) => (best === undefined || weight(part) > weight(best) ? part : best),
    undefined,
  )
}
