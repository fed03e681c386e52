import fc from 'fast-check'
import { expect, test } from 'vitest'
import { machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import {
  computeTimes,
  beginTimes,
  type RunningTimes,
  tailFrom,
  takeIntervals,
  timesNow,
} from './times.rules.ts'

const hour = 3_600_000
const planned = [
  { from: 0, to: 4 * hour },
  { from: 5 * hour, to: 8 * hour },
]
const windows = [
  { day: '2026-03-20', shiftId: 1, from: 0, to: 8 * hour, planned },
  {
    day: '2026-03-20',
    shiftId: 2,
    from: 8 * hour,
    to: 12 * hour,
    planned: [{ from: 8 * hour, to: 12 * hour }],
  },
  { day: '2026-03-20', shiftId: null, from: 12 * hour, to: 14 * hour, planned: [] },
]

/** A machine's day: pieces one after the other, now and then a gap of which nothing is known. */
const course = fc
  .array(
    fc.record({
      state: fc.constantFrom(...machineStates),
      gap: fc.oneof(fc.constant(0), fc.nat(hour / 4)),
      length: fc.integer({ min: 1, max: 2 * hour }),
      isPlannedStop: fc.boolean(),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((pieces) => {
    let at = -hour
    return pieces.map(({ gap, length, ...piece }) => {
      const from = at + gap
      at = from + length
      return { ...piece, from, to: at }
    })
  })
const outOfService = fc
  .array(fc.record({ gap: fc.nat(3 * hour), length: fc.integer({ min: 1, max: 2 * hour }) }), {
    maxLength: 4,
  })
  .map((spans) => {
    let at = -hour
    return spans.map(({ gap, length }) => {
      const from = at + gap
      at = from + length
      return { from, to: at }
    })
  })
const snapshots = fc.array(fc.integer({ min: -hour, max: 15 * hour }), { minLength: 1, maxLength: 12 })

test('summed up as the day goes by, times are what all intervals of the day come to', () => {
  fc.assert(
    fc.property(course, outOfService, snapshots, fc.nat(10_000), (all, out, instants, ahead) => {
      let running: RunningTimes = beginTimes(windows, out)
      for (const now of instants.toSorted((one, other) => one - other)) {
        // What is stored at that moment: the last piece goes on; a machine's clock may be ahead of ours.
        const begun = all.filter(({ from }) => from <= now + ahead)
        const stored = begun.map((one, index) =>
          index === begun.length - 1 ? { ...one, to: Number.POSITIVE_INFINITY } : one,
        )
        const from = tailFrom(running)
        running = takeIntervals(
          running,
          stored.filter((one) => from === null || one.from >= from),
          now,
        )
        const reported = timesNow(running, now)
        expect(reported).toHaveLength(windows.filter((window) => window.from < now).length)
        for (const { window, times } of reported)
          expect(times).toEqual(computeTimes(window, stored, now, out))
      }
    }),
    { numRuns: 500 },
  )
})

test('time out of service is a planned stop, whatever the machine did in it', () => {
  const fault = { state: 'fault' as const, from: hour, to: 3 * hour, isPlannedStop: false }
  const run = { state: 'running' as const, from: 3 * hour, to: 8 * hour, isPlannedStop: false }
  const [window] = windows
  if (window === undefined) throw new Error('no window')
  const at = (from: number, to: number) => computeTimes(window, [fault, run], 8 * hour, [{ from, to }])
  expect(at(0, 2 * hour)).toMatchObject({
    planned: 5 * 3600,
    plannedStop: 2 * 3600,
    fault: 3600,
    failures: 0,
    unknown: 0,
    running: 4 * 3600,
  })
  expect(at(2 * hour, Number.POSITIVE_INFINITY)).toMatchObject({
    planned: 2 * 3600,
    fault: 3600,
    failures: 1,
    unknown: 3600,
    running: 0,
    run: 5 * 3600,
  })
})
