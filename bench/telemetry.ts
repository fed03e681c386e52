// Machines heard over MQTT: `node bench/telemetry.ts postgres 5000 30` (engine, values a second, seconds), then a burst of
// 25 000 values a second. 60 machines of 10 signals send with QoS 1 from a process of their own; a message is acknowledged
// after it is committed, so the time to the acknowledgement is publish → committed. Budget: 5 000 sustained, 25 000 for a
// minute, p99 below one second. At the end a trend over 30 days of minutes is asked for.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import { tokenHash } from '../apps/server/src/platform/auth/token.ts'
import { type Database, readRows } from '../apps/server/src/platform/db/handles.ts'
import { sql } from '../apps/server/test/sql.ts'
import { machineLoad } from './support/cpu.ts'
import { openHouse } from './support/house.ts'

const machines = 60
const signals = 10
const secret = 'bench-secret'

interface Round {
  readonly url: string
  readonly perSecond: number
  readonly seconds: number
}
interface Sent {
  readonly frames: number
  readonly p50: number
  readonly p99: number
  readonly took: number
}

if (process.argv[2] === 'send') await send(JSON.parse(process.argv[3] ?? '{}') as Round)
else
  await measure(process.argv[2] ?? 'postgres', Number(process.argv[3] ?? 5000), Number(process.argv[4] ?? 30))

async function measure(engine: string, perSecond: number, seconds: number): Promise<void> {
  const house = await openHouse(engine, fill)
  try {
    const headers = house.sessions[0] ?? {}
    const ask = async (path: string) => {
      const reply = await fetch(`${house.forgetful}${path}`, { headers })
      return (await reply.json()) as Record<string, unknown>
    }
    // The house without kept answers is another process of the product: its broker is asked of the first.
    const broker = (await (await fetch(`${house.origin}/api/telemetry/broker`, { headers })).json()) as {
      port: number
    }
    const url = `mqtt://127.0.0.1:${broker.port}`
    console.log(`${engine}, ${machineLoad()}`)
    const rounds = {
      sustained: { perSecond, seconds },
      burst: { perSecond: 25_000, seconds: Math.min(60, seconds) },
    }
    for (const [name, round] of Object.entries(rounds)) {
      const before = await stored(house.db)
      const cpu = process.cpuUsage()
      const sent = await sending({ url, ...round })
      await pause(1000)
      const rows = (await stored(house.db)) - before
      const { user, system } = process.cpuUsage(cpu)
      const values = Math.round((sent.frames * signals) / (sent.took / 1000))
      const share = Math.round((user + system) / 10 / sent.took)
      const rss = Math.round(process.memoryUsage().rss / 1e6)
      console.log(
        `  ${name}: ${values} values/s acknowledged, p50 ${sent.p50} ms, p99 ${sent.p99} ms; ${sent.frames} sent, ${rows} rows; ` +
          `${share} % of a core, ${rss} MB, ${machineLoad()}`,
      )
    }
    await minutesOfMonth(house.db)
    const to = new Date()
    const from = new Date(to.getTime() - 30 * 86_400_000)
    const path = `/api/machines/1/trend?signals=1,2&from=${from.toISOString()}&to=${to.toISOString()}&pixels=1000`
    const times: number[] = []
    for (let n = 0; n < 20; n += 1) {
      const began = performance.now()
      await ask(path)
      times.push(performance.now() - began)
    }
    console.log(
      `  trend of 2 signals over 30 days: p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, ${machineLoad()}`,
    )
  } finally {
    await house.close()
  }
}

async function sending(round: Round): Promise<Sent> {
  const child = fork(import.meta.filename, ['send', JSON.stringify(round)])
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the sender ended without a word')))
  const [sent] = (await Promise.race([once(child, 'message'), ended])) as [Sent]
  return sent
}

