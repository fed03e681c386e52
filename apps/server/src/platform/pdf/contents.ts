import { addPage, type Doc, ink, margin, room, width, write } from './paper.ts'
import type { Sheet } from './pdf.types.ts'

/** A line of the contents that still needs its page number. */
interface Line {
  /** Page of the line, from 0. */
  readonly page: number
  readonly y: number
}

const size = 9
const lineHeight = 16
const numberWidth = 40

/** The table of contents: first its lines, then their page numbers when the sheets are drawn. */
export class Contents {
  readonly #lines: Line[] = []

  /** Draws a line per title, each linked to its sheet. */
  draw(doc: Doc, sheet: Sheet, titles: readonly string[]): void {
    for (const title of titles) {
      if (room(doc) < lineHeight) addPage(doc, sheet)
      const y = doc.y
      const wide = width(doc)
      write(doc, title, { x: margin.side, y, width: wide - numberWidth - 8, size, oneLine: true })
      doc.goTo(margin.side, y, wide, lineHeight, destination(this.#lines.length))
      doc
        .moveTo(margin.side, y + lineHeight - 2)
        .lineTo(margin.side + wide, y + lineHeight - 2)
        .lineWidth(0.3)
        .strokeColor(ink.line)
        .stroke()
      this.#lines.push({ page: lastPage(doc), y })
      doc.y = y + lineHeight
    }
    doc.y += 8
  }

  /** Writes the page number into each line. `pages`: first page of each listed sheet, from 0. */
  number(doc: Doc, pages: readonly number[]): void {
    for (const [index, { page, y }] of this.#lines.entries()) {
      const at = pages[index]
      if (at === undefined) continue
      doc.switchToPage(page)
      const x = margin.side + width(doc) - numberWidth
      write(doc, String(at + 1), { x, y, width: numberWidth, size, align: 'right', oneLine: true })
    }
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0
  }
}

/** Link destination of the n-th sheet of the contents. */
export const destination = (index: number): string => `sheet-${index}`

/** Number of the current page, from 0. */
export function lastPage(doc: Doc): number {
  const { start, count } = doc.bufferedPageRange()
  return start + count - 1
}
