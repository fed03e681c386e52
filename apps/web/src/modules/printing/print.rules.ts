/** A sheet as the printer takes it, mm. */
export interface Paper {
  readonly widthMm: number
  readonly heightMm: number
}

export const a4: Paper = { widthMm: 210, heightMm: 297 }

/** Where labels lie on a sheet, mm. */
export interface LabelLayout {
  readonly columns: number
  readonly rows: number
  readonly widthMm: number
  readonly heightMm: number
  readonly topMm: number
  readonly leftMm: number
  readonly gapXMm: number
  readonly gapYMm: number
}

/** A sheet of 24 labels as sold: 3 × 8 of 70 × 37 mm without gaps. */
export const sheetOf24: LabelLayout = {
  columns: 3,
  rows: 8,
  widthMm: 70,
  heightMm: 37,
  topMm: 0.5,
  leftMm: 0,
  gapXMm: 0,
  gapYMm: 0,
}

/** One label on a roll: the sheet is the label. */
export const rollLabel: Paper = { widthMm: 100, heightMm: 70 }
export const rollLayout: LabelLayout = {
  ...sheetOf24,
  columns: 1,
  rows: 1,
  widthMm: rollLabel.widthMm,
  heightMm: rollLabel.heightMm,
  topMm: 0,
}

/** Bounds of what may be typed. */
export const layoutBounds: Readonly<Record<keyof LabelLayout, readonly [number, number]>> = {
  columns: [1, 8],
  rows: [1, 20],
  widthMm: [40, 210],
  heightMm: [24, 297],
  topMm: [0, 40],
  leftMm: [0, 40],
  gapXMm: [0, 30],
  gapYMm: [0, 30],
}

/** A layout out of stored words; what is no number within its bounds is as usual. */
export function layoutFrom(stored: unknown): LabelLayout {
  const record = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const pick = (field: keyof LabelLayout): number => {
    const value = record[field]
    const [least, most] = layoutBounds[field]
    return typeof value === 'number' && value >= least && value <= most ? value : sheetOf24[field]
  }
  return {
    columns: Math.round(pick('columns')),
    rows: Math.round(pick('rows')),
    widthMm: pick('widthMm'),
    heightMm: pick('heightMm'),
    topMm: pick('topMm'),
    leftMm: pick('leftMm'),
    gapXMm: pick('gapXMm'),
    gapYMm: pick('gapYMm'),
  }
}

/** Whether all labels lie on the sheet. A tenth of a millimetre is the printer's business. */
export function fits(layout: LabelLayout, paper: Paper): boolean {
  const { columns, rows, widthMm, heightMm, topMm, leftMm, gapXMm, gapYMm } = layout
  const width = leftMm + columns * widthMm + (columns - 1) * gapXMm
  const height = topMm + rows * heightMm + (rows - 1) * gapYMm
  return width <= paper.widthMm + 0.1 && height <= paper.heightMm + 0.1
}

/** Number of sheets for the labels if `used` places of the first sheet are already taken. */
export const sheetsFor = (labels: number, layout: LabelLayout, used: number): number =>
  labels === 0 ? 0 : Math.ceil((labels + used) / (layout.columns * layout.rows))

/** Which labels lie on a sheet (from 0), and after how many empty places. */
export function labelsOn(
  sheet: number,
  labels: number,
  layout: LabelLayout,
  used: number,
): { readonly from: number; readonly to: number; readonly skip: number } {
  const places = layout.columns * layout.rows
  const from = Math.max(0, sheet * places - used)
  return {
    from,
    to: Math.min(labels, (sheet + 1) * places - used),
    skip: sheet === 0 ? used : 0,
  }
}

/** Rows `from` up to, not including, `to` of one sheet. */
export interface RowSpan {
  readonly from: number
  readonly to: number
}

interface Heights {
  readonly rows: readonly number[]
  /** Room for rows on the first sheet, and on each after it. */
  readonly first: number
  readonly next: number
  /** Height of the block after the last row that is not split: sums, signatures. */
  readonly tail: number
}

