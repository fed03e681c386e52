import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import type { ReceivedFrame } from '../telemetry.types.ts'

/** Counter readings of a stored frame, in the machine's own units; null: no reading, or no trusted one. */
interface CounterFrame {
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

/** The newest trusted value of each signal of each active machine, and when it was measured, ms since 1970. */
export const latestValues = (
  reads: Reads,
  plantId: number,
): Promise<{ machineId: number; slot: number; at: number; value: number }[]> =>
  readRows(
    reads,
    sql<{ machineId: number; slot: number; at: number; value: number }>`
      select l.machine_id as "machineId", l.slot, (extract(epoch from l.at) * 1000)::float8 as at, l.value
      from machines m join telemetry_latest l on l.machine_id = m.id and l.profile_id = m.profile_id
      where m.plant_id = ${plantId} and m.active and l.quality <> 1`,
  )

/** Link status of a machine; timestamps are ms since 1970. */
interface MachineLink {
  readonly machineId: number
  readonly online: boolean
  /** Since when the status applies. */
  readonly since: number
  readonly heardAt: number
  /** It sends only changes. */
  readonly byException: boolean
  /** Number of the last state that it sent; null: it never sent one. */
  readonly state: number | null
}

/** Links of all machines that ever sent a message. */
export const machineLinks = (reads: Reads, plantId: number): Promise<MachineLink[]> =>
  readRows(
    reads,
    sql<MachineLink>`
      select l.machine_id as "machineId", l.online, (extract(epoch from l.since) * 1000)::float8 as since,
        (extract(epoch from l.heard_at) * 1000)::float8 as "heardAt", l.silence_ms is null as "byException",
        v.value as state
      from machines m join telemetry_links l on l.machine_id = m.id
      left join profile_signals s on s.profile_id = m.profile_id and s.role = 'state'
      left join telemetry_latest v on v.machine_id = m.id and v.slot = s.slot and v.profile_id = m.profile_id
      where m.plant_id = ${plantId} and m.active order by m.id`,
  )

/**
 * Values of a machine's signal with a given role in a time span, in order of time and limited in number; null: the frame has no value for it, because
 * it was unchanged or is not trusted.
 */
export async function storedValues(
  reads: Reads,
  machineId: number,
  { role, from, to, most }: { role: string; from: Date; to: Date; most: number },
): Promise<{ at: number; value: number | null }[]> {
  const rows = await readRows(
    reads,
    sql<{ at: Date; value: number | null }>`
      select f.at, case when f.qualities[s.slot] = 1 then null else f.values[s.slot] end as value
      from telemetry_frames f join profile_signals s on s.profile_id = f.profile_id and s.role = ${role}
      where f.machine_id = ${machineId} and f.at >= ${from} and f.at <= ${to} order by f.at limit ${most}`,
  )
  return rows.map(({ at, value }) => ({ at: at.getTime(), value }))
}

type UnprocessedFrame = Pick<ReceivedFrame, 'machineId' | 'at' | 'values' | 'live'>

interface Unprocessed {
  readonly frames: readonly UnprocessedFrame[]
  /** The first and the last late frame of each machine. */
  readonly late: readonly Pick<ReceivedFrame, 'machineId' | 'at'>[]
}

/** Frames of 15 minutes at one frame a second. No consumer is ever further behind. */
const maxOfMachine = 1000

/**
 * Frames stored after the last processed instant of each machine (ms since 1970), in order of time. A process that died between storing and notifying
 * left them unprocessed. Late frames are included until their minutes are rolled up.
 */
export async function unprocessedFrames(
  reads: Reads,
  known: readonly { readonly machineId: number; readonly seenAt: number }[],
): Promise<Unprocessed> {
  if (known.length === 0) return { frames: [], late: [] }
  const ids = known.map(({ machineId }) => machineId)
  const frames = await readRows(
    reads,
    sql<UnprocessedFrame>`
      select m.id as "machineId", (extract(epoch from f.at) * 1000)::float8 as at, f.values, true as live
      from unnest(${ids}::bigint[], ${known.map(({ seenAt }) => new Date(seenAt).toISOString())}::timestamptz[])
        as s(id, seen_at)
      join machines m on m.id = s.id cross join lateral (
        select at, values from telemetry_frames
        where machine_id = s.id and at > s.seen_at and profile_id = m.profile_id and not late
        order by at limit ${maxOfMachine}) f
      order by f.at`,
  )
  const late = await readRows(
    reads,
    sql<{ machineId: number; first: number; last: number }>`
      select d.machine_id as "machineId", (extract(epoch from min(f.at)) * 1000)::float8 as first,
        (extract(epoch from max(f.at)) * 1000)::float8 as last
      from telemetry_dirty d join telemetry_frames f on f.machine_id = d.machine_id and f.at >= d.at
        and f.at < d.at + interval '1 minute' and f.late
      where d.span = 'minute' and d.machine_id = any(${ids}::bigint[]) group by d.machine_id order by d.machine_id`,
  )
  return {
    frames,
    late: late.flatMap(({ machineId, first, last }) => [first, last].map((at) => ({ machineId, at }))),
  }
}

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

/** How many values came in each hour, oldest first; hours without any are left out. */
export const valuesByHour = async (
  reads: Reads,
  plantId: number,
  since: Date,
): Promise<{ at: string; values: number }[]> => {
  const rows = await readRows(
    reads,
    sql<{ at: Date; values: number }>`
      select h.at, sum(c.n)::float8 as values from telemetry_hours h
      join machines m on m.id = h.machine_id and m.plant_id = ${plantId}
      cross join lateral (select sum(n) as n from unnest(h.counts) n) c
      where h.at >= ${since} group by h.at order by h.at`,
  )
  return rows.map(({ at, values }) => ({ at: at.toISOString(), values }))
}
