import { describe, expect, test } from 'vitest'
import { kindNeeds, marksMissing, routeChoices } from './release.rules.ts'

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
