import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cardRoles,
  choiceOf,
  fitted,
  inGroups,
  inOrder,
  isShown,
  moveColumn,
  noChoice,
  pinColumn,
  sameChoice,
  showColumn,
  sparesIn,
  widenColumn,
  widthIn,
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

test('a column that the user pins stands behind those of the code and is not moved', () => {
  const pinned = pinColumn(noChoice, 'tonnes', true)
  expect(keys(inOrder(columns, pinned))).toBe('no tonnes due note')
  expect(keys(inOrder(columns, moveColumn(columns, pinned, 'due', -1)))).toBe('no tonnes due note')
  expect(sameChoice(pinColumn(pinned, 'tonnes', false), noChoice)).toBe(true)
  expect(choiceOf({ pinned: ['a', 1, 'b', 'c', 'd'] }).pinned).toEqual(['a', 'b', 'c'])
})

test('only neighbours make a group', () => {
  expect(inGroups(['a1', 'a2', 'b1', 'a3'], (row) => row.charAt(0))).toEqual([['a1', 'a2'], ['b1'], ['a3']])
  expect(inGroups([], String)).toEqual([])
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

describe('columns that are shown only where there is room', () => {
  const wide = [
    { ...no, width: 100 },
    { key: 'tested', width: 200, spare: true },
    { key: 'due', width: { zh: 60, other: 100 } },
    { key: 'tonnes', width: 50, spare: true },
    { ...note, width: 300 },
  ]
  const shown = (room: number, language: string, choice = noChoice) =>
    keys(fitted(wide, sparesIn(wide, room, language)).filter((column) => isShown(column, choice)))

  test('widths go by language where a column has two', () => {
    expect([widthIn(80, 'zh'), widthIn({ zh: 60, other: 100 }, 'zh')]).toEqual([80, 60])
    expect(widthIn({ zh: 60, other: 100 }, 'es')).toBe(100)
  })

  test.each([
    [450, 'en', 'no tested due tonnes'],
    [449, 'en', 'no tested due'],
    [410, 'zh', 'no tested due tonnes'],
    [400, 'en', 'no tested due'],
    [399, 'en', 'no due'],
    [0, 'en', 'no due'],
  ])('%i px in %s: %s', (room, language, expected) => expect(shown(room, language)).toBe(expected))

  test('chosen for, a column is there without room, and no other goes for it', () => {
    const choice = showColumn(note, showColumn({ key: 'tonnes', extra: true }, noChoice, true), true)
    expect(shown(400, 'en', choice)).toBe('no tested due tonnes note')
    expect(shown(0, 'en', choice)).toBe('no due tonnes note')
  })

  test('without such columns the list stays as it is', () => {
    const plain = wide.filter(({ spare }) => spare !== true)
    expect(fitted(plain, sparesIn(plain, 0, 'en'))).toEqual(plain)
  })
})

describe('on a card', () => {
  const roles = (columns: Parameters<typeof cardRoles>[0], chosen?: Record<string, boolean>) =>
    cardRoles(columns, chosen).join(' ')
  const named = (...all: string[]) => all.map((key) => ({ key }))

  test('the first column is the title, the status beside it, of the others the first six are facts', () => {
    expect(roles(named('no', 'name', 'status', 'state', 'a', 'b', 'c', 'd', 'e'))).toBe(
      'title fact state fact fact fact fact fact none',
    )
    expect(roles([])).toBe('')
  })

  test('of a table without a choice of columns, all values are facts', () => {
    const columns = named('no', 'status', 'a', 'b', 'c', 'd', 'e', 'f', 'g')
    expect(cardRoles(columns, {}, columns.length).filter((role) => role === 'fact')).toHaveLength(7)
  })

  test('a column’s own place counts, and declared facts are the only ones', () => {
    const columns = [
      { key: 'no' },
      { key: 'status', card: 'none' },
      { key: 'now', card: 'state' },
      { key: 'due', card: 'fact' },
      { key: 'note' },
    ] as const
    expect(roles(columns)).toBe('title none state fact none')
    expect(roles(columns, { note: true, now: true })).toBe('title none state fact fact')
    expect(roles([...columns, { key: 'name', card: 'title' }])).toBe('none none state fact none title')
  })
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
