import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

interface HourCourse {
  readonly machineId: number
  readonly slot: number
  /** Oldest first: ms since 1970, mean, and the increase of a counter. */
  readonly hours: readonly {
    readonly at: number
    readonly mean: number | null
    readonly rise: number | null
  }[]
}

/** Hourly rollups of active machines since a given time, for the given signals. */
export const hourCourses = (
  reads: Reads,
  since: Date,
  signals: readonly { readonly machineId: number; readonly slot: number }[],
): Promise<HourCourse[]> => readRows(reads, hourRows(since, signals))

const hourRows = (
  since: Date,
  signals: readonly { readonly machineId: number; readonly slot: number }[],
) => sql<HourCourse>`
  with asked as (
    select * from unnest(${signals.map(({ machineId }) => machineId)}::bigint[],
      ${signals.map(({ slot }) => slot)}::int[]) as a(machine_id, slot)
  )
  select a.machine_id as "machineId", a.slot, h.hours from asked a cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('at', (extract(epoch from t.at) * 1000)::bigint, 'mean', t.means[a.slot],
      'rise', t.highs[a.slot] - t.lows[a.slot]) order by t.at), '[]') as hours
    from telemetry_hours t join machines m on m.id = t.machine_id and m.profile_id = t.profile_id
    where t.machine_id = a.machine_id and t.at >= ${since}) h`
