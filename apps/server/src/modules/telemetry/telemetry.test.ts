import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { tokenHash } from '../../platform/auth/token.ts'
import { readRows } from '../../platform/db/handles.ts'
import type { KnownMachine } from '@cloud-factory/domain/machines/known-machine'
import type { TelemetryModule } from './module.ts'
import { HeardSink, heardModule, madeMachines } from './telemetry.fixtures.ts'
import { signalsOf } from './trends/trends.queries.ts'

// A real broker, real clients, a real database: from the publish to the committed row.

let testDb: TestDatabase
let telemetry: TelemetryModule
let sink: HeardSink
let machine: KnownMachine
const clients: MqttClient[] = []
const soon = { timeout: 15_000, interval: 50 }

beforeAll(async () => {
  testDb = await testDatabase()
}, 120_000)
afterAll(() => testDb.close())

beforeEach(async () => {
  await testDb.wipe()
  const made = await madeMachines(testDb.db, 2)
  machine = made.machines[0] as KnownMachine
  await testDb.db.tx((write) =>
    sql`insert into gateways (plant_id, code, topics, secret_hash, updated_by_name)
      values (1, 'edge', array['sf/v1/main/weld/#'], ${tokenHash('right')}, 'x')`.execute(write),
  )
  sink = new HeardSink()
  telemetry = heardModule(testDb.db, made.port, sink)
  await telemetry.start?.()
  await telemetry.onLeaderStart?.()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
  await telemetry.onLeaderStop?.()
  await telemetry.close?.()
})

const url = () => telemetry.mqtt.guest([]).url
async function connected(options: mqtt.IClientOptions = {}): Promise<MqttClient> {
  const client = await mqtt.connectAsync(url(), {
    username: 'edge',
    password: 'right',
    reconnectPeriod: 0,
    ...options,
  })
  client.on('error', () => undefined)
  clients.push(client)
  return client
}

const topic = (kind: string, code = 'W1') => `sf/v1/main/weld/${code}/${kind}`
const say = (client: MqttClient, kind: string, body: unknown, code = 'W1') =>
  client.publishAsync(topic(kind, code), JSON.stringify(body), { qos: 1 })
const frames = () =>
  readRows(
    testDb.db.reads,
    sql<{ machine_id: number; at: Date; values: number[]; qualities: number[] | null; late: boolean }>`
      select machine_id, at, values, qualities, late from telemetry_frames order by machine_id, at`,
  )
const faults = async () =>
  Object.fromEntries(
    (
      await readRows(
        testDb.db.reads,
        sql<{ reason: string; count: number }>`
          select reason, sum(count)::int as count from telemetry_faults group by reason`,
      )
    ).map(({ reason, count }) => [reason, count]),
  )

test('a frame is acknowledged after it is committed, and is the machine’s live value', async () => {
  const client = await connected()
  const ts = Date.now()
  await say(client, 'telemetry', {
    v: 1,
    boot: 'b',
    seq: 1,
    ts,
    m: { st: 3, cur: 612.5, volt: 31.2 },
    q: { volt: 0 },
  })
  expect(await frames()).toEqual([
    {
      machine_id: machine.id,
      at: new Date(ts),
      values: [3, 612.5, 31.2, null],
      qualities: [0, 0, 1, 0],
      late: false,
    },
  ])
  const live = await signalsOf(testDb.db.reads, machine, new Date())
  expect(live.link).toMatchObject({ online: true })
  expect(live.signals).toMatchObject([
    { code: 'st', value: 3, quality: 'good', stale: false },
    { code: 'cur', value: 612.5, unit: 'A', quality: 'good' },
    { code: 'volt', value: 31.2, quality: 'bad' },
    { code: 'wire', value: null, quality: null, ageMs: null, stale: true },
  ])
  await vi.waitFor(() => expect(sink.heard).toHaveLength(1), soon)
  expect(sink.changes).toMatchObject([{ machineId: machine.id, online: true }])
})

