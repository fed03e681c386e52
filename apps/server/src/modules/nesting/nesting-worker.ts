import { parentPort, workerData } from 'node:worker_threads'
import type { SearchTask } from './run-nesting.ts'
import { solveNesting } from './solve-nesting.ts'

// The only place that loads HiGHS, except for the first start of the demo factory: a search blocks its thread, and its memory is returned when the thread ends.
const { input, timeLimitMs, cancelled } = workerData as SearchTask
const end = performance.now() + timeLimitMs
const flag = new Int32Array(cancelled)
const result = await solveNesting(input, {
  remainingMs: () => end - performance.now(),
  isCancelled: () => Atomics.load(flag, 0) === 1,
  onProgress: (progress) => parentPort?.postMessage({ progress }),
})
parentPort?.postMessage({ result })
parentPort?.postMessage('done')
