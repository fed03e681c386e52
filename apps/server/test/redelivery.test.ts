import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readRows } from '../src/platform/db/handles.ts'
import { type TestApp, testApp } from './app.ts'
import { testClock } from './clock.ts'
import { enterGateway } from './enter-gateway.ts'
import { madeMachines } from './made-machines.ts'

// A gateway restarts and resends messages whose acknowledgement it did not receive (MQTT 3.1.1, 4.4). Tests the
// broker and all its consumers.

let app: TestApp
let gateway: MqttClient
let machine = 0
const start = '2026-03-20T02:00:00Z'
const clock = testClock(start)
const soon = { timeout: 15_000, interval: 50 }

beforeAll(async () => {
  app = await testApp({ demo: 'none', clock, env: { SIMULATOR: '0' } })
  machine = (await madeMachines(app.database.db, 1))[0] ?? 0
  const { url, ...who } = await enterGateway(app)
  gateway = await mqtt.connectAsync(url, who)
  // A new machine is an unknown device until the server reads the register again.
  await vi.waitFor(async () => {
    await say('birth', { boot: 'first', ts: clock.now().getTime() })
    expect(await readRows(app.database.db.reads, sql`select from telemetry_links`)).toHaveLength(1)
  }, soon)
}, 300_000)
afterAll(async () => {
  await gateway?.endAsync(true)
  await app.close()
})

interface Sent {
  readonly kind: 'birth' | 'telemetry' | 'status'
  readonly text: string
}
const topic = (kind: Sent['kind']) => `sf/v1/main/weld/real-01/${kind}`
async function say(kind: Sent['kind'], body: object): Promise<Sent> {
  const text = JSON.stringify(body)
  await gateway.publishAsync(topic(kind), text, { qos: 1 })
  return { kind, text }
}

/** Sends a birth and six seconds in one state. Returns the messages sent. */
async function lives(boot: string, state: number, out: number): Promise<Sent[]> {
  const sent = [await say('birth', { boot, ts: clock.now().getTime(), profile: 'weld-gantry-real@1' })]
  for (let seq = 1; seq <= 6; seq += 1) {
    clock.advance(1)
    sent.push(await say('telemetry', { boot, seq, ts: clock.now().getTime(), m: { st: state, out } }))
  }
  return sent
}

const rows = () =>
  readRows(
    app.database.db.reads,
    sql<{ at: Date; st: number }>`select at, values[1]::int as st from telemetry_frames
      where machine_id = ${machine} order by at`,
  )
const latest = () =>
  readRows(
    app.database.db.reads,
    sql`select slot, at, value from telemetry_latest where machine_id = ${machine} order by slot`,
  )
/** States with their seconds since the start; null: still open. */
const intervals = async () =>
  (
    await readRows(
      app.database.db.reads,
      sql<{ state: string; t0: Date; t1: Date | null }>`select state, t0, t1 from machine_intervals
        where machine_id = ${machine} and state <> 'offline' order by t0`,
    )
  ).map(({ state, t0, t1 }) => [state, second(t0), t1 === null ? null : second(t1)])
const second = (at: Date) => (at.getTime() - Date.parse(start)) / 1000

test('what an earlier start of a gateway sends once more makes no second row and sets nothing back', async () => {
  const before = await lives('a1', 3, 10)
  await vi.waitFor(async () => expect(await intervals()).toEqual([['running', 1, null]]), soon)
  clock.advance(20)
  const after = await lives('b2', 4, 11)
  const course = [
    ['running', 1, 27],
    ['fault', 27, null],
  ]
  await vi.waitFor(async () => expect(await intervals()).toEqual(course), soon)
  const [stored, values] = [await rows(), await latest()]
  expect(stored).toHaveLength(12)
  // Late enough that a resent message would count as current if it were not recognized.
  clock.advance(20)
  const again = [...before, ...after].filter(({ kind }) => kind === 'telemetry')
  await Promise.all(
    again.map(({ kind, text }) => gateway.publishAsync(topic(kind), text, { qos: 1, dup: true })),
  )
  expect(await rows()).toEqual(stored)
  expect(await latest()).toEqual(values)

  // Messages are processed in order: when these are done, all earlier ones are too.
  await lives('b3', 1, 12)
  await vi.waitFor(async () => expect((await intervals()).at(-1)?.[0]).toBe('idle'), soon)
  expect((await intervals()).slice(0, 2)).toEqual([course[0], ['fault', 27, expect.any(Number)]])
  expect(await intervals()).toHaveLength(3)
}, 120_000)

test('nor do frames of the earlier start among those of the running one', async () => {
  const early = await lives('c3', 3, 20)
  clock.advance(5)
  const late: Sent[] = []
  for (let seq = 1; seq <= 5; seq += 1) {
    clock.advance(1)
    late.push(await say('telemetry', { boot: 'd4', seq, ts: clock.now().getTime(), m: { st: 1, out: 21 } }))
    const again = early[seq]
    if (again !== undefined) await gateway.publishAsync(topic(again.kind), again.text, { qos: 1, dup: true })
  }
  expect(late).toHaveLength(5)
  const instants = (await rows()).map(({ at }) => at.getTime())
  expect(new Set(instants).size).toBe(instants.length)
  await vi.waitFor(async () => expect((await intervals()).at(-1)?.[0]).toBe('idle'), soon)
  expect((await intervals()).slice(-2).map(([state]) => state)).toEqual(['running', 'idle'])
  expect((await rows()).slice(-5).map(({ st }) => st)).toEqual(Array.from({ length: 5 }, () => 1))
}, 120_000)

test('nor what starts before the earlier one send once more', async () => {
  const starts: Sent[][] = []
  for (const [n, boot] of ['e5', 'f6', 'g7', 'h8'].entries()) {
    starts.push(await lives(boot, n % 2 === 0 ? 3 : 1, 30 + n))
    clock.advance(8)
  }
  await vi.waitFor(async () => expect((await intervals()).at(-1)?.[0]).toBe('idle'), soon)
  const [stored, values] = [await rows(), await latest()]
  clock.advance(20)
  const again = starts.flat().filter(({ kind }) => kind === 'telemetry')
  await Promise.all(
    again.map(({ kind, text }) => gateway.publishAsync(topic(kind), text, { qos: 1, dup: true })),
  )
  expect(await rows()).toEqual(stored)
  expect(await latest()).toEqual(values)

  // The last will of an old start does not count either if the broker sends it after the next start.
  const link = () =>
    readRows(
      app.database.db.reads,
      sql`select boot, online from telemetry_links where machine_id = ${machine}`,
    )
  await say('status', { online: false, boot: 'g7' })
  expect(await link()).toEqual([{ boot: 'h8', online: true }])
  await say('status', { online: false, boot: 'h8' })
  expect(await link()).toEqual([{ boot: 'h8', online: false }])
}, 120_000)
