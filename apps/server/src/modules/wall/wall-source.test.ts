import { beforeEach, describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { testClock } from '../../../test/clock.ts'
import { createLog } from '../../platform/log/log.ts'
import { panelItems } from './items.ts'
import { cadences, isDue } from './wall.rules.ts'
import { type BoardItem, ItemBoard } from './wall-source.ts'
import type { View, WallFacts } from './wall.types.ts'

let clock: ReturnType<typeof testClock>
let board: ItemBoard
let made: number
let failing: boolean

beforeEach(() => {
  clock = testClock()
  board = new ItemBoard({ clock, log: createLog('silent') })
  made = 0
  failing = false
})

const counting = (key: string, everyMs: number): BoardItem => ({
  key,
  everyMs,
  make: async () => {
    if (failing) throw new Error('no')
    made += 1
    return { made }
  },
})
const seconds = async (count: number, items: readonly BoardItem[]) => {
  let values: (object | null)[] = []
  for (let done = 0; done < count; done += 1) {
    values = await board.read(items)
    clock.advance(1)
  }
  return values
}

describe('an item', () => {
  test.each([
    [1_000, 30],
    [10_000, 3],
    [60_000, 1],
  ])('of every %d ms is worked out %d times in thirty seconds', async (everyMs, times) => {
    await seconds(30, [counting('a', everyMs)])
    expect(made).toBe(times)
  })

  test('is the same object until it is worked out anew, for everybody who reads it', async () => {
    const item = counting('a', 10_000)
    const [first] = await board.read([item])
    const [second] = await board.read([counting('a', 10_000)])
    expect(second).toBe(first)
    expect(made).toBe(1)
  })

  test('that fails stays as it was and stops no other', async () => {
    const items = [counting('a', 1_000)]
    const [before] = await seconds(1, items)
    failing = true
    const well: BoardItem = { key: 'b', everyMs: 1_000, make: async () => ({ well: true }) }
    const [first, other] = await seconds(3, [...items, well])
    expect(first).toBe(before)
    expect(other).toEqual({ well: true })
    failing = false
    await seconds(6, items)
    expect(made).toBeGreaterThan(1)
  })

  test('that is slow holds up nobody and comes when it is ready', async () => {
    let ready: (value: object) => void = () => undefined
    const slow: BoardItem = {
      key: 'slow',
      everyMs: 1_000,
      make: () => new Promise((resolve) => (ready = resolve)),
    }
    const quick = counting('quick', 1_000)
    expect(await board.read([slow, quick])).toEqual([null, { made: 1 }])
    clock.advance(1)
    expect(await board.read([slow, quick])).toEqual([null, { made: 2 }])
    ready({ slow: true })
    await new Promise((resolve) => setImmediate(resolve))
    expect((await board.read([slow, quick]))[0]).toEqual({ slow: true })
  })

  test('that nobody read for minutes is forgotten', async () => {
    await board.read([counting('a', 3_600_000)])
    clock.advance(301)
    board.tidy()
    await board.read([counting('a', 3_600_000)])
    expect(made).toBe(2)
  })
})

describe('isDue', () => {
  test('never lets an item wait longer than its cadence, nor run twice within a third of it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(cadences)),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.boolean(),
        (everyMs, passed, failed) => {
          const due = isDue({ everyMs, begunAt: 5_000_000, failed }, 5_000_000 + passed)
          if (passed >= everyMs) expect(due).toBe(true)
          if (!failed && passed < everyMs / 3) expect(due).toBe(false)
          if (failed && passed < 700) expect(due).toBe(false)
        },
      ),
    )
  })
  test('takes a clock that was set back for time passed', () => {
    expect(isDue({ everyMs: 60_000, begunAt: 5_000, failed: false }, 4_000)).toBe(true)
    expect(isDue({ everyMs: 60_000, begunAt: null, failed: false }, 0)).toBe(true)
  })
})

test('the map marks a machine by its active alarms, not by those that only lack an acknowledgement', async () => {
  const machineOf = (id: number) => ({
    machine: { id, code: `CUT-${id}`, signals: [], xM: id * 10, yM: 0, widthM: 5, depthM: 3 },
    state: 'running',
    since: null,
    heardAt: null,
    values: new Map(),
  })
  const counts = [
    { machineId: 1, severity: 'critical', count: 0, unacked: 1 },
    { machineId: 1, severity: 'info', count: 1, unacked: 0 },
    { machineId: 2, severity: 'critical', count: 0, unacked: 2 },
  ]
  const facts: unknown = {
    machines: async () => [1, 2].map(machineOf),
    alarms: async () => ({ alarms: [], counts }),
    reported: async () => ({ places: new Map(), workshops: [], plan: null, underlay: null }),
  } satisfies Partial<Record<keyof WallFacts, unknown>>
  const { data } = await panelItems.workshop_map({ facts, scope: {}, now: 0 } as View)
  expect(data.machines.map(({ alarm }) => alarm)).toEqual(['info', null])
})
