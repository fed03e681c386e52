import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import { added, figuresOf, inputsOf, nothing, type Sums } from './figures.rules.ts'
import { computeTimes, sumsOfShift } from './times.rules.ts'

const minute = 60
const sums = (some: Partial<Sums>): Sums => ({ ...nothing, ...some })

describe('textbook', () => {
  test('OEE of a shift: 480 minutes planned, 420 run, cycle 1 minute, 400 made, 380 good (waycalculator.com, OEE)', () => {
    const figures = figuresOf(
      sums({
        calendarS: 1440 * minute,
        plannedS: 480 * minute,
        runningS: 420 * minute,
        runS: 420 * minute,
        idealS: 400 * minute,
        goodIdealS: 380 * minute,
        ratedRunS: 420 * minute,
        output: 400,
        good: 380,
        outputUnit: 'pcs',
      }),
    )
    expect(figures.availability).toBeCloseTo(0.875, 10)
    expect(figures.performance).toBeCloseTo(0.952, 3)
    expect(figures.quality).toBeCloseTo(0.95, 10)
    expect(figures.oee).toBeCloseTo(0.7917, 4)
    // A third of the day is planned.
    expect(figures.teep).toBeCloseTo(0.7917 / 3, 4)
    expect(figures.flags).toEqual([])
  })
  test('120 hours with failures of 2, 4 and 3 hours: uptime 111, MTBF 37, MTTR 3, availability 92.5 % (scribd.com 403226083)', () => {
    const hour = 3600
    const figures = figuresOf(
      sums({
        plannedS: 120 * hour,
        runningS: 111 * hour,
        faultS: 9 * hour,
        failures: 3,
        calendarS: 120 * hour,
      }),
    )
    expect(figures.mtbfS).toBe(37 * hour)
    expect(figures.mttrS).toBe(3 * hour)
    expect(figures.availability).toBe(0.925)
  })
})

describe('edges', () => {
  test('no repair order has no mean; several have that of their number', () => {
    expect(figuresOf(nothing)).toMatchObject({ mttrOrderS: null, mttrMendS: null })
    const orders = [
      sums({ repairs: 1, restoreS: 7200, mendS: 3600 }),
      sums({ repairs: 2, restoreS: 10_800, mendS: 3600 }),
    ]
    expect(figuresOf(orders.reduce(added))).toMatchObject({ mttrOrderS: 6000, mttrMendS: 2400 })
  })
  test('nothing planned, no rate and no failure are null, not 0', () => {
    expect(figuresOf(nothing)).toMatchObject({
      availability: null,
      performance: null,
      quality: null,
      oee: null,
      teep: null,
      coverage: null,
      mtbfS: null,
      mttrS: null,
      arcOn: null,
      kwhPerUnit: null,
    })
  })
  test('standing for all of the planned time is an OEE of 0', () => {
    expect(figuresOf(sums({ plannedS: 100, idleS: 100, calendarS: 200 }))).toMatchObject({
      availability: 0,
      oee: 0,
      teep: 0,
    })
  })
  test('a rate that is beaten by half is capped and flagged', () => {
    const figures = figuresOf(
      sums({ plannedS: 100, runningS: 100, idealS: 151, goodIdealS: 151, ratedRunS: 100 }),
    )
    expect(figures.performance).toBe(1.5)
    expect(figures.flags).toContain('performance_capped')
  })
  test('time of which nothing is known is no stop; too much of it is flagged', () => {
    const figures = figuresOf(sums({ plannedS: 100, runningS: 40, unknownS: 50 }))
    expect(figures).toMatchObject({ availability: 0.8, coverage: 0.5, flags: ['low_coverage'] })
  })
  test('energy is told by the tonne where output is weighed', () => {
    expect(figuresOf(sums({ energyKwh: 50, output: 2000, outputUnit: 'kg' }))).toMatchObject({
      kwhPerUnit: 25,
      energyUnit: 'kWh/t',
    })
    expect(figuresOf(sums({ energyKwh: 50, output: 200, outputUnit: 'm' }))).toMatchObject({
      kwhPerUnit: 0.25,
      energyUnit: 'kWh/m',
    })
  })
  test('output of different units has no sum, in whatever order it is summed', () => {
    const metres = sums({ output: 5, good: 5, outputUnit: 'm', idealS: 10, goodIdealS: 10 })
    const holes = sums({ output: 7, good: 7, outputUnit: 'holes', idealS: 30, goodIdealS: 15 })
    for (const list of [
      [metres, metres, holes],
      [metres, holes, metres],
      [holes, metres, metres],
    ]) {
      const all = list.reduce(added)
      expect(inputsOf(all)).toMatchObject({ output: null, outputUnit: '', idealS: 50, goodShare: 35 / 50 })
    }
  })
  test('performance above the standard rate is flagged, and capped where it cannot be true', () => {
    const flags = (idealS: number) => figuresOf(sums({ idealS, goodIdealS: idealS, ratedRunS: 1000 })).flags
    expect(flags(1000)).toEqual([])
    expect(flags(1010)).toEqual(['performance_high'])
    expect(flags(1501)).toEqual(['performance_capped'])
  })
  test('of what was made nothing is known: performance is not 0, and its running time does not count', () => {
    const times = {
      until: 0,
      length: 100,
      planned: 100,
      running: 100,
      setup: 0,
      idle: 0,
      fault: 0,
      unknown: 0,
    }
    const shift = (output: number | null) =>
      sumsOfShift(
        { ...times, plannedStop: 0, run: 100, failures: 0 },
        { standardRate: 36, output, good: null, energy: null, arc: null },
        'pcs',
      )
    expect(figuresOf(shift(null))).toMatchObject({ performance: null, quality: null, oee: null })
    expect(figuresOf(shift(0))).toMatchObject({ performance: 0 })
    expect(figuresOf(added(shift(1), shift(null)))).toMatchObject({ performance: 1 })
  })
})

