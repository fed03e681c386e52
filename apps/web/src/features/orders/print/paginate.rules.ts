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
  /** What follows the last row and stays in one piece: sums, signatures. */
  readonly tail: number
}

/**
 * Parts rows into sheets. A row is never cut; one that is higher than a sheet has it for itself. The tail stands under
 * the last row and takes that row along to a new sheet where it has no room.
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
