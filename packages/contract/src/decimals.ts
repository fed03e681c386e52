/**
 * Exact arithmetic for tolerances and readings: whole millionths in a bigint, so nothing is ever rounded behind anybody's
 * back. Six digits behind the point are all that `decimal` of `quality-rules.ts` lets in.
 */
const form = /^-?\d{1,15}(\.\d{1,6})?$/
const typed = /^-?(0|[1-9]\d{0,11})(\.\d{1,6})?$/
const unit = 1_000_000n

/** Whether the server takes the text as a decimal: at most 12 digits before the point and 6 behind it. */
export const isDecimal = (text: string): boolean => typed.test(text)

/** Millionths of a decimal text. Throws `RangeError` when it is none. */
export function toMicro(text: string): bigint {
  if (!form.test(text)) throw new RangeError(`not a decimal: ${text}`)
  const point = text.indexOf('.')
  if (point < 0) return BigInt(text) * unit
  return BigInt(text.slice(0, point) + text.slice(point + 1).padEnd(6, '0'))
}

/** The shortest text of so many millionths: `-2`, `0.35`. */
export function fromMicro(micro: bigint): string {
  const size = absolute(micro)
  const rest = size % unit
  const sign = micro < 0n ? '-' : ''
  const whole = `${sign}${size / unit}`
  return rest === 0n ? whole : `${whole}.${String(rest).padStart(6, '0').replace(/0+$/, '')}`
}

export const absolute = (micro: bigint): bigint => (micro < 0n ? -micro : micro)

/** Millionths of `a ÷ b`, cut off behind the sixth digit; `b` is not zero. */
export const quotient = (a: bigint, b: bigint): bigint => (a * unit) / b

/** A limit as it is read: thousandths at most, cut off towards nought, so that nothing shown inside is judged outside. */
export const shownDecimal = (text: string): string => fromMicro((toMicro(text) / 1000n) * 1000n)
