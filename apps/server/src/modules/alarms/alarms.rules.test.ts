import { describe, expect, test } from 'vitest'
import {
  alarmCan,
  moved,
  calmWatch,
  type Condition,
  elapse,
  isChatter,
  type Watch,
  watch,
  isFor,
  slotOf,
  unitOf,
  unitOfRule,
} from './alarms.rules.ts'

const rule: Condition = {
  kind: 'above',
  limit: 100,
  critical: 150,
  deadBand: 10,
  state: null,
  severity: 'warning',
  onDelay: 5000,
  offDelay: 2000,
}

/** Kinds of changes and when they came, of values at seconds. */
function reported(
  values: readonly (readonly [second: number, value: number])[],
  of: Condition = rule,
): string[] {
  let now: Watch = calmWatch
  return values.flatMap(([second, value]) => {
    const next = watch(now, of, second * 1000, value)
    now = next.watch
    if (next.change === null) return []
    const { change } = next
    return [`${change.kind} ${change.at / 1000}${change.kind === 'return' ? '' : ` ${change.severity}`}`]
  })
}

describe('a limit', () => {
  test('raises when it is passed for the on-delay, not before, and not when the value came back meanwhile', () => {
    expect(
      reported([
        [0, 101],
        [4, 101],
        [5, 101],
      ]),
    ).toEqual(['raise 5 warning'])
    expect(
      reported([
        [0, 101],
        [3, 99],
        [4, 101],
        [8, 101],
      ]),
    ).toEqual([])
  })
  test('returns when the value is back by the dead band for the off-delay', () => {
    const up = [
      [0, 101],
      [5, 101],
    ] as const
    expect(reported([...up, [6, 95], [20, 91]])).toEqual(['raise 5 warning'])
    expect(reported([...up, [6, 90], [7, 91], [8, 90], [10, 89]])).toEqual(['raise 5 warning', 'return 10'])
  })
  test('gets worse at its critical limit and better again only by the dead band', () => {
    expect(
      reported([
        [0, 120],
        [5, 120],
        [6, 151],
        [7, 141],
        [8, 140],
      ]),
    ).toEqual(['raise 5 warning', 'severity 6 critical', 'severity 8 warning'])
    expect(
      reported([
        [0, 160],
        [5, 160],
      ]),
    ).toEqual(['raise 5 critical'])
  })
  test('from below is the same the other way round', () => {
    const low: Condition = { ...rule, kind: 'below', limit: 4, critical: 2, deadBand: 0.5 }
    expect(
      reported(
        [
          [0, 3],
          [5, 3],
          [6, 1.9],
          [7, 4.4],
          [8, 4.5],
          [10, 4.6],
        ],
        low,
      ),
    ).toEqual(['raise 5 warning', 'severity 6 critical', 'severity 7 warning', 'return 10'])
  })
})

test('too little of what flows is no alarm while the machine stands, and ends one', () => {
  const low: Condition = {
    ...rule,
    kind: 'below',
    limit: 4,
    critical: null,
    deadBand: 0,
    onDelay: 0,
    offDelay: 0,
  }
  expect(watch(calmWatch, low, 0, 0, true).change).toBeNull()
  const { watch: active } = watch(calmWatch, low, 0, 3)
  expect(active.isActive).toBe(true)
  expect(watch(active, low, 1000, 0, true).change).toMatchObject({ kind: 'return' })
  expect(watch(calmWatch, { ...low, kind: 'above' }, 0, 5, true).change).toMatchObject({ kind: 'raise' })
})

test('a delay ends by itself when no value comes', () => {
  const { watch: waiting } = watch(calmWatch, rule, 0, 120)
  expect(elapse(waiting, rule, 4999).change).toBeNull()
  expect(elapse(waiting, rule, 5000).change).toEqual({
    kind: 'raise',
    at: 5000,
    severity: 'warning',
    value: 120,
  })
})

test('a state and a lost link are conditions too', () => {
  const fault: Condition = {
    ...rule,
    kind: 'state',
    limit: null,
    critical: null,
    state: 4,
    onDelay: 0,
    offDelay: 0,
  }
  expect(
    reported(
      [
        [0, 3],
        [1, 4],
        [2, 4],
        [3, 1],
      ],
      fault,
    ),
  ).toEqual(['raise 1 warning', 'return 3'])
  const offline: Condition = { ...fault, kind: 'offline', state: null }
  expect(
    reported(
      [
        [0, 1],
        [1, 0],
        [2, 1],
      ],
      offline,
    ),
  ).toEqual(['raise 1 warning', 'return 2'])
})

