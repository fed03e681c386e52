/** A share of 0 to 1 as per cent with one digit; never 100.0 % while something is missing. */
export function percent(share: number): string {
  const rounded = Math.round(share * 1000) / 10
  const shown = share < 1 && rounded === 100 ? 99.9 : rounded
  return `${shown.toFixed(1)} %`
}
