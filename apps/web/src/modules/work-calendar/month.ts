const dayMs = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The weeks of a month `YYYY-MM`, Monday first, filled up with the days around it. */
export function monthOf(month: string): readonly (readonly string[])[] {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs
  const end = Date.parse(`${movedMonth(month, 1)}-01T00:00:00Z`)
  const weeks: string[][] = []
  for (let at = start; at < end; at += 7 * dayMs)
    weeks.push(Array.from({ length: 7 }, (_, day) => dayOf(at + day * dayMs)))
  return weeks
}

/** The month so many months on. */
export function movedMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + by
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}
