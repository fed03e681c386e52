import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  scopeOf,
  searchOf,
  spanOf,
  spans,
  barsOf,
  busiest,
  linesOf,
  measured,
  periodsOf,
} from './report.rules.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import type { ProductionRow } from '@cloud-factory/contract/production-reports/production-reports'

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

const row = (
  period: string,
  processId: string,
  kg: number,
  overrides: Partial<ProductionRow> = {},
): ProductionRow => ({
  period,
  shiftId: null,
  group: null,
  processId,
  kg,
  pieces: 1,
  hours: 0.5,
  voidKg: 0,
  ...overrides,
})
const group = (id: string) => ({ group: { id, name: `班组${id}` } })
const rows = [
  row('2026-03-01', '1', 100.001, group('7')),
  row('2026-03-01', '2', 50, group('7')),
  row('2026-03-01', '1', 200.002, group('8')),
  row('2026-03-02', '2', 400),
]

test('a line for each period, shift and group, a cell for each process', () => {
  const lines = linesOf(rows)
  expect(lines.map(({ key }) => key)).toEqual(['2026-03-01||7', '2026-03-01||8', '2026-03-02||'])
  expect([...(lines[0]?.cells.keys() ?? [])]).toEqual(['1', '2'])
  expect(lines[1]?.group?.name).toBe('班组8')
})

test('bars add groups up and leave no day out', () => {
  const scope = { from: '2026-02-28', to: '2026-03-02', per: 'day', measure: 'tonnes' } as const
  expect(barsOf(linesOf(rows), '1', scope)).toEqual([
    { period: '2026-02-28', value: 0 },
    { period: '2026-03-01', value: 300.003 },
    { period: '2026-03-02', value: 0 },
  ])
  expect(barsOf(linesOf(rows), '1', { ...scope, measure: 'hours' })[1]?.value).toBe(1)
  expect(periodsOf({ from: '2025-12-30', to: '2026-02-01', per: 'month' })).toEqual([
    '2025-12',
    '2026-01',
    '2026-02',
  ])
})

test('the busiest process and its measure', () => {
  const total = (processId: string, kg: number, hours: number) => ({
    processId,
    kg,
    pieces: 1,
    hours,
    voidKg: 0,
  })
  expect(busiest([total('1', 300, 1), total('2', 450, 0)], 'tonnes')).toBe('2')
  expect(busiest([total('1', 300, 1), total('2', 450, 0)], 'hours')).toBe('1')
  expect(busiest([], 'tonnes')).toBeNull()
  expect(measured(undefined, 'pieces')).toBe(0)
})