test('more than five times in ten minutes is chatter', () => {
  const minutes = (...list: number[]) => list.map((minute) => minute * 60_000)
  expect(isChatter(minutes(0, 1, 2, 3, 4), 4 * 60_000)).toBe(false)
  expect(isChatter(minutes(0, 1, 2, 3, 4, 5), 5 * 60_000)).toBe(true)
  expect(isChatter(minutes(0, 1, 2, 3, 4, 11), 11 * 60_000)).toBe(false)
})

// ANSI/ISA-18.2-2016, figure of the alarm state model.
test.each([
  ['normal', 'raise', 'unack'],
  ['normal', 'return', null],
  ['normal', 'ack', null],
  ['unack', 'ack', 'acked'],
  ['unack', 'return', 'rtn_unack'],
  ['unack', 'raise', null],
  ['acked', 'return', 'normal'],
  ['acked', 'ack', null],
  ['acked', 'raise', null],
  ['rtn_unack', 'ack', 'normal'],
  ['rtn_unack', 'raise', 'unack'],
  ['rtn_unack', 'return', null],
] as const)('%s, %s: %s', (state, move, next) => {
  expect(moved(state, move)).toBe(next)
})

test('what a person may do follows from the state and the right', () => {
  const tags = ['alarm.ack']
  expect(alarmCan([], { state: 'unack', isShelved: false }).ack).toBe('permission.denied')
  expect(alarmCan(tags, { state: 'unack', isShelved: false })).toEqual({
    ack: true,
    shelve: true,
    unshelve: 'alarm.not_shelved',
    repair: true,
  })
  expect(alarmCan(tags, { state: 'acked', isShelved: true })).toEqual({
    ack: 'alarm.acked',
    shelve: 'alarm.shelved',
    unshelve: true,
    repair: true,
  })
  expect(alarmCan(tags, { state: 'normal', isShelved: false })).toEqual({
    ack: 'alarm.over',
    shelve: 'alarm.over',
    unshelve: 'alarm.over',
    repair: true,
  })
  expect(alarmCan(['equipment.maintain'], { state: 'normal', isShelved: false }).repair).toBe(true)
  expect(alarmCan(tags, { state: 'unack', isShelved: false, hasRepair: true }).repair).toBe(
    'alarm.has_repair',
  )
  expect(alarmCan([], { state: 'unack', isShelved: false, hasRepair: true }).repair).toBe('permission.denied')
})

const saw = {
  id: 1,
  class: 'saw',
  slots: { state: 1, current: 2 },
  codes: { st: 1, cur: 2, oil_p: 3 },
  units: { 1: '', 2: 'A', 3: 'bar' },
} as const
const oldSaw = { ...saw, id: 2, units: { ...saw.units, 3: 'kPa' } } as const
const crane = {
  ...saw,
  id: 3,
  class: 'crane',
  slots: { state: 1 },
  codes: { st: 1 },
  units: { 1: '' },
} as const
const current = { kind: 'above', role: 'current', signal: null } as const
const pressure = { kind: 'below', role: null, signal: 'oil_p' } as const

test.each([
  [current, saw, 2],
  [current, crane, null],
  [pressure, saw, 3],
  [pressure, crane, null],
  [{ kind: 'state', role: null, signal: null }, crane, 1],
  [{ kind: 'offline', role: null, signal: null }, saw, null],
  [{ kind: 'machine', role: 'current', signal: null }, saw, null],
  [{ kind: 'above', role: null, signal: null }, saw, null],
] as const)('the value of %o on a machine', (rule, machine, slot) => {
  expect(slotOf(rule, machine)).toBe(slot)
})

test.each([
  [current, saw, 'A'],
  [pressure, oldSaw, 'kPa'],
  [current, crane, ''],
  [current, undefined, ''],
  [{ kind: 'state', role: null, signal: null }, saw, ''],
] as const)('the unit of %o', (rule, machine, unit) => {
  expect(unitOf(rule, machine)).toBe(unit)
})

test('limits have a unit where all machines of the rule send the same; those that do not send it do not count', () => {
  const machines = [saw, oldSaw, crane]
  const all = { class: null, machine_id: null }
  expect(unitOfRule({ ...current, ...all }, machines)).toBe('A')
  expect(unitOfRule({ ...pressure, ...all }, machines)).toBe('')
  expect(unitOfRule({ ...pressure, class: null, machine_id: 2 }, machines)).toBe('kPa')
  expect(unitOfRule({ ...pressure, class: 'crane', machine_id: null }, machines)).toBe('')
  expect(isFor({ class: 'saw', machine_id: null }, crane)).toBe(false)
})
