import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  choiceOf,
  inOrder,
  isShown,
  moveColumn,
  noChoice,
  sameChoice,
  showColumn,
  widenColumn,
} from './columns.rules.ts'

const no = { key: 'no', pinned: true }
const due = { key: 'due' }
const tonnes = { key: 'tonnes' }
const note = { key: 'note', extra: true }
const columns = [no, due, tonnes, note]
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key).join(' ')

test('without a choice the code decides', () => {
  expect(keys(inOrder(columns, noChoice))).toBe('no due tonnes note')
  expect(columns.filter((column) => isShown(column, noChoice))).toEqual([no, due, tonnes])
})

test('a moved column stays moved, the pinned one stays first', () => {
  const moved = moveColumn(columns, noChoice, 'tonnes', -1)
  expect(keys(inOrder(columns, moved))).toBe('no tonnes due note')
  expect(moveColumn(columns, moved, 'no', 1)).toBe(moved)
  expect(keys(inOrder(columns, moveColumn(columns, moved, 'tonnes', -5)))).toBe('no tonnes due note')
})

test('a column that came with a later version stands behind its neighbour, one that is gone is forgotten', () => {
  const choice = { ...noChoice, order: ['note', 'gone', 'tonnes', 'due'] }
  const later = [no, due, { key: 'risk' }, tonnes, note]
  expect(keys(inOrder(later, choice))).toBe('no note tonnes due risk')
})

test('showing and hiding keeps only what differs from the code', () => {
  const hidden = showColumn(due, noChoice, false)
  expect(isShown(due, hidden)).toBe(false)
  expect(sameChoice(showColumn(due, hidden, true), noChoice)).toBe(true)
  const more = showColumn(note, noChoice, true)
  expect(isShown(note, more)).toBe(true)
  expect(isShown(no, { ...noChoice, shown: { no: false } })).toBe(true)
})

test('widths stay within reason', () => {
  expect(widenColumn(noChoice, 'due', 3).widths).toEqual({ due: 60 })
  expect(widenColumn(noChoice, 'due', 120.4).widths).toEqual({ due: 120 })
  expect(widenColumn(noChoice, 'due', 9999).widths).toEqual({ due: 800 })
})

test.each([
  [null],
  [undefined],
  ['x'],
  [7],
  [[]],
  [{ order: 'no', shown: [], widths: null }],
  [{ order: [1, null], shown: { due: 'yes' }, widths: { due: '90', no: 1e9 }, density: 'tight' }],
])('%j stored is no choice', (stored) => expect(choiceOf(stored)).toEqual(noChoice))

test('two choices are the same whatever the order their words were stored in', () => {
  const one = { ...noChoice, shown: { due: false, note: true }, widths: { due: 90 } }
  expect(sameChoice(one, { ...one, shown: { note: true, due: false } })).toBe(true)
  expect(sameChoice(one, { ...one, order: ['note'] })).toBe(false)
  expect(sameChoice(one, { ...one, density: 'compact' })).toBe(false)
})

test('whatever is stored, every column is there exactly once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('no', 'due', 'tonnes', 'note', 'gone')), (order) => {
      expect(
        inOrder(columns, { ...noChoice, order }).toSorted((a, b) => columns.indexOf(a) - columns.indexOf(b)),
      ).toEqual(columns)
    }),
  )
})
