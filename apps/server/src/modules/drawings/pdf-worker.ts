import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'
import { drawingKey, namedDrawing, type TextAt, titleBlockDrawing } from './drawings.rules.ts'
import type { PdfJob, ReadDrawing } from './read-pdf.ts'

// Runs in its own worker, so that a file that exhausts memory or time does not affect the server.

/** So many pages are searched for a title block. */
const searchedPages = 10
/** Names of pdf.js for its annotations: `AnnotationEditorType`. */
const freeText = 3
const ink = 15

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** Texts of a page with their places; pieces of one word, as CAD programs write them, are joined. */
async function textsOf(pdf: Pdf, pageNo: number): Promise<TextAt[]> {
  const page = await pdf.getPage(pageNo)
  const viewport = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  const texts: { text: string; x: number; y: number; end: number }[] = []
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue
    const [x = 0, y = 0] = viewport.convertToViewportPoint(
      Number(item.transform[4]),
      Number(item.transform[5]),
    )
    const last = texts.at(-1)
    const gap = last === undefined ? Infinity : x - last.end
    if (last !== undefined && Math.abs(last.y - y) < 0.5 && gap > -1 && gap < item.height * 0.2) {
      last.text += item.str
      last.end = Number(x) + item.width
    } else texts.push({ text: item.str, x: Number(x), y: Number(y), end: Number(x) + item.width })
  }
  page.cleanup()
  return texts.map(({ text, x, y }) => ({ text, x: x / viewport.width, y: 1 - y / viewport.height }))
}

const open = async (path: string): Promise<Pdf> =>
  getDocumentProxy(new Uint8Array(await readFile(path)), { verbosity: 0 })

/** Number, revision and page of one drawing: from the file's name, otherwise from the text of its title block. */
async function readDrawing(path: string, fileName: string, known: ReadonlySet<string>): Promise<ReadDrawing> {
  const named = namedDrawing(fileName, (key) => known.has(key))
  const pdf = await open(path)
  try {
    const { numPages: pages } = pdf
    const result = { pages, page: 1, ...named, source: named.isKnown ? ('name' as const) : null }
    if (named.isKnown && pages === 1) return result
    const own = drawingKey(named.drawingNo)
    const isKnown = named.isKnown ? (key: string) => key === own : (key: string) => known.has(key)
    for (let page = 1; page <= Math.min(pages, searchedPages); page += 1) {
      const found = titleBlockDrawing(await textsOf(pdf, page), isKnown)
      if (found === null) continue
      // The name says which drawing it is; the text on which page, and the revision when the name has none.
      if (named.isKnown) return { ...result, page, revision: named.revision || found.revision }
      return { pages, page, ...found, source: 'text' }
    }
    return result
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/** The file with a red cross and a sentence on every page, as annotations that are printed. */
async function stamped(path: string, text: string): Promise<Uint8Array> {
  const pdf = await open(path)
  for (let pageIndex = 0; pageIndex < pdf.numPages; pageIndex += 1) {
    const { view } = await pdf.getPage(pageIndex + 1)
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = view
    const base = { pageIndex, rotation: 0, color: [200, 16, 16], opacity: 0.6 }
    const lines = [
      [x0, y0, x1, y1],
      [x0, y1, x1, y0],
    ]
    pdf.annotationStorage.setValue(`pdfjs_internal_editor_${pageIndex * 2}`, {
      ...base,
      annotationType: ink,
      thickness: Math.max(2, (x1 - x0) / 300),
      paths: { lines: lines.map((line) => lineOf(line)), points: lines },
      rect: [x0, y0, x1, y1],
    })
    const fontSize = Math.min((x1 - x0) / (text.length * 0.6), (y1 - y0) / 8)
    const middle = (y0 + y1) / 2
    pdf.annotationStorage.setValue(`pdfjs_internal_editor_${pageIndex * 2 + 1}`, {
      ...base,
      annotationType: freeText,
      value: text,
      fontSize,
      opacity: 1,
      rect: [x0 + (x1 - x0) * 0.03, middle - fontSize, x1 - (x1 - x0) * 0.03, middle + fontSize],
    })
  }
  return pdf.saveDocument()
}

/** A straight line as pdf.js stores ink: the start, then control points of a curve. */
function lineOf([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]): number[] {
  const between = (share: number) => [x0 + (x1 - x0) * share, y0 + (y1 - y0) * share]
  return [NaN, NaN, NaN, NaN, x0, y0, ...between(1 / 3), ...between(2 / 3), x1, y1]
}

const job = workerData as PdfJob
if (job.kind === 'stamp') parentPort?.postMessage(await stamped(job.path, job.text))
else {
  const known = new Set(job.known)
  for (const { path, fileName } of job.files)
    parentPort?.postMessage(await readDrawing(path, fileName, known).catch(() => null))
}
parentPort?.postMessage('done')
