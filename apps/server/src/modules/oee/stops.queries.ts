import { type RawBuilder, sql } from 'kysely'
import type { MachineState, StopKind } from '@cloud-factory/domain/machines/equipment-enums'
import type { CountedStop, StopReport } from '@cloud-factory/contract/oee/machine-figures'
import { type Names, names } from '@cloud-factory/contract/planning/processes'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { type PlanPort, workPlan, type Span, without, windowsOf } from '../work-calendar/public.ts'
import { outOfServiceWithin, type DirectoryMachine } from '../machine-states/public.ts'
import { type FigureFilter, machinesOf } from './figures.queries.ts'

type StoppedState = Exclude<MachineState, 'offline' | 'running'>

interface StopDeps {
  readonly reads: Reads
  readonly plan: PlanPort
}

/** A period of planned time during which a machine was in service. */
interface ServedSpan extends Span {
  readonly machineId: number
}

/** Planned time of working days during which machines were in service; empty: nothing was planned. */
async function servedSpans(
  { reads, plan }: StopDeps,
  plantId: number,
  query: FigureFilter,
): Promise<{ readonly machines: readonly DirectoryMachine[]; readonly spans: readonly ServedSpan[] }> {
  const machines = await machinesOf(reads, plantId, query)
  const { calendarOf } = await workPlan(reads, plan, plantId, [query.from, query.to])
  const planned = new Map<number | null, Span[]>()
  for (const workshopId of new Set(machines.map((machine) => machine.workshopId)))
    planned.set(
      workshopId,
      windowsOf(calendarOf(workshopId), query.from, query.to).flatMap((window) => window.planned),
    )
  const all = [...planned.values()].flat()
  if (all.length === 0) return { machines, spans: [] }
  const from = Math.min(...all.map((span) => span.from))
  const to = Math.max(...all.map((span) => span.to))
  const outOfService = await outOfServiceWithin(reads, plantId, from, to)
  const spans = machines.flatMap(({ id: machineId, workshopId }) =>
    (planned.get(workshopId) ?? []).flatMap((span) =>
      without(span, outOfService.get(machineId) ?? []).map((served) => ({ machineId, ...served })),
    ),
  )
  return { machines, spans }
}

/**
 * Stops with their seconds within spans of planned time. The database adds them up, because a month of sixty machines has about
 * 200 000. A stop belongs to the day on which it began, so a stop that began before the first span is left out. `offset 0`
 * keeps the index scan per span.
 */
const stopsIn = (spans: readonly ServedSpan[], now: Date): RawBuilder<unknown> => {
  const instants = (of: (span: ServedSpan) => number) => spans.map((span) => new Date(of(span)).toISOString())
  const first = new Date(Math.min(...spans.map(({ from }) => from)))
  return sql`
  select i.id, i.state, i.reason_id, extract(epoch from sum(least(i.t1, s.t) - greatest(i.t0, s.f)))::float8 as seconds
  from unnest(${spans.map(({ machineId }) => machineId)}::bigint[], ${instants(({ from }) => from)}::timestamptz[],
    ${instants(({ to }) => to)}::timestamptz[]) s (machine_id, f, t)
  cross join lateral (
    select coalesce((select t0 from machine_intervals where machine_id = s.machine_id and t0 <= s.f
      order by t0 desc limit 1), s.f) as t0 offset 0) b
  cross join lateral (
    select id, state, reason_id, t0, coalesce(t1, ${now}) as t1 from machine_intervals
    where machine_id = s.machine_id and t0 >= b.t0 and t0 < s.t
      and state in ('idle', 'setup', 'fault', 'maintenance') offset 0) i
  where i.t0 >= ${first} and least(i.t1, s.t) > greatest(i.t0, s.f) group by i.id, i.state, i.reason_id`
}

interface BarRead {
  readonly reason_id: number | null
  readonly state: StoppedState | null
  readonly seconds: number
  readonly stops: number
}

