import { parentPort, workerData } from 'node:worker_threads'
import { addPage, type Doc, ink, margin, room, width, write, newPaper } from './paper.ts'
import type { Sheet, Block, PdfInfo } from './pdf.types.ts'
import {
  drawFacts,
  drawHeading,
  drawPictures,
  drawQr,
  drawSignatures,
  drawText,
  drawTitle,
  drawTable,
} from './draw-blocks.ts'

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
class Contents {
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
const destination = (index: number): string => `sheet-${index}`

/** Number of the current page, from 0. */
function lastPage(doc: Doc): number {
  const { start, count } = doc.bufferedPageRange()
  return start + count - 1
}

/** pdfkit's buffer of a page that is not written yet. */
interface PageContent {
  buffer: Uint8Array[]
}

/** A document into which sheets are drawn, one after the other. */
class DocumentDrawing {
  readonly doc: Doc
  readonly #contents = new Contents()
  /** First page of each sheet after the contents. */
  readonly #reported: number[] = []
  readonly #footers: string[] = []
  /** Pages before this one are merged into one buffer each. */
  #packed = 0

  constructor(info: PdfInfo) {
    this.doc = newPaper(info)
  }

  draw(sheet: Sheet): void {
    const { doc } = this
    const isReported = !this.#contents.isEmpty
    addPage(doc, sheet)
    doc.outline.addItem(sheet.title)
    if (isReported) {
      doc.addNamedDestination(destination(this.#reported.length))
      this.#reported.push(lastPage(doc))
    }
    for (const block of sheet.blocks) this.#block(sheet, block)
    this.#pack()
    while (this.#footers.length <= lastPage(doc)) this.#footers.push(sheet.footer)
  }

  /** Numbers the pages and ends the document. */
  end(): void {
    const { doc } = this
    this.#contents.number(doc, this.#reported)
    for (const [page, footer] of this.#footers.entries()) {
      doc.switchToPage(page)
      const y = doc.page.height - 34
      const wide = width(doc)
      const place = { y, size: 8, tone: 'soft', oneLine: true } as const
      write(doc, footer, { ...place, x: margin.side, width: wide - 90 })
      const number = `${page + 1} / ${this.#footers.length}`
      write(doc, number, { ...place, x: margin.side + wide - 80, width: 80, align: 'right' })
    }
    doc.end()
  }

  /**
   * Merges the drawing commands of each page into one buffer. pdfkit keeps a small buffer for each stroke and letter
   * until the document ends; a dossier of hundreds of pages would hold a million of them.
   */
  #pack(): void {
    const { start, count } = this.doc.bufferedPageRange()
    for (let at = this.#packed; at < start + count; at += 1) {
      this.doc.switchToPage(at)
      const { content } = this.doc.page as unknown as { readonly content: PageContent }
      content.buffer = [Buffer.concat(content.buffer)]
    }
    this.#packed = Math.max(this.#packed, start + count - 1)
  }

  #block(sheet: Sheet, block: Block): void {
    const { doc } = this
    switch (block.kind) {
      case 'title':
        return drawTitle(doc, sheet, block)
      case 'heading':
        return drawHeading(doc, sheet, block)
      case 'text':
        return drawText(doc, sheet, block)
      case 'facts':
        return drawFacts(doc, sheet, block)
      case 'table':
        return drawTable(doc, sheet, block)
      case 'signatures':
        return drawSignatures(doc, sheet, block)
      case 'pictures':
        return drawPictures(doc, sheet, block)
      case 'qr':
        return drawQr(doc, sheet, block)
      case 'contents':
        return this.#contents.draw(doc, sheet, block.titles)
    }
  }
}

/** Message to the worker: a sheet, or null after the last one. */
export type ToPdfWorker = Sheet | null
/** Message from the worker: a sheet is drawn and the next may come; bytes of the file; the end. */
export type FromPdfWorker = 'drawn' | 'end' | Uint8Array

const port = parentPort
if (port === null) throw new Error('runs in a worker thread')
const notify = (message: FromPdfWorker) => port.postMessage(message)

const drawing = new DocumentDrawing(workerData as PdfInfo)
drawing.doc.on('data', (chunk: Uint8Array) => notify(chunk))
drawing.doc.on('end', () => notify('end'))
port.on('message', (sheet: ToPdfWorker) => {
  if (sheet === null) {
    drawing.end()
    return
  }
  drawing.draw(sheet)
  notify('drawn')
})
