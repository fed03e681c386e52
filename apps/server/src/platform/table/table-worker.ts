import { parentPort, workerData } from 'node:worker_threads'
import { readTableFile } from './read-table-file.ts'

// Runs in its own worker, so that a file that exhausts memory or time does not affect the server.
parentPort?.postMessage(await readTableFile(workerData as Uint8Array))
parentPort?.postMessage('done')
