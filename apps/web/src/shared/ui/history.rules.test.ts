import { expect, test } from 'vitest'
import { changesOf } from './history.rules.ts'

test('names columns as the form does and leaves out what stayed', () => {
  expect(
    changesOf({ due_on: '2026-12-01', note: 'x' }, { due_on: '2026-12-08', note: 'x', customer_po: 'PO-7' }),
  ).toEqual([
    { field: 'dueOn', before: '2026-12-01', after: '2026-12-08' },
    { field: 'customerPo', before: null, after: 'PO-7' },
  ])
})

test('a new record has only an after, a deleted one only a before', () => {
  expect(changesOf(null, { no: 'A', note: null })).toEqual([{ field: 'no', before: null, after: 'A' }])
  expect(changesOf({ no: 'A' }, undefined)).toEqual([{ field: 'no', before: 'A', after: null }])
})

test('machinery is not shown', () => {
  expect(changesOf(null, { importId: '4', version: 2, search: 'a', marks: 3 })).toEqual([
    { field: 'marks', before: null, after: 3 },
  ])
})

test.each([[null], ['text'], [7]])('%j holds no fields', (record) =>
  expect(changesOf(record, record)).toEqual([]),
)
