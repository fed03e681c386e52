import type { AlarmView } from '@cloud-factory/domain/alarms/alarm-enums'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestClock, testClock } from '../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madeMachines } from '../../../test/made-machines.ts'
import { machineDirectory } from '../machine-states/public.ts'
import { readRows } from '../../platform/db/handles.ts'
import { AlarmWatcher } from './alarm-watcher.ts'
import { alarmEvents, alarmSummary, listAlarms } from './alarms.queries.ts'
import { ackAlarms, setRuleOutOfService, shelveAlarm, unshelveAlarm } from './answer-alarms.ts'
import { alarmBoard } from './board.queries.ts'
import { createRule, type RuleInput } from './save-rule.ts'

const keeper = testActor({ cnName: '赵设备', tags: ['equipment.view', 'equipment.edit', 'alarm.ack'] })
const words = { zh: '电流高', en: 'Current high', es: 'Corriente alta' }
const high: RuleInput = {
  code: 'CUR-HIGH',
  names: words,
  class: 'gantry_saw',
  machineId: null,
  kind: 'above',
  role: 'current',
  signal: null,
  limit: 1000,
  critical: 1100,
  deadBand: 20,
  state: null,
  onDelayS: 0,
  offDelayS: 0,
  severity: 'warning',
  escalateMin: 5,
  quietMin: 10,
  advice: null,
  active: true,
}
const gone: RuleInput = {
  ...high,
  code: 'OFFLINE',
  class: null,
  kind: 'offline',
  role: null,
  limit: null,
  critical: null,
  deadBand: 0,
  escalateMin: null,
}

let testDb: TestDatabase
let machine = 0
let clock: TestClock
let watcher: AlarmWatcher
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.close())
beforeEach(async () => {
  await testDb.wipe()
  ;[machine = 0] = await madeMachines(testDb.db, 1)
  const machines = await machineDirectory(testDb.db.reads, 1)
  for (const rule of [high, gone]) await testDb.db.tx((write) => createRule(write, keeper, machines, rule))
  clock = testClock('2026-03-20T02:00:00Z')
  watcher = new AlarmWatcher({ db: testDb.db, clock, plantId: 1 })
})

/** A current, now. */
const current = (value: number | null, more: { live?: boolean; bad?: boolean } = {}) =>
  watcher.frames([
    {
      machineId: machine,
      at: clock.now().getTime(),
      values: [3, null, null, value],
      qualities: more.bad === true ? [0, 0, 0, 1] : null,
      live: more.live ?? true,
    },
  ])
const alarms = async (view: AlarmView = 'open') => {
  const machines = await machineDirectory(testDb.db.reads, 1)
  return (await listAlarms(testDb.db.reads, keeper, { view }, { machines, now: clock.now() })).items
}
const states = async () =>
  (await alarms()).map(({ rule, state, severity }) => `${rule.code} ${state} ${severity}`)
const history = async (id: string) =>
  (await alarmEvents(testDb.db.reads, 1, id)).items.map(({ kind }) => kind).reverse()
const ack = (ids: string[]) =>
  testDb.db.tx((write) => ackAlarms(write, keeper, { ids, note: '看过', now: clock.now() }))

describe('the life of an alarm', () => {
  test('raised, worse, acknowledged by name, gone', async () => {
    await current(1001)
    expect(await states()).toEqual(['CUR-HIGH unack warning'])
    await current(1101)
    expect(await states()).toEqual(['CUR-HIGH unack critical'])
    const [alarm] = await alarms()
    const id = alarm?.id ?? ''
    expect(await ack([id, id])).toBe(1)
    expect(await ack([id])).toBe(0)
    expect((await alarms())[0]).toMatchObject({ state: 'acked', ackedBy: '赵设备' })
    await current(900)
    expect(await alarms()).toEqual([])
    expect(await history(id)).toEqual(['raised', 'severity', 'acked', 'returned', 'closed'])
  })
  test('gone before anybody looked it waits; back again it is the same one', async () => {
    await current(1001)
    await current(900)
    expect(await states()).toEqual(['CUR-HIGH rtn_unack warning'])
    const counted = async () => {
      const { active } = await alarmSummary(testDb.db.reads, 1, clock.now())
      return [active.warning, (await alarms('current')).length]
    }
    expect(await counted()).toEqual([0, 0])
    await current(1001)
    const [alarm] = await alarms()
    expect(await counted()).toEqual([1, 1])
    expect(alarm).toMatchObject({ state: 'unack', times: 2 })
    await current(900)
    await ack([alarm?.id ?? ''])
    expect(await alarms()).toEqual([])
    expect(await alarms('over')).toHaveLength(1)
  })
  test('worse than what was acknowledged has to be acknowledged again', async () => {
    await current(1001)
    await ack([(await alarms())[0]?.id ?? ''])
    await current(1200)
    expect(await states()).toEqual(['CUR-HIGH unack critical'])
  })
})

