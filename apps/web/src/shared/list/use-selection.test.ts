import { expect, test } from 'vitest'
import { rowsBetween } from './use-selection.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

test.each([
  ['a', 2, 'abc'],
  ['d', 1, 'bcd'],
  ['b', 1, 'b'],
  [null, 2, 'c'],
  ['on another page', 3, 'd'],
])('from %s to row %i: %s', (before, at, expected) => {
  const row = rows[at]
  if (row === undefined) throw new Error('no such row')
  expect(
    rowsBetween(rows, before, row)
      .map(({ id }) => id)
      .join(''),
  ).toBe(expected)
})
