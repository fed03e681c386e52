import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestClock, testClock } from '../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madeMachines } from '../../../test/made-machines.ts'
import { machineDirectory } from '../machine-states/public.ts'
import { AlarmWatcher } from './alarm-watcher.ts'
import { listAlarms } from './alarms.queries.ts'
import { ackAlarms, setRuleOutOfService } from './answer-alarms.ts'
import { createRule, type RuleInput } from './save-rule.ts'

const keeper = testActor({ cnName: '赵设备', tags: ['equipment.view', 'equipment.edit', 'alarm.ack'] })
const rule: RuleInput = {
  code: 'MACHINE',
  names: { zh: '设备自报警', en: 'Own', es: 'Propia' },
  class: null,
  machineId: null,
  kind: 'machine',
  role: null,
  signal: null,
  limit: null,
  critical: null,
  deadBand: 0,
  state: null,
  onDelayS: 0,
  offDelayS: 0,
  severity: 'warning',
  escalateMin: null,
  quietMin: 10,
  advice: null,
  active: true,
}

let testDb: TestDatabase
let machine = 0
let clock: TestClock
let watcher: AlarmWatcher
const added = async (change: Partial<RuleInput> = {}) => {
  const machines = await machineDirectory(testDb.db.reads, 1)
  return testDb.db.tx((write) => createRule(write, keeper, machines, { ...rule, ...change }))
}
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.close())
beforeEach(async () => {
  await testDb.wipe()
  ;[machine = 0] = await madeMachines(testDb.db, 1)
  clock = testClock('2026-03-20T02:00:00Z')
  watcher = new AlarmWatcher({ db: testDb.db, clock, plantId: 1 })
})

const reported = (data: Record<string, unknown>, secondsAgo = 0, type = 'alarm') =>
  watcher.events([{ machineId: machine, at: clock.now().getTime() - secondsAgo * 1000, type, data }])
const alarms = async (view: 'open' | 'over' = 'open') => {
  const machines = await machineDirectory(testDb.db.reads, 1)
  const sight = { machines, now: clock.now() }
  const { items } = await listAlarms(testDb.db.reads, keeper, { view, sort: 'raisedAt' }, sight)
  return items.map(({ rule: { code }, ownCode, ownText, state, severity }) =>
    [code, ownCode, ownText, state, severity].join(' ').trim(),
  )
}

test('each code of a machine is an alarm of its own, gone when the machine says so', async () => {
  await added()
  await reported({ code: 'E1', text: 'Torch collision', severity: 'critical', on: true })
  await reported({ code: 'E2', on: true })
  await reported({ code: 'E1', on: true })
  expect(await alarms()).toEqual(['MACHINE E1 Torch collision unack critical', 'MACHINE E2  unack warning'])
  await reported({ code: 'E1', on: false })
  await reported({ code: 'E3', on: false })
  expect((await alarms())[0]).toContain('rtn_unack')
  const { rows } = await testDb.db.tx((write) =>
    sql<{ id: number }>`select id from alarms order by id`.execute(write),
  )
  const ids = rows.map(({ id }) => String(id))
  await testDb.db.tx((write) => ackAlarms(write, keeper, { ids, note: '', now: clock.now() }))
  expect(await alarms('over')).toEqual(['MACHINE E1 Torch collision normal critical'])
  await reported({ code: 'E2', on: false })
  expect(await alarms()).toEqual([])
})

test('one that is only told waits to be seen; what is late or says nothing raises nothing', async () => {
  await added()
  await reported({ text: 'Route opened' })
  await reported({ code: 'OLD' }, 601)
  await reported({ code: 'J' }, 0, 'job.start')
  await reported({ severity: 'critical' })
  expect(await alarms()).toEqual(['MACHINE Route opened Route opened rtn_unack warning'])
})

test('what a machine says that was entered a moment ago is not lost', async () => {
  await added()
  await reported({ code: 'E1', on: true })
  const [late = 0] = await madeMachines(testDb.db, 1, 'demo')
  const event = { machineId: late, at: clock.now().getTime(), type: 'alarm', data: { code: 'E2', on: true } }
  await watcher.events([event])
  expect((await alarms()).toSorted()).toEqual(['MACHINE E1  unack warning', 'MACHINE E2  unack warning'])
})

