import { addPage, type Doc, ink, margin, room, rule, textOf, toneOf, width, write } from './paper.ts'
import type { Block, Cell, Sheet, TableColumn } from './pdf.types.ts'

const size = 8
const pad = 3.5

interface Place {
  readonly column: TableColumn
  readonly x: number
  readonly width: number
}

/** A table over as many pages as it needs, with its head on each of them. A row is never split. */
export function drawTable(doc: Doc, sheet: Sheet, table: Extract<Block, { kind: 'table' }>): void {
  const places = placesOf(doc, table.columns)
  const head = table.columns.map(({ title }) => title)
  // A head needs at least one row below it.
  if (room(doc) < 3 * rowHeight(doc, places, head)) addPage(doc, sheet)
  drawHead(doc, places, head)
  for (const row of table.rows) {
    const height = rowHeight(doc, places, row)
    if (room(doc) < height) {
      addPage(doc, sheet)
      drawHead(doc, places, head)
    }
    drawRow(doc, places, row, height)
  }
  if (table.rows.length === 0 && table.empty !== undefined) {
    const cell = { text: table.empty, tone: 'soft' } as const
    doc.y +=
      pad +
      write(doc, cell.text, { x: margin.side + pad, y: doc.y + pad, width: width(doc), size, tone: 'soft' })
    rule(doc, doc.y + pad)
  }
  doc.y += 10
}

function placesOf(doc: Doc, columns: readonly TableColumn[]): Place[] {
  const whole = columns.reduce((sum, { share }) => sum + share, 0)
  let x = margin.side
  return columns.map((column) => {
    const place = { column, x, width: (column.share / whole) * width(doc) }
    x += place.width
    return place
  })
}

function rowHeight(doc: Doc, places: readonly Place[], row: readonly Cell[]): number {
  doc.font('bold').fontSize(size)
  const heights = places.map(({ width: wide }, index) =>
    doc.heightOfString(textOf(row[index] ?? '') || ' ', { width: wide - 2 * pad }),
  )
  return Math.max(...heights) + 2 * pad
}

function drawHead(doc: Doc, places: readonly Place[], head: readonly string[]): void {
  const height = rowHeight(doc, places, head)
  doc.rect(margin.side, doc.y, width(doc), height).fill(ink.fill)
  drawRow(
    doc,
    places,
    head.map((text) => ({ text, tone: 'strong' as const })),
    height,
  )
}

function drawRow(doc: Doc, places: readonly Place[], row: readonly Cell[], height: number): void {
  const top = doc.y
  for (const [index, { column, x, width: wide }] of places.entries()) {
    const cell = row[index] ?? ''
    write(doc, textOf(cell), {
      x: x + pad,
      y: top + pad,
      width: wide - 2 * pad,
      size,
      tone: toneOf(cell),
      align: column.align,
    })
  }
  rule(doc, top + height, 0.4)
  doc.y = top + height
}
