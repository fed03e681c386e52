/**
 * Rectangles cut from plates by guillotine cuts: strips over the whole plate, columns over the whole strip, pieces in a column, and
 * an edge where a piece is shorter than its column. All lengths are whole tenths of a millimetre; x runs along the length of
 * the plate, which is the rolling direction, y across it.
 */
export interface RectangleDemand {
  readonly length: number
  readonly width: number
  readonly quantity: number
  /** ISO day; earlier ones are made first where stock runs out. */
  readonly due: string
}

/** Plates of one size, lot and price. */
export interface PlateStock {
  readonly id: string
  readonly length: number
  readonly width: number
  /** Absent: as many as needed, for plates that are still to be bought. */
  readonly quantity?: number
  readonly cost: number
  /** Its edges are cut already, so nothing is trimmed. */
  readonly remnant: boolean
}

export interface CuttingRules {
  readonly kerf: number
  /** Cut off at each edge of a whole plate, the cut included. */
  readonly trim: number
  /** Sides of the smallest rectangle that goes back to stock, the longer and the shorter one. */
  readonly minRemnant: readonly [length: number, width: number]
  /** Whether the length of a part may lie across the rolling direction. */
  readonly rotate: boolean
  /** Value of a remnant for each square tenth of a millimetre, at most what its plate cost. */
  readonly remnantValue: number
}

/** Parts of one thickness and grade, and the plates that they may be cut from. */
export interface PlateProblem {
  readonly demands: readonly RectangleDemand[]
  readonly stock: readonly PlateStock[]
  readonly rules: CuttingRules
}

export interface Area {
  readonly x: number
  readonly y: number
  readonly length: number
  readonly width: number
}

export interface PositionedPart extends Area {
  /** Index of the demand. */
  readonly demand: number
  readonly turned: boolean
}

/** A cut from edge to edge: the line x = at (or y = at) to at + kerf, from and to on the other axis. */
export interface Cut {
  readonly axis: 'x' | 'y'
  readonly at: number
  readonly from: number
  readonly to: number
}

export interface PlateLayout {
  readonly parts: readonly PositionedPart[]
  readonly remnants: readonly Area[]
  /** In the order in which they are made. */
  readonly cuts: readonly Cut[]
}

/** A demand as it lies in a strip: `du` along the strip, `dv` across it. */
export interface Choice {
  readonly demand: number
  readonly turned: boolean
  readonly du: number
  readonly dv: number
}

export interface Column {
  readonly u: number
  readonly du: number
  readonly pieces: { readonly choice: Choice; readonly v: number }[]
}

export interface Strip {
  readonly v: number
  readonly height: number
  readonly columns: readonly Column[]
}

export const trimOf = ({ remnant }: PlateStock, { trim, kerf }: CuttingRules): number =>
  remnant || trim === 0 ? 0 : Math.max(trim, kerf)

export interface Frame {
  readonly rules: CuttingRules
  readonly across: boolean
  readonly trim: number
  readonly along: number
  readonly over: number
}

/** Strips as parts, remnants and cuts on the plate. */
export function layoutOf(strips: readonly Strip[], frame: Frame): PlateLayout {
  const { rules, across, trim, along, over } = frame
  const [maxU, maxV] = [along - 2 * trim, over - 2 * trim]
  const area = (u: number, v: number, du: number, dv: number): Area =>
    across
      ? { x: trim + v, y: trim + u, length: dv, width: du }
      : { x: trim + u, y: trim + v, length: du, width: dv }
  const cuts: Cut[] = []
  /** Cuts at a position of an axis; nothing is cut at the edge itself. */
  const cut = (axis: 'u' | 'v', at: number, edge: number, from: number, to: number) => {
    if (at >= edge) return
    cuts.push({
      axis: (axis === 'u') === across ? 'y' : 'x',
      at: trim + at,
      from: trim + from,
      to: trim + to,
    })
  }
  if (trim > 0) cuts.push(...trimCuts(frame))
  for (const { v, height } of strips) cut('v', v + height, maxV, 0, maxU)
  const parts: PositionedPart[] = []
  for (const { v, height, columns } of strips) {
    const top = v + height
    for (const { u, du } of columns) cut('u', u + du, maxU, v, top)
    for (const { u, du, pieces } of columns)
      for (const { choice, v: at } of pieces) {
        cut('v', at + choice.dv, top, u, u + du)
        cut('u', u + choice.du, u + du, at, at + choice.dv)
        const { demand, turned } = choice
        parts.push({ ...area(u, at, choice.du, choice.dv), demand, turned })
      }
  }
  const free = freeAreas(strips, rules.kerf, maxU, maxV).map((one) => area(...one))
  const [minLength, minWidth] = rules.minRemnant
  const remnants = free.filter(
    ({ length, width }) => Math.max(length, width) >= minLength && Math.min(length, width) >= minWidth,
  )
  return { parts, remnants, cuts }
}

/** Both long edges over the whole plate, then both ends between them. */
function trimCuts({ rules: { kerf }, across, trim, along, over }: Frame): Cut[] {
  const [first, second] = across ? (['x', 'y'] as const) : (['y', 'x'] as const)
  const pair = (axis: 'x' | 'y', size: number, from: number, to: number): Cut[] => [
    { axis, at: trim - kerf, from, to },
    { axis, at: size - trim, from, to },
  ]
  return [...pair(first, over, 0, along), ...pair(second, along, trim, over - trim)]
}

/** What is left beside the strips and at their ends, as u, v, du, dv. */
function freeAreas(
  strips: readonly Strip[],
  kerf: number,
  maxU: number,
  maxV: number,
): [u: number, v: number, du: number, dv: number][] {
  const ends = strips.map(({ v, height, columns }): [number, number, number, number] => {
    const last = columns.at(-1)
    const u = last === undefined ? 0 : last.u + last.du + kerf
    return [u, v, maxU - u, height]
  })
  const top = strips.reduce((end, { v, height }) => Math.max(end, v + height + kerf), 0)
  return [[0, top, maxU, maxV - top] as [number, number, number, number], ...ends].filter(
    ([, , du, dv]) => du > 0 && dv > 0,
  )
}
