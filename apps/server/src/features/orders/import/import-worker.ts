import { parentPort, workerData } from 'node:worker_threads'
import type { ImportFile } from './import.types.ts'
import { parseFiles } from './parse-files.ts'

// A worker of its own: what a strange file does to memory or time ends with it, and the server goes on.
const { files } = workerData as { files: ImportFile[] }
const list = await parseFiles(files, (fraction, file) => parentPort?.postMessage({ fraction, file }))
parentPort?.postMessage({ list })
