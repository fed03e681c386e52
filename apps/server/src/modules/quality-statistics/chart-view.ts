import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type {
  ChartKind,
  qualityStatisticsApi,
} from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { signalsOf, withoutZones } from './chart-signals.rules.ts'
import { type ControlChart, type ControlLine, groupsForLimits } from './control-charts.rules.ts'

type ChartReply = ReplyOf<(typeof qualityStatisticsApi)['GET /api/quality/chart']>
type ReplySignal = ChartReply['signals'][number]
/** A point before it has its values. */
export type PlainPoint = Pick<ChartReply['points'][number], 'inspection' | 'at' | 'size'>

/** A chart as it leaves; below 20 points without limits and signals. `values` where there are too few for any chart. */
export function chartView(
  kind: ChartKind,
  points: readonly PlainPoint[],
  chart: ControlChart | null,
  values: readonly number[] = chart?.location.points ?? [],
): ChartReply {
  const spreads = spreadsOf(points.length, chart)
  return {
    kind,
    points: points.map((point, at) => ({ ...point, value: values[at] ?? 0, spread: spreads[at] ?? null })),
    ...(chart === null || points.length < groupsForLimits ? withoutLimits : limited(chart)),
    capability: null,
  }
}

const withoutLimits = { location: null, spread: null, signals: [] }

const limited = ({ location, spread }: ControlChart) => ({
  location: limitsOf(location),
  spread: spread === null ? null : limitsOf(spread),
  signals: [
    ...signalsOf(location, spread === null ? withoutZones : undefined).map(onLine('location', 0)),
    ...(spread === null ? [] : spreadSignals(spread, location.points.length)),
  ],
})

/** A range or deviation beyond its limits; the first moving range is that of the second value. */
const spreadSignals = (spread: ControlLine, points: number) =>
  signalsOf(spread, ['beyond']).map(onLine('spread', points - spread.points.length))

const onLine =
  (line: ReplySignal['line'], shift: number) =>
  ({ rule, point }: Omit<ReplySignal, 'line'>): ReplySignal => ({ line, rule, point: point + shift })

/** The spread of each point; a moving range belongs to the later of its two values. */
function spreadsOf(points: number, chart: ControlChart | null): (number | null)[] {
  const spreads = chart?.spread?.points ?? []
  return [...Array.from({ length: points - spreads.length }, () => null), ...spreads]
}

const limitsOf = ({ centre, lower, upper }: ControlLine) => ({ centre, lower: [...lower], upper: [...upper] })
