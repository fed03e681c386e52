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
