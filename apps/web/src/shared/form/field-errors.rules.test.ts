import { expect, test } from 'vitest'
import { placeErrors } from './field-errors.rules.ts'

const fields = ['no', 'lines']

test('errors go to their fields, the others are listed', () => {
  const errors = [
    { path: 'body.no', reason: 'too_big.string', limit: 40 },
    { path: 'body.lines.3.weight', reason: 'not_number' },
    { path: 'body.version', reason: 'missing' },
    { path: 'body', reason: 'unknown_field' },
  ]
  expect(placeErrors({ code: 'request.invalid', errors }, fields)).toEqual({
    placed: [
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
  expect(placeErrors(problem, fields).placed).toEqual([{ path: 'body.no', reason: 'duplicate', field: 'no' }])
  expect(placeErrors({ code: 'duplicate' }, fields)).toEqual({ placed: [], rest: [] })
})

test('a network error has no fields', () =>
  expect(placeErrors(null, fields)).toEqual({ placed: [], rest: [] }))
