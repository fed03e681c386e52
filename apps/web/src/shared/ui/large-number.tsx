import { absent, count, shortNumber } from '../format/numbers.ts'

/** From here on a figure is read more easily with k, M, G. */
const largeFrom = 100_000

/** A count; a large one short, and in full when pointed at. */
export function LargeNumber({ value }: { readonly value: number | null }) {
  if (value === null) return absent
  if (Math.abs(value) < largeFrom) return count(value)
  return <span title={count(value)}>{shortNumber(value, 1)}</span>
}
