import { parentPort, workerData } from 'node:worker_threads'
import type { ImportFile, ReadingChoice } from './import.types.ts'
import { parseFiles } from './parse-files.ts'

// A worker of its own: what a strange file does to memory or time ends with it, and the server goes on.
const { files, choice } = workerData as { files: ImportFile[]; choice: ReadingChoice }
const list = await parseFiles(files, (fraction, file) => parentPort?.postMessage({ fraction, file }), choice)
parentPort?.postMessage({ list })
