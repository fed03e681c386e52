// Live streams: `node bench/live-streams.ts 50 0 60` (streams, number of stuck streams, seconds, engine). 60 machines
// send a change each second over MQTT. Each stream is a browser's `GET /api/live?topics=machines,alarms`, read by
// another process; a stuck one never reads. Budget: 50 streams ≤ 2 % of a core more than none; 500 with 5 stuck, none
// delayed.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openAppWithBroker } from './support/bench-broker.ts'
import { machineLoad } from './support/cpu.ts'
import type { ReadersOrder, ReaderStats } from './support/live-readers.ts'
import { loadInProcess } from './support/load-process.ts'

const [streams = '50', stuck = '0', seconds = '60', engine = 'postgres'] = process.argv.slice(2)
const measureMs = Number(seconds) * 1000
const { app, load, close } = await openAppWithBroker(engine, 'aedes')

async function shareOfCore(work: Promise<unknown>): Promise<number> {
  const began = performance.now()
  const cpu = process.cpuUsage()
  await work
  const { user, system } = process.cpuUsage(cpu)
  return (user + system) / 10 / (performance.now() - began)
}

const sending = loadInProcess({ ...load, perSecond: 600, seconds: (2 * measureMs) / 1000 + 30 })
await pause(5000)
console.log(`${engine}, ${machineLoad()}`)
const without = await shareOfCore(pause(measureMs))
const order: ReadersOrder = {
  origin: app.origin,
  path: '/api/live?topics=machines,alarms',
  token: app.sessions[0]?.['authorization'] ?? '',
  streams: Number(streams),
  stuck: Number(stuck),
  settleMs: 3000,
  measureMs,
}
const readers = fork(join(import.meta.dirname, 'support/live-readers.ts'), [JSON.stringify(order)])
await once(readers, 'message')
let stats: ReaderStats | null = null
const share = await shareOfCore(once(readers, 'message').then(([last]) => (stats = last as ReaderStats)))
const { bytes, silences } = stats ?? { bytes: 0, silences: [] }
const rss = Math.round(process.memoryUsage().rss / 1e6)
console.log(
  `  ${streams} streams, ${stuck} of them stuck: ${(share - without).toFixed(1)} % of a core over the ${without.toFixed(1)} % without; ` +
    `${Math.round(bytes / measureMs)} kB/s; longest silence median ${Math.round(silences[Math.floor(silences.length / 2)] ?? 0)} ms, ` +
    `worst ${Math.round(silences.at(-1) ?? 0)} ms; ${rss} MB, ${machineLoad()}`,
)
await sending
await close()
