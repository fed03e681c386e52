import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nestingProblem } from './bar-patterns.rules.ts'
import { greedyPlan, totalCost } from './greedy-nesting.rules.ts'
import type { NestingInput, NestingResult, SawRules } from './nesting.types.ts'
import { runNesting } from './run-nesting.ts'
import { solveNesting } from './solve-nesting.ts'

const square: SawRules = {
  kerf: 30,
  startTrim: 100,
  clampEnd: 0,
  minRemnant: 10_000,
  remnantPerMetre: 0,
  profileHeight: 0,
}
const unlimited = { remainingMs: () => 60_000, isCancelled: () => false, onProgress: () => undefined }
const part = (id: string, length: number, quantity: number, due = '2026-12-01') => ({
  id,
  length,
  quantity,
  due,
})

const angle = fc.constantFrom(0, 0, 300, -300, 450)
const demands = (maxLength: number, mitred: boolean) =>
  fc
    .array(
      fc.record({
        length: fc.integer({ min: 800, max: 6000 }),
        quantity: fc.integer({ min: 1, max: 3 }),
        due: fc.constantFrom('2026-12-01', '2026-12-02'),
        ends: mitred ? fc.record({ left: angle, right: angle }) : fc.constant({ left: 0, right: 0 }),
        reversible: fc.boolean(),
      }),
      { minLength: 1, maxLength },
    )
    .map((list) => list.map((demand, index) => ({ id: `P${index}`, ...demand })))
