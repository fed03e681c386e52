/** A deterministic random source: the same seed gives the same numbers on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  readonly next: () => number
  readonly between: (low: number, high: number) => number
  /** Normally distributed, mean 0, deviation 1, limited to ±3. */
  readonly bell: () => number
  /** Exponentially distributed waiting time with this mean, as for breakdowns. */
  readonly waiting: (mean: number) => number
}

/** FNV-1a, 32 bits: derives each machine's seed from its code, so that adding a machine does not change the others. */
export function seedOf(seed: number, text: string): number {
  let hash = (0x81_1c_9d_c5 ^ seed) >>> 0
  for (const char of text) {
    hash ^= char.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01_00_01_93) >>> 0
  }
  return hash
}

/** Mulberry32 (public domain, T. Ettinger): 32 bits of state, sufficient for a simulation. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  // The sum of four uniform numbers is close to normal (Irwin–Hall); its deviation is 1/√3.
  const bell = () => Math.max(-3, Math.min(3, (next() + next() + next() + next() - 2) * Math.sqrt(3)))
  return {
    next,
    bell,
    between: (low, high) => low + (high - low) * next(),
    waiting: (mean) => -Math.log(1 - next()) * mean,
  }
}
