/** All lengths are whole tenths of a millimetre, angles whole tenths of a degree, money whole cents. */
export interface PartDemand {
  readonly id: string
  /** Longest length of the part, along the bar from tip to tip. */
  readonly length: number
  readonly quantity: number
  /** ISO day; parts that are due earlier are made first where stock runs out, and their bars are cut first. */
  readonly due: string
  /**
   * Angle between the cut and a square cut at the left and right end, positive where the tip of the left-hand side is
   * at the far flange. Two ends of the same angle are parallel and share one cut.
   */
  readonly ends?: { readonly left: number; readonly right: number }
  /** Whether the part may be turned end for end, which exchanges its ends. */
  readonly reversible?: boolean
}

/** Bars of one length, one heat and one price. */
export interface StockLine {
  readonly id: string
  readonly length: number
  /** Absent: as many as needed, for bars that are still to be bought. */
  readonly quantity?: number
  /** A remnant costs what it is worth in stock; it is therefore used before new bars wherever that is cheaper. */
  readonly price: { readonly perBar: number } | { readonly perKg: number; readonly kgPerMetre: number }
  readonly remnant?: boolean
  readonly heat?: string
}

export interface SawRules {
  /** Width of the cut, measured square to it. */
  readonly kerf: number
  /** Removed at the start of each bar, its own cut included. */
  readonly startTrim: number
  /** Held by the clamp at the end of each bar, where nothing can be cut. */
  readonly clampEnd: number
  /** Shortest rest that goes back to stock. */
  readonly minRemnant: number
  /** Value of one metre of such a rest, at most what a metre of its bar cost; 0: no more than scrap. */
  readonly remnantPerMetre: number
  /** Height of the profile in the plane of mitre cuts; 0 where all cuts are square. */
  readonly profileHeight: number
  /** Most different parts (demands) in one bar, for sorting at the saw. */
  readonly maxPartsPerBar?: number
}

export interface NestingInput {
  readonly demands: readonly PartDemand[]
  readonly stock: readonly StockLine[]
  readonly saw: SawRules
}

interface PartPosition {
  readonly demandId: string
  /** From the start of the bar to the nearest point of the part. */
  readonly from: number
  readonly length: number
  /** Turned end for end. */
  readonly reversed: boolean
}

/** Equal bars of one stock line, cut in the order of `parts`. */
export interface CuttingPattern {
  readonly stockId: string
  readonly bars: number
  readonly parts: readonly PartPosition[]
  /** Rest that goes back to stock; 0: none. */
  readonly remnant: number
  /** Length of the bar without its parts and its remnant: trim, cuts, wedges and scrap. */
  readonly waste: number
}

export interface UnmadeParts {
  readonly demandId: string
  readonly quantity: number
  readonly reason: 'longer_than_any_bar' | 'no_stock'
}

export type NestingEnd = 'optimal' | 'time_limit' | 'no_improvement' | 'cancelled'

export interface NestingResult {
  readonly patterns: readonly CuttingPattern[]
  readonly unmade: readonly UnmadeParts[]
  readonly bars: number
  /** Price of the bars less the value of the remnants. */
  readonly cost: number
  /** No plan that makes as many parts costs less. */
  readonly bound: number
  /** Waste as a share of the length of the bars used less remnants, 0 to 1. */
  readonly waste: number
  readonly end: NestingEnd
}

export interface NestingProgress {
  readonly cost: number
  readonly bound: number
}

/** What the solver asks while it runs. */
export interface NestingControl {
  readonly remainingMs: () => number
  readonly isCancelled: () => boolean
  readonly onProgress: (progress: NestingProgress) => void
}
