import type { ProfileSignal } from '@cloud-factory/contract/machines/machine-profiles'
import { signalRoles, machineClasses } from '@cloud-factory/domain/machines/equipment-enums'
import { expect, test } from 'vitest'
import { canChangeProfile, canDeleteProfile, wrongSignals } from './profiles.rules.ts'
import { shippedProfiles } from './shipped-profiles.ts'

const signal = (change: Partial<ProfileSignal>): ProfileSignal => ({
  code: 'cur',
  names: { zh: '电流', en: 'Current', es: 'Corriente' },
  unit: 'A',
  kind: 'gauge',
  role: null,
  low: 0,
  high: 10,
  decimals: 1,
  deadband: 0,
  deadbandPercent: false,
  silenceS: 60,
  ...change,
})

test.each<[string, Partial<ProfileSignal>[], string[]]>([
  ['one signal', [{}], []],
  ['a code twice', [{}, {}], ['body.signals.1.code']],
  ['a role twice', [{ role: 'current' }, { code: 'b', role: 'current' }], ['body.signals.1.role']],
  ['no role twice', [{}, { code: 'b' }], []],
  ['a range that is none', [{ low: 5, high: 5 }], ['body.signals.0.high']],
  ['an open range', [{ low: 5, high: null }], []],
  ['a state without its role', [{ kind: 'state' }], ['body.signals.0.role']],
  ['the role of state at a gauge', [{ role: 'state' }], ['body.signals.0.role']],
  ['a code that only grows', [{ kind: 'counter', role: 'alarm_code' }], ['body.signals.0.role']],
  ['a code', [{ role: 'alarm_code', low: null, high: null }], []],
  ['a state', [{ kind: 'state', role: 'state', low: null, high: null }], []],
])('%s', (_name, changes, paths) => {
  expect(wrongSignals(changes.map(signal)).map(({ path }) => path)).toEqual(paths)
})

test('a former version is kept, a used one is not deleted', () => {
  expect(canChangeProfile(['equipment.edit'], { isLatest: true })).toBe(true)
  expect(canChangeProfile(['equipment.edit'], { isLatest: false })).toBe('profile.former')
  expect(canChangeProfile(['equipment.view'], { isLatest: true })).toBe('permission.denied')
  expect(canDeleteProfile(['equipment.edit'], { isUsed: true })).toBe('in_use')
  expect(canDeleteProfile(['equipment.edit'], { isUsed: false })).toBe(true)
  expect(canDeleteProfile([], { isUsed: false })).toBe('permission.denied')
})

test('every class of machine has a shipped profile that the rules take', () => {
  const shipped = shippedProfiles.map(({ class: kind }) => kind)
  expect(shipped.toSorted()).toEqual([...machineClasses].toSorted())
  for (const { code, signals } of shippedProfiles) {
    const whole = signals.map((own) => ({ ...own, deadbandPercent: false, silenceS: 60 }))
    expect(wrongSignals(whole), code).toEqual([])
    for (const { role } of whole) expect(role === null || signalRoles.includes(role)).toBe(true)
  }
})
