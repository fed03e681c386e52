/**
 * The shares scaled so that they sum to 100, in tenths of a per cent, largest remainders rounded up; what is 0 stays 0.
 * Nothing to scale: all the same.
 */
export function evenOut(weights: readonly (number | null | undefined)[]): readonly number[] {
  const positive = weights.map((weight) => Math.max(0, weight ?? 0))
  const total = positive.reduce((sum, weight) => sum + weight, 0)
  const exact =
    total === 0
      ? positive.map(() => 1000 / positive.length)
      : positive.map((weight) => (weight / total) * 1000)
  const tenths = exact.map(Math.floor)
  const missing = 1000 - tenths.reduce((sum, weight) => sum + weight, 0)
  const byRemainder = exact
    .map((weight, index) => ({ index, remainder: weight - Math.floor(weight) }))
    .filter(({ index }) => total === 0 || (positive[index] ?? 0) > 0)
    .toSorted((one, other) => other.remainder - one.remainder || one.index - other.index)
  for (const { index } of byRemainder.slice(0, missing)) tenths[index] = (tenths[index] ?? 0) + 1
  return tenths.map((weight) => weight / 10)
}
