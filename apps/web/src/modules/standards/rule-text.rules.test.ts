import { limitsOf } from '@cloud-factory/contract/standards/limits.rules'
import type { ToleranceRule } from '@cloud-factory/contract/standards/quality-rules'
import { expect, test } from 'vitest'
import { ruleText, decimalOrText, workingText } from './rule-text.rules.ts'

const words = {
  none: 'none',
  joint: 'joint',
  other: 'elsewhere',
  otherwise: 'else',
  comma: ', ',
  atMost: 'at most',
  atLeast: 'at least',
}
const bow: ToleranceRule = { kind: 'ratio', of: 'L', div: '1500', cap: '5.0', sign: 'max' }
const height: ToleranceRule = {
  kind: 'piecewise',
  by: 'h',
  bands: [
    { op: 'lt', value: '500', rule: { kind: 'abs', lo: '-2.0', hi: '2.0' } },
    { rule: { kind: 'abs', lo: '-7', hi: '3' } },
  ],
}

test.each([
  [bow, '≤ L/1500, at most 5'],
  [height, 'h < 500: ±2; else: −7 … +3'],
  [
    { kind: 'byPlace', joint: { kind: 'max', v: '1.5' }, other: { kind: 'none' } },
    'joint: ≤ 1.5; elsewhere: none',
  ],
  [{ kind: 'ratio', of: 'L', div: '5000', plus: '2', sign: 'pm' }, '±(L/5000 + 2)'],
  [{ kind: 'abs', lo: '-25', hi: null }, '≥ −25'],
] satisfies [ToleranceRule, string][])('%j is written %s', (rule, text) => {
  expect(ruleText(rule, words)).toBe(text)
})

test('a ratio shows its numbers, and what bounded it', () => {
  const shown = (L: string) => {
    const found = limitsOf(bow, 'any', { L })
    return 'missing' in found || found.working === null ? null : workingText(found.working, words)
  }
  expect(shown('9000')).toBe('L/1500 = 9000/1500 = 6, at most 5 → 5')
  expect(shown('6000')).toBe('L/1500 = 6000/1500 = 4')
})

test.each([
  ['９０００', '9000'],
  [' 5,5 ', '5.5'],
  ['+3', '3'],
  ['−7', '-7'],
  ['.5', '0.5'],
  ['007', '7'],
  ['abc', 'abc'],
])('%s is taken as %s', (typed, read) => {
  expect(decimalOrText(typed)).toBe(read)
})
