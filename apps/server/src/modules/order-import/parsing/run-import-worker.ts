import { runLimited } from '../../../platform/table/limited-worker.ts'
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

/**
 * {@link parseFiles} in a thread with limits of memory and time. A file that passes them is a finding (`file.unsafe`,
 * `file.timeout`), not an error.
 * @throws the reason of `signal` after an abort; any fault of our own code
 */
export const parseInWorker = async (
  files: readonly ImportFile[],
  { signal, onProgress, choice = {}, timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB }: ImportOptions = {},
): Promise<ParsedList> => {
  let list: ParsedList | null = null
  const marks: ParsedMark[] = []
  const end = await runLimited<Message>(
    new URL('./import-worker.ts', import.meta.url),
    { files, choice },
    {
      signal,
      timeoutMs,
      memoryMb,
      onMessage: (message) => {
        if ('list' in message) list = message.list
        else if ('marks' in message) marks.push(...message.marks)
        else onProgress?.(message.fraction, message.file)
      },
    },
  )
  if (end !== 'done') return refusedList(end, files)
  return { ...(list ?? refusedList('file.damaged', files)), marks }
}