test('what is no number is kept as what it is; a state that there is not is a fault', async () => {
  const client = await connected()
  const ts = Date.now()
  const wire = async () => {
    const [, , , shown] = (await signalsOf(testDb.db.reads, machine, new Date())).signals
    return [shown?.value, shown?.text]
  }
  await say(client, 'telemetry', { ts, m: { wire: 'running' } })
  expect(await wire()).toEqual([null, 'running'])
  await say(client, 'telemetry', { ts: ts + 1, m: { wire: 12 } })
  expect(await wire()).toEqual([12, null])
  await client.publishAsync(topic('telemetry'), `{"ts":${ts + 2},"m":{"wire":9007199254740993}}`, { qos: 1 })
  expect(await wire()).toEqual([null, '9007199254740993'])
  await say(client, 'telemetry', { ts: ts + 3, m: { wire: null } })
  expect(await wire()).toEqual([null, null])
  await say(client, 'telemetry', { ts: ts + 4, m: { st: 'Idle', cur: 'idle' } })
  await say(client, 'telemetry', { ts: ts + 5, m: { st: 9 } })
  const [state, current] = (await signalsOf(testDb.db.reads, machine, new Date())).signals
  expect([state?.value, state?.quality, current?.value]).toEqual([9, 'bad', null])
  await vi.waitFor(async () => expect((await faults())['value']).toBe(2), soon)
})

test('what comes twice counts once; what comes late is kept and is not the latest', async () => {
  const client = await connected()
  const ts = Date.now()
  const body = (seq: number, at: number, cur: number) => ({ boot: 'b', seq, ts: at, m: { cur } })
  await say(client, 'telemetry', body(2, ts, 20))
  await say(client, 'telemetry', body(2, ts, 20))
  await say(client, 'telemetry', body(1, ts - 5000, 10))
  const stored = [
    { seq: 1, ts: ts - 5000, m: { cur: 10 } },
    { seq: -1, ts: ts - 7_200_000, m: { cur: 1 } },
    { seq: -1, ts: ts - 7_200_000, m: { volt: 30 } },
  ]
  await say(client, 'history', { boot: 'b', frames: stored })
  expect(
    (await frames()).map(({ at, values, late }) => [ts - at.getTime(), values[1], values[2], late]),
  ).toEqual([
    // Two parts of one instant are one frame.
    [7_200_000, 1, 30, true],
    [5000, 10, null, false],
    [0, 20, null, false],
  ])
  expect(telemetry.ingest.counts.duplicates).toBe(2)
  expect((await signalsOf(testDb.db.reads, machine, new Date())).signals[1]).toMatchObject({ value: 20 })
  await vi.waitFor(() => expect(sink.heard.map(({ live }) => live)).toEqual([true, true, false, false]), soon)
})

test('a last will says that a machine is gone, the next frame that it is back', async () => {
  const client = await connected({
    will: {
      topic: topic('status'),
      payload: Buffer.from('{"online":false,"boot":"b"}'),
      qos: 1,
      retain: true,
    },
  })
  await say(client, 'birth', { boot: 'b', ts: Date.now(), profile: 'test-welder@1', fw: '2.1' })
  client.stream.destroy()
  await vi.waitFor(() => expect(sink.changes.map(({ online }) => online)).toEqual([true, false]), soon)
  const again = await connected()
  await say(again, 'telemetry', { boot: 'b', seq: 1, m: { cur: 1 } })
  await vi.waitFor(() => expect(sink.changes.map(({ online }) => online)).toEqual([true, false, true]), soon)
  const link = await readRows(
    testDb.db.reads,
    sql`select boot, claimed_profile, firmware, online from telemetry_links`,
  )
  expect(link).toEqual([{ boot: 'b', claimed_profile: 'test-welder@1', firmware: '2.1', online: true }])
})

