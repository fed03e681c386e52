import type { FaultReport, GatewayRow, InboxRow } from '@cloud-factory/contract/telemetry/gateways'
import { gatewayStates } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { password, type TestApp, testApp } from '../../../../test/app.ts'
import { addPerson } from '../../../../test/people.ts'
import { readRows } from '../../../platform/db/handles.ts'

// The route of gateways and of devices that nobody knows, from the request to what the broker lets in.

let app: TestApp
let admin: string
let viewer: string
let port = 0
const clients: MqttClient[] = []
const soon = { timeout: 15_000, interval: 100 }
beforeAll(async () => {
  app = await testApp({ demo: 'none', env: { SIMULATOR: '0' } })
  await addPerson(app.database.db, { username: 'viewer', password, tags: ['equipment.view'] })
  admin = (await app.signIn('admin')).token
  viewer = (await app.signIn('viewer')).token
  port = (await call<{ port: number }>('GET', '/api/telemetry/broker')).body.port
  // Another factory's, beside ours.
  await app.database.db.tx(async (write) => {
    const { rows } = await sql<{ id: number }>`
      insert into plants (code, name, time_zone) values ('P9', '其他工厂', 'Asia/Shanghai') returning id`.execute(
      write,
    )
    const [plant] = rows
    await sql`insert into gateways (plant_id, code, topics, secret_hash, updated_by_name)
      values (${plant?.id}, 'theirs', array['plant/#'], 'x', 'x')`.execute(write)
    await sql`insert into device_inbox (plant_id, device_key, messages, first_at, last_at, topic, sample)
      values (${plant?.id}, 'a/b/theirs', 1, now(), now(), 't', 's')`.execute(write)
  })
}, 120_000)
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
})
afterAll(() => app.close())

async function call<T>(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, token = admin) {
  const headers = { authorization: token }
  const reply = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
  return { status: reply.statusCode, body: reply.json<T>(), text: reply.body }
}
const input = (code: string, ...topics: string[]) => ({ code, name: '', topics, active: true })
type WithSecret = { gateway: GatewayRow; secret: string }
const added = async (code: string, ...topics: string[]) =>
  (await call<WithSecret>('POST', '/api/gateways', input(code, ...topics))).body
const theirs = async (table: 'gateways' | 'device_inbox') =>
  (
    await readRows(
      app.database.db.reads,
      sql<{ id: number }>`select id from ${sql.table(table)} where plant_id <> 1`,
    )
  )[0]?.id
async function connected(username: string, secret: string): Promise<MqttClient> {
  const options = { username, password: secret, reconnectPeriod: 0 }
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, options)
  clients.push(client.on('error', () => undefined))
  return client
}

