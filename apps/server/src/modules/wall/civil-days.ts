/** Days since 1970-01-01 of a `YYYY-MM-DD`. */
export const dayNumber = (day: string): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000)

/** The `YYYY-MM-DD` of a number of days since 1970-01-01. */
export const dayOf = (number: number): string => new Date(number * 86_400_000).toISOString().slice(0, 10)

/** First and last day of the month of a day. */
export function monthOf(day: string): readonly [string, string] {
  const first = `${day.slice(0, 7)}-01`
  const next = `${dayOf(dayNumber(first) + 31).slice(0, 7)}-01`
  return [first, dayOf(dayNumber(next) - 1)]
}
