import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nestingProblem, remnantValue } from './bar-patterns.rules.ts'
import { priceBars } from './pattern-pricing.rules.ts'

const parts = fc.uniqueArray(
  fc.record({
    length: fc.integer({ min: 1, max: 40 }),
    quantity: fc.integer({ min: 1, max: 4 }),
    value: fc.integer({ min: 0, max: 50 }),
  }),
  { minLength: 1, maxLength: 5, selector: ({ length }) => length },
)
const lengths = fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 3 })

test('the best content of each bar is worth as much as the best of all contents', () => {
  fc.assert(
    fc.property(parts, lengths, fc.constantFrom(0, 4000), (demands, bars, remnantPerMetre) => {
      const problem = nestingProblem({
        demands: demands.map(({ length, quantity }, id) => ({
          id: String(id),
          length,
          quantity,
          due: '2026-01-01',
        })),
        stock: bars.map((length) => ({ id: String(length), length, price: { perBar: 100 } })),
        saw: { kerf: 0, startTrim: 0, clampEnd: 0, minRemnant: 10, remnantPerMetre, profileHeight: 0 },
      })
      const valueOf = new Map(demands.map(({ length, value }) => [length, value]))
      const values = problem.types.map(({ length }) => valueOf.get(length) ?? 0)
      const quantities = problem.types.map(({ quantity }) => quantity)
      for (const { bar, counts, value } of priceBars(problem, problem.bars, values, quantities)) {
        const worth = (made: readonly number[]): number => {
          const used = made.reduce((sum, count, type) => sum + count * (problem.types[type]?.size ?? 0), 0)
          const own = made.reduce((sum, count, type) => sum + count * (values[type] ?? 0), 0)
          return used > bar.capacity ? 0 : own + remnantValue(problem, bar, bar.length - used)
        }
        const all = quantities.reduce<number[][]>(
          (made, limit) =>
            made.flatMap((one) => Array.from({ length: limit + 1 }, (_, count) => [...one, count])),
          [[]],
        )
        expect(value).toBeCloseTo(Math.max(...all.map(worth)), 6)
        expect(worth(quantities.map((_, type) => counts.get(type) ?? 0))).toBeCloseTo(value, 6)
      }
    }),
  )
})
