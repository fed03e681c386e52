import type { AdapterRow, ShippedAdapter, Trial } from '@cloud-factory/contract/telemetry/adapters'
import type { MachineEventPage } from '@cloud-factory/contract/telemetry/telemetry'
import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { readRows } from '../../../platform/db/handles.ts'

// A message of another make, from the gateway's sign-in to the machine's live value.

let app: TestApp
let admin: string
let client: MqttClient
let connect: () => Promise<MqttClient>
let machineId: string
beforeAll(async () => {
  app = await testApp({ demo: 'none', env: { SIMULATOR: '0', MQTT_PORT: '0' } })
  admin = (await app.signIn('admin')).token
  const gateway = { code: 'ali', name: '', topics: ['/sys/a1Bc/#'], active: true }
  const { secret } = (await call('POST', '/api/gateways', gateway)).body as { secret: string }
  const { port } = (await call('GET', '/api/telemetry/broker')).body as { port: number }
  connect = async () => {
    const options = { username: 'ali', password: secret, reconnectPeriod: 0 }
    return (await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, options)).on('error', () => undefined)
  }
  client = await connect()
  const [machine] = await readRows(
    app.database.db.reads,
    sql<{ id: number }>`select m.id from machines m join profile_signals s on s.profile_id = m.profile_id
      where m.source = 'sim' and s.code = 'cur' order by m.id limit 1`,
  )
  machineId = String(machine?.id)
}, 120_000)
afterAll(async () => {
  await client?.endAsync(true)
  await app.close()
})

async function call(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) {
  const reply = await app.inject({
    method,
    url,
    headers: { authorization: admin },
    ...(payload !== undefined && { payload }),
  })
  return { status: reply.statusCode, body: reply.json<unknown>() }
}
const template = async (requested: string): Promise<ShippedAdapter> => {
  const { items } = (await call('GET', '/api/telemetry/adapter-templates')).body as {
    items: ShippedAdapter[]
  }
  return items.find(({ id }) => id === requested) as ShippedAdapter
}
const alink = async (change: object = {}) => {
  const { id: _id, topic: _topic, sample: _sample, ...mapping } = await template('alink')
  return { code: 'alink', name: '', active: true, ...mapping, ...change }
}
const topic = '/sys/a1Bc/welder-1/thing/event/property/post'
const message = (params: object) => JSON.stringify({ id: '1', version: '1.0', params })
const say = (params: object, to = topic) => client.publishAsync(to, message(params), { qos: 1 })
const inbox = async () =>
  (
    (await call('GET', '/api/telemetry/inbox')).body as {
      items: { id: string; deviceKey: string; version: number }[]
    }
  ).items
/** The machine's current as its page shows it. */
async function current() {
  const { signals } = (await call('GET', `/api/machines/${machineId}/signals`)).body as {
    signals: { code: string; value: number | null }[]
  }
  return signals.find(({ code }) => code === 'cur')?.value
}
const soon = { timeout: 30_000, interval: 100 }
const faults = async () =>
  ((await call('GET', '/api/telemetry/faults')).body as { faults: { origin: string; reason: string }[] })
    .faults

