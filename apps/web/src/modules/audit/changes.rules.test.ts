import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesOf, listChange } from './changes.rules.ts'

test('an entry without facts has no changes', () => {
  expect(changesOf(null, null)).toEqual([])
})

test('what was created has no before, what was deleted no after', () => {
  expect(changesOf(null, { no: 'A-1', note: null })).toEqual([
    { field: 'no', before: undefined, after: 'A-1', differs: true },
    { field: 'note', before: undefined, after: null, differs: true },
  ])
  expect(changesOf({ no: 'A-1' }, null)).toEqual([
    { field: 'no', before: 'A-1', after: undefined, differs: true },
  ])
})

test('fields that differ come first', () => {
  const fields = changesOf({ name: 'a', status: 'draft' }, { name: 'a', status: 'confirmed' })
  expect(fields.map(({ field, differs }) => [field, differs])).toEqual([
    ['status', true],
    ['name', false],
  ])
})

test('records within records are taken apart, lists stay whole', () => {
  expect(changesOf({ plant: { code: 'P1' }, tags: ['a'] }, { plant: { code: 'P2' }, tags: ['a'] })).toEqual([
    { field: 'plant.code', before: 'P1', after: 'P2', differs: true },
    { field: 'tags', before: ['a'], after: ['a'], differs: false },
  ])
})

test('a record that became a word is shown as a whole', () => {
  expect(changesOf({ a: { b: 1 } }, { a: 'x' })).toEqual([
    { field: 'a', before: { b: 1 }, after: 'x', differs: true },
  ])
})

test('what came and went of a list of words', () => {
  expect(listChange(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] })
  expect(listChange(['a'], undefined)).toBeNull()
  expect(listChange([1], [2])).toBeNull()
})

test('never throws, and equal values never differ', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      changesOf(one, other)
      expect(changesOf(one, one).every(({ differs }) => !differs)).toBe(true)
    }),
  )
})
