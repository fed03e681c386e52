import { expect, test, describe } from 'vitest'
import {
  percentText,
  cellOf,
  matrixColumns,
  type MatrixPiece,
  movedBy,
  placesOf,
  chunks,
  stepsOf,
} from './matrix.rules.ts'
import fc from 'fast-check'

test.each([
  [0, '0'],
  [0.00001, '0.1'],
  [0.5, '50'],
  [0.1234, '12.3'],
  [0.99999, '99.9'],
  [1, '100'],
])('%f is %s per cent', (share, text) => {
  expect(percentText(share)).toBe(text)
})

const piece = (change: Partial<MatrixPiece> = {}): MatrixPiece => ({
  id: '1',
  serial: 'GL-1-1',
  routeId: '9',
  status: 'in_process',
  held: false,
  stepsDone: 2,
  stepPart: 0,
  ...change,
})

describe('a cell', () => {
  test.each([
    ['behind it', {}, 1, 'done', 1],
    ['next', {}, 2, 'next', 0],
    ['partly done', { stepPart: 0.4 }, 2, 'part', 0.4],
    ['to come', {}, 3, 'later', 0],
    ['not on its route', {}, undefined, 'off', 0],
    ['held', { held: true }, 2, 'blocked', 0],
    ['held half way', { held: true, stepPart: 0.5 }, 2, 'blocked', 0.5],
    ['held: what is done stays done', { held: true }, 0, 'done', 1],
    ['non-conformance', { status: 'ncr_open' }, 2, 'blocked', 0],
    ['scrapped: done stays', { status: 'scrapped' }, 1, 'done', 1],
    ['scrapped: the rest is gone', { status: 'scrapped' }, 2, 'gone', 0],
    ['superseded', { status: 'superseded' }, 3, 'gone', 0],
    ['not released', { status: 'planned', stepsDone: 0 }, 0, 'later', 0],
  ] as const)('%s', (_, change, place, state, part) => {
    expect(cellOf(piece(change), place)).toEqual({ state, part })
  })
})

test('columns are what the routes have, in the order of work', () => {
  const routes = [
    { id: '1', processIds: ['30', '10'] },
    { id: '2', processIds: ['20', '99'] },
  ]
  expect(matrixColumns(routes, ['10', '20', '30', '40'])).toEqual(['10', '20', '30', '99'])
  expect(placesOf(routes).get('1')?.get('10')).toBe(1)
  expect(placesOf(routes).get('2')?.get('10')).toBeUndefined()
})

describe('keys move', () => {
  const size = { rows: 100, columns: 8, page: 20 }
  test.each([
    ['ArrowDown', 5, 3, 6, 3],
    ['ArrowUp', 0, 3, 0, 3],
    ['ArrowRight', 5, 7, 5, 7],
    ['ArrowLeft', 5, 0, 5, 0],
    ['PageDown', 90, 0, 99, 0],
    ['PageUp', 30, 2, 10, 2],
    ['Home', 5, 6, 5, 0],
    ['End', 5, 0, 5, 7],
  ])('%s from %i/%i', (key, row, column, toRow, toColumn) => {
    expect(movedBy(key, { row, column }, size)).toEqual({ row: toRow, column: toColumn })
  })

  test('other keys do not', () => {
    expect(movedBy('a', { row: 0, column: 0 }, size)).toBeNull()
    expect(movedBy('ArrowDown', { row: 0, column: 0 }, { ...size, rows: 0 })).toBeNull()
  })
})

test('steps of a route: as many done as it says, one under way, the rest to come', () => {
  const route = ['1', '2', '3']
  expect(stepsOf(route, 1, 0.5).map(({ state }) => state)).toEqual(['done', 'part', 'later'])
  expect(stepsOf(route, 1, 0).map(({ state }) => state)).toEqual(['done', 'next', 'later'])
  expect(stepsOf(route, 3, 0).every(({ state }) => state === 'done')).toBe(true)
})

test('chunks lose nothing and keep the order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), (list, size) => {
      const parts = chunks(list, size)
      expect(parts.flat()).toEqual(list)
      expect(parts.every((part) => part.length > 0 && part.length <= size)).toBe(true)
    }),
  )
})
