import fc from 'fast-check'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { expect, test } from 'vitest'
import { acceptedPieces, percentOf, stageShares } from './pieces-stage.rules.ts'

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
