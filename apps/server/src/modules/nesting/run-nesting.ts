import { runLimited } from '../../platform/table/limited-worker.ts'
import type { NestingInput, NestingProgress, NestingResult } from './nesting.types.ts'

/** What the worker receives. */
export interface NestingJob {
  readonly input: NestingInput
  readonly timeLimitMs: number
  /** One number, 1 after a cancellation: the solver blocks its thread and receives no message meanwhile. */
  readonly cancelled: SharedArrayBuffer
}

interface NestingOptions {
  readonly timeLimitMs: number
  /** Ends the search; the result is the best plan so far. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: NestingProgress) => void
}

type Message = { readonly result: NestingResult } | { readonly progress: NestingProgress }

const MEMORY_MB = 512
/** One step of the solver that cannot be interrupted, a linear program, ends within this time. */
const GRACE_MS = 30_000

/**
 * Solves a nesting in a thread of its own, with a limit of time.
 * @throws Error when the thread ends without a result
 */
export async function runNesting(
  input: NestingInput,
  { timeLimitMs, signal, onProgress }: NestingOptions,
): Promise<NestingResult> {
  const cancelled = new SharedArrayBuffer(4)
  const cancel = () => Atomics.store(new Int32Array(cancelled), 0, 1)
  if (signal?.aborted === true) cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  let result: NestingResult | undefined
  try {
    const end = await runLimited<Message>(
      new URL('./nesting-worker.ts', import.meta.url),
      { input, timeLimitMs, cancelled } satisfies NestingJob,
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