/** The sender's own process: a frame of each machine in turn, at an even pace. */
async function send({ url, perSecond, seconds }: Round): Promise<void> {
  const options = { username: 'bench', password: secret, clean: true }
  const clients = await Promise.all(Array.from({ length: machines }, () => mqtt.connectAsync(url, options)))
  const each = perSecond / signals
  const times: number[] = []
  const open: Promise<unknown>[] = []
  const began = performance.now()
  const boot = String(Date.now())
  let n = 0
  while (performance.now() - began < seconds * 1000) {
    const due = ((performance.now() - began) / 1000) * each
    for (; n < due; n += 1) {
      const machine = n % machines
      const m = Object.fromEntries(
        Array.from({ length: signals }, (_, s) => [`s${s + 1}`, Math.random() * 100]),
      )
      const body = JSON.stringify({
        v: 1,
        boot,
        seq: n,
        ts: Date.now() + (Math.floor(n / machines) % 2) / 2,
        m,
      })
      const at = performance.now()
      const topic = `sf/v1/main/bench/M${machine + 1}/telemetry`
      const client = clients[machine]
      if (client !== undefined)
        open.push(client.publishAsync(topic, body, { qos: 1 }).then(() => times.push(performance.now() - at)))
    }
    await pause(5)
  }
  await Promise.all(open)
  const took = performance.now() - began
  process.send?.({ frames: n, p50: at(times, 0.5), p99: at(times, 0.99), took } satisfies Sent)
  await Promise.all(clients.map((client) => client.endAsync()))
  process.disconnect()
}

function at(times: number[], share: number): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0)
}

async function stored(db: Database): Promise<number> {
  const [row] = await readRows(db.reads, sql<{ n: number }>`select count(*)::int as n from telemetry_frames`)
  return row?.n ?? 0
}

async function fill(db: Database): Promise<void> {
  await db.tx(async (write) => {
    await sql`insert into machine_profiles (plant_id, code, profile_version, names, class, updated_by_name)
      values (1, 'bench', 1, '{"zh":"x","en":"x","es":"x"}', 'other', 'x')`.execute(write)
    await sql`insert into profile_signals (profile_id, slot, code, names, kind)
      select p.id, n, 's' || n, '{"zh":"x","en":"x","es":"x"}', 'gauge'
      from machine_profiles p, generate_series(1, ${signals}::int) n where p.code = 'bench'`.execute(write)
    await sql`insert into machines (plant_id, code, site, line, name, profile_id, search, updated_by_name)
      select 1, 'M' || n, 'main', 'bench', 'M' || n, p.id, 'm' || n, 'x'
      from machine_profiles p, generate_series(1, ${machines}::int) n where p.code = 'bench'
      order by n`.execute(write)
    await sql`insert into gateways (plant_id, code, topics, secret_hash, updated_by_name)
      values (1, 'bench', array['sf/v1/main/#'], ${tokenHash(secret)}, 'x')`.execute(write)
  })
}

/** A month of minutes of the first machine. */
async function minutesOfMonth(db: Database): Promise<void> {
  const months = await readRows(
    db.reads,
    sql<{ name: string; from: string; to: string }>`
    select 'telemetry_minutes_' || to_char(m, 'YYYYMM') as name, m::date::text as from,
      (m + interval '1 month')::date::text as to
    from generate_series(date_trunc('month', now() - interval '30 days'), now(), interval '1 month') m`,
  )
  await db.tx(async (write) => {
    for (const { name, from, to } of months)
      await sql`create table if not exists ${sql.table(name)} partition of telemetry_minutes
        for values from (${sql.lit(`${from} 00:00+00`)}) to (${sql.lit(`${to} 00:00+00`)})`.execute(write)
    await sql`insert into telemetry_minutes (machine_id, at, profile_id, counts, lows, highs, means, lasts, held_ms)
      select 1, m, (select profile_id from machines where id = 1), array_fill(60, array[10]), array_fill(1, array[10]),
        array_fill(9, array[10]), array_fill(5, array[10]), array_fill(5, array[10]), array_fill(60000, array[10])
      from generate_series(date_trunc('minute', now() - interval '30 days'), now() - interval '2 minutes',
        interval '1 minute') m
      on conflict do nothing`.execute(write)
  })
}
