// Where the memory of the idle server with the demo factory is: `node bench/memory.ts embedded 1024` for the options that `npm start`
// chooses on a machine of 1024 MB, `postgres` for PostgreSQL (whose own memory is not counted). Then what a burst of malformed compressed
// requests leaves behind, and what the parts of the program add to the JavaScript heap, one after the other. Linux.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { deflateSync, gzipSync } from 'node:zlib'
import { startPostgres } from '../apps/server/test/postgres.ts'
import { dataFolder, type RunningServer, signInOverApi, startServer } from '../tests/support/app.ts'
import { serverProcess } from '../tools/setup.mjs'
import { machineLoad, processTimes } from './support/cpu.ts'
import type { MemoryParts } from './support/memory-report.ts'

const [engine = 'embedded', machineMb = '16384'] = process.argv.slice(2)
const idleSeconds = Number(process.env['IDLE_S'] ?? 30)
const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`

async function partsOf(app: RunningServer): Promise<MemoryParts> {
  const reports = () => [...app.output().matchAll(/^memory (.*)$/gm)]
  const before = reports().length
  process.kill(app.pid, 'SIGUSR2')
  while (reports().length === before) await pause(50)
  return JSON.parse(reports().at(-1)?.[1] ?? '') as MemoryParts
}

const noise = randomBytes(900_000)
/** Requests whose bodies are no JSON: packed, cut off, or not packed as they say. The server unpacks no request. */
const badRequests: readonly (readonly [body: Buffer, headers: Readonly<Record<string, string>>])[] = [
  [gzipSync(Buffer.alloc(100 << 20)), { 'content-encoding': 'gzip' }],
  [gzipSync(noise).subarray(0, 400_000), { 'content-encoding': 'gzip' }],
  [deflateSync(Buffer.alloc(1 << 20)), { 'content-encoding': 'deflate' }],
  [noise, { 'content-encoding': 'br' }],
  [noise, { 'transfer-encoding': 'gzip, chunked' }],
  [randomBytes(3 << 20), { 'content-encoding': 'gzip' }],
  [Buffer.from('['.repeat(1_000_000)), {}],
]

/** Sends each of them a thousand times over 50 connections. */
async function sendBadRequests(app: RunningServer): Promise<void> {
  const { token } = await signInOverApi(app.url, 'admin')
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const send = async (number: number): Promise<void> => {
    const [body = noise, headers] = badRequests[number % badRequests.length] ?? []
    const path = ['/api/auth/login', '/api/orders', '/api/work-reports'][number % 3]
    const call = request(`${app.url}${path}`, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', authorization: token, ...headers },
    })
    call.end(body)
    // A body that is too large is answered before it is complete, and the connection ends.
    const [response] = await once(call, 'response').catch(() => [])
    if (response !== undefined) await once(response.resume(), 'close').catch(() => undefined)
  }
  let left = 1000 * badRequests.length
  const client = async () => {
    while (left > 0) await send((left -= 1))
  }
  await Promise.all(Array.from({ length: 50 }, client))
  agent.destroy()
}

async function measure(name: string, folder: string, env: Record<string, string>): Promise<RunningServer> {
  const { args } = serverProcess(Number(machineMb) * 1_048_576)
  const reporter = ['--import', join(import.meta.dirname, 'support/memory-report.ts')]
  const app = await startServer(folder, { NODE_ENV: 'production', ...env }, [...args, ...reporter])
  const before = processTimes(app.pid)
  await pause(idleSeconds * 1000)
  const busy = (processTimes(app.pid) - before) / (10 * idleSeconds)
  const { peak, before: idle, after, program, used, heap, threadHeap, engine: inEngine } = await partsOf(app)
  const rest = after - program - heap - threadHeap - inEngine
  console.log(
    `${name}: started in ${Math.round(app.startedIn)} ms, at most ${megabytes(peak)}, idle ${megabytes(idle)} and ${busy.toFixed(1)} % of a core, ` +
      `after a collection ${megabytes(after)}: program file ${megabytes(program)}, JavaScript ${megabytes(heap)} (${megabytes(used)} in use), ` +
      `JavaScript of the database's thread ${megabytes(threadHeap)}, database ${megabytes(inEngine)}, ` +
      `machine code, buffers and malloc ${megabytes(rest)}`,
  )
  return app
}

async function measureBurst(app: RunningServer): Promise<void> {
  // The highest use is counted from here on.
  writeFileSync(`/proc/${app.pid}/clear_refs`, '5')
  await sendBadRequests(app)
  const { peak, before, after } = await partsOf(app)
  console.log(
    `${1000 * badRequests.length} malformed requests: at most ${megabytes(peak)}, then ${megabytes(before)}, after a collection ${megabytes(after)}`,
  )
}

/** What each step of the start adds to the JavaScript heap of a process, without the demo factory's rows. */
async function steps(folder: string, url: string | undefined): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let last = 0
  const say = (name: string): void => {
    collect()
    const { heapUsed } = process.memoryUsage()
    console.log(`  ${name.padEnd(34)} ${megabytes(heapUsed - last).padStart(6)}`)
    last = heapUsed
  }
  say('Node and this script')
  const [{ assemble }, { createLog }, { openDatabase }, { readConfig }] = await Promise.all([
    import('../apps/server/src/app/compose.ts'),
    import('../apps/server/src/platform/log/log.ts'),
    import('../apps/server/src/platform/db/open.ts'),
    import('../apps/server/src/platform/config/config.ts'),
  ])
  const { systemClock } = await import('../apps/server/src/platform/clock/clock.ts')
  say('sources of the server, contract')
  const log = createLog('error')
  const db = await openDatabase({ url, dataDir: folder, log })
  say('connection to the database')
  const config = readConfig({
    DATA_DIR: folder,
    MQTT_PORT: '0',
    DATABASE_URL: url,
    SIMULATOR: '0',
    NODE_ENV: 'production',
  })
  const app = await assemble({ config, log, db, clock: systemClock, webRoot: null })
  say('modules, routes, caches, timers')
  await app.close()
}

const postgres = engine === 'postgres' ? await startPostgres() : null
if (engine === 'postgres' && postgres === null) throw new Error('no PostgreSQL binaries here (set PG_BIN)')
const folder = dataFolder()
const env: Record<string, string> = postgres === null ? {} : { DATABASE_URL: postgres.url }
try {
  console.log(`${engine}, options for a machine of ${machineMb} MB, ${machineLoad()}`)
  const first = await measure('first start with the demo factory', folder.path, env)
  await first.stop()
  const second = await measure('second start', folder.path, env)
  await measureBurst(second)
  await second.stop()
  await steps(folder.path, postgres?.url)
} finally {
  await postgres?.stop()
  folder.remove()
}
