import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { silent } from '../../apps/server/test/harness.ts'
import { sql } from '../../apps/server/test/sql.ts'
import { readRows } from '../../apps/server/src/platform/db/handles.ts'
import { openDatabase } from '../../apps/server/src/platform/db/open.ts'
import { mosquittoAcl } from '../../apps/server/src/platform/mqtt/topic-access.rules.ts'
import { enterMachine, type EnteredMachine, valueOf } from '../support/entered-machine.ts'
import { apiAs, dataFolder, type RunningServer, startServer } from '../support/app.ts'
import { startMosquitto } from '../support/mosquitto.ts'
import { sendNumbered } from '../support/numbered-sender.ts'

// The factory's own broker: a real Mosquitto, configured as in docs/mqtt-broker.md, with messages from a third-party
// client.

const broker = await startMosquitto(mosquittoAcl([{ code: 'gateway', topics: ['sf/v1/main/weld/#'] }]))
const folder = dataFolder()
let app: RunningServer
let machine: EnteredMachine
let token: string
const start = () => startServer(folder.path, { DEMO: '0', MQTT_URL: broker?.url ?? '' })

beforeAll(async () => {
  if (broker === null) return
  app = await start()
  machine = { ...(await enterMachine(app)), password: broker.password }
  token = (await apiAs(app.url, 'admin')).token
}, 120_000)
afterAll(async () => {
  await app?.stop()
  await broker?.stop()
  folder.remove()
})

const frame = (value: number) =>
  JSON.stringify({ v: 1, boot: 'p', seq: value, ts: Date.now(), m: { [machine.signal]: value } })
const soon = { timeout: 20_000, interval: 20 }

describe.skipIf(broker === null)('a Mosquitto', () => {
  test('takes each value of mosquitto_pub, and people see it', async () => {
    const took: number[] = []
    for (let n = 1; n <= 5; n += 1) {
      const began = performance.now()
      await broker?.publish(machine.topic, frame(n % 5))
      await vi.waitFor(async () => expect(await valueOf(app, machine, token)).toBe(n % 5), soon)
      took.push(performance.now() - began)
    }
    const [fastest, , median, , slowest] = took.toSorted((a, b) => a - b).map(Math.round)
    console.log(`mosquitto_pub → API: median ${median} ms, ${fastest} to ${slowest} ms`)
  })

  test('lets a gateway publish nowhere but under its own filters', async () => {
    await broker?.publish('sf/v1/main/paint/P1/telemetry', frame(1))
    await broker?.publish('sf/v1/main/weld/W9/telemetry', frame(1))
    const inbox = async () => {
      const { body } = await (await apiAs(app.url, 'admin')).call('GET', '/api/telemetry/inbox')
      return (body as { items: { deviceKey: string }[] }).items.map(({ deviceKey }) => deviceKey)
    }
    await vi.waitFor(async () => expect(await inbox()).toEqual(['main/weld/W9']), soon)
  })

  test('killed and started again is found again: no acknowledged frame is lost, the Sparkplug host is born anew', async () => {
    const states: { online: boolean; timestamp: number }[] = []
    const listener = await mqtt.connectAsync(broker?.url ?? '', { reconnectPeriod: 200 })
    listener.on('error', () => undefined)
    listener.on('message', (_, bytes) => states.push(JSON.parse(bytes.toString()) as (typeof states)[0]))
    await listener.subscribeAsync('spBv1.0/STATE/cloud-factory', { qos: 1 })
    await vi.waitFor(() => expect(states.at(-1)?.online).toBe(true), soon)
    const before = states.at(-1)?.timestamp ?? 0
    const sender = await sendNumbered(`mqtt://127.0.0.1:${broker?.port}`, machine, 20)
    await vi.waitFor(() => expect(sender.acknowledged.size).toBeGreaterThan(10), soon)
    const killedAt = Date.now()
    await broker?.killAndRestart(300)
    await vi.waitFor(() => {
      const last = states.at(-1)
      expect([last?.online, (last?.timestamp ?? 0) > Math.max(before, killedAt)]).toEqual([true, true])
    }, soon)
    await vi.waitFor(() => expect(sender.acknowledged.size).toBeGreaterThan(50), soon)
    await sender.end(20_000)
    await listener.endAsync(true)
    await allThere(sender.acknowledged)
  })

  test('keeps what comes while the app is dead, and the app takes it when it is back', async () => {
    const sender = await sendNumbered(`mqtt://127.0.0.1:${broker?.port}`, machine, 20)
    // The clock offset is known. Frames that wait from now on count as late, not as sent by a wrong clock.
    await vi.waitFor(async () => expect(await seenAt()).toBeGreaterThanOrEqual(Number(sender.boot)), soon)
    await app.kill()
    const before = sender.acknowledged.size
    await vi.waitFor(() => expect(sender.acknowledged.size).toBeGreaterThan(before + 50), soon)
    app = await start()
    token = (await apiAs(app.url, 'admin')).token
    await sender.end(20_000)
    await allThere(sender.acknowledged)
  })

  test('keeps the times of a gateway that was started anew while the app was away', async () => {
    await app.stop()
    const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) * 1000 - minutes * 60_000
    const measured = [30, 25, 20].map(minutesAgo)
    const body = (ts: number, seq: number) =>
      JSON.stringify({ v: 1, boot: 'unheard', seq, ts, m: { [machine.signal]: seq } })
    for (const [index, ts] of measured.entries()) await broker?.publish(machine.topic, body(ts, index + 1))
    app = await start()
    const admin = await apiAs(app.url, 'admin')
    token = admin.token
    const day = [minutesAgo(60), minutesAgo(-1)].map((at) => new Date(at).toISOString())
    const path = `/api/machines/${machine.id}/trend?signals=1&from=${day[0]}&to=${day[1]}&pixels=4000`
    await vi.waitFor(async () => {
      const { series } = (await admin.call('GET', path)).body as {
        series: { at: number[]; mean: (number | null)[] }[]
      }
      const reported = series[0]?.at.filter((_, place) => series[0]?.mean[place] !== null) ?? []
      expect(reported).toEqual(expect.arrayContaining(measured))
    }, soon)
  })
})

/** Timestamp of the value that people see, ms since 1970; 0: none. */
async function seenAt(): Promise<number> {
  const admin = await apiAs(app.url, 'admin')
  const { body } = await admin.call('GET', `/api/machines/${machine.id}/signals`)
  const { signals } = body as { signals: { code: string; at: string | null }[] }
  return Date.parse(signals.find(({ code }) => code === machine.signal)?.at ?? '1970-01-01T00:00:00Z')
}

/** Waits until the last frame is visible live, then checks in the database that every acknowledged frame exists. */
async function allThere(acknowledged: ReadonlySet<number>): Promise<void> {
  expect(acknowledged.size).toBeGreaterThan(50)
  const last = Math.max(...acknowledged)
  await vi.waitFor(async () => expect(await seenAt()).toBeGreaterThanOrEqual(last), soon)
  await app.stop()
  const db = await openDatabase({ dataDir: folder.path, log: silent })
  const rows = await readRows(db.reads, sql<{ at: Date }>`select at from telemetry_frames`)
  await db.close()
  const there = new Set(rows.map(({ at }) => at.getTime()))
  expect([...acknowledged].filter((at) => !there.has(at))).toEqual([])
  app = await start()
  token = (await apiAs(app.url, 'admin')).token
}