test('a board says the value with the unit that the list has', async () => {
  await current(1001)
  const [listed] = await alarms()
  const board = await alarmBoard(testDb.db.reads, 1, clock.now())
  expect(listed?.unit).not.toBe('')
  expect(board.alarms).toMatchObject([{ value: 1001, unit: listed?.unit, machineId: machine }])
})

test('a board says no number for an alarm about a state', async () => {
  await watcher.links([{ machineId: machine, at: clock.now().getTime(), online: false }])
  const board = await alarmBoard(testDb.db.reads, 1, clock.now())
  expect(board.alarms).toMatchObject([{ value: null, unit: '', current: true }])
})

test('stored or untrusted values raise nothing', async () => {
  await current(5000, { live: false })
  await current(5000, { bad: true })
  expect(await alarms()).toEqual([])
})

test('one that comes and goes is one alarm until it has been quiet', async () => {
  for (let time = 0; time < 20; time += 1) {
    clock.advance(5)
    await current(1001)
    clock.advance(5)
    await current(900)
    if (time === 2) await ack([(await alarms())[0]?.id ?? ''])
  }
  const [alarm, ...others] = await alarms()
  expect(others).toEqual([])
  expect(alarm).toMatchObject({ isChattering: true, state: 'unack' })
  // It is heard of all the time: only the alarm is quiet.
  clock.advance(599)
  await current(900)
  await watcher.tick()
  expect((await alarms())[0]).toMatchObject({ isChattering: true })
  clock.advance(1)
  await current(900)
  await watcher.tick()
  expect((await alarms())[0]).toMatchObject({ isChattering: false, state: 'rtn_unack' })
  const kinds = await history(alarm?.id ?? '')
  expect(kinds.filter((kind) => kind === 'chattering')).toHaveLength(1)
  expect(kinds.length).toBeLessThan(20)
})

test('a machine that is offline has one alarm; its others are silent until it is back', async () => {
  await current(1001)
  await watcher.links([{ machineId: machine, at: clock.now().getTime(), online: false }])
  expect((await alarms('active')).map(({ rule }) => rule.code)).toEqual(['OFFLINE'])
  expect((await alarms('shelved')).map(({ rule }) => rule.code)).toEqual(['CUR-HIGH'])
  clock.advance(3)
  await current(1001)
  expect((await alarms('active')).map(({ rule }) => rule.code)).toEqual(['OFFLINE', 'CUR-HIGH'])
})

test('a machine that tells only what changes is not offline because it is silent', async () => {
  await current(1001).then(() => clock.advance(3600))
  await watcher.tick()
  expect((await alarms('active')).map(({ rule }) => rule.code)).toEqual(['CUR-HIGH'])
  await testDb.db.tx((write) =>
    sql`insert into telemetry_links (machine_id, online, since, heard_at, silence_ms)
      values (${machine}, false, ${clock.now()}, ${clock.now()}, null)`.execute(write),
  )
  watcher = new AlarmWatcher({ db: testDb.db, clock, plantId: 1 })
  await watcher.tick()
  expect((await alarms('active')).map(({ rule }) => rule.code)).toEqual(['OFFLINE'])
})

test('alarms that were silent when watching ended are told again with the first word of their machine', async () => {
  // It was offline for less than the rule waits: nothing but the silence tells of it.
  await testDb.db.tx((write) =>
    sql`update alarm_rules set on_delay_s = 60 where code = 'OFFLINE'`.execute(write),
  )
  const goes = () => watcher.links([{ machineId: machine, at: clock.now().getTime(), online: false }])
  const restart = () => {
    watcher = new AlarmWatcher({ db: testDb.db, clock, plantId: 1 })
  }
  const active = async () => (await alarms('active')).map(({ rule }) => rule.code)
  await current(1001)
  await goes()
  expect(await active()).toEqual([])
  restart()
  await current(1001)
  expect(await active()).toEqual(['CUR-HIGH'])
  // Away across a restart: the silence stays, and being away is told when its time has come.
  await goes()
  restart()
  await goes()
  expect(await active()).toEqual([])
  clock.advance(61)
  await watcher.tick()
  expect(await active()).toEqual(['OFFLINE'])
})

