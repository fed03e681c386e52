import type { MemberDays, ModelMember } from '@cloud-factory/contract/model/models'
import { inColumns } from '@cloud-factory/domain/model/member-days'
import { dayNumber } from '@cloud-factory/domain/numbers/civil-days'
import { expect, test } from 'vitest'
import {
  changesAsStates,
  type ColouredModel,
  colouredOn,
  isInFocus,
  markLines,
  measured,
  noFocus,
  paintOf,
  placesOf,
  type Point,
  removedParts,
  spanOf,
  withPoint,
  withRemoved,
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

test('on a day, what is not begun is a ghost; what happened ends today, plans go on', () => {
  const day = dayNumber('2026-03-10')
  const days: MemberDays = {
    revisionId: '1',
    today: '2026-03-10',
    pieces: { members: [0, 1], kg: [100, 200] },
    real: inColumns([[[day - 5, 'issued']], [[day - 3, 'in_process']]]),
    planned: inColumns([[[day + 20, 'erected']], []]),
  }
  expect(spanOf(days, 'real')).toEqual([day - 6, day])
  expect(spanOf(days, 'planned')).toEqual([day - 6, day + 20])
  const then = colouredOn(model.members, days, 'real', day - 3)
  expect(then.sums.map(({ state, kg }) => [state, kg])).toEqual([
    ['issued', 100],
    ['in_process', 200],
  ])
  expect([0, 1, 2].map((number) => paintOf(then, noFocus, null)(number)[3])).toEqual([26, 255, 255])
  expect(spanOf({ ...days, real: inColumns([]), planned: inColumns([]) }, 'real')).toEqual([day - 1, day])
})

test('two points are a distance with its parts in millimetres; a third begins anew', () => {
  const [a, b]: Point[] = [
    [1, 2, 3],
    [4, -2, 3.0004],
  ]
  expect(measured(a as Point, b as Point)).toEqual({ distance: 5000, x: 3000, y: 4000, z: 0 })
  const both = withPoint(withPoint([], a as Point), b as Point)
  expect(both).toEqual([a, b])
  expect(withPoint(both, b as Point)).toEqual([b])
})

test('what was removed is half transparent among changes, hidden otherwise, and listed', () => {
  const [first] = model.members
  const gone = { ...(first as ModelMember), mark: 'D9', kg: 50, change: 'removed' as const, serial: null }
  expect(withRemoved(model, [gone])).toBe(model)
  expect(paintOf(model, noFocus, null)(model.members.length)[3]).toBe(0)
  const changed = model.members.map((one) => ({ ...one, change: 'same' as const }))
  const changes: ColouredModel = { colouring: 'change', members: changed, ...changesAsStates(changed) }
  const all = withRemoved(changes, [gone])
  expect(all.sums.map(({ state, pieces, kg, inModel }) => [state, pieces, kg, inModel])).toEqual([
    ['same', 3, 300, 3],
    ['removed', 1, 50, 0],
  ])
  expect([0, 3].map((number) => paintOf(all, noFocus, null)(number)[3])).toEqual([255, 128])
  expect(markLines(all, { ...noFocus, states: ['removed'] }).map(({ mark, kg }) => [mark, kg])).toEqual([
    ['D9', 50],
  ])
})

test('geometry of what was removed lies at its place in this model', () => {
  const place = (x: number) => ({ shape: 0, matrix: Float32Array.from([1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0]) })
  const part = (member: number) => ({ member, guid: '', mark: '', profile: '', places: [place(10 + member)] })
  const chunk = { shapes: [], parts: [part(0), part(1), part(2)] }
  const removed = {
    modelId: '7',
    chunks: [],
    shift: [4, 0, 0],
    items: [{ ...(model.members[0] as ModelMember), number: 1 }],
  }
  const found = removedParts(chunk, removed, 50)
  expect(found.parts.map(({ member, places }) => [member, places[0]?.matrix[3]])).toEqual([[50, 7]])
})
