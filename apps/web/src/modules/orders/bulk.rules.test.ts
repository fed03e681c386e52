import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BulkItem, chunksOf, countOutcomes, notAnswered, refusedIds, withResults } from './bulk.rules.ts'

const item = (id: string, outcome: BulkItem['outcome']): BulkItem => ({
  id,
  no: `O-${id}`,
  outcome,
  reason: null,
})

test('every order is sent once, in its order, never more at once than allowed', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), fc.integer({ min: 1, max: 50 }), (ids, size) => {
      const chunks = chunksOf(ids, size)
      expect(chunks.flat()).toEqual(ids)
      expect(chunks.every(({ length }) => length > 0 && length <= size)).toBe(true)
    }),
  )
})

test('what was not answered is what is left to send; a second answer replaces the first', () => {
  const first = withResults(new Map(), [item('1', 'done'), item('2', 'refused')])
  expect(notAnswered(['1', '2', '3'], first)).toEqual(['3'])
  expect(refusedIds(first)).toEqual(['2'])
  const second = withResults(first, [item('2', 'already'), item('3', 'done')])
  expect(refusedIds(second)).toEqual([])
  expect(countOutcomes(second)).toEqual({ done: 2, already: 1, refused: 0 })
})
