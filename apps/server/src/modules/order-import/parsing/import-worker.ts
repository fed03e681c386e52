import { parentPort, workerData } from 'node:worker_threads'
import type { ImportFile, ReadingChoice } from './import.types.ts'
import { parseFiles } from './parse-files.ts'

// A worker of its own: what a strange file does to memory or time ends with it, and the server goes on.
const { files, choice } = workerData as { files: ImportFile[]; choice: ReadingChoice }
const list = await parseFiles(files, (fraction, file) => parentPort?.postMessage({ fraction, file }), choice)
// In portions: a message is copied twice on its way, and a long list is not held whole four times over.
for (let from = 0; from < list.marks.length; from += 1000) {
  parentPort?.postMessage({ marks: list.marks.slice(from, from + 1000) })
}
parentPort?.postMessage({ list: { ...list, marks: [] } })
