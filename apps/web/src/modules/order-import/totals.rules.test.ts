import { expect, test } from 'vitest'
import { totalLines } from './totals.rules.ts'

const computed = { marks: 2, pieces: 5, parts: 6, netKg: 3610.02, grossKg: 3650 }
const verdicts = (stated: Parameters<typeof totalLines>[0]['stated']) =>
  totalLines({ stated, computed }).map(({ verdict }) => verdict)

test('a file without sums states nothing', () => {
  expect(verdicts(null)).toEqual(['none', 'none', 'none'])
})

test('sums that agree, sums that differ by rounding, sums that differ', () => {
  expect(verdicts({ pieces: 5, netKg: 3610.02, grossKg: 3650.05 })).toEqual(['equal', 'equal', 'rounding'])
  expect(verdicts({ pieces: 6, netKg: 3609.95, grossKg: null })).toEqual(['differs', 'differs', 'none'])
})

test('one piece more or less is never rounding', () => {
  const many = { ...computed, pieces: 1000, marks: 900 }
  const [pieces] = totalLines({ stated: { pieces: 1001, netKg: null, grossKg: null }, computed: many })
  expect(pieces).toMatchObject({ verdict: 'differs', difference: 1 })
})

test('the difference is what the file says less what its rows give', () => {
  const [, net] = totalLines({ stated: { pieces: null, netKg: 3600, grossKg: null }, computed })
  expect(net).toEqual({
    figure: 'netKg',
    stated: 3600,
    computed: 3610.02,
    difference: -10.02,
    verdict: 'differs',
  })
})
