import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import { arrange, changesOf, type Interval, unreasoned } from './arrange-intervals.rules.ts'

const interval = (
  id: number,
  state: MachineState,
  from: number,
  to: number | null,
  more: Partial<Interval> = {},
) => ({
  id,
  state,
  from,
  to,
  isCut: false,
  ...unreasoned,
  ...more,
})
const short = (list: readonly Interval[]) =>
  list.map(
    ({ state, from, to, reasonId }) =>
      `${state} ${from}-${to ?? ''}${reasonId === null ? '' : ` r${reasonId}`}`,
  )

const before = [
  interval(1, 'running', 0, 100),
  interval(2, 'idle', 100, 200, { reasonId: 7 }),
  interval(3, 'running', 200, null),
]

test('a new state ends the one that goes on', () => {
  const after = arrange(before, 300, null, [{ at: 300, state: 'fault' }])
  expect(short(after)).toEqual(['running 0-100', 'idle 100-200 r7', 'running 200-300', 'fault 300-'])
  expect(changesOf(before, after)).toMatchObject({
    removed: [],
    changed: [{ id: 3, to: 300 }],
    added: [{ id: null }],
  })
})

test('a correction in the past leaves what lies around it, and joins what is alike', () => {
  const after = arrange(before, 100, 200, [{ at: 100, state: 'running' }])
  expect(short(after)).toEqual(['running 0-'])
  expect(changesOf(before, after).removed).toEqual([2, 3])
})

test('a reason stays with the stop it was given for, though the stop moves', () => {
  const after = arrange(before, 80, 220, [
    { at: 80, state: 'running' },
    { at: 110, state: 'idle' },
    { at: 190, state: 'running' },
  ])
  expect(short(after)).toEqual(['running 0-110', 'idle 110-190 r7', 'running 190-'])
})

test('what a person cut apart stays apart while the state is the same', () => {
  const cut = [
    interval(1, 'idle', 0, 50, { reasonId: 1 }),
    interval(2, 'idle', 50, 100, { reasonId: 2, isCut: true }),
  ]
  expect(short(arrange(cut, 0, 100, [{ at: 0, state: 'idle' }]))).toEqual(['idle 0-50 r1', 'idle 50-100 r2'])
  expect(short(arrange(cut, 0, 100, [{ at: 0, state: 'running' }]))).toEqual(['running 0-100'])
})

test('whatever is written, intervals neither overlap nor leave a gap, and the changes lead from one to the other', () => {
  const state = fc.constantFrom<MachineState>('idle', 'running', 'fault')
  const span = fc.record({
    from: fc.integer({ min: 1, max: 900 }),
    length: fc.option(fc.integer({ min: 1, max: 400 }), { nil: null }),
    pieces: fc.array(fc.record({ at: fc.nat(400), state }), { maxLength: 6 }),
    first: state,
  })
  fc.assert(
    fc.property(fc.array(span, { maxLength: 15 }), (spans) => {
      let now: Interval[] = [interval(1, 'idle', 0, null)]
      let next = 2
      for (const { from, length, pieces, first } of spans) {
        const to = length === null ? null : from + length
        const inside = pieces
          .map(({ at, state: one }) => ({ at: from + 1 + at, state: one }))
          .filter(({ at }) => to === null || at < to)
          .sort((one, other) => one.at - other.at)
        const after = arrange(now, from, to, [{ at: from, state: first }, ...inside])
        const { removed, changed, added } = changesOf(now, after)
        const written = now
          .filter(({ id }) => id !== null && !removed.includes(id))
          .map((one) => changed.find(({ id }) => id === one.id) ?? one)
        now = [...written, ...added.map((one) => ({ ...one, id: next++ }))].sort(
          (one, other) => one.from - other.from,
        )
        expect(short(now)).toEqual(short(after))
        expect(now[0]?.from).toBe(0)
        for (const [index, one] of now.entries()) expect(one.to).toBe(now[index + 1]?.from ?? null)
        for (const [index, one] of now.entries()) expect(one.state).not.toBe(now[index + 1]?.state)
      }
    }),
  )
})
