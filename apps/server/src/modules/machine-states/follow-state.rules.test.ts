import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import {
  timelineOf,
  type TrackState,
  remember,
  type Sample,
  settle,
  silence,
  take,
} from './follow-state.rules.ts'

const idle = { state: 'idle', candidate: null, seenAt: 0 } as const
const samples = (...list: [number, MachineState][]): Sample[] => list.map(([at, state]) => ({ at, state }))

/** Everything written, in order. */
function written(start: TrackState, list: readonly Sample[]) {
  let memory = start
  const pieces: Sample[] = []
  for (const sample of list) {
    const result = take(memory, sample)
    memory = result.memory
    if (result.timeline !== null) {
      const { from } = result.timeline
      while ((pieces.at(-1)?.at ?? -1) >= from) pieces.pop()
      pieces.push(...result.timeline.pieces)
    }
  }
  return { pieces, memory }
}

describe('a state counts', () => {
  test('when it has held for three seconds, from when it was first seen', () => {
    const list = samples([1000, 'running'], [2000, 'running'], [4000, 'running'])
    expect(written(remember(idle), list).pieces).toEqual(samples([1000, 'running']))
  })
  test('not when it bounces', () => {
    const list = samples([1000, 'fault'], [2000, 'idle'], [3000, 'fault'], [5500, 'idle'], [9000, 'idle'])
    expect(written(remember(idle), list).pieces).toEqual([])
  })
  test('without another sample, when nothing spoke against it', () => {
    const { track } = take(remember(idle), { at: 1000, state: 'running' }).memory
    expect(settle(track, 3999).step).toBeNull()
    expect(settle(track, 4000).step).toEqual({ at: 1000, state: 'running' })
  })
  test('at once, when nothing was known, or is known no more', () => {
    const list = samples([1000, 'offline'], [2000, 'running'])
    expect(written(remember(idle), list).pieces).toEqual(list)
  })
  test('before the link went, if it had held', () => {
    const list = samples([1000, 'running'], [9000, 'offline'])
    expect(written(remember(idle), list).pieces).toEqual(list)
  })
})

test('a machine is gone after a minute of silence, or three of its periods', () => {
  expect(silence(idle, 59_999, 1000)).toBeNull()
  expect(silence(idle, 60_000, 1000)).toEqual({ at: 1000, state: 'offline' })
  expect(silence(idle, 89_000, 30_000)).toBeNull()
})

describe('late samples', () => {
  const base = written(
    remember(idle),
    samples([1000, 'running'], [5000, 'running'], [20_000, 'idle'], [24_000, 'idle']),
  )
  test('up to half a minute old change what was followed', () => {
    expect(base.pieces).toEqual(samples([1000, 'running'], [20_000, 'idle']))
    const result = take(base.memory, { at: 10_000, state: 'fault' })
    expect(result.late).toBe(false)
    expect(result.timeline?.pieces.map(({ state }) => state)).toEqual(['idle', 'running', 'fault', 'idle'])
  })
  test('older ones are left to what is stored', () => {
    const { memory } = take(base.memory, { at: 70_000, state: 'idle' })
    const result = take(memory, { at: 30_000, state: 'fault' })
    expect(result).toMatchObject({ late: true, timeline: null })
    expect(result.memory).toBe(memory)
  })
})

const plainSample = ({ at, state: one }: Sample): Sample => ({ at, state: one })

const state = fc.constantFrom<MachineState>('idle', 'running', 'fault', 'offline')

test('samples out of order by less than half a minute end in the same intervals as in order', () => {
  const steps = fc.array(
    fc.record({ gap: fc.integer({ min: 1, max: 5000 }), state, jitter: fc.nat(20_000) }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  fc.assert(
    fc.property(steps, (list) => {
      let at = 0
      const ordered = list.map((step) => ({
        at: (at += step.gap),
        state: step.state,
        arrives: at + step.jitter,
      }))
      const shuffled = [...ordered].sort((one, other) => one.arrives - other.arrives)
      const plain = ({ pieces }: { pieces: readonly Sample[] }) => {
        const merged: Sample[] = [{ at: 0, state: 'idle' }]
        for (const piece of pieces)
          if (piece.at === merged.at(-1)?.at) merged[merged.length - 1] = piece
          else if (merged.at(-1)?.state !== piece.state) merged.push({ at: piece.at, state: piece.state })
        return merged
      }
      const start = remember(idle)
      const one = plain(written(start, ordered.map(plainSample)))
      const other = plain(written(start, shuffled.map(plainSample)))
      expect(other).toEqual(one)
    }),
  )
})

test('the course of a stretch begins with it and never takes a state twice', () => {
  const list = fc.array(fc.record({ at: fc.integer({ min: 0, max: 600_000 }), state }), { maxLength: 60 })
  fc.assert(
    fc.property(list, (unsorted) => {
      const ordered = [...unsorted].sort((one, other) => one.at - other.at)
      const pieces = timelineOf(ordered, 0, 600_000, 1000)
      expect(pieces[0]?.at).toBe(0)
      for (const [index, piece] of pieces.slice(1).entries()) {
        expect(piece.at).toBeGreaterThanOrEqual(pieces[index]?.at ?? 0)
        expect(piece.at).toBeLessThan(600_000)
      }
    }),
  )
})
