import { expect, test } from 'vitest'
import { isAlready } from './bulk.rules.ts'

test.each([
  ['confirmed', 'confirm', true],
  ['draft', 'confirm', false],
  ['released', 'confirm', false],
  ['released', 'release', true],
  ['in_production', 'release', false],
  ['on_hold', 'hold', true],
  ['released', 'hold', false],
  ['released', 'resume', true],
  ['on_hold', 'resume', false],
] as const)('%s, to %s: already so is %s', (status, action, already) =>
  expect(isAlready({ status, priority: 'B' }, action, undefined)).toBe(already),
)

test('a priority is already so when it is the same', () => {
  expect(isAlready({ status: 'draft', priority: 'A' }, 'priority', 'A')).toBe(true)
  expect(isAlready({ status: 'draft', priority: 'A' }, 'priority', 'B')).toBe(false)
})
