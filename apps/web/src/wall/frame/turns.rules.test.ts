import fc from 'fast-check'
import { expect, test } from 'vitest'
import { turnsOf } from './turns.rules.ts'

test.each([
  [0, 5, 1, 1],
  [5, 5, 1, 5],
  [8, 7, 2, 4],
  [60, 25, 3, 20],
  [3, 0, 3, 1],
] as const)('%s rows in a room for %s', (count, room, turns, each) => {
  expect(turnsOf(count, room)).toEqual({ turns, each })
})

test('every row has its turn, none is larger than the room', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60 }), (count, room) => {
      const { turns, each } = turnsOf(count, room)
      expect(turns * each).toBeGreaterThanOrEqual(count)
      expect((turns - 1) * each).toBeLessThan(count + each)
      expect(each).toBeLessThanOrEqual(room)
    }),
  )
})
