import { describe, expect, test } from 'vitest'
import {
  capabilityOf,
  controlConstants,
  defectRate,
  individuals,
  rejectedShare,
  standardDeviation,
  xbarDeviation,
  xbarRange,
  signalsOf,
  withoutZones,
} from './control-charts.rules.ts'

/** A printed limit whose factor was rounded to three digits: as far off as that makes it, and no further. */
function expectPrinted(actual: number | undefined, printed: number, spread: number): void {
  expect(Math.abs((actual ?? Number.NaN) - printed)).toBeLessThanOrEqual(0.0006 * spread)
}

// Montgomery, Introduction to Statistical Quality Control, 6th edition, by the number of the example.
describe('examples of a textbook', () => {
  test('6.1: flow width of a resist, mean 1.5056, mean range 0.32521', () => {
    const group = [1.5056 - 0.32521 / 2, 1.5056, 1.5056, 1.5056, 1.5056 + 0.32521 / 2]
    const { location, spread, sigma } = xbarRange([group, group])
    expect(location.centre).toBeCloseTo(1.5056, 6)
    expectPrinted(location.upper[0], 1.69325, 0.32521)
    expectPrinted(location.lower[0], 1.31795, 0.32521)
    expectPrinted(spread?.upper[0], 0.68749, 0.32521)
    expect(location.upper[0]).toBeCloseTo(1.5056 + (3 / (2.3259289473 * Math.sqrt(5))) * 0.32521, 9)
    expect(location.upper[0]).toBeCloseTo(1.693, 3)
    expect(location.lower[0]).toBeCloseTo(1.318, 3)
    expect(spread?.lower[0]).toBe(0)
    expect(sigma).toBeCloseTo(0.1398, 4)
  })

  test('piston rings as software prints them: mean 74.001176, mean range 0.02276, warning limits (qcc 2.7)', () => {
    const group = [-1, 0, 0, 0, 1].map((step) => 74.001176 + step * 0.01138)
    const { location } = xbarRange([group, group])
    const third = (limit: number | undefined) => 74.001176 + ((limit ?? 0) - 74.001176) * (2 / 3)
    expect(third(location.lower[0])).toBeCloseTo(73.99242, 5)
    expect(third(location.upper[0])).toBeCloseTo(74.00993, 5)
  })

  test('6.3: piston rings, mean 74.001, mean deviation 0.0094', () => {
    const group = [-1, -1, 0, 1, 1].map((step) => 74.001 + step * 0.0094)
    const { location, spread } = xbarDeviation([group, group, group])
    expect(location.upper[0]).toBeCloseTo(74.014, 3)
    expect(location.lower[0]).toBeCloseTo(73.988, 3)
    expect(spread?.upper[0]).toBeCloseTo(0.0196, 4)
  })

  test('7.1: cans of orange juice, thirty samples of fifty', () => {
    const rejected = [
      12, 15, 8, 10, 4, 7, 16, 9, 14, 10, 5, 6, 17, 12, 22, 8, 10, 5, 13, 11, 20, 18, 24, 15, 9, 12, 7, 13, 9,
      6,
    ]
    const { location } = rejectedShare(rejected.map((count) => ({ size: 50, count })))
    expect(location.centre).toBeCloseTo(0.2313, 4)
    expect(location.upper[0]).toBeCloseTo(0.4102, 4)
    expect(location.lower[0]).toBeCloseTo(0.0524, 4)
    const beyond = signalsOf(location).filter(({ rule }) => rule === 'beyond')
    expect(beyond.map(({ point }) => point + 1)).toEqual([15, 23])
  })

  test('7.4: errors of a supply chain, 74 on twenty samples of fifty; the limit is not below zero', () => {
    const samples = Array.from({ length: 20 }, (_, index) => ({ size: 50, count: index < 14 ? 4 : 3 }))
    const { location } = defectRate(samples)
    expect(location.centre).toBeCloseTo(0.074, 6)
    expect(location.upper[0]).toBeCloseTo(0.1894, 4)
    expect(location.lower[0]).toBe(0)
  })
})