const stock = fc
  .array(
    fc.record({
      length: fc.integer({ min: 3000, max: 9000 }),
      quantity: fc.integer({ min: 1, max: 4 }),
      price: fc.record({ perBar: fc.integer({ min: 1, max: 40 }).map((price) => 25 * price) }),
      remnant: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((list) => list.map((line, index) => ({ id: `S${index}`, ...line })))
const saw = (mitred: boolean) =>
  fc.record({
    kerf: fc.integer({ min: 0, max: 40 }),
    startTrim: fc.constantFrom(0, 100),
    clampEnd: fc.constantFrom(0, 0, 500),
    minRemnant: fc.constant(1500),
    remnantPerMetre: fc.constantFrom(0, 0, 700),
    profileHeight: fc.constant(mitred ? 300 : 0),
  })
const inputs = (maxLength: number, mitred: boolean): fc.Arbitrary<NestingInput> =>
  fc.record({ demands: demands(maxLength, mitred), stock, saw: saw(mitred) })

/** Both edges of each part at the near and the far flange, in cutting order. */
function edges(
  { demands: list, saw: { profileHeight, kerf } }: NestingInput,
  { parts }: NestingResult['patterns'][number],
) {
  return parts.map(({ demandId, from, length, reversed }) => {
    const { left, right } = list.find(({ id }) => id === demandId)?.ends ?? { left: 0, right: 0 }
    const [first, last] = [reversed ? right : left, reversed ? left : right].map(
      (tenths) => (tenths / 10) * (Math.PI / 180),
    )
    const slope = (radians = 0) => profileHeight * Math.tan(radians)
    return {
      left: [from - Math.min(0, slope(first)), from + slope(first) - Math.min(0, slope(first))] as const,
      right: [
        from + length - Math.max(0, slope(last)),
        from + length + slope(last) - Math.max(0, slope(last)),
      ] as const,
      leftCut: kerf / Math.cos(first ?? 0),
      rightCut: kerf / Math.cos(last ?? 0),
    }
  })
}

/** Parts are apart by a cut, after the trim and before the clamp; checked from the positions alone. */
function expectCuttable(input: NestingInput, pattern: NestingResult['patterns'][number]): void {
  const cut = edges(input, pattern)
  for (const [index, { left, leftCut }] of cut.entries()) {
    const before = cut[index - 1]
    if (before === undefined) continue
    const apart = Math.min(left[0] - before.right[0], left[1] - before.right[1])
    expect(apart).toBeGreaterThanOrEqual(Math.max(leftCut, before.rightCut) - 1e-6)
  }
  const { startTrim, clampEnd } = input.saw
  expect(Math.min(...cut.flatMap(({ left }) => left))).toBeGreaterThanOrEqual(startTrim - 1e-6)
  const lastCut = clampEnd > 0 ? (cut.at(-1)?.rightCut ?? 0) : 0
  const length = input.stock.find(({ id }) => id === pattern.stockId)?.length
  expect(Math.max(...cut.flatMap(({ right }) => right)) + lastCut + clampEnd).toBeLessThanOrEqual(
    (length ?? 0) + 1e-6,
  )
}

function expectValid(input: NestingInput, { patterns, unmade, bound, cost }: NestingResult): void {
  for (const pattern of patterns) expectCuttable(input, pattern)
  for (const { id, quantity } of input.demands) {
    const made = patterns.map(
      ({ bars, parts }) => bars * parts.filter(({ demandId }) => demandId === id).length,
    )
    const missing = unmade.filter(({ demandId }) => demandId === id).map((one) => one.quantity)
    expect([...made, ...missing].reduce((sum, count) => sum + count, 0)).toBe(quantity)
  }
  for (const { id, quantity = Number.POSITIVE_INFINITY } of input.stock) {
    const bars = patterns.filter(({ stockId }) => stockId === id).reduce((sum, one) => sum + one.bars, 0)
    expect(bars).toBeLessThanOrEqual(quantity)
  }
  expect(bound).toBeLessThanOrEqual(cost)
}

const penaltyOfResult = ({ demands: list, ...rest }: NestingInput, { unmade }: NestingResult): number => {
  const { penalties } = nestingProblem({ demands: list, ...rest })
  return unmade.reduce(
    (sum, { demandId, quantity }) =>
      sum + quantity * (penalties[list.findIndex(({ id }) => id === demandId)] ?? 0),
    0,
  )
}

/** The lowest cost of all ways to put square parts into bars or to leave them out. */
function bruteForce(input: NestingInput): number {
  const { penalties } = nestingProblem(input)
  const { kerf, startTrim, clampEnd, minRemnant, remnantPerMetre } = input.saw
  const parts = input.demands.flatMap(({ length, quantity }, index) =>
    Array.from({ length: quantity }, () => ({ length, penalty: penalties[index] ?? 0 })),
  )
  const open: { line: number; used: number }[] = []
  let best = Number.POSITIVE_INFINITY
  const costOf = ({ line, used }: { line: number; used: number }): number => {
    const { length = 0, price } = input.stock[line] ?? {}
    const cost = price !== undefined && 'perBar' in price ? price.perBar : 0
    const rest = length - startTrim - used
    const value =
      rest > 0 && rest >= minRemnant ? rest * Math.min(remnantPerMetre / 10_000, cost / length) : 0
    return cost - value
  }
  const room = ({ line, used }: { line: number; used: number }): number =>
    (input.stock[line]?.length ?? 0) - startTrim - clampEnd + (clampEnd > 0 ? 0 : kerf) - used
  const assign = (index: number, unmade: number): void => {
    const next = parts[index]
    if (next === undefined) {
      best = Math.min(best, unmade + open.reduce((sum, bar) => sum + costOf(bar), 0))
      return
    }
    const size = next.length + kerf
    for (const bar of open.filter((one) => room(one) >= size)) {
      bar.used += size
      assign(index + 1, unmade)
      bar.used -= size
    }
    for (const [line, { quantity = 0 }] of input.stock.entries()) {
      if (open.filter((bar) => bar.line === line).length >= quantity || room({ line, used: 0 }) < size)
        continue
      open.push({ line, used: size })
      assign(index + 1, unmade)
      open.pop()
    }
    assign(index + 1, unmade + next.penalty)
  }
  assign(0, 0)
  return best
}

describe('solveNesting', () => {
  it.each([
    ['square cuts', false],
    ['mitre cuts', true],
  ])('obeys the saw and the stock, and beats first-fit decreasing: %s', async (_, mitred) => {
    await fc.assert(
      fc.asyncProperty(inputs(8, mitred), fc.option(fc.integer({ min: 1, max: 3 })), async (input, max) => {
        const limited = max === null ? input : { ...input, saw: { ...input.saw, maxPartsPerBar: max } }
        const result = await solveNesting(limited, unlimited)
        expectValid(limited, result)
        for (const { parts } of result.patterns)
          expect(new Set(parts.map(({ demandId }) => demandId)).size).toBeLessThanOrEqual(max ?? 99)
        const problem = nestingProblem(limited)
        const greedy = greedyPlan(problem, 'first-fit')
        expect(result.cost + penaltyOfResult(limited, result)).toBeLessThanOrEqual(
          totalCost(problem, greedy) + 0.01,
        )
      }),
      { numRuns: 60 },
    )
  })

  it('finds the best plan that trying everything finds', async () => {
    await fc.assert(
      fc.asyncProperty(inputs(3, false), async (input) => {
        const result = await solveNesting(input, unlimited)
        const best = bruteForce(input)
        const total = result.cost + penaltyOfResult(input, result)
        // Remnants have values of any fraction, so there plans within a cent are equal.
        expect(Math.abs(total - best)).toBeLessThan(1)
        expect(result.end).toBe('optimal')
      }),
      { numRuns: 40 },
    )
  })

  it('uses a remnant where that is cheaper, and says what cannot be made', async () => {
    const result = await solveNesting(
      {
        demands: [part('A', 30_000, 3), part('B', 130_000, 1), part('C', 50_000, 1, '2026-12-09')],
        stock: [
          { id: 'new', length: 60_200, quantity: 1, price: { perKg: 400, kgPerMetre: 10 }, heat: 'H1' },
          { id: 'rest', length: 32_000, quantity: 1, price: { perBar: 3000 }, remnant: true, heat: 'H2' },
        ],
        saw: { ...square, startTrim: 0 },
      },
      unlimited,
    )
    expect(result.unmade).toEqual([
      { demandId: 'B', quantity: 1, reason: 'longer_than_any_bar' },
      { demandId: 'C', quantity: 1, reason: 'no_stock' },
    ])
    expect(result).toMatchObject({ bars: 2, cost: 24_080 + 3000, bound: 24_080 + 3000, end: 'optimal' })
  })

  it('cuts equal mitres once: fourteen parts instead of eleven in a bar', async () => {
    const ends = { left: 450, right: 450 }
    const input = {
      demands: [{ ...part('brace', 10_000, 14), ends }],
      stock: [{ id: 'bar', length: 120_000, price: { perBar: 1 } }],
      saw: { ...square, startTrim: 0, profileHeight: 2000 },
    }
    const result = await solveNesting(input, unlimited)
    expectValid(input, result)
    expect(result).toMatchObject({ bars: 1, end: 'optimal' })
    const turned = {
      ...input,
      demands: [{ ...part('strut', 10_000, 14), ends: { left: 450, right: -450 }, reversible: true }],
    }
    expect((await solveNesting(turned, unlimited)).bars).toBe(1)
  })

  it('gives the same plan for the same input', async () => {
    const list = Array.from({ length: 30 }, (_, index) =>
      part(`P${index}`, 7000 + ((index * 7919) % 41_000), 4),
    )
    const input = {
      demands: list,
      stock: [{ id: 'bar', length: 120_000, price: { perBar: 1 } }],
      saw: square,
    }
    expect(await solveNesting(input, unlimited)).toEqual(await solveNesting(input, unlimited))
  })
})

describe('runNesting', () => {
  const input = {
    demands: Array.from({ length: 60 }, (_, index) => part(`P${index}`, 9000 + ((index * 7919) % 43_000), 7)),
    stock: [{ id: 'bar', length: 120_000, price: { perBar: 6000 } }],
    saw: { ...square, remnantPerMetre: 300 },
  }

  it('solves in a thread and reports its progress', async () => {
    const costs: number[] = []
    const small = { ...input, demands: input.demands.slice(0, 5), saw: square }
    const result = await runNesting(small, {
      timeLimitMs: 60_000,
      onProgress: ({ cost }) => costs.push(cost),
    })
    expectValid(small, result)
    expect(result.end).toBe('optimal')
    expect(costs.at(-1)).toBe(result.cost)
  })

  it('returns the best plan so far when it is cancelled or its time is over', async () => {
    const controller = new AbortController()
    const cancelled = await runNesting(input, {
      timeLimitMs: 60_000,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    })
    expectValid(input, cancelled)
    expect(cancelled.end).toBe('cancelled')
    const late = await runNesting(input, { timeLimitMs: 1 })
    expectValid(input, late)
    expect(late.end).toBe('time_limit')
  })
})
