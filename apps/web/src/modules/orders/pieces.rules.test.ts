import fc from 'fast-check'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { expect, test } from 'vitest'
import {
  acceptedPieces,
  percentOf,
  stageShares,
  forecastTone,
  leftKg,
  percentShown,
  processShares,
} from './pieces.rules.ts'

test('gathers states into stages and leaves out what does not count', () => {
  const shares = stageShares({ planned: 2, issued: 1, accepted: 3, shipped: 2, scrapped: 9, superseded: 4 })
  expect(shares).toEqual([
    { stage: 'gone', pieces: 2, share: 0.25 },
    { stage: 'done', pieces: 3, share: 0.375 },
    { stage: 'waiting', pieces: 3, share: 0.375 },
  ])
  expect(acceptedPieces(shares)).toBe(5)
})

test('an order of scrap alone has nothing to show', () => expect(stageShares({ scrapped: 3 })).toEqual([]))

test('shares of any counts add up to one', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...pieceStatuses), fc.integer({ min: 0, max: 9999 })),
      (counts) => {
        const shares = stageShares(counts)
        const sum = shares.reduce((total, { share }) => total + share, 0)
        expect(shares.length === 0 || Math.abs(sum - 1) < 1e-9).toBe(true)
      },
    ),
  )
})

test.each([
  [0, 5, 0],
  [1, 1000, 1],
  [999, 1000, 99],
  [5, 5, 100],
  [0, 0, 0],
  [1, 3, 33],
])('%i of %i is %i %%', (part, whole, percent) => expect(percentOf(part, whole)).toBe(percent))

const count = (overrides: object) => ({
  processId: '1',
  pieces: 10,
  donePieces: 4,
  kg: 1000,
  doneKg: 250,
  ...overrides,
})

test('a process is as far as its kilograms, or its pieces where nothing is weighed', () => {
  expect(processShares([count({})])[0]).toMatchObject({ share: 0.25, leftKg: 750 })
  expect(processShares([count({ kg: 0, doneKg: 0 })])[0]).toMatchObject({ share: 0.4, leftKg: 0 })
  expect(processShares([count({ kg: 0, doneKg: 0, pieces: 0, donePieces: 0 })])[0]).toMatchObject({
    share: 0,
  })
})

test('shares stay between nothing and all, whatever comes', () => {
  const number = fc.double({ min: 0, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(number, number, (kg, doneKg) => {
      const [first] = processShares([count({ kg, doneKg })])
      expect(first?.share).toBeGreaterThanOrEqual(0)
      expect(first?.share).toBeLessThanOrEqual(1)
      expect(first?.leftKg).toBeGreaterThanOrEqual(0)
    }),
  )
})

test.each([
  [0, 0],
  [0.001, 1],
  [0.5, 50],
  [0.999, 99],
  [1, 100],
])('%d is shown as %d %%', (share, percent) => expect(percentShown(share)).toBe(percent))

test('what is left is to the gram', () => {
  expect(leftKg({ weightKg: 703.5, progress: 0.25 })).toBe(527.625)
  expect(leftKg({ weightKg: 1000.001, progress: 1 / 3 })).toBe(666.667)
})

test.each([
  [null, null],
  [1, 'late'],
  [0, 'tight'],
  [-3, 'tight'],
  [-4, 'good'],
])('%s days late is %s', (days, tone) => expect(forecastTone(days)).toBe(tone))
