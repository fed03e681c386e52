import { Worker } from 'node:worker_threads'

interface Limits<Message> {
  readonly onMessage: (message: Message) => void
  /** Ends the worker; the promise then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
  readonly memoryMb: number
}

const isOutOfMemory = (error: Error): boolean =>
  ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') || /allocation failed/i.test(error.message)

/**
 * Runs a script in a thread with limits of memory and time until it sends `done`. A run that exceeds them is a result, not an error,
 * because it is the file's fault.
 * @throws the reason of `signal` after an abort; any fault of our own code
 */
export async function runLimited<Message>(
  script: URL,
  data: unknown,
  { onMessage, signal, timeoutMs, memoryMb }: Limits<Message>,
): Promise<'done' | 'file.timeout' | 'file.unsafe'> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<'done' | 'file.timeout' | 'file.unsafe'>()
  const worker = new Worker(script, {
    workerData: data,
    // The worker must not inherit the parent's options (test runner, debugger).
    execArgv: [],
    // The workbook library logs warnings about damaged files there; what we report is more precise.
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
  })
  const timer = setTimeout(() => resolve('file.timeout'), timeoutMs)
  const abort = (): void => reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  worker.on('message', (message: Message | 'done') => {
    if (message === 'done') resolve('done')
    else onMessage(message as Message)
  })
  worker.on('error', (error: Error) => (isOutOfMemory(error) ? resolve('file.unsafe') : reject(error)))
  worker.on('exit', () => reject(new Error('the worker ended without an answer')))
  return promise.finally(async () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    await worker.terminate()
  })
}
