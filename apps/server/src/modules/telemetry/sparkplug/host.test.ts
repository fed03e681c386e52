import { Aedes } from 'aedes'
import { connect, type MqttClient } from 'mqtt'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testClock } from '../../../../test/clock.ts'
import { muteBroker } from '../../../../test/mute-broker.ts'
import { sparkplugHostHears } from '../../../../test/sparkplug-host.ts'
import { createLog, type Log } from '../../../platform/log/log.ts'
import { type EdgeKey, dataTypes } from './sparkplug.rules.ts'
import { type EdgeSink, type SparkplugHost, startSparkplugHost } from './host.ts'
import { type NewMetric, readPayload, writePayload } from './payload.codec.ts'

/** The host and an edge on a real broker: what goes over the wire is what another host and another edge would see. */
const clock = testClock()
let broker: Aedes
let server: Server
let url: string
let host: SparkplugHost
let reported: string[]
const clients: MqttClient[] = []

const nameOf = ({ group, node, device }: EdgeKey) => `${group}/${node}${device === null ? '' : `/${device}`}`
const sink: EdgeSink = {
  values: (key, _from, _at, values) =>
    reported.push(
      `${nameOf(key)} ${values.map(({ name, metric }) => `${name}=${String(metric.value)}`).join(' ')}`,
    ),
  link: (key, _from, online) => reported.push(`${nameOf(key)} ${online ? 'on' : 'off'}`),
  refused: (_from, why) => reported.push(`refused ${why}`),
}
interface More {
  readonly log?: Log
  readonly clientId?: string
  readonly refused?: () => void
}
const start = (at = url, { log = createLog('silent'), clientId = 'host', refused }: More = {}) =>
  startSparkplugHost({
    connect: (options) => connect(at, { ...options, clientId, reconnectPeriod: 50 }),
    hostId: 'cloud-factory',
    sink: { ...sink, ...(refused === undefined ? {} : { refused }) },
    clock,
    log,
    limits: { reorderMs: 0, rebirthMs: 30_000, heldMost: 5, metricsMost: 100 },
  })

