import { parentPort, workerData } from 'node:worker_threads'
import type { ImportFile, ReadingChoice } from './import.types.ts'
import { parseFiles } from './parse-files.ts'

// Runs in its own worker, so that a file that exhausts memory or time does not affect the server.
const { files, choice } = workerData as { files: ImportFile[]; choice: ReadingChoice }
const list = await parseFiles(files, (fraction, file) => parentPort?.postMessage({ fraction, file }), choice)
// Sent in portions: a message is copied twice, so a long list would be in memory four times.
for (let from = 0; from < list.marks.length; from += 1000) {
  parentPort?.postMessage({ marks: list.marks.slice(from, from + 1000) })
}
parentPort?.postMessage({ list: { ...list, marks: [] } })
parentPort?.postMessage('done')
