/** A source of numbers that gives the same ones for the same seed, for ever and on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  readonly next: () => number
  readonly between: (low: number, high: number) => number
  /** One of a bell curve around 0 with deviation 1, cut off at ±3. */
  readonly bell: () => number
  /** A waiting time with this mean, as breakdowns have it. */
  readonly waiting: (mean: number) => number
}

/** FNV-1a, 32 bits: a seed for each machine out of its code, so that one more machine does not change the others. */
export function seedOf(seed: number, text: string): number {
  let hash = (0x81_1c_9d_c5 ^ seed) >>> 0
  for (const char of text) {
    hash ^= char.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01_00_01_93) >>> 0
  }
  return hash
}

/** Mulberry32 (public domain, T. Ettinger): 32 bits of state, good enough for a factory that nobody bets on. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  // Four even ones add up to a bell close enough (Irwin and Hall): their sum has a deviation of 1/√3.
  const bell = () => Math.max(-3, Math.min(3, (next() + next() + next() + next() - 2) * Math.sqrt(3)))
  return {
    next,
    bell,
    between: (low, high) => low + (high - low) * next(),
    waiting: (mean) => -Math.log(1 - next()) * mean,
  }
}
