import { expect, test } from 'vitest'
import words from '../../../../../packages/dictionary/src/account.zh.json'
import { isWeakness, weaknesses, weaknessOf } from './password.rules.ts'

test.each([
  ['', 'old', 'short'],
  ['1234567', 'old', 'short'],
  ['一二三四五六七八', 'old', null],
  ['😀😀😀😀😀😀😀', 'old', 'short'],
  ['x'.repeat(129), 'old', 'long'],
  ['Stahl-Bau-2026!', 'Stahl-Bau-2026!', 'same'],
  ['my-PLANNER-word', 'old', 'name'],
  ['a good long one', 'old', null],
])('%j after %j: %s', (next, current, reason) => {
  expect(weaknessOf(next, current, 'planner')).toBe(reason)
})

test('a name of two letters is not looked for', () => {
  expect(weaknessOf('lion-in-winter', 'old', 'li')).toBeNull()
})

test('every reason has its sentence', () => {
  expect(Object.keys(words.weak).toSorted()).toEqual([...weaknesses].toSorted())
  expect(isWeakness('common')).toBe(true)
  expect(isWeakness('other')).toBe(false)
})
