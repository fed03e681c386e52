import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

/** Counter readings of a stored frame, in the machine's own units; null: no reading, or no trusted one. */
export interface CounterFrame {
  readonly machineId: number
  /** Ms since 1970. */
  readonly at: number
  readonly profileId: number
  readonly output: number | null
  readonly good: number | null
  readonly energy: number | null
  readonly arc: number | null
}

const slots = sql`select profile_id, max(slot) filter (where role = 'output') as output,
  max(slot) filter (where role = 'good_output') as good, max(slot) filter (where role = 'energy') as energy,
  max(slot) filter (where role = 'arc_on') as arc
  from profile_signals where role in ('output', 'good_output', 'energy', 'arc_on') group by profile_id`
const of = (slot: 'output' | 'good' | 'energy' | 'arc') =>
  sql.raw(`case when f.qualities[s.${slot}] = 1 then null else f.values[s.${slot}] end`)

/** Frames of machines after an instant (exclusive) until another one, ordered by time within each machine, limited per machine. */
export const counterFrames = (
  reads: Reads,
  spans: readonly { readonly machineId: number; readonly after: number; readonly until: number }[],
  most: number,
): Promise<CounterFrame[]> =>
  readRows(
    reads,
    sql<CounterFrame>`
      with s as (${slots})
      select c.id as "machineId", (extract(epoch from f.at) * 1000)::float8 as at, f.profile_id as "profileId",
        ${of('output')} as output, ${of('good')} as good, ${of('energy')} as energy, ${of('arc')} as arc
      from unnest(${spans.map(({ machineId }) => machineId)}::bigint[],
        ${spans.map(({ after }) => new Date(after).toISOString())}::timestamptz[],
        ${spans.map(({ until }) => new Date(until).toISOString())}::timestamptz[]) c (id, after, until)
      cross join lateral (
        select at, profile_id, values, qualities from telemetry_frames
        where machine_id = c.id and at > c.after and at <= c.until order by at limit ${most}) f
      join s on s.profile_id = f.profile_id order by c.id, f.at`,
  )

/**
 * The reading of each counter nearest before or after an instant, as frames of one value each, in order of time. Readings after it are limited by
 * another instant.
 */
export function nearestCounters(
  reads: Reads,
  machineId: number,
  span: { readonly before: number } | { readonly after: number; readonly until: number },
): Promise<CounterFrame[]> {
  const where =
    'before' in span
      ? sql`f.at < ${new Date(span.before)}`
      : sql`f.at > ${new Date(span.after)} and f.at <= ${new Date(span.until)}`
  const order = sql.raw('before' in span ? 'f.at desc' : 'f.at')
  const only = (role: 'output' | 'good' | 'energy' | 'arc') => {
    const column = (name: typeof role) => (name === role ? of(name) : sql`null::float8`)
    return sql`(select f.at, f.profile_id, ${column('output')} as output, ${column('good')} as good,
      ${column('energy')} as energy, ${column('arc')} as arc
      from telemetry_frames f join s on s.profile_id = f.profile_id
      where f.machine_id = ${machineId} and ${where} and ${of(role)} is not null order by ${order} limit 1)`
  }
  return readRows(
    reads,
    sql<CounterFrame>`
      with s as (${slots})
      select ${machineId}::bigint as "machineId", (extract(epoch from n.at) * 1000)::float8 as at,
        n.profile_id as "profileId", n.output, n.good, n.energy, n.arc
      from (${only('output')} union all ${only('good')} union all ${only('energy')} union all ${only('arc')}) n
      order by n.at`,
  )
}
