import { absent, count, shortNumber } from '../format/numbers.ts'

/** From this value on, a number is shown with k, M, G. */
const largeFrom = 100_000

/** A count; a large one in short form, with the full number as a tooltip. */
export function LargeNumber({ value }: { readonly value: number | null }) {
  if (value === null) return absent
  if (Math.abs(value) < largeFrom) return count(value)
  return <span title={count(value)}>{shortNumber(value, 1)}</span>
}
