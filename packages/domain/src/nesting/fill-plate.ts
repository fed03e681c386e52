import {
  type Choice,
  type Column,
  type CuttingRules,
  layoutOf,
  type PlateLayout,
  type PlateStock,
  type RectangleDemand,
  type Strip,
  trimOf,
} from './guillotine.ts'

/** What fills a plate: how many of each demand are left, and what one of each is worth. */
export interface PlateFilling {
  readonly demands: readonly RectangleDemand[]
  readonly rules: CuttingRules
  readonly left: readonly number[]
  readonly values: readonly number[]
  /** Demands that may be chosen; fewer are faster. */
  readonly candidates: readonly number[]
  /** Strips lie across the plate instead of along it. */
  readonly across: boolean
  /** Strips by width, widest first, instead of the most valuable content: much faster, and better at the start. */
  readonly greedy: boolean
}

/** Tenths in a cell of the dynamic programs: parts are rounded up to whole millimetres there, so every plan can be cut. */
const cell = 10
const cellsOf = (size: number): number => Math.ceil(size / cell)

function choicesOf(filling: PlateFilling, left: readonly number[], maxU: number, maxV: number): Choice[] {
  const { demands, rules, candidates, across, greedy } = filling
  return candidates
    .flatMap((demand): Choice[] => {
      const found = demands[demand]
      if (found === undefined || (left[demand] ?? 0) === 0) return []
      const { length, width } = found
      const [du, dv] = across ? [width, length] : [length, width]
      const straight = { demand, turned: false, du, dv }
      const ways =
        rules.rotate && length !== width ? [straight, { demand, turned: true, du: dv, dv: du }] : [straight]
      const fitting = ways.filter((way) => way.du <= maxU && way.dv <= maxV)
      // Greedy strips are low: each part lies along its strip if it can.
      return greedy && fitting.length === 2 ? fitting.filter((way) => way.dv <= way.du) : fitting
    })
    .toSorted((a, b) => a.dv - b.dv || a.du - b.du)
}

/** Groups of 1, 2, 4 … whose sums give every number up to `count`. */
function* groupsOf(count: number): Generator<number> {
  for (let size = 1, open = count; open > 0; size *= 2) {
    const group = Math.min(size, open)
    yield group
    open -= group
  }
}

/** Takes a group of equal columns wherever it is worth more; marks where. */
function improve(best: Float64Array, size: number, value: number, used?: Uint8Array): void {
  for (let at = best.length - 1; at >= size; at -= 1) {
    const candidate = (best[at - size] ?? 0) + value
    if (candidate <= (best[at] ?? 0)) continue
    best[at] = candidate
    if (used !== undefined) used[at] = 1
  }
}

/**
 * The height of the next strip: what strips of each height are worth by one pass over all parts in the order of their
 * widths, then the best set of strips for the height that is left; the tallest of them comes first.
 */
function nextHeight(
  filling: PlateFilling,
  left: readonly number[],
  choices: readonly Choice[],
  maxU: number,
  maxV: number,
): number {
  if (filling.greedy) return choices.at(-1)?.dv ?? 0
  const { kerf } = filling.rules
  const best = new Float64Array(Math.floor((maxU + kerf) / cell) + 1)
  const worth = new Map<number, number>()
  for (const { demand, du, dv } of choices) {
    const size = cellsOf(du + kerf)
    const fit = Math.min(left[demand] ?? 0, Math.floor((best.length - 1) / size))
    for (const group of groupsOf(fit)) improve(best, size * group, (filling.values[demand] ?? 0) * group)
    worth.set(dv, best[best.length - 1] ?? 0)
  }
  return tallestOf(worth, maxV, kerf)
}

/** The tallest strip of the most valuable set that fits over each other. */
function tallestOf(worth: ReadonlyMap<number, number>, maxV: number, kerf: number): number {
  const total = new Float64Array(Math.floor((maxV + kerf) / cell) + 1)
  const tallest = new Float64Array(total.length)
  for (const [height, value] of worth) {
    const size = cellsOf(height + kerf)
    for (let at = size; at < total.length; at += 1) {
      const candidate = (total[at - size] ?? 0) + value
      if (candidate <= (total[at] ?? 0)) continue
      total[at] = candidate
      tallest[at] = Math.max(height, tallest[at - size] ?? 0)
    }
  }
  return tallest[total.length - 1] ?? 0
}

interface Group {
  readonly choice: Choice
  /** Pieces above each other in a column. */
  readonly stack: number
  readonly columns: number
}

