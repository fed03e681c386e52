import { expect, test } from 'vitest'
import { planUntil } from './output.queries.ts'

const window = (day: string, from: number, to: number) => ({ day, planned: [{ from, to }] })
const windows = [
  window('2026-04-30', 0, 100),
  window('2026-05-01', 100, 200),
  window('2026-05-02', 200, 500),
  { day: '2026-05-03', planned: [] },
]
const part = (test: (day: string) => boolean, until = Infinity) => ({ month: '2026-05', test, until })

test.each([
  ['the whole month', part(() => true), 1000],
  ['a day by its share of planned time', part((day) => day === '2026-05-01'), 250],
  ['a day that is half over', part((day) => day === '2026-05-02', 350), 375],
  ['the month so far', part(() => true, 150), 125],
  ['a day without work', part((day) => day === '2026-05-03'), 0],
])('of the target of a month, %s', (_, of, kg) => {
  expect(planUntil(1000, windows, of)).toBe(kg)
})

test('a month without planned work has no plan to compare with', () => {
  expect(planUntil(1000, windows, { ...part(() => true), month: '2026-06' })).toBeNull()
})
