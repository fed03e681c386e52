import { Contents, destination, lastPage } from './contents.ts'
import {
  drawFacts,
  drawHeading,
  drawPictures,
  drawQr,
  drawSignatures,
  drawText,
  drawTitle,
} from './draw-blocks.ts'
import { drawTable } from './draw-table.ts'
import { addPage, type Doc, margin, newPaper, width, write } from './paper.ts'
import type { Block, PdfInfo, Sheet } from './pdf.types.ts'

/** pdfkit's buffer of a page that is not written yet. */
interface PageContent {
  buffer: Uint8Array[]
}

/** A document into which sheets are drawn, one after the other. */
export class DocumentDrawing {
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
