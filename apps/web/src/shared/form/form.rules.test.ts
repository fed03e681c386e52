import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  changed,
  differences,
  firstSides,
  merged,
  sameValue,
  type Values,
  placeErrors,
} from './form.rules.ts'

const fields = ['name', 'due', 'note']
const base = { name: '钢柱一批', due: '2026-12-01', note: null }

test.each([
  [null, undefined, true],
  [null, '', true],
  ['  ', null, true],
  ['a ', 'a', true],
  [0, null, false],
  [0, '0', false],
  [['a'], ['a'], true],
  [['a', 'b'], ['b', 'a'], false],
])('%j and %j are the same: %s', (one, other, same) => expect(sameValue(one, other)).toBe(same))

test('a form is changed when a field of it differs', () => {
  expect(changed(fields, base, { ...base, note: '' })).toBe(false)
  expect(changed(fields, base, { ...base, note: 'x' })).toBe(true)
  expect(changed(fields, base, { ...base, other: 'x' })).toBe(false)
})

test('says of each field who changed it', () => {
  const mine = { name: '钢柱二批', due: '2026-12-10', note: null }
  const theirs = { name: '钢柱三批', due: '2026-12-01', note: '加急' }
  expect(differences(fields, base, mine, theirs)).toEqual([
    { field: 'name', base: '钢柱一批', mine: '钢柱二批', theirs: '钢柱三批', changedBy: 'both' },
    { field: 'due', base: '2026-12-01', mine: '2026-12-10', theirs: '2026-12-01', changedBy: 'mine' },
    { field: 'note', base: null, mine: null, theirs: '加急', changedBy: 'theirs' },
  ])
})

test('both having made the same change is no difference', () => {
  const both = { ...base, name: '钢梁' }
  expect(differences(fields, base, both, { ...both, note: ' ' })).toEqual([])
})

test('what one alone changed is kept; where both did, theirs is proposed', () => {
  const mine: Values = { name: 'm', due: 'm', note: null }
  const theirs: Values = { name: 't', due: base.due, note: 't' }
  const sides = firstSides(differences(fields, base, mine, theirs))
  expect(merged(mine, theirs, sides)).toEqual({ name: 't', due: 'm', note: 't' })
  expect(merged(mine, theirs, { ...sides, name: 'mine' })).toEqual({ name: 'm', due: 'm', note: 't' })
})

test('all mine is mine, all theirs is theirs', () => {
  const values = fc.record({ name: fc.string(), due: fc.string(), note: fc.string() })
  fc.assert(
    fc.property(values, values, (mine, theirs) => {
      const all = (side: 'mine' | 'theirs') => Object.fromEntries(fields.map((field) => [field, side]))
      expect(merged(mine, theirs, all('mine'))).toEqual(mine)
      expect(merged(mine, theirs, all('theirs'))).toEqual(theirs)
    }),
  )
})

const labels = ['no', 'lines']

test('errors go to their labels, the others are listed', () => {
  const errors = [
    { path: 'body.no', reason: 'too_big.string', limit: 40 },
    { path: 'body.lines.3.weight', reason: 'not_number' },
    { path: 'body.version', reason: 'missing' },
    { path: 'body', reason: 'unknown_field' },
  ]
  expect(placeErrors({ code: 'request.invalid', errors }, labels)).toEqual({
    fieldErrors: [
      { path: 'body.no', reason: 'too_big.string', limit: 40, field: 'no' },
      { path: 'body.lines.3.weight', reason: 'not_number', field: 'lines' },
    ],
    rest: [
      { path: 'body.version', reason: 'missing' },
      { path: 'body', reason: 'unknown_field' },
    ],
  })
})

test('a duplicate belongs to the field it names', () => {
  const problem = { code: 'duplicate', params: { field: 'no', value: 'A-1' } }
  expect(placeErrors(problem, labels).fieldErrors).toEqual([
    { path: 'body.no', reason: 'duplicate', field: 'no' },
  ])
  expect(placeErrors({ code: 'duplicate' }, labels)).toEqual({ fieldErrors: [], rest: [] })
})

test('a network error has no labels', () =>
  expect(placeErrors(null, labels)).toEqual({ fieldErrors: [], rest: [] }))
