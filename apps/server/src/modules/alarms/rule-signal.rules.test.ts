import { expect, test } from 'vitest'
import { isFor, slotOf, unitOf, unitOfRule } from './rule-signal.rules.ts'

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
