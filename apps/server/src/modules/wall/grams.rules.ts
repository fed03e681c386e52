/** Rounds kilograms to grams: sums of fractions have rounding noise. */
export const grams = (kg: number): number => Math.round(kg * 1_000) / 1_000

/** Rounds to the given number of digits; null stays null. */
export function rounded(value: number | null, digits: number): number | null {
  const factor = 10 ** digits
  return value === null ? null : Math.round(value * factor) / factor
}
