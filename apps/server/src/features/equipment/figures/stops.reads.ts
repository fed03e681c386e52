import type { MachineState } from '@cloud-factory/contract/equipment-words'
import type { StopReport } from '@cloud-factory/contract/machine-figures'
import type { StopKind } from '@cloud-factory/contract/machine-words'
import { type Names, names } from '@cloud-factory/contract/processes'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import type { PlanPort } from '../calendar/calendar.port.ts'
import { workPlan } from '../calendar/calendar.reads.ts'
import { commonLength, type Span, without } from '../calendar/spans.rules.ts'
import { windowsOf } from '../calendar/work-windows.rules.ts'
import { outagesWithin } from '../outages/outages.reads.ts'
import { type FigureFilter, machinesOf } from './figures.reads.ts'

type Standing = Exclude<MachineState, 'offline' | 'running'>

interface StopRead {
  readonly machine_id: number
  readonly state: Standing
  readonly t0: Date
  readonly t1: Date
  readonly reason_id: number | null
}

/** Stops of machines in a stretch. */
export const stopRows = (
  plantId: number,
  ids: readonly number[],
  from: Date,
  to: Date,
  now: Date,
) => sql<StopRead>`
  select i.machine_id, i.state, i.t0, coalesce(i.t1, ${now}) as t1, i.reason_id from machine_intervals i
  where i.plant_id = ${plantId} and i.t0 >= ${from} and i.t0 < ${to} and i.machine_id = any(${[...ids]}::bigint[])
    and i.state in ('idle', 'setup', 'fault', 'maintenance')`

type Sum = { seconds: number; stops: number; reasonId: number | null; state: Standing | null }

/** What machines stood for in the planned time of working days, longest first. A stop is of the day on which it began. */
export async function stopReport(
  { reads, plan }: { reads: Reads; plan: PlanPort },
  plantId: number,
  query: FigureFilter,
  now: Date,
): Promise<StopReport> {
  const machines = await machinesOf(reads, plantId, query)
  const { calendarOf } = await workPlan(reads, plan, plantId, [query.from, query.to])
  const workshopOf = new Map(machines.map(({ id, workshopId }) => [id, workshopId]))
  const planned = new Map<number | null, Span[]>()
  for (const workshopId of new Set(workshopOf.values())) {
    const windows = windowsOf(calendarOf(workshopId), query.from, query.to)
    planned.set(
      workshopId,
      windows.flatMap((window) => window.planned),
    )
  }
  const spans = [...planned.values()].flat()
  if (spans.length === 0) return { bars: [], seconds: 0 }
  const from = new Date(Math.min(...spans.map((span) => span.from)))
  const to = new Date(Math.max(...spans.map((span) => span.to)))
  const ids = machines.map(({ id }) => id)
  const [rows, reasons, outages] = await Promise.all([
    readRows(reads, stopRows(plantId, ids, from, to, now)),
    reasonNames(reads, plantId),
    outagesWithin(reads, plantId, from.getTime(), to.getTime()),
  ])
  const sums = new Map<string, Sum>()
  for (const row of rows) {
    const seconds =
      commonLength(
        { from: row.t0.getTime(), to: row.t1.getTime() },
        near(planned.get(workshopOf.get(row.machine_id) ?? null) ?? [], row).flatMap((span) =>
          without(span, outages.get(row.machine_id) ?? []),
        ),
      ) / 1000
    if (seconds > 0) count(sums, row, seconds)
  }
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
function near(planned: readonly Span[], { t0, t1 }: StopRead): Span[] {
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

async function reasonNames(reads: Reads, plantId: number) {
  const rows = await readRows(
    reads,
    sql<{ id: number; names: Names; kind: StopKind }>`
      select id, names, kind from stop_reasons where plant_id = ${plantId}`,
  )
  return new Map(rows.map(({ id, kind, names: kept }) => [id, { kind, names: names.parse(kept) }]))
}