describe('a gateway', () => {
  test('is added, changed and seen only by those who may', async () => {
    const { gateway } = await added('who', 'sf/v1/main/who/#')
    const url = `/api/gateways/${gateway.id}`
    for (const [method, path, body] of [
      ['POST', '/api/gateways', input('no', 'a/#')],
      ['PATCH', url, { ...input('who', 'a/#'), version: 1 }],
      ['POST', `${url}/secret`, { version: 1 }],
    ] as const)
      expect((await call(method, path, body, viewer)).status).toBe(403)
    const listed = await call<{ items: GatewayRow[] }>('GET', '/api/gateways?q=who', undefined, viewer)
    expect(listed.body.items).toMatchObject([{ code: 'who', can: { edit: 'permission.denied' } }])
  })

  test('is silent until it is heard, and when it was not for ten minutes', async () => {
    const { gateway } = await added('silent', 'sf/v1/main/silent/#')
    const heard = (at: string) =>
      app.database.db.tx((write) =>
        sql`update gateways set last_seen_at = now() - ${at}::interval where id = ${gateway.id}`.execute(
          write,
        ),
      )
    const statesNow = async () => {
      const found = await Promise.all(
        gatewayStates.map(async (state) => {
          const { body } = await call<{ total: number }>('GET', `/api/gateways?q=silent&state=${state}`)
          return body.total === 0 ? [] : [state]
        }),
      )
      return found.flat()
    }
    expect(await statesNow()).toEqual(['silent'])
    await heard('1 minute')
    expect(await statesNow()).toEqual(['heard'])
    await heard('11 minutes')
    expect(await statesNow()).toEqual(['silent'])
    const revoked = { ...input('silent', 'sf/v1/main/silent/#'), active: false, version: 1 }
    await call('PATCH', `/api/gateways/${gateway.id}`, revoked)
    expect(await statesNow()).toEqual(['revoked'])
  })

  test('of another factory is none', async () => {
    const id = await theirs('gateways')
    expect((await call('PATCH', `/api/gateways/${id}`, { ...input('x', 'a/#'), version: 1 })).status).toBe(
      404,
    )
    expect((await call('POST', `/api/gateways/${id}/secret`, { version: 1 })).status).toBe(404)
    const list = await call<{ items: GatewayRow[] }>('GET', '/api/gateways?pageSize=200')
    expect(list.body.items.map(({ code }) => code)).not.toContain('theirs')
  })

  test('tells its secret once: neither the list, a change, the log nor the database have it', async () => {
    const { gateway, secret } = await added('once', 'sf/v1/main/once/#')
    expect(secret.length).toBeGreaterThan(30)
    const changed = await call('PATCH', `/api/gateways/${gateway.id}`, {
      ...input('once', 'sf/v1/main/once/#'),
      name: '一号',
      version: gateway.version,
    })
    const list = await call('GET', '/api/gateways')
    const stored = await readRows(
      app.database.db.reads,
      sql<{
        text: string
      }>`select (select json_agg(g)::text from gateways g) || (select json_agg(a)::text from audit_log a)
        || coalesce((select json_agg(o)::text from outbox o), '') as text`,
    )
    for (const text of [changed.text, list.text, stored[0]?.text ?? secret])
      expect(text).not.toContain(secret)
  })

  test.each([
    ['#', 'topic.wide'],
    ['+/weld/#', 'topic.wide'],
    ['sf/v1/#/more', 'topic.shape'],
    ['$SYS/#', 'topic.shape'],
  ])('may not be given %s', async (topic, reason) => {
    expect(await call('POST', '/api/gateways', input('wide', 'sf/v1/main/a/#', topic))).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.topics.1', reason }] },
    })
  })

  test('has a name of its own, and is changed on the version that was seen', async () => {
    const { gateway } = await added('twice', 'a/#')
    expect(await call('POST', '/api/gateways', input('twice', 'b/#'))).toMatchObject({
      status: 409,
      body: { code: 'duplicate', params: { field: 'code', value: 'twice' } },
    })
    const url = `/api/gateways/${gateway.id}`
    expect((await call('PATCH', url, { ...input('twice', 'b/#'), version: 1 })).body).toMatchObject({
      topics: ['b/#'],
      version: 2,
    })
    expect(await call('PATCH', url, { ...input('twice', 'c/#'), version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'version.conflict', current: { version: 2, topics: ['b/#'] } },
    })
    expect((await call('POST', `${url}/secret`, { version: 1 })).status).toBe(409)
  })

  test('with a new secret gets in by that alone, and whoever held the old one is cut off', async () => {
    const { gateway, secret } = await added('reset', 'sf/v1/main/reset/#')
    const before = await connected('reset', secret)
    const cut = new Promise<void>((resolve) => before.once('close', () => resolve()))
    const { body } = await call<WithSecret>('POST', `/api/gateways/${gateway.id}/secret`, { version: 1 })
    expect(body.secret).not.toBe(secret)
    await cut
    await expect(connected('reset', secret)).rejects.toThrow(/[Nn]ot authorized|[Bb]ad user/)
    expect((await connected('reset', body.secret)).connected).toBe(true)
    await call('PATCH', `/api/gateways/${gateway.id}`, {
      ...input('reset', 'sf/v1/main/reset/#'),
      active: false,
      version: body.gateway.version,
    })
    await expect(connected('reset', body.secret)).rejects.toThrow(/[Nn]ot authorized|[Bb]ad user/)
  })

  test('publishes under its own prefix alone; what it tries elsewhere is counted and told', async () => {
    const { secret } = await added('prefix', 'sf/v1/main/own/#')
    const client = await connected('prefix', secret)
    client.publish('sf/v1/main/other/W1/telemetry', '{"m":{"st":3}}', { qos: 1 })
    await vi.waitFor(async () => {
      const { faults } = (await call<FaultReport>('GET', '/api/telemetry/faults')).body
      expect(faults).toContainEqual(expect.objectContaining({ origin: 'prefix', reason: 'denied' }))
    }, soon)
    const { items } = (await call<{ items: InboxRow[] }>('GET', '/api/telemetry/inbox')).body
    expect(items.map(({ deviceKey }) => deviceKey)).not.toContain('main/other/W1')
  })
})