test('taken back before it was told again, it stays', async () => {
  await added()
  await reported({ code: 'E1', on: true })
  await reported({ code: 'E1', on: false }, 30)
  expect(await alarms()).toEqual(['MACHINE E1  unack warning'])
})

test('the rule closest to the machine decides; out of service it raises nothing', async () => {
  await added()
  const own = await added({ code: 'MACHINE-1', machineId: String(machine), severity: 'info' })
  await reported({ code: 'E1', on: true })
  expect(await alarms()).toEqual(['MACHINE-1 E1  unack info'])
  const outOfService = { machineId: machine, ruleId: own, reason: '调试', now: clock.now() }
  await testDb.db.tx((write) => setRuleOutOfService(write, keeper, outOfService))
  watcher.forget()
  await reported({ code: 'E9', on: true })
  expect(await alarms()).toContain('MACHINE E9  unack warning')
})

test('a machine that tells a thousand alarms has fifty', async () => {
  await added()
  await watcher.events(
    Array.from({ length: 200 }, (_, code) => ({
      machineId: machine,
      at: clock.now().getTime(),
      type: 'alarm',
      data: { code, on: true },
    })),
  )
  const { rows } = await testDb.db.tx((write) =>
    sql<{ count: number }>`select count(*)::int as count from alarms`.execute(write),
  )
  expect(rows[0]?.count).toBe(50)
})

/** Stores an event, as ingestion does before it passes it. */
const stored = (code: string, on: boolean, secondsAgo: number) => {
  const at = new Date(clock.now().getTime() - secondsAgo * 1000)
  return testDb.db.tx((write) =>
    sql`insert into telemetry_events (machine_id, event_key, at, received_at, type, data)
      values (${machine}, ${`${code} ${on} ${secondsAgo}`}, ${at}, ${clock.now()}, 'alarm',
        ${JSON.stringify({ code, on })}::jsonb)`.execute(write),
  )
}
/** An event that a broker kept. */
const storeEvent = async (code: string, on: boolean, secondsAgo: number) => {
  await stored(code, on, secondsAgo)
  await reported({ code, on }, secondsAgo)
}
const settled = async () => {
  clock.advance(10)
  await watcher.tick()
}

test.each([61, 300, 599, 1800])(
  'told %i seconds late, it is raised if its end does not follow',
  async (ago) => {
    await added()
    await storeEvent('OVER', true, ago)
    await storeEvent('STILL', true, ago)
    await watcher.tick()
    expect(await alarms()).toEqual([])
    await storeEvent('OVER', false, ago - 1)
    await settled()
    expect(await alarms()).toEqual(['MACHINE STILL  unack warning'])
    // It is raised once, and ends as any other.
    await settled()
    await reported({ code: 'STILL', on: false })
    expect(await alarms()).toEqual(['MACHINE STILL  rtn_unack warning'])
  },
)

test('an end ends it however late it is told, and before or after what it ends', async () => {
  await added()
  await storeEvent('E1', true, 0)
  await storeEvent('E2', false, 700)
  await storeEvent('E2', true, 900)
  clock.advance(3600)
  await storeEvent('E1', false, 3000)
  await settled()
  expect(await alarms()).toEqual(['MACHINE E1  rtn_unack warning'])
})

test('while they keep coming they are raised after a minute; of a machine that is away they are suppressed', async () => {
  await added()
  await watcher.links([{ machineId: machine, at: clock.now().getTime(), online: false }])
  for (let second = 0; second < 62; second += 2) {
    await storeEvent(`E${second}`, true, 400)
    clock.advance(2)
    await watcher.tick()
  }
  const { rows } = await testDb.db.tx((write) =>
    sql<{ isSuppressed: boolean; many: boolean }>`
      select is_suppressed as "isSuppressed", count(*) > 25 as many from alarms group by 1`.execute(write),
  )
  expect(rows).toEqual([{ isSuppressed: true, many: true }])
})

test('what was stored and not raised before the process ended is raised by the next one', async () => {
  await added()
  await stored('E1', true, 0)
  await stored('E2', true, 100)
  await stored('E3', true, 100)
  await stored('E3', false, 50)
  watcher.begin()
  await settled()
  expect((await alarms()).toSorted()).toEqual(['MACHINE E1  unack warning', 'MACHINE E2  unack warning'])
})