/** Stops by reason, or by state if they have none; longest first. */
export const stopBars = (spans: readonly ServedSpan[], now: Date) => sql<BarRead>`
  select reason_id, case when reason_id is null then state end as state, sum(seconds) as seconds, count(*)::int as stops
  from (${stopsIn(spans, now)}) stops group by 1, 2 order by seconds desc`

/** Stop times of machines by reason in the planned time of working days, longest first. */
export async function stopReport(
  deps: StopDeps,
  plantId: number,
  query: FigureFilter,
  now: Date,
): Promise<StopReport> {
  const [{ spans }, reasons] = await Promise.all([
    servedSpans(deps, plantId, query),
    reasonNames(deps.reads, plantId),
  ])
  const bars = spans.length === 0 ? [] : await readRows(deps.reads, stopBars(spans, now))
  const all = bars.reduce((sum, { seconds }) => sum + seconds, 0)
  let passed = 0
  return {
    seconds: all,
    bars: bars.map(({ reason_id: reasonId, state, seconds, stops }) => {
      passed += seconds
      const reason = reasonId === null ? null : (reasons.get(reasonId) ?? null)
      return {
        reasonId: reasonId === null ? null : String(reasonId),
        names: reason?.names ?? null,
        kind: reason?.kind ?? null,
        state,
        seconds,
        stops,
        cumulative: all === 0 ? 0 : passed / all,
      }
    }),
  }
}

const maxListed = 200

interface Bar {
  readonly reasonId?: string | undefined
  readonly state?: StoppedState | undefined
}

interface ListedStop {
  readonly id: number
  readonly machine_id: number
  readonly state: StoppedState
  readonly t0: Date
  readonly t1: Date | null
  readonly note: string
  readonly reasoned_by: string
  readonly seconds: number
  readonly total: number
}

/** The stops of one bar of the report, longest first. */
export async function stopList(
  deps: StopDeps,
  plantId: number,
  { reasonId, state, ...query }: FigureFilter & Bar,
  now: Date,
): Promise<{ items: CountedStop[]; total: number }> {
  const { machines, spans } = await servedSpans(deps, plantId, query)
  if (spans.length === 0) return { items: [], total: 0 }
  const known = new Map(machines.map((machine) => [machine.id, machine]))
  const isMeant =
    reasonId !== undefined
      ? sql`reason_id = ${Number(reasonId)}`
      : state !== undefined
        ? sql`reason_id is null and state = ${state}`
        : sql`true`
  const rows = await readRows(
    deps.reads,
    sql<ListedStop>`
    select i.id, i.machine_id, i.state, i.t0, i.t1, i.note, i.reasoned_by, stops.seconds, stops.total
    from (select id, seconds, count(*) over ()::int as total from (${stopsIn(spans, now)}) every where ${isMeant}
      order by seconds desc, id limit ${maxListed}) stops
    join machine_intervals i on i.id = stops.id order by stops.seconds desc, i.id`,
  )
  const items = rows.map((stop) => ({
    id: String(stop.id),
    machine: {
      id: String(stop.machine_id),
      code: known.get(stop.machine_id)?.code ?? '',
      name: known.get(stop.machine_id)?.name ?? '',
    },
    state: stop.state,
    from: stop.t0.toISOString(),
    to: stop.t1?.toISOString() ?? null,
    seconds: stop.seconds,
    note: stop.note,
    reasonedBy: stop.reasoned_by,
  }))
  return { items, total: rows[0]?.total ?? 0 }
}

async function reasonNames(reads: Reads, plantId: number) {
  const rows = await readRows(
    reads,
    sql<{ id: number; names: Names; kind: StopKind }>`
      select id, names, kind from stop_reasons where plant_id = ${plantId}`,
  )
  return new Map(rows.map(({ id, kind, names: stored }) => [id, { kind, names: names.parse(stored) }]))
}