describe('a device that nobody knows', () => {
  const unknownDevice = async (device: string): Promise<InboxRow> => {
    const gateway = `of-${device}`
    const { secret } = await added(gateway, `sf/v1/main/new/${device}/#`)
    const client = await connected(gateway, secret)
    await client.publishAsync(`sf/v1/main/new/${device}/telemetry`, '{"m":{"st":3}}', { qos: 1 })
    return vi.waitFor(async () => {
      const { items } = (await call<{ items: InboxRow[] }>('GET', `/api/telemetry/inbox?q=${device}`)).body
      expect(items).toHaveLength(1)
      return items[0] as InboxRow
    }, soon)
  }
  const machineId = async () => {
    const [machine] = await readRows(
      app.database.db.reads,
      sql<{ id: number }>`select id from machines where plant_id = 1 order by id limit 1`,
    )
    return String(machine?.id)
  }

  test('waits in the inbox, where only those who may decide', async () => {
    const { id, version, sample, can } = await unknownDevice('waits')
    expect({ sample, can }).toEqual({ sample: '{"m":{"st":3}}', can: { decide: true } })
    for (const action of ['adopt', 'ignore', 'release']) {
      const body = action === 'adopt' ? { version, machineId: '1' } : { version }
      expect((await call('POST', `/api/telemetry/inbox/${id}/${action}`, body, viewer)).status).toBe(403)
    }
    const listed = await call<{ items: InboxRow[] }>('GET', '/api/telemetry/inbox?q=waits', undefined, viewer)
    expect(listed.body.items).toMatchObject([{ can: { decide: 'permission.denied' } }])
  })

  test('of another factory is none', async () => {
    const url = `/api/telemetry/inbox/${await theirs('device_inbox')}`
    expect((await call('POST', `${url}/adopt`, { version: 1, machineId: await machineId() })).status).toBe(
      404,
    )
    expect((await call('POST', `${url}/ignore`, { version: 1 })).status).toBe(404)
  })

  test('is taken over as a machine, on the version that was seen, and given back', async () => {
    const { id, version } = await unknownDevice('adopted')
    const url = `/api/telemetry/inbox/${id}`
    expect((await call('POST', `${url}/adopt`, { version, machineId: '999999' })).status).toBe(404)
    const machine = await machineId()
    const adopted = await call<InboxRow>('POST', `${url}/adopt`, { version, machineId: machine })
    expect(adopted.body).toMatchObject({ status: 'adopted', machine: { id: machine } })
    expect(await call('POST', `${url}/ignore`, { version })).toMatchObject({
      status: 409,
      body: { code: 'version.conflict', current: { status: 'adopted' } },
    })
    const released = await call<InboxRow>('POST', `${url}/release`, { version: adopted.body.version })
    expect(released.body).toMatchObject({ status: 'new', machine: null })
  })

  test('that is put aside is counted no more, and each decision is on record', async () => {
    const { id, version } = await unknownDevice('aside')
    const ignored = await call<InboxRow>('POST', `/api/telemetry/inbox/${id}/ignore`, { version })
    expect(ignored.body).toMatchObject({ status: 'ignored' })
    const logged = await readRows(
      app.database.db.reads,
      sql<{ action: string }>`select action from audit_log where subject_kind = 'device' order by id`,
    )
    expect(logged.map(({ action }) => action)).toEqual(['devices.adopt', 'devices.release', 'devices.ignore'])
  })
})
