/** Factors of control charts for subgroups of 2 to 10 (ASTM MNL 7; ISO 7870-2, table of coefficients). */
export interface ControlConstants {
  readonly a2: number
  readonly a3: number
  readonly b3: number
  readonly b4: number
  readonly c4: number
  readonly d2: number
  readonly d3: number
  readonly d4: number
}

const row = (
  a2: number,
  a3: number,
  b3: number,
  b4: number,
  c4: number,
  d2: number,
  d3: number,
  d4: number,
): ControlConstants => ({ a2, a3, b3, b4, c4, d2, d3, d4 })

const bySize: Readonly<Record<number, ControlConstants>> = {
  2: row(1.88, 2.659, 0, 3.267, 0.7979, 1.128, 0, 3.267),
  3: row(1.023, 1.954, 0, 2.568, 0.8862, 1.693, 0, 2.574),
  4: row(0.729, 1.628, 0, 2.266, 0.9213, 2.059, 0, 2.282),
  5: row(0.577, 1.427, 0, 2.089, 0.94, 2.326, 0, 2.114),
  6: row(0.483, 1.287, 0.03, 1.97, 0.9515, 2.534, 0, 2.004),
  7: row(0.419, 1.182, 0.118, 1.882, 0.9594, 2.704, 0.076, 1.924),
  8: row(0.373, 1.099, 0.185, 1.815, 0.965, 2.847, 0.136, 1.864),
  9: row(0.337, 1.032, 0.239, 1.761, 0.9693, 2.97, 0.184, 1.816),
  10: row(0.308, 0.975, 0.284, 1.716, 0.9727, 3.078, 0.223, 1.777),
}

/** The factors of subgroups of `size` readings; refuses sizes outside 2 … 10 as a fault of the caller. */
export function controlConstants(size: number): ControlConstants {
  const constants = bySize[size]
  if (constants === undefined) throw new RangeError(`no control chart for subgroups of ${size}`)
  return constants
}
