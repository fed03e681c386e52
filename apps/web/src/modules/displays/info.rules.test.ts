import { expect, test, describe } from 'vitest'
import {
  noticeState,
  copied,
  monthAfter,
  pasted,
  targetOf,
  tonnesOf,
  withTarget,
  moved,
  positionedBoxes,
  placeRest,
  steered,
  without,
} from './info.rules.ts'

test.each([
  ['2026-05-10', '2026-05-12', '2026-05-09', 'coming'],
  ['2026-05-10', '2026-05-12', '2026-05-10', 'now'],
  ['2026-05-10', '2026-05-12', '2026-05-12', 'now'],
  ['2026-05-10', '2026-05-12', '2026-05-13', 'over'],
  ['2026-05-10', null, '2030-01-01', 'now'],
])('from %s until %s, on %s: %s', (from, until, today, expected) => {
  expect(noticeState({ from, until }, today)).toBe(expected)
})

const row = (month: string, processId: string, tonnes: string) => ({ month, processId, tonnes })

test.each([
  ['2026-11', 2, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-05', 0, '2026-05'],
])('%s and %i months is %s', (month, months, expected) => {
  expect(monthAfter(month, months)).toBe(expected)
})

test.each([
  ['1,250.5', '1250.5'],
  [' 80 ', '80'],
  ['0', '0'],
  ['12.3456', null],
  ['-1', null],
  ['x', null],
  ['1e5', null],
])('tonnes out of %j', (text, expected) => {
  expect(tonnesOf(text)).toBe(expected)
})

test('a cell is set, set again and emptied', () => {
  const one = withTarget([], '2026-05', '1', '80')
  const two = withTarget(one, '2026-05', '1', '90')
  expect([two, targetOf(two, '2026-05', '1')]).toEqual([[row('2026-05', '1', '90')], '90'])
  expect(withTarget(two, '2026-05', '1', '')).toEqual([])
})

describe('cells of a spreadsheet', () => {
  const corner = { processes: ['1', '2'], months: ['2026-05', '2026-06'], row: 0, column: 1 }

  test('go down and to the right; what has no cell or is no number is counted', () => {
    const { targets, left } = pasted([row('2026-05', '1', '7')], '10\t11\r\n12\r\n13\r\n', corner)
    expect(targets).toEqual([row('2026-05', '1', '7'), row('2026-06', '1', '10'), row('2026-06', '2', '12')])
    expect(left).toBe(2)
    expect(pasted([], 'ten', corner)).toEqual({ targets: [], left: 1 })
  })

  test('an empty one takes the target away', () => {
    expect(pasted([row('2026-06', '1', '7')], '\n', corner).targets).toEqual([])
  })
})

test('a month is copied over another', () => {
  const before = [row('2026-05', '1', '7'), row('2026-06', '2', '8')]
  expect(copied(before, '2026-05', '2026-06')).toEqual([row('2026-05', '1', '7'), row('2026-06', '1', '7')])
})

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
  const positioned = placeRest(state, rest, new Set(['7', '8', '9'])).machines ?? []
  expect(positioned.map(({ machineId }) => machineId)).toEqual(['7', '8', '9'])
  expect(positioned[1]).toMatchObject({ xM: 1, yM: 1, widthM: 6, depthM: 4 })
})

test('what is taken away is not placed any more', () => {
  expect(positionedBoxes({ ...state, ...without(state, machine) }).map(({ kind }) => kind)).toEqual([
    'workshop',
  ])
})
