import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts'
import { sparkplugHostHears } from '../../../../test/sparkplug-host.ts'
import { tokenHash } from '../../../platform/auth/token.ts'
import { readRows } from '../../../platform/db/handles.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import { createLog } from '../../../platform/log/log.ts'
import { Partitions } from '../frames/write-queue.ts'
import type { MachinesPort } from '../telemetry.types.ts'
import { Housekeeping } from '../rollups/housekeeping.ts'
import { signalsOf } from '../trends/trends.queries.ts'
import { unheardNodes } from './host.ts'
import type { TelemetryModule } from '../module.ts'
import { HeardSink, heardModule, madeMachines } from '../telemetry.fixtures.ts'
import { dataTypes } from './sparkplug.rules.ts'
import { type NewMetric, writePayload } from './payload.codec.ts'

// An edge over the app's own broker, up to the row: what a gateway of another maker does.

let testDb: TestDatabase
let telemetry: TelemetryModule
let edge: MqttClient
let port: MachinesPort

beforeAll(async () => {
  testDb = await testDatabase()
  const made = await madeMachines(testDb.db, 1)
  const { machines } = made
  port = made.port
  await testDb.db.tx(async (write) => {
    await sql`insert into gateways (plant_id, code, topics, secret_hash, updated_by_name)
      values (1, 'edge', array['spBv1.0/plant/#'], ${tokenHash('right')}, 'x')`.execute(write)
    await sql`insert into device_inbox (plant_id, device_key, topic, sample, status, machine_id, first_at, last_at, messages)
      values (1, 'spB:plant/gw/robot', 'x', '', 'adopted', ${machines[0]?.id}, now(), now(), 1)`.execute(
      write,
    )
  })
  telemetry = heardModule(testDb.db, port, new HeardSink())
  await telemetry.start?.()
  await telemetry.onLeaderStart?.()
  edge = await mqtt.connectAsync(telemetry.mqtt.guest([]).url, {
    username: 'edge',
    password: 'right',
    will: { topic: 'spBv1.0/plant/NDEATH/gw', payload: payload(undefined, [bdSeq]), qos: 1, retain: false },
  })
  await sparkplugHostHears(edge)
}, 120_000)
afterAll(async () => {
  await edge.endAsync(true)
  await telemetry.onLeaderStop?.()
  await telemetry.close?.()
  await testDb.close()
})

const bdSeq: NewMetric = { name: 'bdSeq', dataType: dataTypes.int64, value: 0 }
function payload(seq: number | undefined, metrics: readonly NewMetric[]): Buffer {
  return Buffer.from(writePayload({ at: Date.now(), metrics, ...(seq !== undefined && { seq }) }))
}
const value = (name: string, of: number): NewMetric => ({ name, dataType: dataTypes.double, value: of })
const latest = () =>
  readRows(
    testDb.db.reads,
    sql<{ slot: number; value: number }>`select slot, value from telemetry_latest order by slot`,
  )
/** One round of what is done from time to time, at a time of the test. */
const keeping = (clock: Clock) =>
  new Housekeeping({
    db: testDb.db,
    clock,
    log: createLog('silent'),
    partitions: new Partitions(testDb.db),
    notify: async () => {},
  }).run()
const soon = { timeout: 15_000, interval: 50 }

