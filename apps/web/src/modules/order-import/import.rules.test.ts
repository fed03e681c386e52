import { expect, test, describe } from 'vitest'
import {
  needsColumns,
  pollDelay,
  totalLines,
  maxFileBytes,
  maxFiles,
  sortFiles,
  lackingOf,
  mappingOf,
  shownColumns,
} from './import.rules.ts'
import { maxImportFileBytes, maxImportFiles } from '@cloud-factory/contract/order-import/order-imports'

test.each([
  ['failed', 'tekla-text', 0, true],
  ['failed', 'tekla-xlsx', 3, false],
  ['failed', 'dstv-nc1', 0, false],
  ['failed', null, 0, false],
  ['ready', 'tekla-text', 0, false],
] as const)('%s %s with %i columns: %s', (status, format, columns, needed) => {
  const view = {
    status,
    format,
    columns: Array.from({ length: columns }, () => ({ header: 'x', meaning: null })),
  }
  expect(needsColumns(view)).toBe(needed)
})

test('asks again only while the server works', () => {
  expect(pollDelay(undefined, 0)).toBe(false)
  expect(pollDelay('reading', 1)).toBe(400)
  expect(pollDelay('applying', 1)).toBe(400)
  for (const status of ['ready', 'failed', 'applied', 'discarded'] as const)
    expect(pollDelay(status, 1)).toBe(false)
})

test('waits longer each time, four seconds at most', () => {
  const delays = Array.from({ length: 30 }, (_, answers) => pollDelay('reading', answers + 1))
  expect(delays).toEqual(delays.toSorted((a, b) => Number(a) - Number(b)))
  expect(delays.at(-1)).toBe(4000)
})

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

test('the limits are those of the endpoint', () => {
  expect(maxFileBytes).toBe(maxImportFileBytes)
  expect(maxFiles).toBe(maxImportFiles)
})

test.each([
  ['list.XLS', 10, null],
  ['list.xlsx', maxFileBytes, null],
  ['构件清单.csv', 1, null],
  ['B-1.NC1', 1, null],
  ['parts.zip', 1, null],
  ['list.xlsx', maxFileBytes + 1, 'too_large'],
  ['list.txt', 0, 'empty'],
  ['drawing.PDF', 10, 'drawing'],
  ['model.ifc', 10, 'drawing'],
  ['notes.doc', 10, 'unknown_type'],
  ['xls', 10, 'unknown_type'],
])('%s of %i bytes: %s', (name, size, reason) => {
  const { good, refused } = sortFiles([{ name, size }])
  expect(good).toHaveLength(reason === null ? 1 : 0)
  expect(refused[0]?.reason ?? null).toBe(reason)
})

test('a file chosen twice is sent once', () => {
  const { good, refused } = sortFiles([
    { name: 'a.nc', size: 1 },
    { name: 'b.nc', size: 1 },
    { name: 'a.nc', size: 2 },
  ])
  expect(good.map(({ name }) => name)).toEqual(['a.nc', 'b.nc'])
  expect(refused).toEqual([{ file: { name: 'a.nc', size: 2 }, reason: 'twice' }])
})

test('what is over the number of files is named', () => {
  const files = Array.from({ length: maxFiles + 1 }, (_, at) => ({ name: `${at}.nc1`, size: 1 }))
  const { good, refused } = sortFiles(files)
  expect(good).toHaveLength(maxFiles)
  expect(refused).toEqual([{ file: files.at(-1), reason: 'too_many' }])
})

const sample = {
  rows: [
    ['Liste', '', ''],
    ['Kennung', 'Wieviel', 'Kilos', ''],
    ['K-1', '2', '61.3', ''],
    ['K-2', '2', '42.2', ''],
  ],
  headerRow: 2,
  columns: [
    { index: 0, header: 'Kennung', meaning: null },
    { index: 1, header: 'Wieviel', meaning: 'quantity' as const },
    { index: 2, header: 'Kilos', meaning: null },
  ],
}

test('columns have their values; empty ones are left out', () => {
  expect(shownColumns(sample, 2, new Map())).toEqual([
    { index: 0, header: 'Kennung', meaning: null, values: ['K-1', 'K-2'] },
    { index: 1, header: 'Wieviel', meaning: 'quantity', values: ['2'] },
    { index: 2, header: 'Kilos', meaning: null, values: ['61.3', '42.2'] },
  ])
})

test('another header line has other headers and no meanings yet', () => {
  expect(shownColumns(sample, 1, new Map()).map(({ header, meaning }) => [header, meaning])).toEqual([
    ['Liste', null],
    ['', null],
    ['', null],
  ])
})

describe('what is lacking', () => {
  test.each([
    [[], 'mark'],
    [[[0, 'mark']], 'weight'],
    [
      [
        [0, 'mark'],
        [2, 'unitNet'],
      ],
      null,
    ],
  ] as const)('%o: %s', (choices, lacking) => {
    expect(lackingOf(shownColumns(sample, 2, new Map(choices)))).toBe(lacking)
  })

  test('one meaning twice is refused', () => {
    const columns = shownColumns(sample, 2, new Map([[0, 'quantity' as const]]))
    expect(lackingOf(columns)).toBe('twice')
  })

  test('without a quantity', () => {
    const columns = shownColumns(
      sample,
      2,
      new Map([
        [0, 'mark' as const],
        [1, null],
      ]),
    )
    expect(lackingOf(columns)).toBe('quantity')
  })
})

test('all columns are sent, those without a meaning too', () => {
  expect(mappingOf(2, shownColumns(sample, 2, new Map([[0, 'mark' as const]])))).toEqual({
    headerRow: 2,
    columns: [
      { index: 0, meaning: 'mark' },
      { index: 1, meaning: 'quantity' },
      { index: 2, meaning: null },
    ],
  })
})
