import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scopeOf, searchOf, spanOf, spans } from './report-scope.rules.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'

const today = '2026-03-20'

test('an address without anything is the current month by day', () => {
  expect(scopeOf(new URLSearchParams(), today)).toEqual({
    from: '2026-03-01',
    to: today,
    per: 'day',
    group: 'none',
    measure: 'tonnes',
    filters: {},
  })
})

test('nonsense in an address is left out, sense comes back', () => {
  const search = 'from=2026-02-01&to=x&per=month&group=all&measure=hours&crewId=7&orderId=-1'
  const scope = scopeOf(new URLSearchParams(search), today)
  expect(scope).toEqual({
    from: '2026-02-01',
    to: today,
    per: 'month',
    group: 'none',
    measure: 'hours',
    filters: { crewId: '7' },
  })
  expect(scopeOf(new URLSearchParams(searchOf(scope)), '2030-01-01')).toEqual(scope)
})

test.each([
  ['month', '2026-03-01', '2026-03-20'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
  ['days7', '2026-03-14', '2026-03-20'],
  ['days30', '2026-02-19', '2026-03-20'],
  ['year', '2026-01-01', '2026-03-20'],
] as const)('%s: %s to %s', (span, from, to) => {
  expect(spanOf(span, today)).toEqual([from, to])
})

test('last month of January is December', () => {
  expect(spanOf('lastMonth', '2026-01-05')).toEqual(['2025-12-01', '2025-12-31'])
})

test('days are counted as the calendar does', () => {
  const anyDay = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -1000, max: 1000 }), (date, days) => {
      const day = date.toISOString().slice(0, 10)
      const expected = new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
      expect(addDays(day, days)).toBe(expected)
    }),
  )
})

test('a usual span never ends in the future or before it begins', () => {
  for (const span of spans) {
    const [from, to] = spanOf(span, today)
    expect(from <= to && to <= today).toBe(true)
  }
})
