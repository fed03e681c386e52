import { expect, test } from 'vitest'
import { withChoice } from './choices.rules.ts'

test('a filter is set, set anew, or left out', () => {
  const chosen = { line: 'saw', workshopId: '7' }
  expect(withChoice(chosen, 'line', null)).toEqual({ workshopId: '7' })
  expect(withChoice<'line' | 'workshopId' | 'class'>(chosen, 'class', 'laser')).toEqual({
    ...chosen,
    class: 'laser',
  })
  expect(withChoice(chosen, 'line', 'weld')).toEqual({ line: 'weld', workshopId: '7' })
})
