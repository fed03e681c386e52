import { expect, test } from 'vitest'
import { limitsOf } from './limits.rules.ts'
import { isMagnitude, limitsText } from './limits-text.rules.ts'
import type { ToleranceRule } from './quality-rules.ts'

test.each([
  [{ lower: '-3', upper: '3' }, '±3'],
  [{ lower: '-3.0', upper: '3' }, '±3'],
  [{ lower: '-2', upper: '3' }, '−2 … +3'],
  [{ lower: '0', upper: '3' }, '0 … +3'],
  [{ lower: null, upper: '3' }, '≤ +3'],
  [{ lower: '-5', upper: null }, '≥ −5'],
  [{ lower: null, upper: null }, '–'],
  // 10930 ÷ 1500: no more is shown than is allowed.
  [{ lower: '-7.286666', upper: '7.286666' }, '±7.286'],
])('%j is written %s', (limits, text) => {
  expect(limitsText(limits, false)).toBe(text)
})

const ratio = { kind: 'ratio', of: 'L', div: '1000', cap: '8' } as const

test.each([
  [{ kind: 'max', v: '2' }, '≤ 2'],
  [{ ...ratio, sign: 'max' }, '≤ 8'],
  [{ ...ratio, sign: 'pm' }, '±8'],
  [{ ...ratio, sign: 'minus' }, '−8 … 0'],
  [{ kind: 'abs', lo: '-8', hi: '8' }, '±8'],
  [{ kind: 'piecewise', by: 't', bands: [{ rule: { kind: 'max', v: '3' } }] }, '≤ 3'],
  [{ kind: 'byPlace', joint: { kind: 'max', v: '1.5' }, other: { kind: 'max', v: '3' } }, '≤ 1.5'],
] satisfies [ToleranceRule, string][])('limits by %j are written %s', (rule, text) => {
  const found = limitsOf(rule, rule.kind === 'byPlace' ? 'joint' : 'any', { L: '9000', t: '10' })
  if ('missing' in found) throw new Error('a size is missing')
  expect(limitsText(found, isMagnitude(found.working?.rule, null))).toBe(text)
})

test('what has a nominal value is written with both sides', () => {
  expect([isMagnitude({ kind: 'max', v: '3' }, 'h'), isMagnitude(undefined, null)]).toEqual([false, false])
})
