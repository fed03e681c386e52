/** A stretch of time, ms since 1970; `to` does not belong to it. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** What both have in common; null: nothing. */
export function overlap(one: Span, other: Span): Span | null {
  const from = Math.max(one.from, other.from)
  const to = Math.min(one.to, other.to)
  return from < to ? { from, to } : null
}

/** What is left of a stretch when others are taken out of it, in order. */
export function without(whole: Span, taken: readonly Span[]): Span[] {
  const left: Span[] = []
  let { from } = whole
  for (const part of [...taken].sort((one, other) => one.from - other.from)) {
    if (part.to <= from || part.from >= whole.to) continue
    if (part.from > from) left.push({ from, to: part.from })
    from = Math.max(from, part.to)
  }
  if (from < whole.to) left.push({ from, to: whole.to })
  return left
}

/** Milliseconds of stretches that do not overlap. */
export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { from, to }) => sum + to - from, 0)

/** Milliseconds that a stretch has in common with others, which do not overlap each other. */
export const commonLength = (span: Span, others: readonly Span[]): number =>
  others.reduce(
    (sum, other) => sum + Math.max(0, Math.min(span.to, other.to) - Math.max(span.from, other.from)),
    0,
  )
