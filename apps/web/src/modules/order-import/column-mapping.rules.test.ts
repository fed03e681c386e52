import { describe, expect, test } from 'vitest'
import { lackingOf, mappingOf, shownColumns } from './column-mapping.rules.ts'

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
