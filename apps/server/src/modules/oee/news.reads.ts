import { type RawBuilder, sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { ComputedInterval } from './compute-times.rules.ts'
import { byMachine, type IntervalRow } from './times.store.ts'

/** How far a machine is summed up: intervals from `from` on are new; `rewrites` -1: nothing is summed up yet. */
interface NewsQuery {
  readonly id: number
  readonly rewrites: number
  /** Ms since 1970. */
  readonly from: number
}

export interface MachineNews {
  readonly rewrites: number
  readonly intervals: readonly ComputedInterval[]
}

type NewsRow = IntervalRow & { readonly rewrites: number }

/** One statement, so that it sees a rewrite together with the rewritten rows. `offset 0` keeps the index scan. */
export const newsRows = (
  plantId: number,
  asked: readonly NewsQuery[],
  begin: number,
): RawBuilder<NewsRow> => sql<NewsRow>`
  select i.machine_id, t.rewrites, i.state, i.t0, i.t1, r.kind
  from unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ rewrites }) => rewrites)}::int[],
    ${asked.map(({ from }) => new Date(from).toISOString())}::timestamptz[]) m (id, rewrites, begun)
  join machine_tracks t on t.machine_id = m.id and t.plant_id = ${plantId}
  cross join lateral (
    select coalesce((select t0 from machine_intervals where machine_id = m.id
      and t0 <= case when t.rewrites = m.rewrites then m.begun else ${new Date(begin)}::timestamptz end
      order by t0 desc limit 1), '-infinity') as t0 offset 0) b
  cross join lateral (
    select machine_id, state, t0, t1, reason_id from machine_intervals
    where machine_id = m.id and t0 >= b.t0 offset 0) i
  left join stop_reasons r on r.id = i.reason_id order by i.machine_id, i.t0`

/** Intervals since the last summing up, by machine. If a machine's past changed: all since `begin` (ms since 1970). */
export async function newsOf(
  reads: Reads,
  plantId: number,
  asked: readonly NewsQuery[],
  begin: number,
): Promise<ReadonlyMap<number, MachineNews>> {
  if (asked.length === 0) return new Map()
  const rows = await readRows(reads, newsRows(plantId, asked, begin))
  const rewrites = new Map(rows.map((row) => [row.machine_id, row.rewrites]))
  return new Map(
    [...byMachine(rows)].map(([id, intervals]) => [id, { rewrites: rewrites.get(id) ?? 0, intervals }]),
  )
}