describe('an adapter', () => {
  test('that cannot be read is refused by its fields', async () => {
    const body = await alink({ pattern: '#', valuesPath: 'params', device: '{line}' })
    expect(await call('POST', '/api/telemetry/adapters', body)).toMatchObject({
      status: 400,
      body: {
        errors: [
          { path: 'body.pattern', reason: 'topic.wide' },
          { path: 'body.valuesPath', reason: 'path.shape' },
        ],
      },
    })
    expect((await call('POST', '/api/telemetry/adapters', await alink({ gatewayId: '999999' }))).status).toBe(
      404,
    )
  })

  test('brings strangers to the inbox and machines to their live values', async () => {
    expect((await call('POST', '/api/telemetry/adapters', await alink())).status).toBe(201)
    await say({ Current: { value: 10, time: Date.now() } })
    await vi.waitFor(async () => expect(await inbox()).toMatchObject([{ deviceKey: 'alink:welder-1' }]), soon)
    const [unknownDevice] = await inbox()
    await call('POST', `/api/telemetry/inbox/${unknownDevice?.id}/adopt`, {
      version: unknownDevice?.version,
      machineId,
    })
    await say({ Current: { value: 1234, time: Date.now() }, Nonsense: { value: 1 }, volt: { value: 'x' } })
    await vi.waitFor(async () => expect(await current()).toBe(123.4), soon)
    await vi.waitFor(async () => {
      const counted = await faults()
      expect(counted).toContainEqual(expect.objectContaining({ origin: 'alink:welder-1', reason: 'value' }))
      expect(counted).toContainEqual(expect.objectContaining({ reason: 'signal' }))
    }, soon)
  })

  test('opens no topic to a gateway that may not publish there', async () => {
    const intruder = await connect()
    intruder.publish('/sys/other/welder-1/thing/event/property/post', message({ Current: { value: 1 } }), {
      qos: 1,
    })
    await vi.waitFor(
      async () =>
        expect(await faults()).toContainEqual(expect.objectContaining({ origin: 'ali', reason: 'denied' })),
      soon,
    )
    await intruder.endAsync(true)
  })

  test('is tried on a sample by the same code; nothing is kept', async () => {
    const { id: _id, topic: of, sample, ...mapping } = await template('alink')
    const body = { code: 'alink', mapping, topic: of, sample }
    expect(await call('POST', '/api/telemetry/adapters/trial', body)).toMatchObject({
      status: 200,
      body: {
        isTopicOurs: true,
        valueCount: 2,
        missCount: 0,
        values: [
          {
            device: 'welder-1',
            machine: { id: machineId },
            name: 'Current',
            signal: 'cur',
            isSignalKnown: true,
            value: 612.5,
            unit: 'A',
            at: '2018-04-23T01:58:42.000Z',
            path: '$.params.Current',
          },
          { signal: 'volt' },
        ],
      } satisfies Partial<Omit<Trial, 'values'>> & { values: unknown[] },
    })
    const other = {
      ...body,
      topic: '/sys/a1Bc/welder-1/other',
      sample: '{"params":{"Current":{"value":{}}}}',
    }
    expect((await call('POST', '/api/telemetry/adapters/trial', other)).body).toMatchObject({
      isTopicOurs: false,
      values: [],
      misses: [{ path: '$', reason: 'no_device' }],
    })
    const wrong = { ...body, mapping: { ...mapping, recordsPath: '$..x' } }
    expect((await call('POST', '/api/telemetry/adapters/trial', wrong)).body).toMatchObject({
      errors: [{ path: 'body.mapping.recordsPath', reason: 'path.shape' }],
    })
  })

  test('brings alarm codes of values, numbers and texts, and says so when it is tried', async () => {
    // A version of the profile that has such a signal, as if a person had added it.
    await app.database.db.tx((write) =>
      sql`insert into profile_signals (profile_id, slot, code, names, unit, kind, role)
        select profile_id, (select max(slot) + 1 from profile_signals s where s.profile_id = m.profile_id), 'alm',
          '{"zh": "报警", "en": "Alarm", "es": "Alarma"}', '', 'gauge', 'alarm_code'
        from machines m where m.id = ${Number(machineId)}`.execute(write),
    )
    const { id: _id, topic: of, sample: _sample, ...mapping } = await template('alink')
    const signals = [{ name: 'ErrorCode', signal: 'alm', factor: 1, offset: 0, unit: '', words: [] }]
    const trialOf = (value: unknown) => ({
      code: 'alink',
      topic: of,
      mapping: { ...mapping, signals },
      sample: JSON.stringify({ params: { ErrorCode: { value } } }),
    })
    // The register is read again within seconds.
    await vi.waitFor(async () => {
      const tried = await call('POST', '/api/telemetry/adapters/trial', trialOf('E42'))
      expect(tried.body).toMatchObject({ values: [{ signal: 'alm', value: 'E42' }], missCount: 0 })
    }, soon)
    const { items } = (await call('GET', '/api/telemetry/adapters?q=sys')).body as { items: AdapterRow[] }
    const [row] = items
    const url = `/api/telemetry/adapters/${row?.id}`
    expect((await call('PATCH', url, await alink({ version: row?.version, signals }))).status).toBe(200)
    const sentAt = Date.now() - 10_000
    for (const [second, value] of ['E42', 'E42', 17, ''].entries())
      await say({ ErrorCode: { value, time: sentAt + second * 1000 } })
    const reported = async () => {
      const { body } = await call('GET', `/api/machines/${machineId}/events`)
      return (body as MachineEventPage).items.map(({ type, code, on }) => [type, code, on])
    }
    await vi.waitFor(
      async () =>
        expect(await reported()).toEqual([
          ['alarm', '17', false],
          ['alarm', '17', true],
          ['alarm', 'E42', false],
          ['alarm', 'E42', true],
        ]),
      soon,
    )
  })

  test('is changed on the version that was seen, on record, and holds from the next message on', async () => {
    const { items } = (await call('GET', '/api/telemetry/adapters?q=sys')).body as { items: AdapterRow[] }
    const [row] = items
    expect(items).toHaveLength(1)
    const url = `/api/telemetry/adapters/${row?.id}`
    const signals = [{ name: 'Current', signal: 'cur', factor: 1, offset: 0, unit: 'A', words: [] }]
    const body = await alink({ version: row?.version, signals, gatewayId: null })
    expect(await call('PATCH', url, body)).toMatchObject({ status: 200, body: { version: 3 } })
    expect((await call('PATCH', url, { ...body, name: 'x' })).status).toBe(409)
    await say({ Current: { value: 77, time: Date.now() } })
    await vi.waitFor(async () => expect(await current()).toBe(77), soon)
    const logged = await readRows(
      app.database.db.reads,
      sql<{ action: string }>`select action from audit_log where subject_kind = 'adapter' order by id`,
    )
    expect(logged.map(({ action }) => action)).toEqual([
      'adapters.create',
      'adapters.update',
      'adapters.update',
    ])
  })

  test('of one gateway does not read what another sends', async () => {
    const gateway = { code: 'other', name: '', topics: ['plant/#'], active: true }
    const { gateway: other } = (await call('POST', '/api/gateways', gateway)).body as {
      gateway: { id: string }
    }
    const { items } = (await call('GET', '/api/telemetry/adapters')).body as { items: AdapterRow[] }
    const change = await alink({ version: items[0]?.version, gatewayId: other.id })
    await call('PATCH', `/api/telemetry/adapters/${items[0]?.id}`, change)
    await say({ Current: { value: 1, time: Date.now() } })
    await vi.waitFor(
      async () =>
        expect(await faults()).toContainEqual(expect.objectContaining({ origin: '', reason: 'topic' })),
      soon,
    )
  })
})
