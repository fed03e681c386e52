import { expect, test } from 'vitest'
import { inColumns, modelOn, statesOn } from './member-days.ts'
import { memberStatuses } from './member-states.ts'

const changes = inColumns([
  [
    [10, 'issued'],
    [12, 'in_process'],
    [12, 'to_inspect'],
    [15, 'in_process'],
  ],
  [],
  [[11, 'received']],
])
const on = (day: number) => statesOn(changes, day).map((state) => memberStatuses[state])

test('a piece has the state of its last change up to a day', () => {
  expect(on(9)).toEqual(['planned', 'planned', 'planned'])
  expect(on(12)).toEqual(['to_inspect', 'planned', 'received'])
  expect(on(99)).toEqual(['in_process', 'planned', 'received'])
})

test('sums count all pieces, and members those of the model', () => {
  const pieces = { members: [1, null, 0], kg: [0.1, 0.2, 0.3] }
  expect(modelOn(pieces, changes, { day: 10, members: 3 })).toEqual({
    sums: [
      { state: 'planned', pieces: 2, kg: 0.5, inModel: 1 },
      { state: 'issued', pieces: 1, kg: 0.1, inModel: 1 },
    ],
    states: [0, 1, null],
  })
})