beforeEach(async () => {
  reported = []
  broker = await Aedes.createBroker()
  server = createServer((socket) => broker.handle(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
  host = start()
})
afterEach(async () => {
  await host.close()
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
  await new Promise<void>((resolve) => broker.close(() => server.close(() => resolve())))
})

async function someone(options: Parameters<typeof connect>[1] = {}): Promise<MqttClient> {
  const client = connect(url, options)
  clients.push(client)
  if (!client.connected) await new Promise((resolve) => client.once('connect', resolve))
  return client
}
async function until(condition: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(condition(), `never: ${reported.join(' | ')}`).toBe(true), {
    timeout: 15_000,
    interval: 10,
  })
}
/** What is said under a topic, newest last. */
async function listening(filter: string): Promise<{ topic: string; bytes: Buffer }[]> {
  const client = await someone()
  const heard: { topic: string; bytes: Buffer }[] = []
  client.on('message', (topic, bytes) => heard.push({ topic, bytes }))
  await client.subscribeAsync(filter)
  return heard
}
const number = (name: string, value: number, alias?: number): NewMetric => ({
  name,
  dataType: dataTypes.double,
  value,
  ...(alias !== undefined && { alias }),
})
const bdSeq: NewMetric = { name: 'bdSeq', dataType: dataTypes.int64, value: 0 }
const bytesOf = (seq: number | undefined, metrics: readonly NewMetric[]) =>
  Buffer.from(writePayload({ at: 1_790_000_000_000, metrics, ...(seq !== undefined && { seq }) }))

describe('the host', () => {
  test('that is closed while it acknowledges logs no fault', async () => {
    const lines: string[] = []
    const log = createLog('warn', { write: (line) => void lines.push(line) })
    for (let round = 0; round < 10; round += 1) {
      let heard = 0
      const busy = start(url, { log, refused: () => void (heard += 1), clientId: `busy-${round}` })
      const sender = await someone()
      await sparkplugHostHears(sender)
      const sent = Array.from({ length: 300 }, () =>
        sender.publishAsync('spBv1.0/g/NDATA/n', 'no payload', { qos: 1 }).catch(() => undefined),
      )
      await until(() => heard > round * 20)
      await busy.close()
      await Promise.all(sent)
    }
    expect(lines).toEqual([])
  })

  test('is online with the time of its will, retained; is put right after a late will; goes with a word', async () => {
    const states = await listening('spBv1.0/STATE/cloud-factory')
    await until(() => states.length > 0)
    const lastState = () => JSON.parse(String(states.at(-1)?.bytes)) as { online: boolean; timestamp: number }
    expect(lastState()).toEqual({ online: true, timestamp: clock.now().getTime() })
    const late = await someone()
    await late.publishAsync('spBv1.0/STATE/cloud-factory', '{"online":false,"timestamp":1}', {
      qos: 1,
      retain: true,
    })
    await until(
      () => states.some(({ bytes }) => String(bytes).includes('"timestamp":1}')) && lastState().online,
    )
    clock.advance(60)
    await host.close()
    await until(() => !lastState().online)
    expect(lastState().timestamp).toBe(clock.now().getTime())
    host = start()
  })

  test('a host that is cut off is told of by its will, and comes back with a later time', async () => {
    const states = await listening('spBv1.0/STATE/cloud-factory')
    await until(() => states.length > 0)
    clock.advance(60)
    // Connections of the broker by the id of their client.
    const connection = (broker as unknown as { clients: Record<string, { conn: { destroy(): void } }> })
      .clients['host']
    connection?.conn.destroy()
    await until(() => states.some(({ bytes }) => String(bytes).includes('"online":false')))
    await until(() => JSON.parse(String(states.at(-1)?.bytes)).online === true)
    expect(JSON.parse(String(states.at(-1)?.bytes)).timestamp).toBe(clock.now().getTime())
  })
})

describe('an edge', () => {
  beforeEach(async () => sparkplugHostHears(await someone()))

  test('is born, sends by name and by alias, and dies by its will', async () => {
    const edge = await someone({
      clean: true,
      will: { topic: 'spBv1.0/plant/NDEATH/gw', payload: bytesOf(undefined, [bdSeq]), qos: 1, retain: false },
    })
    await edge.publishAsync('spBv1.0/plant/NBIRTH/gw', bytesOf(0, [bdSeq]))
    await edge.publishAsync(
      'spBv1.0/plant/DBIRTH/gw/saw-01',
      bytesOf(1, [number('cur', 600, 7), number('volt', 31)]),
    )
    await edge.publishAsync('spBv1.0/plant/DDATA/gw/saw-01', bytesOf(2, [number('volt', 30.5)]))
    await until(() => reported.includes('plant/gw/saw-01 volt=30.5'))
    edge.stream.destroy()
    await until(() => reported.includes('plant/gw off'))
    expect(reported).toEqual([
      'plant/gw on',
      'plant/gw bdSeq=0',
      'plant/gw/saw-01 on',
      'plant/gw/saw-01 cur=600 volt=31',
      'plant/gw/saw-01 volt=30.5',
      'plant/gw/saw-01 off',
      'plant/gw off',
    ])
  })

  test('that was never born, or whose bytes cannot be read, is asked for its births once', async () => {
    const commands = await listening('spBv1.0/plant/NCMD/gw')
    const edge = await someone()
    await edge.publishAsync('spBv1.0/plant/NDATA/gw', bytesOf(5, [number('p', 1)]))
    await edge.publishAsync('spBv1.0/plant/NDATA/gw', 'not a payload')
    await until(() => commands.length > 0 && reported.length > 0)
    expect(commands.map(({ bytes }) => readPayload(bytes).metrics[0])).toMatchObject([
      { name: 'Node Control/Rebirth', value: true },
    ])
    expect(reported).toEqual(['refused unreadable'])
  })
})

test('a broker that answers no more does not keep the host from going', async () => {
  const mute = await muteBroker()
  const other = start(mute.url)
  await mute.spokenTo
  await other.close()
  await vi.waitFor(() => expect(mute.connections()).toBe(0), { timeout: 15_000 })
  mute.close()
})
