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
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const pick = (field: keyof LabelLayout): number => {
    const value = given[field]
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
