import encodeQR from 'qr'
import { type Doc, ink, margin, need, rule, textOf, toneOf, width, write, addPage, room } from './paper.ts'
import type { Block, Sheet, Cell, TableColumn } from './pdf.types.ts'

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

export function drawTitle(doc: Doc, sheet: Sheet, { text, sub }: Of<'title'>): void {
  need(doc, sheet, 60)
  const place = { x: margin.side, width: width(doc), align: 'center' } as const
  doc.y += write(doc, text, { ...place, y: doc.y, size: 16, tone: 'strong' }) + 2
  if (sub !== undefined) doc.y += write(doc, sub, { ...place, y: doc.y, size: 9, tone: 'soft' })
  doc.y += 8
}

export function drawHeading(doc: Doc, sheet: Sheet, { text }: Of<'heading'>): void {
  need(doc, sheet, 70)
  doc.y += 4
  doc.y += write(doc, text, { x: margin.side, y: doc.y, width: width(doc), size: 11, tone: 'strong' }) + 4
}

export function drawText(doc: Doc, sheet: Sheet, { text, tone }: Of<'text'>): void {
  const place = { x: margin.side, width: width(doc), size: 9 }
  doc.font('regular').fontSize(place.size)
  need(doc, sheet, doc.heightOfString(text, { width: place.width }))
  doc.y += write(doc, text, { ...place, y: doc.y, tone }) + 6
}

const factSize = 9
const labelShare = 0.36

export function drawFacts(doc: Doc, sheet: Sheet, { columns, items }: Of<'facts'>): void {
  const wide = width(doc) / columns
  const label = wide * labelShare
  for (let at = 0; at < items.length; at += columns) {
    const line = items.slice(at, at + columns)
    doc.font('bold').fontSize(factSize)
    const heights = line.map(([name, value]) =>
      Math.max(
        doc.heightOfString(name || ' ', { width: label - 6 }),
        doc.heightOfString(textOf(value) || ' ', { width: wide - label - 6 }),
      ),
    )
    const height = Math.max(...heights) + 5
    need(doc, sheet, height)
    const y = doc.y
    for (const [index, [name, value]] of line.entries()) {
      const x = margin.side + index * wide
      write(doc, name, { x, y, width: label - 6, size: factSize, tone: 'soft' })
      const tone = toneOf(value)
      write(doc, textOf(value), { x: x + label, y, width: wide - label - 6, size: factSize, tone })
    }
    doc.y = y + height
  }
  doc.y += 6
}

export function drawSignatures(doc: Doc, sheet: Sheet, { items }: Of<'signatures'>): void {
  need(doc, sheet, 76)
  const wide = width(doc) / Math.max(items.length, 1)
  const y = doc.y + 10
  for (const [index, { label, name, at }] of items.entries()) {
    const place = { x: margin.side + index * wide, width: wide - 16 }
    write(doc, label, { ...place, y, size: 8, tone: 'soft', oneLine: true })
    write(doc, name, { ...place, y: y + 14, size: 11, oneLine: true })
    write(doc, at, { ...place, y: y + 34, size: 8, tone: 'soft', oneLine: true })
    doc
      .moveTo(place.x, y + 31)
      .lineTo(place.x + place.width, y + 31)
      .lineWidth(0.5)
      .strokeColor(ink.line)
      .stroke()
  }
  doc.y = y + 60
}

export function drawPictures(doc: Doc, sheet: Sheet, { items }: Of<'pictures'>): void {
  const wide = (width(doc) - 12) / 2
  const high = wide * 0.75
  for (let at = 0; at < items.length; at += 2) {
    need(doc, sheet, high + 20)
    const y = doc.y
    for (const [index, { bytes, caption }] of items.slice(at, at + 2).entries()) {
      const x = margin.side + index * (wide + 12)
      doc.image(Buffer.from(bytes), x, y, { fit: [wide, high], align: 'center', valign: 'center' })
      write(doc, caption, { x, y: y + high + 3, width: wide, size: 8, tone: 'soft', oneLine: true })
    }
    doc.y = y + high + 22
  }
}

const qrSide = 74

export function drawQr(doc: Doc, sheet: Sheet, { content, lines }: Of<'qr'>): void {
  need(doc, sheet, qrSide + 14)
  rule(doc, doc.y)
  const y = doc.y + 8
  const modules = encodeQR(content, 'raw', { border: 1 })
  const side = qrSide / modules.length
  for (const [row, cells] of modules.entries())
    for (const [column, dark] of cells.entries())
      if (dark) doc.rect(margin.side + column * side, y + row * side, side, side)
  doc.fill('#000000')
  const place = { x: margin.side + qrSide + 14, width: width(doc) - qrSide - 14, size: 8 }
  let top = y + 4
  for (const line of lines) top += write(doc, line, { ...place, y: top, tone: 'soft' }) + 3
  doc.y = Math.max(y + qrSide, top) + 8
}

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
