import { expect, test } from 'vitest'
import {
  withChoice,
  changeList,
  filterList,
  firstState,
  listQueryOf,
  listStateOf,
  narrowedBy,
  pagesOnOffer,
  pageSizes,
  searchOf,
} from './list-state.rules.ts'
import fc from 'fast-check'

test('a filter is set, set anew, or left out', () => {
  const chosen = { line: 'saw', workshopId: '7' }
  expect(withChoice(chosen, 'line', null)).toEqual({ workshopId: '7' })
  expect(withChoice<'line' | 'workshopId' | 'class'>(chosen, 'class', 'laser')).toEqual({
    ...chosen,
    class: 'laser',
  })
  expect(withChoice(chosen, 'line', 'weld')).toEqual({ line: 'weld', workshopId: '7' })
})

const names = ['status', 'late']

test.each([
  ['', firstState],
  ['?page=3&pageSize=50', { ...firstState, page: 3, pageSize: 50 }],
  ['?page=0', firstState],
  ['?page=-1', firstState],
  ['?page=1e9', firstState],
  ['?page=999999', firstState],
  ['?pageSize=7', firstState],
  ['?sort=-dueOn&q=GL', { ...firstState, sort: '-dueOn', q: 'GL' }],
  ['?status=draft,released&other=1', { ...firstState, filters: { status: 'draft,released' } }],
  ['?status=', firstState],
])('%s is read', (search, state) => expect(listStateOf(search, names)).toEqual(state))

test('what is as at first is not written, and foreign words of the address stay', () => {
  expect(searchOf(firstState, '', names)).toBe('')
  expect(searchOf(firstState, '?part=marks&q=old&page=4', names)).toBe('?part=marks')
  expect(searchOf({ ...firstState, filters: { late: 'true' } }, '', names)).toBe('?late=true')
})

test('every state comes back out of the address it is written to', () => {
  const states = fc.record({
    page: fc.integer({ min: 1, max: 99_999 }),
    pageSize: fc.constantFrom(...pageSizes),
    sort: fc.constantFrom('', 'no', '-no'),
    q: fc.string(),
    view: fc.constantFrom('', '12'),
    filters: fc.dictionary(fc.constantFrom(...names), fc.string({ minLength: 1 })),
  })
  fc.assert(
    fc.property(states, (state) => {
      expect(listStateOf(searchOf(state, '', names), names)).toEqual(state)
    }),
  )
})

test('only a change of page stays off the first page', () => {
  const third = { ...firstState, page: 3 }
  expect(changeList(third, { page: 4 }).page).toBe(4)
  expect(changeList(third, { q: 'x' }).page).toBe(1)
  expect(changeList(third, { sort: 'no' }).page).toBe(1)
  expect(changeList(third, { pageSize: 50, page: 1 }).page).toBe(1)
  expect(filterList(third, { late: 'true' }).page).toBe(1)
})

test('an emptied filter is gone', () => {
  const filtered = filterList(firstState, { late: 'true', status: 'draft' })
  expect(narrowedBy(filtered)).toBe(2)
  expect(filterList(filtered, { late: '', status: undefined })).toEqual(firstState)
})

test('the request carries no empty words', () => {
  expect(listQueryOf(firstState)).toEqual({ page: 1, pageSize: 20 })
  expect(listQueryOf({ ...firstState, q: 'a', sort: '-no', filters: { late: 'true' } })).toEqual({
    page: 1,
    pageSize: 20,
    q: 'a',
    sort: '-no',
    late: 'true',
  })
})

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, null, 9]],
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [9, 9, [1, null, 8, 9]],
])('on page %i of %i the pager offers %j', (page, last, expected) => {
  expect(pagesOnOffer(page, last)).toEqual(expected)
})
