import fc from 'fast-check'
import { expect, test, describe } from 'vitest'
import {
  type BulkItem,
  chunksOf,
  countOutcomes,
  notAnswered,
  refusedIds,
  withResults,
  exportedColumns,
  kindNeeds,
  marksMissing,
  routeChoices,
} from './order-actions.rules.ts'

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

const of = (...keys: string[]) =>
  exportedColumns(
    keys.map((key) => ({ key, title: `shown ${key}` })),
    [
      { id: '3', name: '下料' },
      { id: '5', name: '焊接' },
    ],
    (key) => `file ${key}`,
    (process) => `left ${process}`,
  )

test('a cell that says several things takes several columns', () => {
  expect(of('priority', 'troubles')).toEqual([
    { key: 'priority', title: 'shown priority' },
    { key: 'held', title: 'file held' },
    { key: 'ncrs', title: 'file ncrs' },
  ])
  expect(
    of('no', 'dueOn')
      .map(({ key }) => key)
      .join(' '),
  ).toBe('no name projectCode project customer dueOn daysLate forecast forecastLate')
})

test('what two columns of the list say is once in the file', () => {
  expect(of('tonnesLeft', 'tonnes').map(({ key }) => key)).toEqual(['tonnesLeft', 'tonnes'])
})

test('the progress brings the tonnes left of each process', () => {
  expect(of('progress').map(({ key }) => key)).toEqual(['status', 'progress', 'left.3', 'left.5'])
  expect(of('progress')[2]?.title).toBe('left 下料')
})

const routes = [
  { id: '1', kinds: ['beam', 'column'], active: true },
  { id: '2', kinds: ['brace'], active: true },
  { id: '3', kinds: ['brace'], active: true },
  { id: '4', kinds: ['truss'], active: false },
] as const
const marks = [
  { id: '10', kind: 'beam', routeId: null },
  { id: '11', kind: 'beam', routeId: '9' },
  { id: '12', kind: 'brace', routeId: null },
  { id: '13', kind: 'truss', routeId: null },
  { id: '14', kind: 'truss', routeId: null },
] as const

describe('what an order’s marks need to be released', () => {
  const needs = kindNeeds(marks, routes)

  test('by kind: the route of one claim, none where several or none claim it', () => {
    expect(needs).toEqual([
      { kind: 'beam', markIds: ['10'], marks: 2, routeId: '1' },
      { kind: 'brace', markIds: ['12'], marks: 1, routeId: null },
      { kind: 'truss', markIds: ['13', '14'], marks: 2, routeId: null },
    ])
  })

  test('counts what is missing until it is chosen', () => {
    expect(marksMissing(needs, {})).toBe(3)
    expect(marksMissing(needs, { truss: '1' })).toBe(1)
    expect(marksMissing(needs, { truss: '1', brace: '2' })).toBe(0)
  })

  test('asks only for what the release would not do by itself', () => {
    expect(routeChoices(needs, { beam: '1', truss: '2' })).toEqual([{ routeId: '2', markIds: ['13', '14'] }])
    expect(routeChoices(needs, { beam: '3' })).toEqual([{ routeId: '3', markIds: ['10'] }])
  })

  test('in parts that a request takes', () => {
    const many = Array.from(
      { length: 4500 },
      (_, at) => ({ id: `${at + 1}`, kind: 'other', routeId: null }) as const,
    )
    const parts = routeChoices(kindNeeds(many, routes), { other: '1' })
    expect(parts.map(({ markIds }) => markIds.length)).toEqual([2000, 2000, 500])
  })
})
