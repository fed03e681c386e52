import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import type { Cell, PdfInfo, Sheet, Tone } from './pdf.types.ts'

export type Doc = PDFKit.PDFDocument

export const margin = { top: 56, bottom: 50, side: 40 }
export const ink = { text: '#1b1f24', soft: '#5b6470', bad: '#b42318', line: '#c3c9d1', fill: '#eef1f4' }

const fonts = import.meta.resolve('@embedpdf/fonts-sc')
const font = (weight: string) => readFileSync(new URL(`../fonts/NotoSansHans-${weight}.otf`, fonts))

/** An empty document with its fonts; only the characters in use are embedded. */
export function newPaper({ title, author, language, at }: PdfInfo): Doc {
  const doc = new PDFDocument({
    autoFirstPage: false,
    // Page numbers and contents are written when all pages are known.
    bufferPages: true,
    lang: { zh: 'zh-CN', en: 'en', es: 'es' }[language],
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  })
  doc.registerFont('regular', font('Regular'))
  doc.registerFont('bold', font('Bold'))
  return doc
}

/** Adds a page with the sheet's header; the cursor is below it. */
export function addPage(doc: Doc, { header, landscape = false }: Sheet): void {
  doc.addPage({
    size: 'A4',
    layout: landscape ? 'landscape' : 'portrait',
    // This code controls page breaks, so pdfkit must never start a page.
    margins: { top: margin.top, bottom: 0, left: margin.side, right: margin.side },
  })
  const [left, right] = header
  const half = width(doc) / 2
  write(doc, left, { x: margin.side, y: 28, width: half - 8, size: 8, tone: 'soft', oneLine: true })
  write(doc, right, {
    x: margin.side + half,
    y: 28,
    width: half,
    size: 8,
    tone: 'soft',
    align: 'right',
    oneLine: true,
  })
  rule(doc, 42)
  doc.y = margin.top
}

/** Width between the margins, in points. */
export const width = (doc: Doc): number => doc.page.width - 2 * margin.side
/** Height left on the page, in points. */
export const room = (doc: Doc): number => doc.page.height - margin.bottom - doc.y

/** Starts a new page of the sheet when fewer than `height` points are left. */
export function need(doc: Doc, sheet: Sheet, height: number): void {
  if (room(doc) < height) addPage(doc, sheet)
}

export function rule(doc: Doc, y: number, weight = 0.5): void {
  doc
    .moveTo(margin.side, y)
    .lineTo(margin.side + width(doc), y)
    .lineWidth(weight)
    .strokeColor(ink.line)
    .stroke()
}

export interface Lettering {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly tone?: Tone | undefined
  readonly align?: 'left' | 'right' | 'center' | undefined
  /** Cut with an ellipsis rather than wrapped. */
  readonly oneLine?: boolean
}

/** Writes a text at the given place; returns its height. */
export function write(doc: Doc, text: string, lettering: Lettering): number {
  const { x, y, size, tone, align = 'left', oneLine = false } = lettering
  doc
    .font(tone === 'strong' || tone === 'bad' ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(tone === 'bad' ? ink.bad : tone === 'soft' ? ink.soft : ink.text)
  const cut = oneLine ? { height: size * 1.2, ellipsis: true } : {}
  const options = { width: lettering.width, align, ...cut }
  const height = oneLine ? size * 1.5 : doc.heightOfString(text === '' ? ' ' : text, options)
  if (text !== '') doc.text(text, x, y, options)
  return height
}

export const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)
export const toneOf = (cell: Cell): Tone | undefined => (typeof cell === 'string' ? undefined : cell.tone)
