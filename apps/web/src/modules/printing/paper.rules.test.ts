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
} from './paper.rules.ts'

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
    fc.property(layout, fc.nat(500), fc.nat(200), (given, labels, torn) => {
      const grid = { ...sheetOf24, ...given }
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
