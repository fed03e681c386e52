import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagesAround } from './print-sheet.tsx'

test.each([
  [0, 20, 1, []],
  [0, 20, 0, []],
])('nothing in view or nothing at all: no page', (first, last, total) => {
  expect(pagesAround(first, -1, 100, total)).toEqual([])
  expect(pagesAround(first, last, 100, 0)).toEqual([])
})

test.each([
  [0, 20, 5, [0]],
  [0, 20, 1000, [0, 1]],
  [95, 115, 1000, [0, 1, 2]],
  [980, 999, 1000, [8, 9]],
])('rows %i to %i of %i', (first, last, total, pages) => {
  expect(pagesAround(first, last, 100, total)).toEqual(pages)
})

test('every row in view is on a page that is asked for, and no page is beyond the last', () => {
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(60), fc.nat(20_000), (first, rows, total) => {
      const last = Math.min(first + rows, total - 1)
      const pages = pagesAround(first, last, 100, total)
      for (let row = first; row <= last; row++) expect(pages).toContain(Math.floor(row / 100))
      expect(pages.every((page) => page * 100 < total)).toBe(true)
    }),
  )
})
