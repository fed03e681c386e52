import type { WallItems } from '@cloud-factory/domain/wall/wall-frame'
import { expect, test } from 'vitest'
import { wallItems } from '../../../../../tests/support/wall-items.ts'
import { isReported, lampOf } from './lamp.rules.ts'
import { idleTimeoutMs } from './trust.rules.ts'

const reported = (...keys: readonly (keyof WallItems)[]): WallItems =>
  Object.fromEntries(keys.map((key) => [key, wallItems[key]]))

test('an open stream that has told nothing of the factory is still connecting', () => {
  const heard = { link: 'live', silentMs: 0 } as const
  expect(lampOf({ ...heard, isReported: false })).toBe('opening')
  expect(lampOf({ ...heard, isReported: true })).toBe('live')
})

test('silence and a lost link are said whatever was told before', () => {
  for (const before of [true, false]) {
    expect(lampOf({ link: 'live', silentMs: idleTimeoutMs, isReported: before })).toBe('lost')
    expect(lampOf({ link: 'lost', silentMs: 0, isReported: before })).toBe('lost')
    expect(lampOf({ link: 'opening', silentMs: Number.POSITIVE_INFINITY, isReported: before })).toBe(
      'opening',
    )
  }
})

test.each([
  ['nothing', [], false],
  ['its version alone', ['screen'], false],
  ['the header alone', ['screen', 'header'], false],
  ['a panel of another layout', ['screen', 'header', 'energy'], false],
  ['the header and a panel', ['screen', 'header', 'oee'], true],
] as const)('told %s', (_, keys, expected) => {
  expect(isReported(['oee', 'alarms'], reported(...keys))).toBe(expected)
})

test('a layout without panels has been told all with its header', () => {
  expect(isReported([], reported('screen'))).toBe(false)
  expect(isReported([], reported('screen', 'header'))).toBe(true)
})