// NIST/SEMATECH e-Handbook of Statistical Methods, by section.
describe('examples of NIST', () => {
  test('6.3.2.2: flow rates, one by one', () => {
    const { location } = individuals([49.6, 47.6, 49.9, 51.3, 47.8, 51.2, 52.6, 52.4, 53.6, 52.1])
    expect(location.centre).toBeCloseTo(50.81, 6)
    // Printed with 3 ÷ 1.128; the exact factor is 2.658681.
    expectPrinted(location.upper[0], 55.8041, 3 * 1.8778)
    expectPrinted(location.lower[0], 45.8159, 3 * 1.8778)
    expect(location.upper[0]).toBeCloseTo(50.81 + 2.658681 * 1.877778, 4)
  })

  test('6.1.6: limits 8 and 20, mean 16, deviation 2', () => {
    const fit = capabilityOf([14, 18], 2, { lower: 8, upper: 20, target: 14 })
    expect(fit.cp).toBeCloseTo(1, 10)
    expect(fit.cpk).toBeCloseTo(0.6667, 4)
  })
})

describe('capability', () => {
  test('Cpm counts how far the mean lies from the target', () => {
    // Mean 16, standard deviation 2, target 14 (limits as in NIST 6.1.6): 12 ÷ 6√(4 + 4).
    const values = [14, 16, 18]
    expect(standardDeviation(values)).toBe(2)
    expect(capabilityOf(values, 2, { lower: 8, upper: 20, target: 14 }).cpm).toBeCloseTo(0.7071, 4)
    expect(capabilityOf(values, 2, { lower: 8, upper: 20, target: 16 }).cpm).toBeCloseTo(1, 10)
    expect(capabilityOf(values, 2, { lower: null, upper: 20, target: 16 }).cpm).toBeNull()
  })
  test('overall uses the deviation of all readings; one limit judges its side; nothing varies: not said', () => {
    const values = [1, 2, 3, 4, 5]
    const overall = standardDeviation(values)
    expect(capabilityOf(values, 1, { lower: 0, upper: 6, target: 3 }).pp).toBeCloseTo(6 / (6 * overall), 10)
    expect(capabilityOf(values, 1, { lower: null, upper: 6, target: 3 })).toMatchObject({
      cp: null,
      cpk: 1,
      pp: null,
    })
    expect(capabilityOf([3, 3, 3], 0, { lower: 0, upper: 6, target: 3 })).toEqual({
      cp: null,
      cpk: null,
      pp: null,
      ppk: null,
      cpm: null,
    })
    expect(capabilityOf(values, 1, { lower: null, upper: null, target: 0 }).cpk).toBeNull()
  })
})

describe('signals', () => {
  const line = (points: number[]) => ({
    points,
    centre: 0,
    lower: points.map(() => -3),
    upper: points.map(() => 3),
  })
  test.each([
    ['beyond', [0, 3.01, 0], [1]],
    ['beyond', [0, 3, -3], []],
    ['nine_one_side', [1, 1, 1, 1, 1, 1, 1, 1, 0.1], [8]],
    ['nine_one_side', [1, 1, 1, 1, 1, 1, 1, 1, 0], []],
    ['six_trend', [-0.5, 0.1, 0.2, 0.3, 0.4, 0.5], [5]],
    ['six_trend', [-0.5, 0.1, 0.2, 0.2, 0.4, 0.5], []],
    ['fourteen_alternate', [1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1], [13]],
    ['two_of_three', [2.5, 0, 2.1], [2]],
    ['two_of_three', [2.5, 0, -2.1], []],
    ['two_of_three', [2.5, 2.5, 0], []],
    ['four_of_five', [1.5, 1.5, -1, 1.5, 1.5], [4]],
  ] as const)('%s in %j', (rule, points, at) => {
    const found = signalsOf(line([...points])).filter((signal) => signal.rule === rule)
    expect(found.map(({ point }) => point)).toEqual([...at])
  })

  test('days without a reject are no signal by themselves, though the limit is cut off at zero', () => {
    const samples = Array.from({ length: 25 }, (_, day) => ({ size: 10, count: day % 5 === 0 ? 1 : 0 }))
    const { location } = rejectedShare(samples)
    expect(location.lower[0]).toBe(0)
    expect(signalsOf(location).map(({ rule }) => rule)).toContain('two_of_three')
    expect(signalsOf(location, withoutZones)).toEqual([])
  })

  test('a process without any spread signals whatever differs', () => {
    const flat = { points: [1, 1, 1.1], centre: 1, lower: [1, 1, 1], upper: [1, 1, 1] }
    expect(signalsOf(flat)).toContainEqual({ rule: 'beyond', point: 2 })
  })
})

test('a chart of groups of eleven, or of one, is a fault of the caller', () => {
  expect(() => controlConstants(11)).toThrow(RangeError)
  expect(() => xbarRange([[1], [2]])).toThrow(RangeError)
})
