// Loaded into the server before its own code (`node --import`): SIGUSR2 makes it print where its memory is, after a collection.
import { readFileSync, writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import threads, { isMainThread, Worker } from 'node:worker_threads'

/** Where the memory of the process is, in bytes. */
export interface MemoryParts {
  /** Everything, as the system counts it: the most that it ever was, before and after the collection. */
  readonly peak: number
  readonly before: number
  readonly after: number
  /** Pages of Node's program file. The system shares them among processes and can drop them. */
  readonly program: number
  /** JavaScript objects and code of the server: in use, and reserved in all. */
  readonly used: number
  readonly heap: number
  /** JavaScript of the thread of the embedded database. */
  readonly threadHeap: number
  /** Memory of the embedded database itself: its cache of pages, its tables of the catalogue. */
  readonly engine: number
}

const megabyte = 1_048_576
/** Only the memory of a WebAssembly program is reserved in pieces of this size. */
const engineBytes = 100 * megabyte

const kilobytes = (text: string, name: string): number =>
  1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0)

function engineMemory(): number {
  const regions = readFileSync('/proc/self/smaps', 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)
  return regions
    .filter((region) => / rw-p 0+ 00:00 0 *$/m.test(region) && kilobytes(region, 'Size') >= engineBytes)
    .reduce((sum, region) => sum + kilobytes(region, 'Rss'), 0)
}

const started: Worker[] = []

const statusOf = () => readFileSync('/proc/self/status', 'utf8')

async function report(): Promise<MemoryParts> {
  const before = kilobytes(statusOf(), 'VmRSS')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const status = statusOf()
  const { heapUsed, heapTotal } = process.memoryUsage()
  const threadHeaps = await Promise.all(started.map((worker) => worker.getHeapStatistics()))
  return {
    peak: kilobytes(status, 'VmHWM'),
    before,
    after: kilobytes(status, 'VmRSS'),
    program: kilobytes(status, 'RssFile'),
    used: heapUsed,
    heap: heapTotal,
    threadHeap: threadHeaps.reduce((sum, { total_physical_size: bytes }) => sum + bytes, 0),
    engine: engineMemory(),
  }
}

if (isMainThread) {
  threads.Worker = class extends Worker {
    constructor(...settings: ConstructorParameters<typeof Worker>) {
      super(...settings)
      started.push(this)
      this.once('exit', () => started.splice(started.indexOf(this), 1))
    }
  }
  syncBuiltinESMExports()
  process.on(
    'SIGUSR2',
    () => void report().then((parts) => writeSync(1, `memory ${JSON.stringify(parts)}\n`)),
  )
}
