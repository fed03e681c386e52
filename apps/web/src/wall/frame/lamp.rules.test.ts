import type { WallItems } from '@cloud-factory/contract/wall-frame'
import { expect, test } from 'vitest'
import { wallItems } from '../../../../../tests/support/wall-items.ts'
import { isTold, lampOf } from './lamp.rules.ts'
import { silenceMs } from './trust.rules.ts'

const told = (...keys: readonly (keyof WallItems)[]): WallItems =>
  Object.fromEntries(keys.map((key) => [key, wallItems[key]]))

test('an open stream that has told nothing of the factory is still connecting', () => {
  const heard = { link: 'live', silentMs: 0 } as const
  expect(lampOf({ ...heard, isTold: false })).toBe('opening')
  expect(lampOf({ ...heard, isTold: true })).toBe('live')
})

test('silence and a lost link are said whatever was told before', () => {
  for (const before of [true, false]) {
    expect(lampOf({ link: 'live', silentMs: silenceMs, isTold: before })).toBe('lost')
    expect(lampOf({ link: 'lost', silentMs: 0, isTold: before })).toBe('lost')
    expect(lampOf({ link: 'opening', silentMs: Number.POSITIVE_INFINITY, isTold: before })).toBe('opening')
  }
})

test.each([
  ['nothing', [], false],
  ['its version alone', ['screen'], false],
  ['the header alone', ['screen', 'header'], false],
  ['a panel of another layout', ['screen', 'header', 'energy'], false],
  ['the header and a panel', ['screen', 'header', 'oee'], true],
] as const)('told %s', (_, keys, expected) => {
  expect(isTold(['oee', 'alarms'], told(...keys))).toBe(expected)
})

test('a layout without panels has been told all with its header', () => {
  expect(isTold([], told('screen'))).toBe(false)
  expect(isTold([], told('screen', 'header'))).toBe(true)
})
