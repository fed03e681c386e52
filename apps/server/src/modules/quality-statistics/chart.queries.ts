import type { ReplyOf, QueryOf } from '@cloud-factory/contract/endpoint'
import {
  type ChartKind,
  type qualityStatisticsApi,
  maxChartReadings,
} from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { type RawBuilder, sql } from 'kysely'
import {
  signalsOf,
  withoutZones,
  type ControlChart,
  type ControlLine,
  groupsForLimits,
  capabilityOf,
  defectRate,
  individuals,
  mean,
  rejectedShare,
  xbarDeviation,
  xbarRange,
} from './control-charts.rules.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { reject } from '../../platform/http/domain-error.ts'
import { checkSpan, madeBy, inspectionsIn, inspectionsOf, spanIn } from './statistics-scope.ts'

type ChartReply = ReplyOf<ChartApi>
type ReplySignal = ChartReply['signals'][number]
/** A point before it has its values. */
type PlainPoint = Pick<ChartReply['points'][number], 'inspection' | 'at' | 'size'>

/** A chart as it leaves; below 20 points without limits and signals. `values` where there are too few for any chart. */
function chartView(
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

type ChartApi = (typeof qualityStatisticsApi)['GET /api/quality/chart']
type ChartQuery = QueryOf<ChartApi>

interface Reading {
  /** The deviation in tolerances: −1 and 1 are the limits. */
  readonly value: number
  readonly inspection_id: number
  readonly no: string
  readonly read_at: Date
  /** It has a limit on the lower side; without one only the upper is judged. */
  readonly two_sided: boolean
}

const usualSize = 5

/** A control chart of an item's readings, or of rejected pieces and defects by day. */
export async function chartOf(reads: Reads, plantId: number, query: ChartQuery): Promise<ChartReply> {
  checkSpan(query)
  return query.kind === 'p' || query.kind === 'u'
    ? chartOfDays(reads, plantId, query)
    : chartOfReadings(reads, plantId, query)
}

async function chartOfReadings(reads: Reads, plantId: number, query: ChartQuery): Promise<ChartReply> {
  const itemId = query.itemId ?? reject('statistics.no_item')
  const latest = await readRows(reads, readingsOf(plantId, query, itemId))
  const readings = latest.toReversed()
  const size = query.kind === 'i_mr' ? 1 : (query.size ?? usualSize)
  const groups = grouped(readings, size)
  const points = groups.map((group): PlainPoint => {
    const last = group.at(-1)
    return {
      size,
      inspection: last === undefined ? null : { id: String(last.inspection_id), no: last.no },
      at: last?.read_at.toISOString() ?? '',
    }
  })
  if (groups.length < 2)
    return chartView(
      query.kind,
      points,
      null,
      groups.map((group) => mean(group.map(valueOf))),
    )
  const chart = drawn(
    query.kind,
    groups.map((group) => group.map(valueOf)),
  )
  const values = readings.map(valueOf)
  const sigma = chart.sigma ?? 0
  const limits = { lower: readings.some(({ two_sided: two }) => two) ? -1 : null, upper: 1, target: 0 }
  return {
    ...chartView(query.kind, points, chart),
    capability:
      groups.length < groupsForLimits
        ? null
        : { ...capabilityOf(values, sigma, limits), mean: mean(values), sigma },
  }
}

const valueOf = ({ value }: Reading): number => value

function drawn(kind: ChartQuery['kind'], groups: readonly (readonly number[])[]): ControlChart {
  if (kind === 'i_mr') return individuals(groups.flat())
  return kind === 'xbar_s' ? xbarDeviation(groups) : xbarRange(groups)
}

/** Whole groups of consecutive readings; what is over at the old end is left out. */
function grouped(readings: readonly Reading[], size: number): Reading[][] {
  const over = readings.length % size
  const count = Math.floor(readings.length / size)
  return Array.from({ length: count }, (_, at) => readings.slice(over + at * size, over + (at + 1) * size))
}

async function chartOfDays(reads: Reads, plantId: number, query: ChartQuery): Promise<ChartReply> {
  const rows = await readRows(
    reads,
    query.kind === 'p' ? rejectedByDay(plantId, query) : defectsByDay(plantId, query),
  )
  const points = rows.map(({ day, size }): PlainPoint => ({ size, inspection: null, at: day }))
  if (rows.length === 0) return chartView(query.kind, points, null, [])
  return chartView(query.kind, points, query.kind === 'p' ? rejectedShare(rows) : defectRate(rows))
}

/**
 * The latest readings of an item that has limits, the newest first. Each inspection has one at least, so the newest inspections
 * hold all of them: years of readings are not sorted.
 */
export const readingsOf = (plantId: number, query: ChartQuery, itemId: string) => sql<Reading>`
  with forms as (
    select x.id, x.inspection_id, i.no, coalesce(x.lower, 0) < 0 as two_sided
    from plants p, inspection_items x join inspections i on i.id = x.inspection_id
    where x.plant_id = ${plantId} and x.item_id = ${itemId} and ${inspectionsOf(plantId, query)}
      and i.created_at < (${query.to}::date + 1)::timestamp at time zone p.time_zone
      and (i.judged_at is null or i.judged_at >= ${query.from}::date::timestamp at time zone p.time_zone)
    order by x.inspection_id desc limit ${maxChartReadings}
  )
  select (sign(r.deviation) * r.share)::float8 as value, f.inspection_id, f.no, r.read_at, f.two_sided
  from plants p, forms f join readings r on r.inspection_id = f.inspection_id and r.item_id = f.id
    ${query.crewId === undefined && query.machineId === undefined ? sql`` : ofMaker}
  where p.id = ${plantId} and r.share is not null and ${madeBy(query, sql`ip`)}
    and ${spanIn(query, sql`r.read_at`)}
  order by r.read_at desc, r.inspection_id desc, r.piece_id desc, r.point desc limit ${maxChartReadings}`

const ofMaker = sql`
  join inspection_pieces ip on ip.inspection_id = r.inspection_id and ip.piece_id = r.piece_id`

interface DayCount {
  readonly day: string
  readonly size: number
  readonly count: number
}

/** Counted by inspection first: a day is computed once for each. */
const byDay = (plantId: number, counted: RawBuilder<unknown>) => sql<DayCount>`
  with counted as (${counted})
  select to_char(c.judged_at at time zone p.time_zone, 'YYYY-MM-DD') as day, sum(c.size)::int as size,
    sum(c.count)::int as count
  from counted c, plants p where p.id = ${plantId} and c.size > 0 group by 1 order by 1`

const judgedPieces = (plantId: number, query: ChartQuery, counts: RawBuilder<unknown>) => sql`
  select i.judged_at, ${counts}
  from plants p, inspections i join inspection_pieces ip on ip.inspection_id = i.id
  where ${inspectionsIn(plantId, query, sql`i.judged_at`)} and ${madeBy(query, sql`ip`)} group by i.id`

/** Pieces judged and pieces failed by day. */
export const rejectedByDay = (plantId: number, query: ChartQuery) =>
  byDay(
    plantId,
    judgedPieces(
      plantId,
      query,
      sql`count(*) as size, count(*) filter (where coalesce(ip.verdict, i.verdict) <> 'pass') as count`,
    ),
  )

/** Measured pieces and readings outside their limits by day. */
export const defectsByDay = (plantId: number, query: ChartQuery) =>
  byDay(
    plantId,
    judgedPieces(
      plantId,
      query,
      sql`count(*) filter (where ip.measured) as size, (
        select coalesce(sum(s.outside), 0) from reading_sums s
        where s.inspection_id = i.id and ${madeBy(query, sql`s`)}) as count`,
    ),
  )
