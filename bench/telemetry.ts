// Machine data over MQTT: `node bench/telemetry.ts postgres 5000 30 aedes` (engine, values a second, seconds,
// broker), then a burst of 25 000 values a second. 60 machines of 10 signals send with QoS 1 from a separate process.
// The embedded broker acknowledges after the frame is committed, so the acknowledgement time is publish → committed.
// `mosquitto` acknowledges on receipt, so the bench counts rows instead. Budget: 5 000 sustained, 25 000 for a
// minute, p99 below one second. Finally queries a trend over 30 days of minutes.
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, readRows } from '../apps/server/src/platform/db/handles.ts'
import { sql } from '../apps/server/test/sql.ts'
import { openAppWithBroker } from './support/bench-broker.ts'
import { machineLoad } from './support/cpu.ts'
import { loadInProcess } from './support/load-process.ts'

const [engine = 'postgres', perSecond = '5000', seconds = '30', broker = 'aedes'] = process.argv.slice(2)
await measure(Number(perSecond), Number(seconds))

async function measure(pace: number, duration: number): Promise<void> {
  const { app, load, close } = await openAppWithBroker(engine, broker)
  try {
    const headers = app.sessions[0] ?? {}
    const ask = async (path: string) => {
      const reply = await fetch(`${app.origin}${path}`, { headers })
      return (await reply.json()) as Record<string, unknown>
    }
    console.log(`${engine}, ${broker}, ${machineLoad()}`)
    const rounds = {
      sustained: { perSecond: pace, seconds: duration },
      burst: { perSecond: 25_000, seconds: Math.min(60, duration) },
    }
    for (const [name, round] of Object.entries(rounds)) {
      const before = await stored(app.db)
      const cpu = process.cpuUsage()
      const began = performance.now()
      const sent = await loadInProcess({ ...load, ...round })
      let rows = 0
      for (let n = 0; n < 600 && rows < sent.frames; n += 1, await pause(100))
        rows = (await stored(app.db)) - before
      const hasBacklog = Math.round(performance.now() - began - sent.took)
      const { user, system } = process.cpuUsage(cpu)
      const values = Math.round((sent.frames * load.signals) / (sent.took / 1000))
      const share = Math.round((user + system) / 10 / sent.took)
      const rss = Math.round(process.memoryUsage().rss / 1e6)
      console.log(
        `  ${name}: ${values} values/s acknowledged, p50 ${sent.p50} ms, p99 ${sent.p99} ms; ${sent.frames} sent, ${rows} rows, ` +
          `the last ${hasBacklog} ms after the last acknowledgement; ${share} % of a core, ${rss} MB, ${machineLoad()}`,
      )
    }
    await minutesOfMonth(app.db)
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
    await close()
  }
}

function at(times: number[], share: number): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0)
}

async function stored(db: Database): Promise<number> {
  const [row] = await readRows(db.reads, sql<{ n: number }>`select count(*)::int as n from telemetry_frames`)
  return row?.n ?? 0
}

/** Creates a month of minute values for the first machine. */
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
