import type { ToleranceRule } from '@cloud-factory/contract/standards/quality-rules'
import { expect, test } from 'vitest'
import { draftOf, draftProblems, emptyDraft, ruleOf } from './rule-draft.rules.ts'

const two = { kind: 'abs', lo: '-2', hi: '2' } as const
test.each([
  two,
  { kind: 'abs', lo: null, hi: '3' },
  { kind: 'max', v: '2.5' },
  { kind: 'none' },
  { kind: 'ratio', of: 'L', div: '1500', cap: '5', sign: 'max' },
  { kind: 'ratio', of: 'L', div: '5000', plus: '2', sign: 'pm' },
  {
    kind: 'piecewise',
    by: 'h',
    bands: [{ op: 'lt', value: '500', rule: two }, { rule: { kind: 'max', v: '3' } }],
  },
  {
    kind: 'byPlace',
    joint: { kind: 'max', v: '1.5' },
    other: { kind: 'piecewise', by: 'b', bands: [{ rule: two }] },
  },
] satisfies ToleranceRule[])('%j is typed and said again', (rule) => {
  expect(ruleOf(draftOf(rule))).toEqual(rule)
  expect(draftProblems(draftOf(rule))).toEqual([])
})

test('decimals that are none are named by their place, a comma is one', () => {
  const ratio = { ...emptyDraft, kind: 'ratio', div: '0', cap: '5,5' } as const
  expect(draftProblems(ratio)).toEqual([{ path: 'div', reason: 'decimal' }])
  expect(draftProblems({ ...ratio, div: '１５００' })).toEqual([])
  expect(draftProblems({ ...emptyDraft, kind: 'max', v: 'two' })).toEqual([{ path: 'v', reason: 'decimal' }])
  expect(draftProblems(emptyDraft)).toEqual([{ path: 'hi', reason: 'rule.no_limit' }])
})
