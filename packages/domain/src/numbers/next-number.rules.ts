/** A year, and the month that follows it, in the part of a number before its counter. */
const dated = /(20\d\d)([-./]?)(0[1-9]|1[0-2])?(?!\d)/

/** The part before the counter with today's year and month: `SO-2026-03-` becomes `SO-2026-04-` in April. */
const broughtToToday = (prefix: string, today: string): string =>
  prefix.replace(
    dated,
    (_, _year, between: string, month?: string) =>
      today.slice(0, 4) + between + (month === undefined ? '' : today.slice(5, 7)),
  )

/**
 * The number that continues a series: `SO-2026-04-03` after `SO-2026-04-02`, and `SO-2026-04-01` after the last one
 * of March. `latest` are the numbers in use, newest first; `today` is a day like `2026-04-30`. Null without a number
 * that ends in digits.
 */
export function nextNumber(latest: readonly string[], today: string): string | null {
  const series = latest.map((number) => /^(.*?)(\d{1,9})$/s.exec(number)).find((match) => match !== null)
  if (series === undefined) return null
  const [, before = '', counter = ''] = series
  const prefix = broughtToToday(before, today)
  const used = latest
    .filter((number) => number.startsWith(prefix) && /^\d{1,9}$/.test(number.slice(prefix.length)))
    .map((number) => Number(number.slice(prefix.length)))
  return prefix + String(Math.max(0, ...used) + 1).padStart(counter.length, '0')
}
