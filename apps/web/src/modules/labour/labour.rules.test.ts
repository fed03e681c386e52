import type { LabourRow } from '@cloud-factory/contract/labour/labour'
import { expect, test } from 'vitest'
import { groupLines, processLines, ratioOf, sumOf, unpaidOf } from './labour.rules.ts'

const row = (processId: string, group: string | null, values: Partial<LabourRow> = {}): LabourRow => ({
  group: group === null ? null : { id: group, name: `No. ${group}` },
  processId,
  kg: 100,
  pieces: 1,
  hours: 2,
  earned: 3,
  comparedHours: 2,
  comparedEarned: 1,
  withoutStandardKg: 0,
  withoutHoursKg: 0,
  ...values,
})

test('an order has all processes of its routes; a group the hours of all processes, but no tonnes', () => {
  const expected = [
    { processId: '7', hours: 5, kg: 200, withoutStandardKg: 0 },
    { processId: '8', hours: 6, kg: 200, withoutStandardKg: 0 },
  ]
  const report = { rows: [row('7', null)], order: { id: '1', no: 'A', expected } }
  const lines = processLines(report, (id) => `P${id}`)
  expect(lines.map(({ name, hours, process }) => [name, hours, process?.expected, process?.kg])).toEqual([
    ['P7', 2, 5, 100],
    ['P8', 0, 6, 0],
  ])
  const groups = groupLines({ rows: [row('7', '1'), row('8', '1'), row('7', null)], order: null })
  expect(groups.map(({ id, name, hours, process }) => [id, name, hours, process])).toEqual([
    ['1', 'No. 1', 4, null],
    ['', null, 2, null],
  ])
  expect(ratioOf(sumOf(groups))).toBe(0.5)
  expect(ratioOf(sumOf([]))).toBeNull()
})

test('piecework without a rate is counted', () => {
  const paid = { crew: null, processId: '7', kind: 'work', ofMonth: '2026-03', quantity: 1, kg: 0.1 } as const
  const more = { voidKg: 0, assumedKg: 0, hours: 0 }
  const rows = [
    { ...paid, ...more, rate: { code: 'A', basis: 'piece' as const, price: 1 }, amount: 1 },
    { ...paid, ...more, rate: null, amount: null },
    { ...paid, ...more, kg: 0.2, rate: null, amount: null },
  ]
  expect(unpaidOf({ month: '2026-03', rows, amount: 1, closed: null, can: { close: true } })).toEqual({
    count: 2,
    kg: 0.3,
  })
})
