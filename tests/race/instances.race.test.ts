import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { onServer } from '../../apps/server/test/postgres.ts'
import { migratedDatabase, ownPostgres } from '../../apps/server/test/run-postgres.ts'
import { enterMachine, type EnteredMachine, valueOf } from '../support/entered-machine.ts'
import { apiAs, dataFolder, type RunningServer, startServer } from '../support/app.ts'
import { freePort } from '../support/mosquitto.ts'
import { sendNumbered } from '../support/numbered-sender.ts'

// Several instances on one PostgreSQL: one receives machine data, and another takes over when it dies.

const postgres = await ownPostgres('several instances')
const databaseUrl = postgres === null ? '' : await migratedDatabase(postgres.url)
const folders = [dataFolder(), dataFolder()]
const mqttPort = await freePort()
const instance = (place: number) =>
  startServer(folders[place]?.path ?? '', {
    DEMO: '0',
    DATABASE_URL: databaseUrl,
    MQTT_PORT: String(mqttPort),
    LOG_LEVEL: 'info',
  })
let leader: RunningServer
let other: RunningServer
let machine: EnteredMachine
beforeAll(async () => {
  if (postgres === null) return
  leader = await instance(0)
  other = await instance(1)
  machine = await enterMachine(leader)
  const rule = {
    code: 'always',
    names: { zh: '总是', en: 'always', es: 'siempre' },
    class: null,
    machineId: machine.id,
    kind: 'above',
    role: null,
    signal: machine.signal,
    limit: -1,
    critical: null,
    deadBand: 0,
    state: null,
    onDelayS: 0,
    offDelayS: 0,
    severity: 'warning',
    escalateMin: null,
    quietMin: 1,
    advice: null,
    active: true,
  }
  const made = await (await apiAs(leader.url, 'admin')).call('POST', '/api/alarm-rules', rule)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
}, 180_000)
afterAll(async () => {
  await Promise.allSettled([leader?.stop(), other?.stop()])
  await postgres?.stop()
  for (const folder of folders) folder.remove()
})

const elsewhere = async (app: RunningServer) =>
  (
    (await (await apiAs(app.url, 'admin')).call('GET', '/api/telemetry/broker')).body as {
      elsewhere: boolean
    }
  ).elsewhere
const soon = { timeout: 30_000, interval: 100 }

describe.skipIf(postgres === null)('two instances on one PostgreSQL', () => {
  test('share the work: one hears the machines, both show them', async () => {
    expect([await elsewhere(leader), await elsewhere(other)]).toEqual([false, true])
    const token = (await apiAs(other.url, 'admin')).token
    const sender = await sendNumbered(`mqtt://127.0.0.1:${mqttPort}`, machine, 50)
    await vi.waitFor(async () => expect(await valueOf(other, machine, token)).not.toBeNull(), soon)
    await sender.end(20_000)
  })

  test('the leader killed, the other takes over: no acknowledged frame and no alarm is lost or doubled', async () => {
    const sender = await sendNumbered(`mqtt://127.0.0.1:${mqttPort}`, machine, 20)
    await vi.waitFor(async () => expect(await alarms()).toHaveLength(1), soon)
    // For an unknown start, frames that waited for a long time would look like a wrong clock.
    const known = `select 1 from telemetry_links where boot = '${sender.boot}' and clock_offset_ms is not null`
    await vi.waitFor(async () => expect(await ask(known)).toHaveLength(1), soon)
    await leader.kill()
    await vi.waitFor(async () => expect(await elsewhere(other)).toBe(false), soon)
    const before = sender.acknowledged.size
    await vi.waitFor(() => expect(sender.acknowledged.size).toBeGreaterThan(before + 50), soon)
    await sender.end(20_000)
    const rows = await ask<{ at: Date }>('select at from telemetry_frames')
    const there = new Set(rows.map(({ at }) => at.getTime()))
    expect(there.size).toBe(rows.length)
    expect([...sender.acknowledged].filter((at) => !there.has(at))).toEqual([])
    expect(await alarms()).toHaveLength(1)
    const overlaps = await ask(`select 1 from machine_intervals a join machine_intervals b
      on a.machine_id = b.machine_id and a.id < b.id
        and tstzrange(a.t0, a.t1) && tstzrange(b.t0, b.t1)`)
    expect(overlaps).toEqual([])
  })

  test('one that comes back is ready to, and does not interfere', async () => {
    leader = await instance(0)
    // By now it has tried more than once to become the leader.
    const began = new Date().toISOString()
    const query = `select 1 from pg_stat_activity where application_name = 'cloud-factory leader'
      and query like '%pg_try_advisory_lock%' and query_start > '${began}'`
    await vi.waitFor(async () => expect(await ask(query)).toHaveLength(1), soon)
    expect([await elsewhere(leader), await elsewhere(other)]).toEqual([true, false])
    await other.stop()
    await vi.waitFor(async () => expect(await elsewhere(leader)).toBe(false), soon)
    other = await instance(1)
  })

  test('a PostgreSQL that is started again leaves exactly one leader', async () => {
    await postgres?.crash()
    const answer = (app: RunningServer) => elsewhere(app).catch(() => null)
    const leaders = `select 1 from pg_locks where locktype = 'advisory' and classid = 7 and granted and objsubid = 2`
    const lookers = `select 1 from pg_stat_activity where application_name = 'cloud-factory leader'`
    // Leadership may change while both reconnect to the database. Afterwards both are connected and one is the
    // leader.
    await vi.waitFor(async () => {
      expect([(await ask(leaders)).length, (await ask(lookers)).length]).toEqual([1, 2])
      const both = [await answer(leader), await answer(other)]
      expect(both.includes(false) && both.includes(true)).toBe(true)
    }, soon)
    const sender = await vi.waitFor(
      () => sendNumbered(`mqtt://127.0.0.1:${mqttPort}`, machine, 50, { clientId: 'after' }),
      soon,
    )
    await vi.waitFor(() => expect(sender.acknowledged.size).toBeGreaterThan(10), soon)
    await sender.end(20_000)
  })
})

const ask = <T>(text: string): Promise<T[]> =>
  onServer(databaseUrl, async (client) => (await client.query<T & object>(text)).rows as T[])
const alarms = () =>
  ask("select a.id from alarms a join alarm_rules r on r.id = a.rule_id where r.code = 'always'")
