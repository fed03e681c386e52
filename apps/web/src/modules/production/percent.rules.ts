/** A share from 0 to 1 in per cent, one digit at most; never 0 for something or 100 for not all. */
export function percentText(share: number): string {
  if (share <= 0) return '0'
  if (share >= 1) return '100'
  return String(Math.min(99.9, Math.max(0.1, Math.round(share * 1000) / 10)))
}
