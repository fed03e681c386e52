interface Span {
  readonly from: number
  readonly to: number
}
interface Window {
  readonly day: string
  readonly planned: readonly Span[]
}
interface Part {
  /** `YYYY-MM`. */
  readonly month: string
  /** The working days of the month that count. */
  readonly test: (day: string) => boolean
  /** Planned work after this instant is left out. */
  readonly until: number
}

const lengthOf = (windows: readonly Window[], until: number): number =>
  windows
    .flatMap(({ planned }) => planned)
    .reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, until) - from), 0)

/**
 * The part of a month's target for some of its planned working time, kg; the target is spread evenly over planned minutes.
 * Null: no planned working time in the month.
 */
export function planUntil(targetKg: number, windows: readonly Window[], part: Part): number | null {
  const ofMonth = windows.filter(({ day }) => day.startsWith(part.month))
  const whole = lengthOf(ofMonth, Infinity)
  if (whole === 0) return null
  return (
    (targetKg *
      lengthOf(
        ofMonth.filter(({ day }) => part.test(day)),
        part.until,
      )) /
    whole
  )
}