test('put aside with a reason it makes no noise until its time is over; nobody acknowledges: it is escalated', async () => {
  await current(1001)
  const [alarm] = await alarms()
  const input = { id: alarm?.id ?? '', version: alarm?.version ?? 0, now: clock.now() }
  await testDb.db.tx((write) => shelveAlarm(write, keeper, { ...input, minutes: 30, reason: '等备件' }))
  expect(await alarms('active')).toEqual([])
  expect((await alarms('shelved'))[0]).toMatchObject({ shelvedBy: '赵设备', shelfReason: '等备件' })
  // Who comes second is told so, by a window of before as by one that knows.
  for (const version of [input.version, input.version + 1]) {
    const again = testDb.db.tx((write) =>
      shelveAlarm(write, keeper, { ...input, version, minutes: 5, reason: 'x' }),
    )
    await expect(again).rejects.toMatchObject({ facts: { params: { reason: 'alarm.shelved' } } })
  }
  clock.advance(10 * 60)
  await current(1001)
  await watcher.tick()
  expect((await alarms())[0]?.escalatedAt).toBeNull()
  clock.advance(20 * 60)
  await current(1001)
  await watcher.tick()
  expect((await alarms('active'))[0]?.escalatedAt).not.toBeNull()
  expect(await history(input.id)).toEqual(['raised', 'shelved', 'unshelved', 'escalated'])
  const back = testDb.db.tx((write) => unshelveAlarm(write, keeper, { ...input, version: input.version + 3 }))
  await expect(back).rejects.toMatchObject({ facts: { params: { reason: 'alarm.not_shelved' } } })
})

test('out of service on a machine it raises nothing there until it is put back', async () => {
  await current(1001)
  const ruleId = (await alarms())[0]?.rule.id ?? ''
  const set = async (reason: string | null) => {
    await testDb.db.tx((write) =>
      setRuleOutOfService(write, keeper, { machineId: machine, ruleId, reason, now: clock.now() }),
    )
    watcher.forget()
  }
  await set('传感器坏')
  await current(1200)
  expect(await alarms()).toEqual([])
  await set(null)
  await current(1200)
  expect(await states()).toEqual(['CUR-HIGH unack critical'])
})

test('two that watch raise one alarm, and a restart goes on where it was', async () => {
  const other = new AlarmWatcher({ db: testDb.db, clock, plantId: 1 })
  const frame = {
    machineId: machine,
    at: clock.now().getTime(),
    values: [3, null, null, 1001],
    qualities: null,
    live: true,
  }
  await watcher.frames([frame])
  await other.frames([frame])
  expect(await states()).toHaveLength(1)
  const next = new AlarmWatcher({ db: testDb.db, clock, plantId: 1 })
  await next.frames([{ ...frame, values: [3, null, null, 900] }])
  expect(await states()).toEqual(['CUR-HIGH rtn_unack warning'])
})

test('the history is only added to, and more than ten in ten minutes are a flood', async () => {
  await current(1001)
  const change = testDb.db.tx((write) => sql`update alarm_events set note = 'x'`.execute(write))
  await expect(change).rejects.toThrow('append-only')
  const summary = () => alarmSummary(testDb.db.reads, 1, clock.now())
  expect(await summary()).toMatchObject({ active: { warning: 1 }, unacked: 1, isFlood: false })
  await testDb.db.tx((write) =>
    sql`insert into alarms (plant_id, machine_id, source, rule_id, state, severity, raised_at, active_at, closed_at)
      select 1, machine_id, source, rule_id, 'normal', 'info', ${clock.now()}, ${clock.now()}, ${clock.now()}
      from alarms, generate_series(1, 10)`.execute(write),
  )
  expect((await summary()).isFlood).toBe(true)
  const raised = await readRows(testDb.db.reads, sql`select from outbox where name = 'alarms.raised'`)
  expect(raised).toHaveLength(1)
})
