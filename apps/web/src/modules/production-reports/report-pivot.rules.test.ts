import type { ProductionRow } from '@cloud-factory/contract/production-reports/production-reports'
import { expect, test } from 'vitest'
import { barsOf, busiest, linesOf, measured, periodsOf } from './report-pivot.rules.ts'

const row = (
  period: string,
  processId: string,
  kg: number,
  given: Partial<ProductionRow> = {},
): ProductionRow => ({
  period,
  shiftId: null,
  group: null,
  processId,
  kg,
  pieces: 1,
  hours: 0.5,
  voidKg: 0,
  ...given,
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
