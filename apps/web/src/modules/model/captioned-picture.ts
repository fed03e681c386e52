import { saveFile } from '../../shared/receive-file.ts'

/** What is written below a picture of the model. */
export interface Caption {
  /** Title first; each on a line of its own. */
  readonly lines: readonly string[]
  /** A colour and what it means. */
  readonly legend: readonly (readonly [colour: string, text: string])[]
}

/** Of the caption, px. */
const size = { margin: 16, line: 26, swatch: 14, gap: 18, font: 15 }

/** A PNG of a canvas that was just drawn, with its caption below it. */
export function captionedPicture(drawn: HTMLCanvasElement, caption: Caption): Promise<Blob | null> {
  const scale = drawn.clientWidth === 0 ? 1 : drawn.width / drawn.clientWidth
  const [width, height] = [drawn.width / scale, drawn.height / scale]
  const paper = document.createElement('canvas')
  const context = paper.getContext('2d')
  if (context === null) return Promise.resolve(null)
  const family = getComputedStyle(document.body).fontFamily
  const plain = `${size.font}px ${family}`
  context.font = plain
  const rows = rowsOf(caption.legend, width - 2 * size.margin, (text) => context.measureText(text).width)
  const lines = caption.lines.length + rows.length
  paper.width = drawn.width
  paper.height = Math.ceil((height + lines * size.line + 2 * size.margin) * scale)
  context.scale(scale, scale)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, paper.height / scale)
  context.drawImage(drawn, 0, 0, width, height)
  context.textBaseline = 'middle'
  let y = height + size.margin + size.line / 2
  for (const [at, line] of caption.lines.entries()) {
    context.font = at === 0 ? `bold ${size.font + 3}px ${family}` : plain
    context.fillStyle = '#1d2633'
    context.fillText(line, size.margin, y, width - 2 * size.margin)
    y += size.line
  }
  context.font = plain
  for (const row of rows) {
    for (const { x, colour, text } of row) {
      context.fillStyle = colour
      context.fillRect(size.margin + x, y - size.swatch / 2, size.swatch, size.swatch)
      context.fillStyle = '#1d2633'
      context.fillText(text, size.margin + x + size.swatch + 6, y)
    }
    y += size.line
  }
  return new Promise((resolve) => paper.toBlob(resolve, 'image/png'))
}

interface Entry {
  readonly x: number
  readonly colour: string
  readonly text: string
}

/** Entries of the legend side by side, as many as a row holds. */
function rowsOf(legend: Caption['legend'], width: number, widthOf: (text: string) => number): Entry[][] {
  const rows: Entry[][] = []
  let x = Infinity
  for (const [colour, text] of legend) {
    const own = size.swatch + 6 + widthOf(text)
    if (x + own > width) {
      rows.push([])
      x = 0
    }
    rows.at(-1)?.push({ x, colour, text })
    x += own + size.gap
  }
  return rows
}

export const savePicture = async (picture: Promise<Blob | null>, name: string): Promise<void> => {
  const blob = await picture
  if (blob !== null) saveFile({ name: `${name}.png`, blob })
}

/**
 * Puts a picture on the clipboard; false: this browser, or a page without https, takes none. The picture may still be in the
 * making, since a browser permits it only at once after the click.
 */
export async function copyPicture(picture: Promise<Blob | null>): Promise<boolean> {
  const { clipboard } = navigator as { clipboard?: Clipboard }
  const { ClipboardItem: Item } = globalThis as { ClipboardItem?: new (items: object) => ClipboardItem }
  if (clipboard === undefined || Item === undefined) return false
  try {
    const png = picture.then((blob) => blob ?? Promise.reject(new Error('no picture')))
    await clipboard.write([new Item({ 'image/png': png })])
    return true
  } catch {
    // Refused by the person or the browser.
    return false
  }
}
