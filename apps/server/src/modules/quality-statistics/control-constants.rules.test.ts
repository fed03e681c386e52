import { describe, expect, test } from 'vitest'
import { controlConstants } from './control-charts.rules.ts'

const sizes = [2, 3, 4, 5, 6, 7, 8, 9, 10]

/** Φ by its series, Φ(x) = ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …): nothing of the product's own table. */
function normal(x: number): number {
  let term = x
  let sum = x
  for (let odd = 3; Math.abs(term) > 1e-18; odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return 0.5 + (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * sum
}

describe('factors of control charts', () => {
  // Printed to nine digits by MATLAB's statccconst, d2 and d3.
  test.each([
    [2, 1.128379167, 0.8525024664],
    [3, 1.692568751, 0.888368004],
    [4, 2.058750746, 0.8798082028],
    [5, 2.325928947, 0.8640819411],
    [6, 2.534412721, 0.8480396861],
    [7, 2.704356751, 0.8332053356],
    [8, 2.847200612, 0.8198314898],
    [9, 2.970026324, 0.8078342746],
    [10, 3.077505462, 0.7970506735],
  ])('mean and deviation of the range of %i values', (size, mean, deviation) => {
    const { d2, d4 } = controlConstants(size)
    expect(d2).toBeCloseTo(mean, 9)
    expect(((d4 - 1) * d2) / 3).toBeCloseTo(deviation, 9)
  })

  test('the mean of the range is its integral, to thirteen digits', () => {
    // Trapezoids over the whole line: for such a curve they are exact to the digits of a double.
    const step = 1 / 32
    const xs = Array.from({ length: 577 }, (_, index) => (index - 288) * step)
    const below = xs.map(normal)
    for (const size of sizes) {
      const area = below.reduce((sum, p) => sum + (1 - p ** size - (1 - p) ** size), 0) * step
      expect(controlConstants(size).d2).toBeCloseTo(area, 13)
    }
  })

  test('of two, three and four values they are known exactly', () => {
    expect(controlConstants(2).d2).toBeCloseTo(2 / Math.sqrt(Math.PI), 15)
    expect(controlConstants(3).d2).toBeCloseTo(3 / Math.sqrt(Math.PI), 15)
    const deviation = ({ d2, d4 }: { d2: number; d4: number }) => ((d4 - 1) * d2) / 3
    expect(deviation(controlConstants(2))).toBeCloseTo(Math.sqrt(2 - 4 / Math.PI), 14)
    expect(deviation(controlConstants(3))).toBeCloseTo(Math.sqrt(2 + (3 * Math.sqrt(3) - 9) / Math.PI), 14)
    expect(controlConstants(2).c4).toBeCloseTo(Math.sqrt(2 / Math.PI), 15)
    expect(controlConstants(3).c4).toBeCloseTo(Math.sqrt(Math.PI) / 2, 15)
    expect(controlConstants(4).c4).toBeCloseTo(2 * Math.sqrt(2 / (3 * Math.PI)), 15)
  })

  // ASTM table of factors (Joglekar, Statistical Methods for Six Sigma, appendix G). Tables differ by one in the third digit of D4.
  test.each([
    [2, 1.88, 2.659, 0.7979, 0, 3.267, 0, 3.267],
    [3, 1.023, 1.954, 0.8862, 0, 2.568, 0, 2.574],
    [4, 0.729, 1.628, 0.9213, 0, 2.266, 0, 2.282],
    [5, 0.577, 1.427, 0.94, 0, 2.089, 0, 2.114],
    [6, 0.483, 1.287, 0.9515, 0.03, 1.97, 0, 2.004],
    [7, 0.419, 1.182, 0.9594, 0.118, 1.882, 0.076, 1.924],
    [8, 0.373, 1.099, 0.965, 0.185, 1.815, 0.136, 1.864],
    [9, 0.337, 1.032, 0.9693, 0.239, 1.761, 0.184, 1.816],
    [10, 0.308, 0.975, 0.9727, 0.284, 1.716, 0.223, 1.777],
  ])('of %i as a table prints them', (size, a2, a3, c4, b3, b4, low, high) => {
    const got = controlConstants(size)
    expect(got.c4).toBeCloseTo(c4, 4)
    for (const [name, printed] of Object.entries({ a2, a3, b3, b4, d3: low, d4: high }))
      expect(Math.abs(got[name as keyof typeof got] - printed), name).toBeLessThan(0.00101)
  })
})
