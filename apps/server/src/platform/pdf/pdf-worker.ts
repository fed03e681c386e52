import { parentPort, workerData } from 'node:worker_threads'
import { DocumentDrawing } from './draw-document.ts'
import type { PdfInfo, Sheet } from './pdf.types.ts'

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
