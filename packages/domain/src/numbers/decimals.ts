/** Quantities that need a confirmation when they are far above the usual. */
export type Quantity = 'weld' | 'parts' | 'price' | 'film' | 'cost'

/** A weld is at most as long as its piece, or goes around it; 30 m is the longest piece for transport. mm. */
export const likelyWeldMm = (pieceMm: number | null): number =>
  pieceMm === null || pieceMm <= 0 ? 30_000 : Math.max(2 * pieceMm, 3000)

/** Spare parts moved at once: ten times the minimum stock. */
export const likelyParts = (minStock: number): number => Math.max(50, 10 * minStock)

/** Price of one spare part, in the factory's currency. */
export const likelyPrice = 100_000

/** Cost of one nonconformity, in the factory's currency. */
export const likelyCost = 500_000

/** Coat readings that no gauge shows: µm for a film, mm for a fire coating. */
export const maxReading = { film: 5000, fire: 200 } as const

/** A reading of a film without a specified maximum is at most three times the nominal thickness (ISO 12944-5:2019). µm. */
export const likelyFilm = (minUm: number): number => 3 * minUm

/** Whether steel weighs what its size says, within a factor of two: partial plates and coils differ, a slip of a digit by ten. */
export const isLikelyWeight = (kg: number, computedKg: number): boolean =>
  kg >= computedKg / 2 && kg <= computedKg * 2

/**
 * Exact arithmetic for tolerances and readings: whole millionths in a bigint, so nothing is rounded silently.
 * `decimal` of `quality-rules.ts` allows no more than six decimals.
 */
const form = /^-?\d{1,15}(\.\d{1,6})?$/
const typed = /^-?(0|[1-9]\d{0,11})(\.\d{1,6})?$/
const unit = 1_000_000n

/** Whether the server accepts the text as a decimal: at most 12 digits before the point and 6 after it. */
export const isDecimal = (text: string): boolean => typed.test(text)

/** Millionths of a decimal text. Throws `RangeError` for other text. */
export function toMicro(text: string): bigint {
  if (!form.test(text)) throw new RangeError(`not a decimal: ${text}`)
  const point = text.indexOf('.')
  if (point < 0) return BigInt(text) * unit
  return BigInt(text.slice(0, point) + text.slice(point + 1).padEnd(6, '0'))
}

/** The shortest text of a number of millionths: `-2`, `0.35`. */
export function fromMicro(micro: bigint): string {
  const size = absolute(micro)
  const rest = size % unit
  const sign = micro < 0n ? '-' : ''
  const whole = `${sign}${size / unit}`
  return rest === 0n ? whole : `${whole}.${String(rest).padStart(6, '0').replace(/0+$/, '')}`
}

export const absolute = (micro: bigint): bigint => (micro < 0n ? -micro : micro)

/** Millionths of `a ÷ b`, truncated after the sixth decimal; `b` is not zero. */
export const quotient = (a: bigint, b: bigint): bigint => (a * unit) / b

/**
 * A limit for display: at most thousandths, truncated towards zero, so that nothing shown inside is judged outside.
 */
export const shownDecimal = (text: string): string => fromMicro((toMicro(text) / 1000n) * 1000n)
