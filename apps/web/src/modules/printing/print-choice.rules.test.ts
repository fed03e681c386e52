import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choiceOf, partsOf, printKinds, queryOfChoice, searchOfChoice } from './print-choice.rules.ts'

test('an empty address prints labels of everything', () => {
  expect(choiceOf('')).toEqual({
    kind: 'labels',
    markIds: [],
    pieceIds: [],
    batchId: null,
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
    batchId: fc.option(fc.integer({ min: 1, max: 1e9 }).map(String)),
    status: fc.subarray(['planned', 'accepted', 'coated']),
    part: fc.integer({ min: 1, max: 999_999 }),
  })
  fc.assert(
    fc.property(choice, (given) => {
      expect(choiceOf(searchOfChoice(given))).toEqual(given)
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
