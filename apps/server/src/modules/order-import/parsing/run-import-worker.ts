import { Worker } from 'node:worker_threads'
import type {
  FindingCode,
  ImportFile,
  OnProgress,
  ParsedList,
  ParsedMark,
  ReadingChoice,
} from './import.types.ts'
import { computeTotals } from './list-totals.ts'

const TIMEOUT_MS = 60_000
const MEMORY_MB = 768

export interface ImportOptions {
  /** Ends the worker; the promise then rejects with the reason of the signal. */
  readonly signal?: AbortSignal
  readonly onProgress?: OnProgress
  readonly choice?: ReadingChoice
  /** Only tests use a shorter time or less memory. */
  readonly timeoutMs?: number
  readonly memoryMb?: number
}

type Message =
  | { readonly list: ParsedList }
  | { readonly marks: readonly ParsedMark[] }
  | { readonly fraction: number; readonly file: string }

const refusedList = (code: FindingCode, files: readonly ImportFile[]): ParsedList => ({
  format: 'tekla-text',
  columns: [],
  marks: [],
  totals: { computed: computeTotals([]) },
  findings: [{ level: 'error', code, file: files[0]?.name ?? '' }],
})

const isOutOfMemory = (error: Error): boolean =>
  ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') || /allocation failed/i.test(error.message)

const start = (files: readonly ImportFile[], choice: ReadingChoice, memoryMb: number): Worker =>
  new Worker(new URL('./import-worker.ts', import.meta.url), {
    workerData: { files, choice },
    // The worker must not inherit the parent's options (test runner, debugger).
    execArgv: [],
    // The workbook library logs warnings about damaged files there; the findings are more precise.
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
  })

/**
 * {@link parseFiles} in a thread with limits of memory and time. A file that passes them is a finding (`file.unsafe`,
 * `file.timeout`), not an error.
 * @throws the reason of `signal` after an abort; any fault of our own code
 */
export const parseInWorker = async (
  files: readonly ImportFile[],
  { signal, onProgress, choice = {}, timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB }: ImportOptions = {},
): Promise<ParsedList> => {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<ParsedList>()
  const worker = start(files, choice, memoryMb)
  const marks: ParsedMark[] = []
  const timer = setTimeout(() => resolve(refusedList('file.timeout', files)), timeoutMs)
  const abort = (): void => reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  worker.on('message', (message: Message) => {
    if ('list' in message) resolve({ ...message.list, marks })
    else if ('marks' in message) marks.push(...message.marks)
    else onProgress?.(message.fraction, message.file)
  })
  worker.on('error', (error: Error) =>
    isOutOfMemory(error) ? resolve(refusedList('file.unsafe', files)) : reject(error),
  )
  worker.on('exit', () => reject(new Error('the import worker ended without an answer')))
  return promise.finally(async () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    await worker.terminate()
  })
}
