import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Area, CuttingRules, PlateProblem } from './guillotine.ts'
import { nestPlates, type PlannedPlate } from './plate-search.ts'

const forever = { remainingMs: () => 1, isCancelled: () => false, onProgress: () => undefined }
/** A search that ends after so many questions for the time; independent of the speed of the machine. */
const limited = (questions: number) => {
  let left = questions
  return { ...forever, remainingMs: () => (left -= 1) }
}

const rulesOf = fc.record({
  kerf: fc.constantFrom(0, 25, 30),
  trim: fc.constantFrom(0, 20, 100),
  minRemnant: fc.constantFrom<[number, number]>([10_000, 3000], [5000, 2000]),
  rotate: fc.boolean(),
  remnantValue: fc.constantFrom(0, 0.7),
})
const sizes = fc.integer({ min: 300, max: 30_000 })
const problems: fc.Arbitrary<PlateProblem> = fc
  .record({
    demands: fc.array(
      fc.record({
        length: sizes,
        width: fc.integer({ min: 300, max: 15_000 }),
        quantity: fc.integer({ min: 1, max: 6 }),
        due: fc.constantFrom('2026-01-01', '2026-02-01'),
      }),
      { minLength: 1, maxLength: 7 },
    ),
    whole: fc.record({ length: fc.constantFrom(60_000, 80_000), width: fc.constantFrom(15_000, 20_000) }),
    quantity: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    remnants: fc.array(fc.record({ length: sizes, width: sizes }), { maxLength: 2 }),
    rules: rulesOf,
  })
  .map(({ demands, whole, quantity, remnants, rules }) => ({
    demands,
    rules,
    stock: [
      ...remnants.map((one, at) => ({
        ...one,
        id: `r${at}`,
        quantity: 1,
        cost: one.length * one.width * 0.7,
        remnant: true,
      })),
      { ...whole, id: 'w', cost: whole.length * whole.width, remnant: false, ...(quantity && { quantity }) },
    ],
  }))

/** Follows the cuts: each goes through one rectangle from edge to edge; returns the rectangles that remain. */
function cutUp({ cuts, stock }: PlannedPlate, { kerf }: CuttingRules): Area[] {
  let areas: Area[] = [{ x: 0, y: 0, length: stock.length, width: stock.width }]
  for (const { axis, at, from, to } of cuts) {
    const hit = areas.filter(({ x, y, length, width }) =>
      axis === 'x'
        ? y === from && y + width === to && x <= at && at < x + length
        : x === from && x + length === to && y <= at && at < y + width,
    )
    expect(hit).toHaveLength(1)
    areas = areas
      .filter((one) => one !== hit[0])
      .concat(
        hit.flatMap(({ x, y, length, width }) =>
          axis === 'x'
            ? [
                { x, y, length: at - x, width },
                { x: at + kerf, y, length: x + length - at - kerf, width },
              ]
            : [
                { x, y, length, width: at - y },
                { x, y: at + kerf, length, width: y + width - at - kerf },
              ],
        ),
      )
      .filter(({ length, width }) => length > 0 && width > 0)
  }
  return areas
}

const plain = ({ x, y, length, width }: Area): string => [x, y, length, width].join(' ')

test('the cuts of each plate, made one after the other from edge to edge, leave the parts and remnants', () => {
  fc.assert(
    fc.property(problems, (problem) => {
      const plan = nestPlates(problem, limited(40))
      for (const plate of plan.plates) {
        const left = cutUp(plate, problem.rules).map(plain)
        expect(left).toEqual(expect.arrayContaining([...plate.parts, ...plate.remnants].map(plain)))
        expect(new Set(left).size).toBe(left.length)
        const [minLength, minWidth] = problem.rules.minRemnant
        for (const { length, width } of plate.remnants)
          expect(Math.max(length, width) >= minLength && Math.min(length, width) >= minWidth).toBe(true)
      }
    }),
    { numRuns: 150 },
  )
})

