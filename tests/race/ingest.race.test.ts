import mqtt from 'mqtt'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runs } from '../../apps/server/test/depth.ts'
import { onServer } from '../../apps/server/test/postgres.ts'
import { migratedDatabase, ownPostgres } from '../../apps/server/test/run-postgres.ts'
import { enterMachine, type EnteredMachine, valueOf } from '../support/entered-machine.ts'
import { apiAs, dataFolder, type RunningServer, startServer } from '../support/app.ts'
import { sendNumbered } from '../support/numbered-sender.ts'

// Failures between a machine and the row of its frame: a suspended database, everything sent twice, a gateway's
// store of two hours beside live values, a clock ten minutes ahead. The large variants are in bench/.

const postgres = await ownPostgres('ingestion under trouble')
const databaseUrl = postgres === null ? '' : await migratedDatabase(postgres.url)
const pauseMs = runs(3000, 8000)
const folder = dataFolder()
let app: RunningServer
let machine: EnteredMachine
let url: string
let token: string
beforeAll(async () => {
  if (postgres === null) return
  app = await startServer(folder.path, { DEMO: '0', DATABASE_URL: databaseUrl })
  machine = await enterMachine(app)
  const admin = await apiAs(app.url, 'admin')
  token = admin.token
  const { port } = (await admin.call('GET', '/api/telemetry/broker')).body as { port: number }
  url = `mqtt://127.0.0.1:${port}`
}, 120_000)
afterAll(async () => {
  await app?.stop()
  await postgres?.stop()
  folder.remove()
})

const ask = <T>(text: string): Promise<T[]> =>
  onServer(databaseUrl, async (client) => (await client.query<T & object>(text)).rows as T[])
const instants = async () =>
  (await ask<{ at: Date }>('select at from telemetry_frames')).map(({ at }) => at.getTime())
const connected = () =>
  mqtt.connectAsync(url, { username: machine.gateway, password: machine.password, reconnectPeriod: 200 })
const soon = { timeout: 20_000, interval: 50 }
const historyTopic = () => machine.topic.replace(/telemetry$/, 'history')

describe.skipIf(postgres === null)('ingestion', () => {
  test('takes a pause of the database of seconds: nothing acknowledged is lost, and it catches up', async () => {
    const sender = await sendNumbered(url, machine, 10)
    await vi.waitFor(() => expect(sender.acknowledged.size).toBeGreaterThan(10), soon)
    const before = sender.sent
    await postgres?.pause(pauseMs)
    await sender.end(25_000)
    expect(sender.acknowledged.size).toBe(sender.sent)
    expect(sender.sent).toBeGreaterThan(before + 20)
    const there = new Set(await instants())
    expect([...sender.acknowledged].filter((at) => !there.has(at))).toEqual([])
    await vi.waitFor(async () => expect(await valueOf(app, machine, token)).toBe(sender.sent % 5), soon)
  })

  test('takes everything five times and keeps it once', async () => {
    const client = await connected()
    const count = (await instants()).length
    // Measure the clock offset before the burst. Frames that wait in the burst then count as late, and do not distort
    // the measurement.
    const birth = JSON.stringify({ v: 1, boot: 'storm', ts: Date.now() })
    await client.publishAsync(machine.topic.replace(/telemetry$/, 'birth'), birth, { qos: 1 })
    const known = "select 1 from telemetry_links where boot = 'storm' and clock_offset_ms is not null"
    await vi.waitFor(async () => expect(await ask(known)).toHaveLength(1), soon)
    // Distinct timestamps: the frames of the previous test end earlier.
    const from = Math.max(Date.now() - 200, ...(await instants()).map((at) => at + 1))
    const bodies = Array.from({ length: 200 }, (_, n) =>
      JSON.stringify({ v: 1, boot: 'storm', seq: n, ts: from + n, m: { [machine.signal]: n % 3 } }),
    )
    const storm = Array.from({ length: 5 }, () => bodies).flat()
    await Promise.all(storm.map((body) => client.publishAsync(machine.topic, body, { qos: 1 })))
    await client.endAsync(true)
    expect((await instants()).length - count).toBe(200)
  })

  test('takes two hours out of a gateway’s store while live values go on without waiting', async () => {
    const client = await connected()
    const now = Date.now()
    const frames = Array.from({ length: 7200 }, (_, n) => ({
      seq: n,
      ts: now - 7_200_000 - 60_000 + n * 1000,
      m: { [machine.signal]: n % 4 },
    }))
    const sender = await sendNumbered(url, machine, 50, { clientId: 'live' })
    await vi.waitFor(() => expect(sender.acknowledged.size).toBeGreaterThan(0), { timeout: 15_000 })
    const before = sender.acknowledged.size
    const stored: Promise<unknown>[] = []
    for (let start = 0; start < frames.length; start += 500) {
      const part = JSON.stringify({ v: 1, boot: 'store', frames: frames.slice(start, start + 500) })
      stored.push(client.publishAsync(historyTopic(), part, { qos: 1 }))
    }
    await Promise.all(stored)
    expect(sender.acknowledged.size).toBeGreaterThan(before)
    await sender.end(15_000)
    await client.endAsync(true)
    const [row] = await ask<{ n: number }>(`select count(*)::int as n from telemetry_frames
      where late and at between to_timestamp(${(now - 7_270_000) / 1000}) and to_timestamp(${(now - 50_000) / 1000})`)
    expect(row?.n).toBe(7200)
    const raised = await ask(`select 1 from alarms where raised_at < now() - interval '1 minute' and
      rule_id in (select id from alarm_rules where kind <> 'offline')`)
    expect(raised).toEqual([])
  })

  test('of a clock ten minutes ahead takes its own time, and the list of clocks says so', async () => {
    const client = await connected()
    for (let seq = 1; seq <= 25; seq += 1) {
      const ahead = Date.now() + 600_000
      const body = JSON.stringify({ v: 1, boot: 'ahead', seq, ts: ahead, m: { [machine.signal]: 4 } })
      await client.publishAsync(machine.topic, body, { qos: 1 })
      // A machine's pace: the clock offset is measured over seconds, not within one batch.
      await pause(100)
    }
    await client.endAsync(true)
    expect((await instants()).filter((at) => at > Date.now() + 60_000)).toEqual([])
    await vi.waitFor(async () => {
      const { body: report } = await (await apiAs(app.url, 'admin')).call('GET', '/api/telemetry/faults')
      const [clock] = (report as { clocks: { offsetMs: number }[] }).clocks
      expect(clock?.offsetMs).toBeLessThan(-590_000)
    }, soon)
  })
})
