// Rectangles nested on plates beside a greedy shelf cut: `node bench/plates.ts SECONDS [PARTS…]`. Generated lists of 200 and
// 2 000 stiffeners, gussets, end plates and strips of one thickness, plates of 2.5 × 12 m and 2 × 8 m, ten remnants.
import type { PlateProblem, PlateStock, RectangleDemand } from '../packages/domain/src/nesting/guillotine.ts'
import { nestPlates } from '../packages/domain/src/nesting/plate-search.ts'

const [seconds = '20', ...sizes] = process.argv.slice(2)
const limitMs = Number(seconds) * 1000

const rules = {
  kerf: 30,
  trim: 100,
  minRemnant: [10_000, 3000] as const,
  rotate: true,
  remnantValue: 0.7e-8,
}
const trim = 2 * rules.trim

function generated(parts: number): PlateProblem {
  let state = 11
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const kinds = [
    // Stiffeners, gussets, end plates, and strips for welded girders.
    () => ({ length: 10 * (250 + 5 * random(70)), width: 10 * (90 + 5 * random(30)) }),
    () => ({ length: 10 * (300 + 5 * random(120)), width: 10 * (200 + 5 * random(80)) }),
    () => ({ length: 10 * (350 + 10 * random(60)), width: 10 * (200 + 10 * random(30)) }),
    () => ({ length: 10 * (3000 + 50 * random(150)), width: 10 * (180 + 10 * random(30)) }),
  ]
  const demands: RectangleDemand[] = []
  for (let left = parts, at = 0; left > 0; at += 1) {
    const kind = at % 10 === 9 ? 3 : at % 3
    const quantity = Math.min(left, kind === 3 ? 1 + random(4) : 2 + random(14))
    const size = kinds[kind]?.() ?? { length: 1000, width: 1000 }
    demands.push({ ...size, quantity, due: `2026-12-${String(1 + (at % 20)).padStart(2, '0')}` })
    left -= quantity
  }
  const remnants = Array.from({ length: 10 }, (_, at): PlateStock => {
    const [length, width] = [10 * (1500 + random(4000)), 10 * (600 + random(1400))]
    return {
      id: `R${at}`,
      length,
      width,
      quantity: 1,
      cost: length * width * rules.remnantValue,
      remnant: true,
    }
  })
  const whole = (id: string, length: number, width: number): PlateStock => ({
    id,
    length,
    width,
    cost: length * width * 1e-8,
    remnant: false,
  })
  return { demands, stock: [...remnants, whole('12', 120_000, 25_000), whole('8', 80_000, 20_000)], rules }
}

/** Parts in the order of their widths, in shelves along plates of 2.5 × 12 m; a shelf that is full begins the next one. */
function shelves({ demands }: PlateProblem) {
  const [maxU, maxV] = [120_000 - trim, 25_000 - trim]
  const pieces = demands
    .flatMap((one) => Array.from({ length: one.quantity }, () => one))
    .toSorted((a, b) => b.width - a.width || b.length - a.length)
  const open: { u: number; height: number; plate: number }[] = []
  const heights: number[] = []
  for (const { length, width } of pieces) {
    let shelf = open.find((one) => one.height >= width && one.u + length <= maxU)
    if (shelf === undefined) {
      let plate = heights.findIndex((height) => height + width <= maxV)
      if (plate < 0) plate = heights.push(0) - 1
      heights[plate] = (heights[plate] ?? 0) + width + rules.kerf
      shelf = { u: 0, height: width, plate }
      open.push(shelf)
    }
    shelf.u += length + rules.kerf
  }
  const area = demands.reduce((sum, { length, width, quantity }) => sum + length * width * quantity, 0)
  const left = 25_000 - rules.trim - (heights.at(-1) ?? 0)
  const back = left >= rules.minRemnant[1] ? left * maxU : 0
  const used = heights.length * 120_000 * 25_000
  return {
    plates: heights.length,
    cost: used * 1e-8 - back * rules.remnantValue,
    waste: 1 - area / (used - back),
  }
}

const percent = (share: number) => `${(100 * share).toFixed(2)} %`
for (const parts of sizes.length === 0 ? [200, 2000] : sizes.map(Number)) {
  const problem = generated(parts)
  const began = performance.now()
  let first = ''
  const plan = nestPlates(problem, {
    remainingMs: () => limitMs - (performance.now() - began),
    isCancelled: () => false,
    onProgress: ({ cost }) => {
      if (first === '')
        first = `first better plan ${cost.toFixed(2)} after ${Math.round(performance.now() - began)} ms`
    },
  })
  const ms = Math.round(performance.now() - began)
  const greedy = shelves(problem)
  const whole = plan.plates.filter(({ stock }) => !stock.remnant).length
  console.log(
    `${parts} parts of ${problem.demands.length} sizes: ${whole} plates and ${plan.plates.length - whole} remnants, waste ${percent(plan.waste)}, ` +
      `cost ${plan.cost.toFixed(2)} (m² of plate), bound ${plan.bound.toFixed(2)}, gap ${percent(1 - plan.bound / plan.cost)}, ${plan.end} after ${ms} ms (${first}); ` +
      `shelves: ${greedy.plates} plates, waste ${percent(greedy.waste)}, cost ${greedy.cost.toFixed(2)}`,
  )
}