test('a machine that was silent while the server stood still was gone, and is back', async () => {
  const client = await connected()
  await say(client, 'telemetry', { m: { cur: 1 } })
  await vi.waitFor(() => expect(sink.changes).toHaveLength(1), soon)
  const before = Date.now() - 120_000
  await telemetry.onLeaderStop?.()
  await testDb.db.tx((write) =>
    sql`update telemetry_links set online = true, heard_at = ${new Date(before)}`.execute(write),
  )
  // As a process that begins hears the machine before it looks for silent ones.
  await telemetry.onLeaderStart?.()
  await telemetry.ingest.native({
    topic: topic('telemetry'),
    payload: Buffer.from('{"m":{"cur":2}}'),
    isQos0: false,
    isDuplicate: false,
  })
  await vi.waitFor(() => expect(sink.changes).toHaveLength(3), soon)
  expect(sink.changes.slice(1)).toMatchObject([
    { machineId: machine.id, online: false, silent: true, heardAt: before },
    { machineId: machine.id, online: true },
  ])
})

test('an event counts once', async () => {
  const client = await connected()
  const event = { id: 'e-1', ts: Date.now(), type: 'job.start', data: { job: 'GL-1' } }
  await say(client, 'event', event)
  await say(client, 'event', event)
  expect(await readRows(testDb.db.reads, sql`select event_key, type, data from telemetry_events`)).toEqual([
    { event_key: 'e-1', type: 'job.start', data: { job: 'GL-1' } },
  ])
  await vi.waitFor(() => expect(sink.facts).toHaveLength(1), soon)
})

test('a wrong secret, an unknown name and another gateway’s topics are refused', async () => {
  for (const [username, password] of [
    ['edge', 'wrong'],
    ['other', 'right'],
    ['', ''],
  ] as const) {
    const options = { username, password, reconnectPeriod: 0 }
    await expect(mqtt.connectAsync(url(), options)).rejects.toThrow(/Not authorized|Bad username|refused/)
  }
  const client = await connected()
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  client.publish('sf/v1/main/paint/P1/telemetry', '{"m":{"cur":1}}', { qos: 1 })
  await closed
  await expect((await connected()).subscribeAsync('sf/v1/#')).rejects.toThrow(/Subscribe error/)
  await telemetry.onLeaderStop?.()
  await telemetry.close?.()
  expect(await faults()).toEqual({ denied: 1 })
  const [gateway] = await readRows(testDb.db.reads, sql<{ denied: number }>`select denied from gateways`)
  expect(gateway?.denied).toBe(2)
})

test('a gateway that is revoked is cut off and stays out', async () => {
  const client = await connected()
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  await testDb.db.tx((write) => sql`update gateways set active = false`.execute(write))
  await closed
  await expect(
    mqtt.connectAsync(url(), { username: 'edge', password: 'right', reconnectPeriod: 0 }),
  ).rejects.toThrow()
})

test('a device that is no machine waits in the inbox, once, with a count and a sample', async () => {
  const client = await connected()
  for (let n = 0; n < 3; n += 1) await say(client, 'telemetry', { m: { cur: n } }, 'NEW-1')
  await vi.waitFor(
    async () =>
      expect(
        await readRows(testDb.db.reads, sql`select device_key, messages, status, sample from device_inbox`),
      ).toEqual([{ device_key: 'main/weld/NEW-1', messages: 3, status: 'new', sample: '{"m":{"cur":0}}' }]),
    soon,
  )
  expect(await frames()).toEqual([])
})

test('a message that is too long ends the connection before it is read', async () => {
  const client = await connected()
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  client.publish(topic('telemetry'), Buffer.alloc(300_000), { qos: 1 })
  await closed
  expect(telemetry.ingest.counts.messages).toBe(0)
})

test('while the database is away senders wait; nothing acknowledged is missing afterwards', async () => {
  const client = await connected({ keepalive: 3 })
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const holding = testDb.db.tx(() => held)
  let acknowledged = 0
  const sent = Array.from({ length: 50 }, (_, n) =>
    say(client, 'telemetry', { boot: 'b', seq: n, ts: Date.now() - 1000 + n * 10, m: { cur: n } }).then(
      () => {
        acknowledged += 1
      },
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 7000))
  expect(acknowledged).toBe(0)
  expect(client.connected).toBe(true)
  release()
  await holding
  await Promise.all(sent)
  expect(await frames()).toHaveLength(50)
})
