/** Kilograms to the gram: sums of fractions leave a rest. */
export const grams = (kg: number): number => Math.round(kg * 1_000) / 1_000

/** A figure to so many digits; null stays null. */
export function rounded(value: number | null, digits: number): number | null {
  const factor = 10 ** digits
  return value === null ? null : Math.round(value * factor) / factor
}