describe('times', () => {
  const window = {
    day: '2026-03-20',
    shiftId: 1,
    from: 0,
    to: 1000_000,
    planned: [
      { from: 0, to: 400_000 },
      { from: 500_000, to: 1000_000 },
    ],
  }
  const interval = (state: MachineState, from: number, to: number, isPlannedStop = false) => ({
    state,
    from,
    to,
    isPlannedStop,
  })

  test('breaks and planned stops are not planned time; a fault outside of it is no failure', () => {
    const times = computeTimes(
      window,
      [
        interval('running', -50_000, 100_000),
        interval('maintenance', 100_000, 200_000, true),
        interval('idle', 200_000, 420_000),
        interval('fault', 420_000, 600_000),
        interval('running', 600_000, Number.POSITIVE_INFINITY),
      ],
      800_000,
    )
    expect(times).toMatchObject({
      until: 800_000,
      length: 800,
      planned: 600,
      plannedStop: 100,
      running: 300,
      idle: 200,
      fault: 100,
      unknown: 0,
      run: 300,
      failures: 0,
    })
  })
  test('planned time is the sum of its parts, whatever happened', () => {
    const state = fc.constantFrom<MachineState>('idle', 'setup', 'running', 'fault', 'maintenance', 'offline')
    const piece = fc.record({
      state,
      gap: fc.nat(60_000),
      length: fc.integer({ min: 1, max: 300_000 }),
      planned: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 0, max: 1_200_000 }), (pieces, now) => {
        let at = -100_000
        const intervals = pieces.map(({ state: one, gap, length, planned }) => {
          const from = at + gap
          at = from + length
          return interval(one, from, at, planned || one === 'maintenance')
        })
        const times = computeTimes(window, intervals, now)
        const parts = times.running + times.setup + times.idle + times.fault + times.unknown
        expect(parts).toBeCloseTo(times.planned, 6)
        expect(times.planned).toBeGreaterThanOrEqual(-1e-9)
        expect(times.running).toBeLessThanOrEqual(times.run + 1e-9)
      }),
    )
  })
})
