import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choiceOf, printKinds, queryOfChoice, searchOfChoice } from './print-choice.rules.ts'

test('an empty address prints labels of everything', () => {
  expect(choiceOf('')).toEqual({ kind: 'labels', markIds: [], pieceIds: [], batchId: null, status: [] })
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
    batchId: fc.option(fc.integer({ min: 1, max: 1e9 }).map(String)),
    status: fc.subarray(['planned', 'accepted', 'coated']),
  })
  fc.assert(
    fc.property(choice, (given) => {
      expect(choiceOf(searchOfChoice(given))).toEqual(given)
    }),
  )
})