/**
 * Distributes rows over sheets. A row is never split; a row higher than a sheet gets its own sheet.
 * The tail follows the last row; if there is no room, both move to a new sheet.
 */
export function rowsToSheets({ rows, first, next, tail }: Heights): readonly RowSpan[] {
  const spans: { from: number; to: number }[] = []
  let from = 0
  let room = first
  for (const [at, height] of rows.entries()) {
    if (height > room && at > from) {
      spans.push({ from, to: at })
      from = at
      room = next
    }
    room -= height
  }
  if (tail > room && rows.length - from > 1) {
    spans.push({ from, to: rows.length - 1 }, { from: rows.length - 1, to: rows.length })
  } else if (tail > room && rows.length > 0) {
    spans.push({ from, to: rows.length }, { from: rows.length, to: rows.length })
  } else spans.push({ from, to: rows.length })
  return spans
}

/** Kinds of print for an order. */
export const printKinds = ['labels', 'roll', 'marks', 'pieces'] as const
export type PrintKind = (typeof printKinds)[number]

/** Most labels or travellers of one print. A browser gives up on some thousand pages, so more labels are printed in parts. */
export const maxOf: Readonly<Record<PrintKind, number>> = {
  labels: 5000,
  roll: 1000,
  marks: 500,
  pieces: 500,
}

/** Which of an order's pieces; all that is named must hold, nothing named is all of them. */
export interface PrintChoice {
  readonly kind: PrintKind
  readonly markIds: readonly string[]
  readonly pieceIds: readonly string[]
  readonly productionLotId: string | null
  readonly status: readonly string[]
  /** Of labels that are too many for one print, from 1. */
  readonly part: number
}

const lists = ['markIds', 'pieceIds', 'status'] as const

/** The choice that an address makes. */
export function choiceOf(search: string): PrintChoice {
  const params = new URLSearchParams(search)
  const list = (name: (typeof lists)[number]) =>
    (params.get(name) ?? '').split(',').filter((word) => word !== '')
  return {
    kind: printKinds.find((word) => word === params.get('as')) ?? 'labels',
    markIds: list('markIds'),
    pieceIds: list('pieceIds'),
    productionLotId: params.get('productionLotId'),
    status: list('status'),
    part: partOf(params.get('part')),
  }
}

const partOf = (word: string | null) => (word !== null && /^[1-9]\d{0,5}$/.test(word) ? Number(word) : 1)

interface PrintPart {
  readonly part: number
  /** Places of its first and last label among all, from 1. */
  readonly from: number
  readonly to: number
}

/** The parts of a print of so many; one that has them all when they are not too many. */
export const partsOf = (total: number, most: number): readonly PrintPart[] =>
  Array.from({ length: Math.ceil(total / most) }, (_, at) => ({
    part: at + 1,
    from: at * most + 1,
    to: Math.min(total, (at + 1) * most),
  }))

/** The address of a selection; default values are omitted. */
export function searchOfChoice(choice: Partial<PrintChoice>): string {
  const search = new URLSearchParams()
  if (choice.kind !== undefined && choice.kind !== 'labels') search.set('as', choice.kind)
  if (choice.productionLotId !== undefined && choice.productionLotId !== null)
    search.set('productionLotId', choice.productionLotId)
  for (const name of lists) {
    const words = choice[name] ?? []
    if (words.length > 0) search.set(name, words.join(','))
  }
  if (choice.part !== undefined && choice.part > 1) search.set('part', String(choice.part))
  const text = search.toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}

/** Query for the pieces of a selection. */
export const queryOfChoice = ({ markIds, pieceIds, productionLotId, status }: PrintChoice) => ({
  ...(markIds.length === 0 ? {} : { markIds: markIds.join(',') }),
  ...(pieceIds.length === 0 ? {} : { pieceIds: pieceIds.join(',') }),
  ...(productionLotId === null ? {} : { productionLotId }),
  ...(status.length === 0 ? {} : { status: status.join(',') }),
})
