import { sql } from 'kysely'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { activeFaultsToPlay } from '../src/app/ports.ts'
import { faultEnds } from '../src/modules/simulator/messages.rules.ts'
import { createSimulator } from '../src/modules/simulator/simulator.ts'
import { systemClock } from '../src/platform/clock/clock.ts'
import { readRows } from '../src/platform/db/handles.ts'
import { createLog } from '../src/platform/log/log.ts'
import { type TestApp, testApp } from './app.ts'
import { enterGateway } from './enter-gateway.ts'
import { madeMachines } from './made-machines.ts'

// The server is killed during a simulated breakdown. The machine's reports remain stored, but the breakdown is no
// longer simulated.

let app: TestApp
let gateway: Awaited<ReturnType<typeof enterGateway>>
beforeAll(async () => {
  app = await testApp({ demo: 'none', env: { SIMULATOR: '0' } })
  await madeMachines(app.database.db, 1, 'demo')
  gateway = await enterGateway(app)
}, 300_000)
afterAll(() => app.close())

const soon = { timeout: 20_000, interval: 50 }
const alarms = () =>
  readRows(
    app.database.db.reads,
    sql`select own_code, state from alarms where own_code <> '' order by own_code`,
  )
const activeFaults = (source: 'demo' | 'sim') =>
  activeFaultsToPlay(app.database.db.reads, 1, source, faultEnds)

/** Sends the alarm messages of a simulated breakdown. */
async function reportFault(id: string, code: string, on: boolean): Promise<void> {
  const { url, ...who } = gateway
  const client = await mqtt.connectAsync(url, who)
  const data = { code, text: 'Servo', severity: 'critical', on }
  const body = JSON.stringify({ v: 1, id, ts: Date.now(), type: 'alarm', data })
  // A new machine is an unknown device until the server reads the register again.
  await vi.waitFor(async () => {
    await client.publishAsync('sf/v1/main/weld/demo-01/event', body, { qos: 1 })
    const key = sql`select from telemetry_events where event_key = ${id}`
    expect(await readRows(app.database.db.reads, key)).toHaveLength(1)
  }, soon)
  await client.endAsync()
}

test('the next run begins by ending what one before it left broken down', async () => {
  await reportFault('dead-fault-1-on', 'E210', true)
  await reportFault('dead-fault-1-off', 'E210', false)
  await reportFault('dead-fault-2-on', 'E305', true)
  await reportFault('panel', 'W1', true)
  await vi.waitFor(
    async () =>
      expect(await alarms()).toEqual([
        { own_code: 'E210', state: 'rtn_unack' },
        { own_code: 'E305', state: 'unack' },
        { own_code: 'W1', state: 'unack' },
      ]),
    soon,
  )
  expect((await activeFaults('demo')).map(({ id }) => id)).toEqual(['dead-fault-2-on'])
  expect(await activeFaults('sim')).toEqual([])

  const next = createSimulator({
    clock: systemClock,
    log: createLog('silent'),
    machines: async () => [],
    activeFaults,
    guest: () => gateway,
    underRepair: () => new Set(),
    timeZone: 'Asia/Shanghai',
  })
  await next.begin()
  await vi.waitFor(
    async () =>
      expect(await alarms()).toEqual([
        { own_code: 'E210', state: 'rtn_unack' },
        { own_code: 'E305', state: 'rtn_unack' },
        { own_code: 'W1', state: 'unack' },
      ]),
    soon,
  )
  expect(await activeFaults('demo')).toEqual([])
  await next.close()
}, 120_000)
