import { silenceOf } from '@cloud-factory/domain/telemetry/liveness.rules'

/** One rollup or raw value of a signal. */
export interface Sum {
  /** Ms since 1970: when it was measured, or when its minute or hour began. */
  readonly at: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

export type Span = 'raw' | 'minute' | 'hour'

const spanMs = { minute: 60_000, hour: 3_600_000 } as const
/** Maximum number of rows read for one trend. */
const maxRows = 20_000

/** The finest resolution whose row count is within the limit. `oldest`: start of the stored raw values, ms since 1970. */
export function spanFor(from: number, to: number, rateMs: number, oldest: number): Span {
  const length = to - from
  if (from >= oldest && length / rateMs <= maxRows) return 'raw'
  return length / spanMs.minute <= maxRows ? 'minute' : 'hour'
}

interface GapFacts {
  readonly span: Span
  readonly rateMs: number
  /** An unchanged value is stored at least this often, ms. */
  readonly holdMs: number
  /** The machine sends only changes. */
  readonly byException: boolean
  readonly offline: readonly { readonly from: number; readonly to: number }[]
}

/**
 * Whether the machine was away between two values, by the rule of its link: it was offline, or silent for longer than it may be. A
 * value that is reported by exception holds until the machine is offline.
 */
export const gapsOf = ({ span, rateMs, holdMs, byException, offline }: GapFacts) => {
  const least = span === 'raw' ? 3 * rateMs : spanMs[span] * 1.5
  const longest = byException ? Infinity : Math.max(least, silenceOf(rateMs), holdMs + rateMs)
  return (from: number, to: number): boolean =>
    to - from > longest ||
    (to - from > least && offline.some((period) => period.from < to && period.to > from))
}

export interface Course {
  readonly at: number[]
  readonly mean: (number | null)[]
  readonly low: (number | null)[]
  readonly high: (number | null)[]
}

/**
 * Reduces a trend to at most `pixels` points, plus the ends of its segments. Points on one pixel become one point with their minimum and maximum, so
 * no peak is lost. Gaps are never bridged.
 */
export function courseOf(
  sums: readonly Sum[],
  { from, to, pixels }: { readonly from: number; readonly to: number; readonly pixels: number },
  gapBetween: (from: number, to: number) => boolean,
): Course {
  const width = Math.max(1, (to - from) / pixels)
  const course: Course = { at: [], mean: [], low: [], high: [] }
  let last: Sum | null = null
  let pixel = -1
  let members: Sum[] = []
  const close = (): void => {
    const point = onePoint(members)
    if (point !== null) add(course, point.at, point)
    members = []
  }
  for (const sum of sums) {
    const own = Math.min(pixels - 1, Math.floor((sum.at - from) / width))
    const isGap = last !== null && gapBetween(last.at, sum.at)
    if (own !== pixel || isGap) close()
    // Two segments on one pixel cannot be told apart by eye.
    if (isGap && last !== null && own !== pixel) add(course, last.at + 1, null)
    pixel = own
    members.push(sum)
    last = sum
  }
  close()
  return course
}

function onePoint(sums: readonly Sum[]): Sum | null {
  const [first] = sums
  if (first === undefined || sums.length === 1) return first ?? null
  return {
    at: first.at,
    mean: sums.reduce((sum, { mean }) => sum + mean, 0) / sums.length,
    low: Math.min(...sums.map(({ low }) => low)),
    high: Math.max(...sums.map(({ high }) => high)),
  }
}

function add(course: Course, at: number, sum: Sum | null): void {
  course.at.push(at)
  course.mean.push(sum?.mean ?? null)
  course.low.push(sum?.low ?? null)
  course.high.push(sum?.high ?? null)
}
