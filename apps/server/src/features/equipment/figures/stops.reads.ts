import type { MachineState } from '@cloud-factory/contract/equipment-words'
import type { CountedStop, StopReport } from '@cloud-factory/contract/machine-figures'
import type { StopKind } from '@cloud-factory/contract/machine-words'
import { type Names, names } from '@cloud-factory/contract/processes'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import type { PlanPort } from '../calendar/calendar.port.ts'
import { workPlan } from '../calendar/calendar.reads.ts'
import { commonLength, type Span, without } from '../calendar/spans.rules.ts'
import { windowsOf } from '../calendar/work-windows.rules.ts'
import { outagesWithin } from '../outages/outages.reads.ts'
import type { DirectoryMachine } from '../states/machine-directory.reads.ts'
import { type FigureFilter, machinesOf } from './figures.reads.ts'

type Standing = Exclude<MachineState, 'offline' | 'running'>

interface StopRead {
  readonly id: number
  readonly machine_id: number
  readonly state: Standing
  readonly t0: Date
  readonly t1: Date
  readonly open: boolean
  readonly reason_id: number | null
  readonly note: string
  readonly reasoned_by: string
}

/** Stops of machines in a stretch. */
export const stopRows = (
  plantId: number,
  ids: readonly number[],
  from: Date,
  to: Date,
  now: Date,
) => sql<StopRead>`
  select i.id, i.machine_id, i.state, i.t0, coalesce(i.t1, ${now}) as t1, i.t1 is null as open, i.reason_id, i.note,
    i.reasoned_by from machine_intervals i
  where i.plant_id = ${plantId} and i.t0 >= ${from} and i.t0 < ${to} and i.machine_id = any(${[...ids]}::bigint[])
    and i.state in ('idle', 'setup', 'fault', 'maintenance')`

type Sum = { seconds: number; stops: number; reasonId: number | null; state: Standing | null }

interface StopDeps {
  readonly reads: Reads
  readonly plan: PlanPort
}

interface PlannedStops {
  readonly machines: ReadonlyMap<number, DirectoryMachine>
  readonly stops: readonly (StopRead & { readonly seconds: number })[]
}

/** Stops with their seconds in the planned time of working days. A stop is of the day on which it began. */
async function plannedStops(
  { reads, plan }: StopDeps,
  plantId: number,
  query: FigureFilter,
  now: Date,
): Promise<PlannedStops> {
  const found = await machinesOf(reads, plantId, query)
  const machines = new Map(found.map((machine) => [machine.id, machine]))
  const { calendarOf } = await workPlan(reads, plan, plantId, [query.from, query.to])
  const planned = new Map<number | null, Span[]>()
  for (const workshopId of new Set(found.map((machine) => machine.workshopId))) {
    const windows = windowsOf(calendarOf(workshopId), query.from, query.to)
    planned.set(
      workshopId,
      windows.flatMap((window) => window.planned),
    )
  }
  const spans = [...planned.values()].flat()
  if (spans.length === 0) return { machines, stops: [] }
  const from = new Date(Math.min(...spans.map((span) => span.from)))
  const to = new Date(Math.max(...spans.map((span) => span.to)))
  const [rows, outages] = await Promise.all([
    readRows(reads, stopRows(plantId, [...machines.keys()], from, to, now)),
    outagesWithin(reads, plantId, from.getTime(), to.getTime()),
  ])
  const stops = rows.flatMap((row) => {
    const near = spansNear(planned.get(machines.get(row.machine_id)?.workshopId ?? null) ?? [], row)
    const served = near.flatMap((span) => without(span, outages.get(row.machine_id) ?? []))
    const seconds = commonLength({ from: row.t0.getTime(), to: row.t1.getTime() }, served) / 1000
    return seconds > 0 ? [{ ...row, seconds }] : []
  })
  return { machines, stops }
}

/** What machines stood for in the planned time of working days, longest first. */
export async function stopReport(
  deps: StopDeps,
  plantId: number,
  query: FigureFilter,
  now: Date,
): Promise<StopReport> {
  const [{ stops }, reasons] = await Promise.all([
    plannedStops(deps, plantId, query, now),
    reasonNames(deps.reads, plantId),
  ])
  const sums = new Map<string, Sum>()
  for (const stop of stops) count(sums, stop, stop.seconds)
  const ordered = [...sums.values()].sort((one, other) => other.seconds - one.seconds)
  const all = ordered.reduce((sum, { seconds }) => sum + seconds, 0)
  let passed = 0
  return {
    seconds: all,
    bars: ordered.map(({ reasonId, state, seconds, stops }) => {
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

function count(sums: Map<string, Sum>, { reason_id: reasonId, state }: StopRead, seconds: number) {
  const key = reasonId === null ? state : String(reasonId)
  const sum = sums.get(key) ?? { seconds: 0, stops: 0, reasonId, state: reasonId === null ? state : null }
  sums.set(key, { ...sum, seconds: sum.seconds + seconds, stops: sum.stops + 1 })
}

/** Planned stretches that a stop may touch: looked up by halving, a year of shifts is long. */
function spansNear(planned: readonly Span[], { t0, t1 }: StopRead): Span[] {
  let low = 0
  let high = planned.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((planned[middle]?.to ?? 0) > t0.getTime()) high = middle
    else low = middle + 1
  }
  const found: Span[] = []
  for (let at = low; at < planned.length; at += 1) {
    const span = planned[at]
    if (span === undefined || span.from >= t1.getTime()) break
    found.push(span)
  }
  return found
}

const mostListed = 200

interface Bar {
  readonly reasonId?: string | undefined
  readonly state?: Standing | undefined
}

/** The stops behind a bar of the report, longest first. */
export async function stopList(
  deps: StopDeps,
  plantId: number,
  { reasonId, state, ...query }: FigureFilter & Bar,
  now: Date,
): Promise<{ items: CountedStop[]; total: number }> {
  const { machines, stops } = await plannedStops(deps, plantId, query, now)
  const ours = stops
    .filter(({ reason_id: given, state: stood }) =>
      reasonId === undefined
        ? state === undefined || (given === null && stood === state)
        : given === Number(reasonId),
    )
    .sort((one, other) => other.seconds - one.seconds)
  const items = ours.slice(0, mostListed).map((stop) => ({
    id: String(stop.id),
    machine: {
      id: String(stop.machine_id),
      code: machines.get(stop.machine_id)?.code ?? '',
      name: machines.get(stop.machine_id)?.name ?? '',
    },
    state: stop.state,
    from: stop.t0.toISOString(),
    to: stop.open ? null : stop.t1.toISOString(),
    seconds: stop.seconds,
    note: stop.note,
    reasonedBy: stop.reasoned_by,
  }))
  return { items, total: ours.length }
}

async function reasonNames(reads: Reads, plantId: number) {
  const rows = await readRows(
    reads,
    sql<{ id: number; names: Names; kind: StopKind }>`
      select id, names, kind from stop_reasons where plant_id = ${plantId}`,
  )
  return new Map(rows.map(({ id, kind, names: kept }) => [id, { kind, names: names.parse(kept) }]))
}