/** Columns by the width of their parts, the widest first, as many as fit. */
function widestColumns(
  { rules: { kerf } }: PlateFilling,
  left: readonly number[],
  choices: readonly Choice[],
  maxU: number,
  height: number,
): Group[] {
  let room = maxU + kerf
  return choices.toReversed().flatMap((choice) => {
    const open = left[choice.demand] ?? 0
    const stack = Math.min(open, Math.floor((height + kerf) / (choice.dv + kerf)))
    if (stack < 1) return []
    const columns = Math.min(Math.ceil(open / stack), Math.floor(room / (choice.du + kerf)))
    room -= columns * (choice.du + kerf)
    return columns === 0 ? [] : [{ choice, stack, columns }]
  })
}

/** The most valuable columns of a strip; low parts are stacked in one column. */
function bestColumns(
  { rules: { kerf }, values }: PlateFilling,
  left: readonly number[],
  choices: readonly Choice[],
  maxU: number,
  height: number,
): Group[] {
  const best = new Float64Array(Math.floor((maxU + kerf) / cell) + 1)
  const groups: (Group & { readonly used: Uint8Array })[] = []
  for (const choice of choices) {
    const open = left[choice.demand] ?? 0
    const stack = Math.min(open, Math.floor((height + kerf) / (choice.dv + kerf)))
    if (stack < 1) continue
    const size = cellsOf(choice.du + kerf)
    const add = (columns: number, pieces: number) => {
      const used = new Uint8Array(best.length)
      improve(best, size * columns, (values[choice.demand] ?? 0) * pieces * columns, used)
      groups.push({ choice, stack: pieces, columns, used })
    }
    for (const columns of groupsOf(Math.min(Math.floor(open / stack), Math.floor(best.length / size))))
      add(columns, stack)
    if (open % stack > 0) add(1, open % stack)
  }
  let at = best.length - 1
  return groups.toReversed().filter(({ choice, columns, used }) => {
    if (used[at] !== 1) return false
    at -= cellsOf(choice.du + kerf) * columns
    return true
  })
}

/** Builds a strip and takes its parts from `left`. Space above the pieces of a column is filled with what fits. */
function buildStrip(
  filling: PlateFilling,
  left: number[],
  choices: readonly Choice[],
  { v, height, maxU }: { readonly v: number; readonly height: number; readonly maxU: number },
): Strip {
  const { kerf } = filling.rules
  const columnsOf = filling.greedy ? widestColumns : bestColumns
  const columns: Column[] = []
  const take = (column: Column, choice: Choice, top: number): number => {
    left[choice.demand] = (left[choice.demand] ?? 0) - 1
    column.pieces.push({ choice, v: top })
    return top + choice.dv + kerf
  }
  let u = 0
  for (const { choice, stack, columns: count } of columnsOf(filling, left, choices, maxU, height)) {
    for (let n = 0; n < count; n += 1) {
      const pieces = Math.min(stack, left[choice.demand] ?? 0)
      // The other way round, the same part may have been used already.
      if (pieces === 0 || u + choice.du > maxU) break
      const column: Column = { u, du: choice.du, pieces: [] }
      let top = v
      for (let piece = 0; piece < pieces; piece += 1) top = take(column, choice, top)
      for (;;) {
        const more = largestFit(filling, left, choices, choice.du, v + height - top)
        if (more === null) break
        top = take(column, more, top)
      }
      columns.push(column)
      u += choice.du + kerf
    }
  }
  return { v, height, columns }
}

function largestFit(
  { values }: PlateFilling,
  left: readonly number[],
  choices: readonly Choice[],
  maxU: number,
  maxV: number,
): Choice | null {
  let best: Choice | null = null
  for (const choice of choices) {
    if (choice.dv > maxV) break
    if (choice.du > maxU || (left[choice.demand] ?? 0) === 0) continue
    if (best === null || (values[choice.demand] ?? 0) > (values[best.demand] ?? 0)) best = choice
  }
  return best
}

/** Fills one plate; `left` remains as it is. Null: nothing fits. */
export function fillPlate(filling: PlateFilling, stock: PlateStock): PlateLayout | null {
  const { rules, across } = filling
  const trim = trimOf(stock, rules)
  const [along, over] = across ? [stock.width, stock.length] : [stock.length, stock.width]
  const [maxU, maxV] = [along - 2 * trim, over - 2 * trim]
  const left = [...filling.left]
  const strips: Strip[] = []
  let v = 0
  for (;;) {
    const choices = choicesOf(filling, left, maxU, maxV - v)
    const height = choices.length === 0 ? 0 : nextHeight(filling, left, choices, maxU, maxV - v)
    if (height === 0) break
    const strip = buildStrip(filling, left, choices, { v, height, maxU })
    if (strip.columns.length === 0) break
    strips.push(strip)
    v += height + rules.kerf
  }
  return strips.length === 0 ? null : layoutOf(strips, { rules, across, trim, along, over })
}
