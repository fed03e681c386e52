import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstState, type ListState, listStateOf, pageSizes, searchOf } from './list-state.rules.ts'
import { showsView, stateOfView, viewQueryOf } from './views.rules.ts'

const names = ['status', 'late']
const states = fc.record({
  page: fc.integer({ min: 1, max: 99 }),
  pageSize: fc.constantFrom(...pageSizes),
  sort: fc.constantFrom('', 'no', '-no'),
  q: fc.string(),
  filters: fc.dictionary(fc.constantFrom(...names), fc.constantFrom('a', 'a,b', 'true'), {
    noNullPrototype: true,
  }),
  view: fc.constantFrom('', '7'),
})

test('a view keeps everything but the page', () => {
  fc.assert(
    fc.property(states, (state: ListState) => {
      const stored = stateOfView(viewQueryOf(state), '12')
      expect(stored).toEqual({ ...state, page: 1, view: '12' })
      expect(showsView(state, viewQueryOf(state))).toBe(true)
      expect(listStateOf(searchOf(stored, '', names), names)).toEqual(stored)
    }),
  )
})

test('which order the words of a filter stand in does not change what is shown', () => {
  const state = { ...firstState, filters: { status: 'draft,released' } }
  expect(showsView(state, { status: 'released,draft' })).toBe(true)
  expect(showsView(state, { status: 'released' })).toBe(false)
  expect(showsView({ ...firstState, q: 'a,b' }, { q: 'b,a' })).toBe(false)
  expect(showsView(firstState, {})).toBe(true)
})
