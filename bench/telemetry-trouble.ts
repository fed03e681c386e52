// Machines under trouble: `node bench/telemetry-trouble.ts WHAT [MINUTES|SECONDS] [ENGINE]`.
//   pause 60      PostgreSQL stands still (SIGSTOP) for so many seconds under 600 values a second: what waits, what is lost
//   backfill 120  so many minutes of every machine out of the gateways' stores while live values go on
//   storm         every frame five times
//   clock         machines whose clocks are ten minutes ahead
//   long 12       ten times the plant's pace (6 000 values a second) for so many minutes: the slope of the heap
// 60 machines of 10 signals, a PostgreSQL (or `pglite`) and the broker of the process.
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import mqtt from 'mqtt'
import { readRows } from '../apps/server/src/platform/db/handles.ts'
import { sql } from '../apps/server/test/sql.ts'
import { type TestBroker, openAppWithBroker } from './support/bench-broker.ts'
import { machineLoad } from './support/cpu.ts'
import { loadInProcess } from './support/load-process.ts'

const plantPace = 600
const megabytes = (bytes: number) => Math.round(bytes / 1e6)

const works: Readonly<Record<string, (heard: TestBroker, amount: number) => Promise<void>>> = {
  pause: pauseDatabase,
  backfill,
  storm,
  clock,
  long,
}
const [what = 'pause', amount, engine = 'postgres'] = process.argv.slice(2)
const work = works[what]
if (work === undefined) {
  console.error(`one of ${Object.keys(works).join(', ')}`)
  process.exit(2)
}
const opened = await openAppWithBroker(engine, 'aedes')
try {
  console.log(`${what}, ${engine}, ${machineLoad()}`)
  await work(opened, Number(amount ?? { pause: 60, backfill: 120, storm: 0, clock: 0, long: 12 }[what]))
} finally {
  await opened.close()
}

async function stored({ app }: TestBroker): Promise<number> {
  const [row] = await readRows(
    app.db.reads,
    sql<{ n: number }>`select count(*)::int as n from telemetry_frames`,
  )
  return row?.n ?? 0
}

/** Samples the process's memory ten times a second. */
function watchMemory() {
  const base = process.memoryUsage().rss
  let most = base
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 100)
  return () => {
    clearInterval(timer)
    return `process ${megabytes(base)} MB before, at most ${megabytes(most)} MB`
  }
}

async function pauseDatabase(heard: TestBroker, seconds: number): Promise<void> {
  if (heard.app.postgres === null) throw new Error('only a PostgreSQL of its own can be stopped')
  const memory = watchMemory()
  const sending = loadInProcess({ ...heard.load, perSecond: plantPace, seconds: seconds + 20 })
  await pause(10_000)
  await heard.app.postgres.pause(seconds * 1000)
  const sent = await sending
  await pause(1000)
  const rows = await stored(heard)
  console.log(
    `  stopped for ${seconds} s: ${sent.frames} frames sent and acknowledged, ${rows} rows, ${sent.frames - rows} lost; ` +
      `caught up ${Math.round(sent.took / 1000 - seconds - 20)} s after the end of sending; ${memory()}, ${machineLoad()}`,
  )
}

async function backfill(heard: TestBroker, minutes: number): Promise<void> {
  const { load } = heard
  const memory = watchMemory()
  const live = loadInProcess({ ...load, perSecond: plantPace, seconds: 60 })
  await pause(5000)
  const began = performance.now()
  const client = await mqtt.connectAsync(load.url, {
    username: load.username ?? '',
    password: load.password ?? '',
  })
  const start = Date.now() - (minutes + 5) * 60_000
  for (let machine = 1; machine <= load.machines; machine += 1)
    for (let second = 0; second < minutes * 60; second += 250) {
      const frames = Array.from({ length: Math.min(250, minutes * 60 - second) }, (_, n) => ({
        seq: second + n,
        ts: start + (second + n) * 1000,
        m: Object.fromEntries(
          Array.from({ length: load.signals }, (_one, s) => [`s${s + 1}`, (n * 7 + s) % 100]),
        ),
      }))
      const body = JSON.stringify({ v: 1, boot: 'store', frames })
      await client.publishAsync(`sf/v1/main/bench/M${machine}/history`, body, { qos: 1 })
    }
  await client.endAsync()
  const took = performance.now() - began
  const sent = await live
  const [late] = await readRows(
    heard.app.db.reads,
    sql<{ n: number }>`select count(*)::int as n from telemetry_frames where late`,
  )
  const values = Math.round(((late?.n ?? 0) * load.signals) / (took / 1000))
  console.log(
    `  ${late?.n} stored frames of ${load.machines * minutes * 60} in ${Math.round(took / 1000)} s (${values} values/s); live meanwhile ` +
      `p50 ${sent.p50} ms, p99 ${sent.p99} ms; ${memory()}, ${machineLoad()}`,
  )
}

