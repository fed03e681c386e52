import type { ModelMember } from '@cloud-factory/contract/model/models'
import { expect, test } from 'vitest'
import {
  changesAsStates,
  type ColouredModel,
  isInFocus,
  markLines,
  noFocus,
  paintOf,
  placesOf,
} from './member-view.rules.ts'

const member = (mark: string, storey: string, z: number, more: Partial<ModelMember> = {}): ModelMember => ({
  guid: mark,
  mark,
  name: '',
  storey,
  area: '',
  kg: 100,
  box: [0, 0, z, 1, 1, z + 1],
  change: null,
  markId: null,
  pieceId: null,
  serial: null,
  ...more,
})
const model: ColouredModel = {
  colouring: 'status',
  members: [
    member('C1', 'ground', 0, { area: 'A' }),
    member('C1', 'ground', 0, { area: 'B', serial: 'C1-2' }),
    member('B1', 'roof', 9),
  ],
  states: [0, 1, null],
  sums: ['issued', 'shipped'].map((state) => ({ state, pieces: 1, kg: 100, inModel: 1 })),
}
const inFocus = (focus: Partial<typeof noFocus>) =>
  model.members.map((_, number) => isInFocus(model, { ...noFocus, ...focus }, number))

test('states, places and texts bring members into focus', () => {
  expect(inFocus({})).toEqual([true, true, true])
  expect(inFocus({ states: ['shipped'] })).toEqual([false, true, false])
  expect(inFocus({ place: ['ground', null] })).toEqual([true, true, false])
  expect(inFocus({ place: ['ground', 'B'] })).toEqual([false, true, false])
  expect(inFocus({ q: 'c1-2' })).toEqual([false, true, false])
  expect(inFocus({ q: 'b1', place: ['roof', null] })).toEqual([false, false, true])
})

test('what is out of focus is a ghost; a member without a piece is grey', () => {
  const paint = paintOf(model, { ...noFocus, q: 'c1' }, 0)
  expect([0, 1, 2].map((number) => paint(number)[3])).toEqual([255, 255, 26])
  expect(paint(0)).not.toEqual(paintOf(model, noFocus, null)(0))
  expect(paintOf(model, noFocus, null)(2)).toEqual([201, 206, 214, 255])
})

test('the list says the same as the colours', () => {
  expect(markLines(model, noFocus).map(({ mark, state, members, kg }) => [mark, state, members, kg])).toEqual(
    [
      ['B1', null, 1, 100],
      ['C1', 'issued', 1, 100],
      ['C1', 'shipped', 1, 100],
    ],
  )
})

test('storeys stand from below, with their areas; changes are states of their own', () => {
  expect(placesOf(model.members)).toEqual([
    ['ground', ['A', 'B']],
    ['roof', []],
  ])
  const changed = model.members.map((one, at) => ({ ...one, change: at === 1 ? ('moved' as const) : null }))
  expect(changesAsStates(changed)).toEqual({
    states: [null, 0, null],
    sums: [{ state: 'moved', pieces: 1, kg: 100, inModel: 1 }],
  })
})
