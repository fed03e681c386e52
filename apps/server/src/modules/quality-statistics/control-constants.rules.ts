/** Factors of control charts for subgroups of 2 to 10, by the names of ASTM MNL 7 and ISO 7870-2. */
export interface ControlConstants {
  readonly a2: number
  readonly a3: number
  readonly b3: number
  readonly b4: number
  readonly c4: number
  readonly d2: number
  /** D3 and D4, of the chart of ranges. */
  readonly d3: number
  readonly d4: number
}

/**
 * Mean d2 and standard deviation d3 of the range of n values of a normal distribution of deviation 1, to the digits of a
 * double: d2 = ∫ 1 − Φⁿ − (1 − Φ)ⁿ, d3² = ∫∫ n(n − 1) w² φ(x) φ(x + w) (Φ(x + w) − Φ(x))ⁿ⁻² − d2², integrated with thirty digits.
 */
const ranges: Readonly<Record<number, readonly [mean: number, deviation: number]>> = {
  2: [1.1283791670955126, 0.852502466427422],
  3: [1.692568750643269, 0.8883680040452043],
  4: [2.058750746007928, 0.8798082028249833],
  5: [2.325928947281039, 0.864081941099504],
  6: [2.534412721222943, 0.8480396861174953],
  7: [2.7043567512138087, 0.8332053356222937],
  8: [2.8472006120905555, 0.819831489791944],
  9: [2.970026324418474, 0.8078342745533224],
  10: [3.077505461670346, 0.7970506735194112],
}

/** Γ(n ÷ 2) ÷ Γ((n − 1) ÷ 2), from that of two by Γ(x + 1) = x·Γ(x). */
const gammaRatio = (n: number): number => (n === 2 ? 1 / Math.sqrt(Math.PI) : (n - 2) / 2 / gammaRatio(n - 1))

/** The factors of subgroups of `size` readings; rejects sizes outside 2 … 10 as a fault of the caller. */
export function controlConstants(size: number): ControlConstants {
  const range = ranges[size]
  if (range === undefined) throw new RangeError(`no control chart for subgroups of ${size}`)
  const [d2, deviation] = range
  const c4 = Math.sqrt(2 / (size - 1)) * gammaRatio(size)
  const ofDeviation = (3 * Math.sqrt(1 - c4 * c4)) / c4
  const ofRange = (3 * deviation) / d2
  return {
    a2: 3 / (d2 * Math.sqrt(size)),
    a3: 3 / (c4 * Math.sqrt(size)),
    b3: Math.max(0, 1 - ofDeviation),
    b4: 1 + ofDeviation,
    c4,
    d2,
    d3: Math.max(0, 1 - ofRange),
    d4: 1 + ofRange,
  }
}