async function storm(heard: TestBroker): Promise<void> {
  const { load } = heard
  const client = await mqtt.connectAsync(load.url, {
    username: load.username ?? '',
    password: load.password ?? '',
  })
  const first = Date.now() - 60_000
  const cpu = process.cpuUsage()
  const began = performance.now()
  for (let n = 0; n < 300; n += 1) {
    const bodies = Array.from({ length: load.machines }, (_, machine) => ({
      topic: `sf/v1/main/bench/M${machine + 1}/telemetry`,
      body: JSON.stringify({ v: 1, boot: 'storm', seq: n, ts: first + n * 200, m: { s1: n, s2: n } }),
    }))
    const five = Array.from({ length: 5 }, () => bodies).flat()
    await Promise.all(five.map(({ topic, body }) => client.publishAsync(topic, body, { qos: 1 })))
  }
  await client.endAsync()
  const took = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  console.log(
    `  ${300 * 5 * load.machines} messages of ${300 * load.machines} frames in ${Math.round(took / 1000)} s; ` +
      `${await stored(heard)} rows; ${Math.round((user + system) / 10 / took)} % of a core, ${machineLoad()}`,
  )
}

async function clock(heard: TestBroker): Promise<void> {
  const { load } = heard
  const client = await mqtt.connectAsync(load.url, {
    username: load.username ?? '',
    password: load.password ?? '',
  })
  for (let n = 0; n < 30; n += 1) {
    const bodies = Array.from({ length: load.machines }, (_, machine) => ({
      topic: `sf/v1/main/bench/M${machine + 1}/telemetry`,
      body: JSON.stringify({ v: 1, boot: 'ahead', seq: n, ts: Date.now() + 600_000, m: { s1: n } }),
    }))
    await Promise.all(bodies.map(({ topic, body }) => client.publishAsync(topic, body, { qos: 1 })))
    await pause(200)
  }
  await client.endAsync()
  const [row] = await readRows(
    heard.app.db.reads,
    sql<{ n: number; ahead: number; marked: number }>`select count(*)::int as n,
      count(*) filter (where at > now() + interval '10 seconds')::int as ahead,
      count(*) filter (where 3 = any(qualities))::int as marked from telemetry_frames`,
  )
  const { clocks } = (await (
    await fetch(`${heard.app.origin}/api/telemetry/faults`, { headers: heard.app.sessions[0] ?? {} })
  ).json()) as { clocks: unknown[] }
  console.log(
    `  ${row?.n} frames, ${row?.ahead} in the future, ${row?.marked} marked as of the server's time; ` +
      `${clocks.length} machines in the list of clocks, ${machineLoad()}`,
  )
}

async function long(heard: TestBroker, minutes: number): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const points: { readonly minute: number; readonly heap: number }[] = []
  const began = performance.now()
  const look = () => {
    collect()
    const { heapUsed, rss } = process.memoryUsage()
    const minute = (performance.now() - began) / 60_000
    points.push({ minute, heap: heapUsed / 1e6 })
    console.log(
      `  ${minute.toFixed(1)} min: heap ${megabytes(heapUsed)} MB, process ${megabytes(rss)} MB, ${machineLoad()}`,
    )
  }
  look()
  const timer = setInterval(look, 60_000)
  const sent = await loadInProcess({ ...heard.load, perSecond: 10 * plantPace, seconds: minutes * 60 })
  clearInterval(timer)
  look()
  console.log(
    `  ${sent.frames} frames, ${await stored(heard)} rows, p50 ${sent.p50} ms, p99 ${sent.p99} ms; heap ` +
      `${slope(points.slice(2)).toFixed(2)} MB a minute after the first two, which is ${(slope(points.slice(2)) * 144).toFixed(0)} MB over a day's values`,
  )
}

/** Least-squares slope, MB a minute. */
function slope(points: readonly { readonly minute: number; readonly heap: number }[]): number {
  const mean = (pick: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / Math.max(1, points.length)
  const [x, y] = [mean(({ minute }) => minute), mean(({ heap }) => heap)]
  const over = points.reduce((sum, { minute, heap }) => sum + (minute - x) * (heap - y), 0)
  const under = points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
  return under === 0 ? 0 : over / under
}
