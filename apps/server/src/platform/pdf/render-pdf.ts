import { on } from 'node:events'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { PdfInfo, Sheet } from './pdf.types.ts'
import type { FromPdfWorker, ToPdfWorker } from './pdf-worker.ts'

/** Documents drawn at the same time; further ones wait. Each holds its fonts and pages, some 150 MB. */
const atOnce = 2
const memoryMb = 768
/**
 * Text layout creates much short-lived garbage. A small young generation is collected more often, at no measurable
 * cost.
 */
const youngMb = 8

let running = 0
const waiting: (() => void)[] = []

/**
 * Draws sheets into a PDF in a worker thread and streams the file. Sheets are requested one at a time, so hundreds of
 * sheets are never in this thread at once. The file is in memory once its last page is known. Destroying the stream
 * ends the thread.
 * @throws (as an error of the stream) what `sheets` throws, or a bug in drawing
 */
export function renderPdf(sheets: Iterable<Sheet> | AsyncIterable<Sheet>, info: PdfInfo): Readable {
  const stream: Readable = Readable.from(
    drawn(sheets, info, () => stream.destroyed),
    { objectMode: false },
  )
  return stream
}

async function* drawn(
  sheets: Iterable<Sheet> | AsyncIterable<Sheet>,
  info: PdfInfo,
  isUnwanted: () => boolean,
): AsyncGenerator<Uint8Array> {
  await turn()
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: info,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
  })
  try {
    // An 'error' event of the worker makes the loop throw it.
    const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterableIterator<[FromPdfWorker]>
    const send = (message: ToPdfWorker) => worker.postMessage(message)
    for await (const sheet of sheets) {
      if (isUnwanted()) return
      send(sheet)
      yield* bytesUntil(messages, 'drawn')
    }
    send(null)
    yield* bytesUntil(messages, 'end')
  } finally {
    await worker.terminate()
    running -= 1
    waiting.shift()?.()
  }
}

/** Waits for a free slot and takes it. */
async function turn(): Promise<void> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
}

/** The bytes that the worker sends until its end message. */
async function* bytesUntil(
  messages: AsyncIterator<[FromPdfWorker]>,
  word: FromPdfWorker,
): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await messages.next()
    if (done === true) throw new Error('the PDF worker ended early')
    const [message] = value
    if (message === word) return
    if (typeof message !== 'string') yield message
  }
}
