import { expect, test } from 'vitest'
import type { ToleranceRule } from './quality-rules.ts'
import { ruleProblems } from './rule-problems.rules.ts'

const two = { kind: 'abs', lo: '-2', hi: '2' } as const
type Piecewise = Extract<ToleranceRule, { kind: 'piecewise' }>
const bands = (...list: Piecewise['bands']): Piecewise => ({
  kind: 'piecewise',
  by: 'h',
  bands: list,
})
const ratio = { kind: 'ratio', of: 'L', div: '1500', sign: 'pm' } as const

const cases: readonly [string, ToleranceRule, readonly string[]][] = [
  ['two limits', two, []],
  ['one limit', { kind: 'abs', lo: '-25', hi: null }, []],
  ['no limit', { kind: 'abs', lo: null, hi: null }, ['hi rule.no_limit']],
  ['limits the wrong way round', { kind: 'abs', lo: '2', hi: '1.999999' }, ['lo rule.order']],
  ['a range on one side of zero', { kind: 'abs', lo: '40', hi: '80' }, []],
  ['a negative most', { kind: 'max', v: '-0.1' }, ['v rule.negative']],
  ['floor and cap', { ...ratio, floor: '1', cap: '5' }, []],
  ['floor above cap', { ...ratio, floor: '6', cap: '5' }, ['floor rule.order']],
  ['negative cap', { ...ratio, cap: '-5' }, ['cap rule.negative']],
  [
    'bands upwards',
    bands({ op: 'lt', value: '500', rule: two }, { op: 'le', value: '500', rule: two }, { rule: two }),
    [],
  ],
  [
    'bands downwards',
    bands({ op: 'gt', value: '500', rule: two }, { op: 'ge', value: '300', rule: two }),
    [],
  ],
  [
    'a band without a bound before the last',
    bands({ rule: two }, { rule: two }),
    ['bands.0.value rule.bounds'],
  ],
  ['a bound without its sign', bands({ value: '3', rule: two }), ['bands.0.value rule.bounds']],
  [
    'a band that nothing reaches',
    bands({ op: 'le', value: '500', rule: two }, { op: 'lt', value: '500', rule: two }),
    ['bands.1.value rule.no_band'],
  ],
  [
    'inside of bands and places',
    { kind: 'byPlace', joint: bands({ rule: { kind: 'max', v: '-1' } }), other: { kind: 'max', v: '-2' } },
    ['joint.bands.0.rule.v rule.negative', 'other.v rule.negative'],
  ],
  ['nothing may be seen', { kind: 'none' }, []],
]
test.each(cases)('%s', (_name, rule, problems) => {
  expect(ruleProblems(rule).map(({ path, reason }) => `${path} ${reason}`)).toEqual(problems)
})
