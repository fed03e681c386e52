import type { SimulatorState } from '@cloud-factory/contract/simulator/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { readRows } from '../../platform/db/handles.ts'

// The simulated site over the app's own broker, up to the rows.

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await testApp({ demo: 'none', env: { SIMULATOR: '1', MQTT_PORT: '0' } })
  admin = (await app.signIn('admin')).token
}, 120_000)
afterAll(() => app.close())

const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const reply = await app.inject({
    method,
    url: `/api/simulator${url}`,
    headers: { authorization: admin },
    ...(payload !== undefined && { payload }),
  })
  return { status: reply.statusCode, body: reply.json<SimulatorState & { params?: { reason: string } }>() }
}
const start = (scenario = 'normal') => call('POST', '/start', { scenario, seed: 7, speed: 10 })
const soon = { timeout: 20_000, interval: 100 }
const online = async () => {
  const [row] = await readRows(
    app.database.db.reads,
    sql<{
      count: number
    }>`select count(*)::int as count from telemetry_links l join machines m on m.id = l.machine_id
      where l.online and m.source = 'sim'`,
  )
  return row?.count ?? 0
}

describe('the simulated site', () => {
  test('stands still until somebody starts it, and then its machines are heard', async () => {
    expect((await call('GET', '')).body).toMatchObject({ available: true, running: false, clock: null })
    const { status, body } = await start()
    expect([status, body]).toMatchObject([
      200,
      { running: true, machines: 60, scenario: 'normal', seed: 7, speed: 10 },
    ])
    await vi.waitFor(async () => expect(await online()).toBe(60), soon)
    await vi.waitFor(async () => {
      const values = await readRows(
        app.database.db.reads,
        sql<{
          source: string
        }>`select distinct m.source from telemetry_latest l join machines m on m.id = l.machine_id`,
      )
      expect(values).toEqual([{ source: 'sim' }])
    }, soon)
  })

  test('goes faster, stands still, and a machine breaks down on demand', async () => {
    expect((await call('POST', '/change', { speed: 60 })).body.speed).toBe(60)
    const clock = async () => (await call('GET', '')).body.clock ?? ''
    const before = await clock()
    await vi.waitFor(async () => expect((await clock()) > before).toBe(true), soon)
    expect((await call('POST', '/change', { paused: true })).body.paused).toBe(true)
    const broken = await call('POST', '/break', { machine: 'SIM-CUT-01', minutes: 30 })
    expect(broken.status).toBe(200)
    expect((await call('POST', '/break', { machine: 'CUT-01', minutes: 30 })).status).toBe(404)
  })

  test('stops: its machines are gone, and nothing can be changed any more', async () => {
    expect((await call('POST', '/stop', {})).body).toMatchObject({ running: false, clock: null })
    await vi.waitFor(async () => expect(await online()).toBe(0), soon)
    const refused = await call('POST', '/change', { speed: 1 })
    expect([refused.status, refused.body.params?.reason]).toEqual([409, 'simulator.stopped'])
    expect((await call('POST', '/stop', {})).status).toBe(200)
  })

  test('what was done to it is written down', async () => {
    const rows = await readRows(
      app.database.db.reads,
      sql<{ action: string }>`select action from audit_log where action like 'simulator.%' order by id`,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'simulator.start',
      'simulator.change',
      'simulator.change',
      'simulator.break',
      'simulator.stop',
      'simulator.stop',
    ])
  })
})

test('a server that is told to play nothing says so', async () => {
  const quiet = await testApp({ demo: 'none', env: { SIMULATOR: '0', MQTT_PORT: '0' } })
  const { token } = await quiet.signIn('admin')
  const headers = { authorization: token }
  const state = await quiet.inject({ url: '/api/simulator', headers })
  expect(state.json()).toMatchObject({ available: false })
  const payload = { scenario: 'normal', seed: 1, speed: 1 }
  const refused = await quiet.inject({ method: 'POST', url: '/api/simulator/start', headers, payload })
  expect([refused.statusCode, refused.json<{ params: unknown }>().params]).toEqual([
    409,
    { reason: 'simulator.off' },
  ])
  await quiet.close()
}, 60_000)
