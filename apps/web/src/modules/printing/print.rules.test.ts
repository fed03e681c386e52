import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  a4,
  fits,
  labelsOn,
  layoutBounds,
  layoutFrom,
  rollLabel,
  rollLayout,
  sheetOf24,
  sheetsFor,
  rowsToSheets,
  choiceOf,
  partsOf,
  printKinds,
  queryOfChoice,
  searchOfChoice,
} from './print.rules.ts'

test('the usual layouts fit their paper', () => {
  expect(fits(sheetOf24, a4)).toBe(true)
  expect(fits(rollLayout, rollLabel)).toBe(true)
  expect(fits({ ...sheetOf24, gapXMm: 2 }, a4)).toBe(false)
  expect(fits({ ...sheetOf24, topMm: 5 }, a4)).toBe(false)
})

test('stored words that are no layout are as usual', () => {
  expect(layoutFrom(undefined)).toEqual(sheetOf24)
  expect(layoutFrom('x')).toEqual(sheetOf24)
  expect(layoutFrom({ columns: 0, rows: 900, widthMm: '70', topMm: Number.NaN })).toEqual(sheetOf24)
  expect(layoutFrom({ columns: 2, rows: 7, widthMm: 99, heightMm: 38 })).toMatchObject({
    columns: 2,
    rows: 7,
  })
})

const layout = fc.record({
  columns: fc.integer({ min: 1, max: layoutBounds.columns[1] }),
  rows: fc.integer({ min: 1, max: layoutBounds.rows[1] }),
})

test('every label lies on exactly one sheet, and no sheet has more than its places', () => {
  fc.assert(
    fc.property(layout, fc.nat(500), fc.nat(200), (input, labels, torn) => {
      const grid = { ...sheetOf24, ...input }
      const places = grid.columns * grid.rows
      const used = torn % places
      let next = 0
      for (let sheet = 0; sheet < sheetsFor(labels, grid, used); sheet += 1) {
        const { from, to, skip } = labelsOn(sheet, labels, grid, used)
        expect(from).toBe(next)
        expect(to).toBeGreaterThan(from)
        expect(to - from + skip).toBeLessThanOrEqual(places)
        next = to
      }
      expect(next).toBe(labels)
    }),
  )
})

const cases: [string, Parameters<typeof rowsToSheets>[0], [number, number][]][] = [
  ['nothing at all is one sheet', { rows: [], first: 100, next: 200, tail: 50 }, [[0, 0]]],
  ['what fits is one sheet', { rows: [10, 10], first: 100, next: 200, tail: 50 }, [[0, 2]]],
  [
    'the first sheet has less room',
    { rows: [60, 60, 60, 60], first: 100, next: 200, tail: 0 },
    [
      [0, 1],
      [1, 4],
    ],
  ],
  [
    'a tail without room takes the last row along',
    { rows: [40, 40], first: 100, next: 200, tail: 50 },
    [
      [0, 1],
      [1, 2],
    ],
  ],
  [
    'a tail beside a row that has its sheet for itself gets one of its own',
    { rows: [190], first: 200, next: 200, tail: 50 },
    [
      [0, 1],
      [1, 1],
    ],
  ],
  [
    'a row higher than a sheet has it for itself',
    { rows: [10, 500, 10], first: 100, next: 100, tail: 0 },
    [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
  ],
]
test.each(cases)('%s', (_, heights, spans) => {
  expect(rowsToSheets(heights).map(({ from, to }) => [from, to])).toEqual(spans)
})

test('rows keep their order, none is lost, and none is squeezed onto a full sheet', () => {
  const heights = fc.record({
    rows: fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 80 }),
    first: fc.integer({ min: 100, max: 300 }),
    next: fc.integer({ min: 300, max: 400 }),
    tail: fc.integer({ min: 0, max: 90 }),
  })
  fc.assert(
    fc.property(heights, (input) => {
      const spans = rowsToSheets(input)
      let next = 0
      for (const [at, { from, to }] of spans.entries()) {
        expect(from).toBe(next)
        next = to
        const height = input.rows.slice(from, to).reduce((sum, row) => sum + row, 0)
        const isLast = at === spans.length - 1
        expect(height + (isLast ? input.tail : 0)).toBeLessThanOrEqual(at === 0 ? input.first : input.next)
      }
      expect(next).toBe(input.rows.length)
    }),
  )
})

test('an empty address prints labels of everything', () => {
  expect(choiceOf('')).toEqual({
    kind: 'labels',
    markIds: [],
    pieceIds: [],
    productionLotId: null,
    status: [],
    part: 1,
  })
  expect(queryOfChoice(choiceOf(''))).toEqual({})
  expect(searchOfChoice(choiceOf(''))).toBe('')
  expect(choiceOf('?as=nonsense').kind).toBe('labels')
})

test('a choice survives its address', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 1e9 }).map(String), { maxLength: 9 })
  const choice = fc.record({
    kind: fc.constantFrom(...printKinds),
    markIds: ids,
    pieceIds: ids,
    productionLotId: fc.option(fc.integer({ min: 1, max: 1e9 }).map(String)),
    status: fc.subarray(['planned', 'accepted', 'coated']),
    part: fc.integer({ min: 1, max: 999_999 }),
  })
  fc.assert(
    fc.property(choice, (input) => {
      expect(choiceOf(searchOfChoice(input))).toEqual(input)
    }),
  )
})

test.each(['0', '-1', '1.5', 'x', ''])('part %j of an address is the first', (word) => {
  expect(choiceOf(`?part=${word}`).part).toBe(1)
})

test('parts follow each other and leave nothing out', () => {
  expect(partsOf(2500, 1000)).toEqual([
    { part: 1, from: 1, to: 1000 },
    { part: 2, from: 1001, to: 2000 },
    { part: 3, from: 2001, to: 2500 },
  ])
  expect(partsOf(1000, 1000)).toEqual([{ part: 1, from: 1, to: 1000 }])
  expect(partsOf(0, 1000)).toEqual([])
})
