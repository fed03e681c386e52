import { expect, test } from 'vitest'
import { exportedColumns } from './export-orders.rules.ts'

const of = (...keys: string[]) =>
  exportedColumns(
    keys.map((key) => ({ key, title: `shown ${key}` })),
    [
      { id: '3', name: '下料' },
      { id: '5', name: '焊接' },
    ],
    (key) => `file ${key}`,
    (process) => `left ${process}`,
  )

test('a cell that says several things takes several columns', () => {
  expect(of('no', 'forecast', 'troubles')).toEqual([
    { key: 'no', title: 'shown no' },
    { key: 'forecast', title: 'file forecast' },
    { key: 'forecastLate', title: 'file forecastLate' },
    { key: 'held', title: 'file held' },
    { key: 'ncrs', title: 'file ncrs' },
  ])
})

test('the progress brings the tonnes left of each process', () => {
  expect(of('progress').map(({ key }) => key)).toEqual(['progress', 'left.3', 'left.5'])
  expect(of('progress')[1]?.title).toBe('left 下料')
})
