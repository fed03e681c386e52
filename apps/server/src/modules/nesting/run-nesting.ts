import { runLimited } from '../../platform/table/limited-worker.ts'
import type { NestingInput, NestingProgress, NestingResult } from './nesting.types.ts'

/** What a worker receives. */
export interface SearchTask<Input = NestingInput> {
  readonly input: Input
  readonly timeLimitMs: number
  /** One number, 1 after a cancellation: the solver blocks its thread and receives no message meanwhile. */
  readonly cancelled: SharedArrayBuffer
}

export interface SearchOptions {
  readonly timeLimitMs: number
  /** Ends the search; the result is the best plan so far. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: NestingProgress) => void
}

type Message<Result> = { readonly result: Result } | { readonly progress: NestingProgress }

const MEMORY_MB = 512
/** One step of the solver that cannot be interrupted, a linear program, ends within this time. */
const GRACE_MS = 30_000

/** Solves a linear nesting in a thread of its own. */
export const runNesting = (input: NestingInput, options: SearchOptions): Promise<NestingResult> =>
  runSearch(new URL('./nesting-worker.ts', import.meta.url), input, options)

/**
 * Runs a search in a thread of its own, with a limit of time.
 * @throws Error when the thread ends without a result
 */
export async function runSearch<Input, Result>(
  script: URL,
  input: Input,
  { timeLimitMs, signal, onProgress }: SearchOptions,
): Promise<Result> {
  const cancelled = new SharedArrayBuffer(4)
  const cancel = () => Atomics.store(new Int32Array(cancelled), 0, 1)
  if (signal?.aborted === true) cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  let result: Result | undefined
  try {
    const end = await runLimited<Message<Result>>(
      script,
      { input, timeLimitMs, cancelled } satisfies SearchTask<Input>,
      {
        timeoutMs: timeLimitMs + GRACE_MS,
        memoryMb: MEMORY_MB,
        onMessage: (message) => {
          if ('result' in message) result = message.result
          else onProgress?.(message.progress)
        },
      },
    )
    if (result === undefined) throw new Error(`nesting ended without a result: ${end}`)
    return result
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}
