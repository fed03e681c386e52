import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts'
import { sparkplugHostHears } from '../../../../test/sparkplug-host.ts'
import { tokenHash } from '../../../platform/auth/token.ts'
import { readRows } from '../../../platform/db/handles.ts'
import type { MachinesPort } from '../telemetry.types.ts'
import { type NewMetric, writePayload } from '../sparkplug/payload.codec.ts'
import { dataTypes } from '../sparkplug/sparkplug.rules.ts'
import type { TelemetryModule } from '../module.ts'
import { alarmSignal, HeardSink, heardModule, madeMachines, welderSignals } from '../telemetry.fixtures.ts'

// Gateways that know values only: an alarm code among them becomes an event, whatever they speak. Over the broker, up to the row.

let testDb: TestDatabase
let telemetry: TelemetryModule
let port: MachinesPort
let sink: HeardSink
let client: MqttClient
const soon = { timeout: 15_000, interval: 50 }

beforeAll(async () => {
  testDb = await testDatabase()
}, 120_000)
afterAll(() => testDb.close())
beforeEach(async () => {
  await testDb.wipe()
  const made = await madeMachines(testDb.db, 2, { signals: [...welderSignals, alarmSignal] })
  port = made.port
  await testDb.db.tx(async (write) => {
    await sql`insert into gateways (plant_id, code, topics, secret_hash, updated_by_name)
      values (1, 'edge', array['sf/v1/main/weld/#', 'spBv1.0/plant/#'], ${tokenHash('right')}, 'x')`.execute(
      write,
    )
    await sql`insert into device_inbox (plant_id, device_key, topic, sample, status, machine_id, first_at, last_at, messages)
      values (1, 'spB:plant/gw/robot', 'x', '', 'adopted', ${made.machines[1]?.id}, now(), now(), 1)`.execute(
      write,
    )
  })
  await begin()
})
afterEach(() => end())

async function begin(): Promise<void> {
  sink = new HeardSink()
  telemetry = heardModule(testDb.db, port, sink)
  await telemetry.start?.()
  await telemetry.onLeaderStart?.()
  client = await mqtt.connectAsync(telemetry.mqtt.guest([]).url, { username: 'edge', password: 'right' })
}
async function end(): Promise<void> {
  await client.endAsync(true)
  await telemetry.onLeaderStop?.()
  await telemetry.close?.()
}

const events = () =>
  readRows(
    testDb.db.reads,
    sql<{ at: Date; type: string; data: { code: string; on: boolean } }>`
      select at, type, data from telemetry_events order by at, event_key`,
  )
const reported = async () => (await events()).map(({ data: { code, on } }) => `${code} ${on ? 'on' : 'off'}`)
const native = (kind: string, body: object) =>
  client.publishAsync(`sf/v1/main/weld/W1/${kind}`, JSON.stringify(body), { qos: 1 })
let seq = 0
/** Gives the time that it says, well after the one before: what was told at one instant is one frame. */
async function say(m: object): Promise<number> {
  await pause(20)
  const ts = Date.now()
  await native('telemetry', { boot: 'b', seq: (seq += 1), ts, m })
  return ts
}
const faults = () =>
  readRows(testDb.db.reads, sql<{ reason: string }>`select distinct reason from telemetry_faults`)

test('a code that comes, stays, changes and goes is told once each time, with its time', async () => {
  const sent: number[] = []
  for (const alm of [0, 0, 12, 12, 'E305', 'E305', '', 0, 7]) sent.push(await say({ cur: sent.length, alm }))
  expect(await reported()).toEqual(['12 on', '12 off', 'E305 on', 'E305 off', '7 on'])
  expect((await events())[0]).toMatchObject({ type: 'alarm', data: { signal: 'alm' } })
  const changed = [2, 4, 4, 6, 8].map((place) => sent[place])
  expect((await events()).map(({ at }) => at.getTime())).toEqual(changed)
  await vi.waitFor(() => expect(sink.facts).toHaveLength(5), soon)
})

test('a text alone is acknowledged; one in another signal is counted as no value', async () => {
  await say({ alm: 'E1' })
  await say({ cur: 'much' })
  expect(await reported()).toEqual(['E1 on'])
  await end()
  expect(await faults()).toEqual([{ reason: 'value' }])
  await begin()
})

test('what stands is not told again by a server that was started anew; that it goes is', async () => {
  await say({ alm: 9 })
  await end()
  await begin()
  await say({ alm: 9 })
  expect(await reported()).toEqual(['9 on'])
  await say({ alm: 0 })
  expect(await reported()).toEqual(['9 on', '9 off'])
})

test('what a gateway kept is told at its time, once, however often it comes', async () => {
  await say({ alm: 0 })
  const from = await say({ alm: 3 })
  const to = await say({ alm: 0 })
  const frames = [0.2, 0.4, 0.6, 0.8].map((share) => ({
    ts: Math.round(from + (to - from) * share),
    m: { alm: share < 0.5 ? 3 : 'E4' },
  }))
  await native('history', { boot: 'b', frames })
  const all = await reported()
  expect(all).toEqual(expect.arrayContaining(['3 on', '3 off', 'E4 on', 'E4 off']))
  expect(all.filter((one) => one === 'E4 on')).toHaveLength(1)
  await native('history', { boot: 'b', frames })
  expect(await reported()).toEqual(all)
})

test('a Sparkplug metric is a code as well, as a number and as a text; a rebirth tells nothing again', async () => {
  const bdSeq: NewMetric = { name: 'bdSeq', dataType: dataTypes.int64, value: 0 }
  const payload = (n: number, metrics: readonly NewMetric[]) =>
    Buffer.from(writePayload({ at: Date.now(), metrics, seq: n }))
  const number = (value: number): NewMetric => ({ name: 'alm', dataType: dataTypes.int32, value })
  const text = (value: string): NewMetric => ({ name: 'alm', dataType: dataTypes.string, value })
  const born = async (alm: NewMetric) => {
    await client.publishAsync('spBv1.0/plant/NBIRTH/gw', payload(0, [bdSeq]))
    await client.publishAsync('spBv1.0/plant/DBIRTH/gw/robot', payload(1, [alm]))
  }
  const data = (n: number, alm: NewMetric) =>
    client.publishAsync('spBv1.0/plant/DDATA/gw/robot', payload(n, [alm]))
  await sparkplugHostHears(client)
  await born(number(0))
  await data(2, number(44))
  await data(3, number(44))
  await vi.waitFor(async () => expect(await reported()).toEqual(['44 on']), soon)
  await born(number(44))
  await data(2, number(0))
  await vi.waitFor(async () => expect(await reported()).toEqual(['44 on', '44 off']), soon)
  await born(text(''))
  await data(2, text('E17'))
  await data(3, text(''))
  await vi.waitFor(
    async () => expect(await reported()).toEqual(['44 on', '44 off', 'E17 on', 'E17 off']),
    soon,
  )
})