test('an adopted device is born, sends, and is gone with its node', async () => {
  await edge.publishAsync('spBv1.0/plant/NBIRTH/gw', payload(0, [bdSeq]))
  const born = [
    value('cur', 600),
    value('volt', 31),
    { name: 'st', dataType: dataTypes.string, value: 'running' },
  ]
  await edge.publishAsync('spBv1.0/plant/DBIRTH/gw/robot', payload(1, born))
  await vi.waitFor(async () => {
    expect(await latest()).toEqual([
      { slot: 1, value: 3 },
      { slot: 2, value: 600 },
      { slot: 3, value: 31 },
    ])
  }, soon)
  await edge.publishAsync('spBv1.0/plant/DDATA/gw/robot', payload(2, [value('cur', 550)]))
  await vi.waitFor(async () => expect((await latest())[1]?.value).toBe(550), soon)
  const [machine] = await port.machines(testDb.db.reads, 1)
  if (machine === undefined) throw new Error('no machine')
  const later = (s: number) => new Date(Date.now() + s * 1000)
  const values = async (at: Date) => {
    const { link, signals } = await signalsOf(testDb.db.reads, machine, at)
    return {
      online: link?.online,
      stale: signals.filter(({ value: of }) => of !== null).map(({ stale }) => stale),
    }
  }
  const current = { online: true, stale: [false, false, false] }
  expect(await values(later(86_400)), 'a day without a change').toEqual(current)
  const sweep = (at: Date) => keeping({ now: () => at })
  await sweep(later(86_400))
  expect(await values(later(86_400))).toEqual(current)
  // Nobody listened for a while: it must be born again, or it died unheard.
  expect(await unheardNodes(testDb.db, 1, later(0))).toEqual([{ group: 'plant', node: 'gw', device: null }])
  await sweep(later(59))
  expect(await values(later(59))).toEqual(current)
  await edge.publishAsync('spBv1.0/plant/DDATA/gw/robot', payload(3, [value('cur', 551)]))
  await vi.waitFor(async () => expect((await latest())[1]?.value).toBe(551), soon)
  await vi.waitFor(async () => {
    await edge.publishAsync('spBv1.0/plant/NBIRTH/gw', payload(0, [bdSeq]))
    await edge.publishAsync('spBv1.0/plant/DBIRTH/gw/robot', payload(1, born))
    const due = sql`select from telemetry_links where confirm_by is not null`
    expect(await readRows(testDb.db.reads, due)).toEqual([])
  }, soon)
  // What comes after the births is there: none of them is on its way any more.
  await edge.publishAsync('spBv1.0/plant/DDATA/gw/robot', payload(2, [value('cur', 552)]))
  await vi.waitFor(async () => expect((await latest())[1]?.value).toBe(552), soon)
  await sweep(later(61))
  expect(await values(later(61))).toMatchObject({ online: true })
  await unheardNodes(testDb.db, 1, later(0))
  await sweep(later(61))
  expect(await values(later(61))).toEqual({ online: false, stale: [true, true, true] })
  await edge.publishAsync('spBv1.0/plant/DBIRTH/gw/robot', payload(3, born))
  await vi.waitFor(async () => expect(await values(later(0))).toMatchObject({ online: true }), soon)
  edge.stream.destroy()
  await vi.waitFor(async () => {
    const links = await readRows(
      testDb.db.reads,
      sql<{ online: boolean }>`select online from telemetry_links`,
    )
    expect(links).toEqual([{ online: false }])
  }, soon)
})

test('a device that nobody took over waits in the inbox; its node does not', async () => {
  const other = await mqtt.connectAsync(telemetry.mqtt.guest([]).url, { username: 'edge', password: 'right' })
  await other.publishAsync('spBv1.0/plant/NBIRTH/gw2', payload(0, [bdSeq]))
  await other.publishAsync('spBv1.0/plant/DBIRTH/gw2/drill', payload(1, [value('rpm', 900)]))
  await vi.waitFor(async () => {
    const rows = await readRows(
      testDb.db.reads,
      sql<{ device_key: string }>`select device_key from device_inbox where status = 'new'`,
    )
    expect(rows.map(({ device_key }) => device_key)).toEqual(['spB:plant/gw2/drill'])
  }, soon)
  // Its births were told while it was no machine: taken over, it is asked for them.
  const requests: string[] = []
  other.on('message', (topic) => requests.push(topic))
  await other.subscribeAsync('spBv1.0/plant/NCMD/gw2')
  const machineId = (await port.machines(testDb.db.reads, 1))[0]?.id
  await testDb.db.tx((write) =>
    sql`update device_inbox set status = 'adopted', machine_id = ${machineId} where device_key = 'spB:plant/gw2/drill'`.execute(
      write,
    ),
  )
  await vi.waitFor(() => expect(requests).toEqual(['spBv1.0/plant/NCMD/gw2']), soon)
  await other.endAsync()
})
