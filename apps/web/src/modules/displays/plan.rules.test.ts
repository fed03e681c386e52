import { expect, test } from 'vitest'
import { moved, placedOf, restPlaced, steered, without } from './plan.rules.ts'

const box = { xM: 10, yM: 10, widthM: 6, depthM: 4 }
const state = {
  plan: { widthM: 100, depthM: 60 },
  workshops: [{ workshopId: '1', xM: 0, yM: 0, widthM: 50, depthM: 30 }],
  machines: [{ machineId: '7', ...box }],
}
const machine = { kind: 'machine', id: '7' } as const

test('what is dragged rests on the raster and on the plan', () => {
  expect(moved(state, machine, { ...box, xM: 12.3, yM: 70 })).toEqual({
    machines: [{ machineId: '7', ...box, xM: 12.5, yM: 56 }],
  })
  expect(moved(state, machine, { ...box, widthM: 0.1 })).toMatchObject({ machines: [{ widthM: 0.5 }] })
})

test.each([
  ['ArrowRight', false, { ...box, xM: 10.5 }],
  ['ArrowUp', false, { ...box, yM: 9.5 }],
  ['ArrowDown', true, { ...box, depthM: 4.5 }],
  ['Enter', false, null],
])('%s, with Shift: %s', (key, resizes, expected) => {
  expect(steered(box, key, resizes)).toEqual(expected)
})

test('the rest goes into rows of its workshop, clear of what stands there, and elsewhere without one', () => {
  const rest = [
    { id: '8', code: 'A', name: 'A', class: 'saw', source: 'real', workshopId: '1', widthM: 6, depthM: 4 },
    {
      id: '9',
      code: 'B',
      name: 'B',
      class: 'saw',
      source: 'real',
      workshopId: null,
      widthM: null,
      depthM: null,
    },
  ] as const
  const placed = restPlaced(state, rest, new Set(['7', '8', '9'])).machines ?? []
  expect(placed.map(({ machineId }) => machineId)).toEqual(['7', '8', '9'])
  expect(placed[1]).toMatchObject({ xM: 1, yM: 1, widthM: 6, depthM: 4 })
})

test('what is taken away is not placed any more', () => {
  expect(placedOf({ ...state, ...without(state, machine) }).map(({ kind }) => kind)).toEqual(['workshop'])
})