test('each part is made as often as it is needed or reported as not made, and no plate is used twice', () => {
  fc.assert(
    fc.property(problems, (problem) => {
      const { plates, unmade, cost, bound, waste } = nestPlates(problem, limited(40))
      const parts = plates.flatMap((plate) => plate.parts)
      for (const [index, { length, width, quantity }] of problem.demands.entries()) {
        const made = parts.filter(({ demand }) => demand === index)
        expect(made.length + (unmade[index] ?? 0)).toBe(quantity)
        for (const part of made) {
          expect([part.length, part.width]).toEqual(part.turned ? [width, length] : [length, width])
          expect(part.turned && !problem.rules.rotate).toBe(false)
        }
      }
      for (const stock of problem.stock)
        expect(plates.filter((plate) => plate.stock === stock).length).toBeLessThanOrEqual(
          stock.quantity ?? Infinity,
        )
      expect(bound).toBeLessThanOrEqual(cost + 1e-6)
      expect(waste).toBeGreaterThanOrEqual(0)
      expect(waste).toBeLessThanOrEqual(1)
    }),
    { numRuns: 150 },
  )
})

const rules = { kerf: 30, trim: 0, minRemnant: [10_000, 3000], rotate: true, remnantValue: 0 } as const
const plate = { id: 'w', length: 60_000, width: 20_000, cost: 1, remnant: false }

test('a plate that can be filled without waste is filled, and one plate is proven best', () => {
  // Four rows of 12: 12 × 4970 + 11 × 30 = 59 970, 4 × 4970 + 3 × 30 = 19 970.
  const demands = [{ length: 4970, width: 4970, quantity: 48, due: '2026-01-01' }]
  const plan = nestPlates({ demands, stock: [plate], rules }, forever)
  expect(plan).toMatchObject({ cost: 1, bound: 1, end: 'optimal', unmade: [0] })
})

test('strips of the length of the plate lie beside each other, and the rest is a remnant', () => {
  const demands = [{ length: 60_000, width: 2970, quantity: 5, due: '2026-01-01' }]
  const { plates } = nestPlates({ demands, stock: [plate], rules: { ...rules, rotate: false } }, forever)
  expect(plates[0]?.parts.map(({ y }) => y)).toEqual([0, 3000, 6000, 9000, 12_000])
  expect(plates[0]?.remnants).toEqual([{ x: 0, y: 15_000, length: 60_000, width: 5000 }])
})

test('a remnant is used before a whole plate, and parts that are due first get the only plate', () => {
  const remnant = { id: 'r', length: 20_000, width: 10_000, quantity: 1, cost: 0.1, remnant: true }
  const one = (due: string) => ({ length: 19_000, width: 9000, quantity: 1, due })
  const value = { ...rules, remnantValue: 0.5 / 1.2e9 }
  const used = nestPlates({ demands: [one('2026-01-01')], stock: [plate, remnant], rules: value }, forever)
  expect(used.plates.map(({ stock }) => stock.id)).toEqual(['r'])
  const short = { demands: [one('2026-02-01'), one('2026-01-01')], stock: [remnant], rules: value }
  expect(nestPlates(short, forever).unmade).toEqual([1, 0])
})

test('a part that fits no plate is not made, and without plates nothing is', () => {
  const demands = [{ length: 70_000, width: 100, quantity: 2, due: '2026-01-01' }]
  expect(nestPlates({ demands, stock: [plate], rules }, forever)).toMatchObject({ plates: [], unmade: [2] })
  expect(nestPlates({ demands, stock: [], rules }, forever)).toMatchObject({ plates: [], cost: 0, bound: 0 })
})

test('a search that is stopped returns its plan so far', () => {
  const demands = [{ length: 7100, width: 3300, quantity: 90, due: '2026-01-01' }]
  const plan = nestPlates({ demands, stock: [plate], rules }, { ...forever, isCancelled: () => true })
  expect(plan).toMatchObject({ end: 'cancelled', unmade: [0] })
})
