import type { StopKind } from '@cloud-factory/domain/machines/machine-enums'
import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'

export interface StopReasonFacts {
  readonly id: number
  readonly code: string
  readonly kind: StopKind
}

/** A reason that can be given to a stop. Rejects a group and a retired reason. */
export async function reasonOfStops(write: Write, plantId: number, id: string): Promise<StopReasonFacts> {
  const { rows } = await sql<StopReasonFacts & { parent_id: number | null; active: boolean }>`
    select id, code, kind, parent_id, active from stop_reasons
    where plant_id = ${plantId} and id = ${Number(id)} for key share`.execute(write)
  const reason = rows[0] ?? fail('not_found')
  if (reason.parent_id === null) fail('state.refused', { params: { reason: 'reason.group' } })
  if (!reason.active) fail('state.refused', { params: { reason: 'reason.inactive' } })
  return reason
}

/** Replaces the codes of a reason. Rejects a code that belongs to another reason. */
export async function saveReasonCodes(
  write: Write,
  plantId: number,
  reasonId: number,
  codes: readonly { readonly code: string; readonly class: string | null }[],
): Promise<void> {
  const sent = sql`unnest(${codes.map(({ code }) => code)}::text[], ${codes.map((one) => one.class)}::text[])`
  await sql`delete from stop_reason_codes where plant_id = ${plantId} and reason_id = ${reasonId}`.execute(
    write,
  )
  const { rows } = await sql<{ code: string }>`
    select t.code from stop_reason_codes t join ${sent} c (code, class)
      on c.code = t.code and c.class is not distinct from t.class
    where t.plant_id = ${plantId} order by t.code limit 1`.execute(write)
  if (rows[0] !== undefined) fail('duplicate', { params: { field: 'codes', value: rows[0].code } })
  await sql`insert into stop_reason_codes (plant_id, reason_id, code, class)
    select distinct ${plantId}::bigint, ${reasonId}::bigint, code, class from ${sent} c (code, class)`.execute(
    write,
  )
}

/**
 * Marks the figures of every shift with a stop of this reason as stale. Locks the tracks first, as all writers of intervals do.
 */
export async function markReasonStale(write: Write, plantId: number, reasonId: number): Promise<void> {
  await sql`with held as (
      select machine_id from machine_tracks where plant_id = ${plantId} and machine_id in (
        select machine_id from machine_intervals where plant_id = ${plantId} and reason_id = ${reasonId})
      order by machine_id for update)
    update machine_tracks t set rewrites = rewrites + 1 from held where t.machine_id = held.machine_id`.execute(
    write,
  )
  await sql`update machine_times t set is_stale = true
    from (select machine_id, min(t0) as first, max(coalesce(t1, now())) as last from machine_intervals
      where plant_id = ${plantId} and reason_id = ${reasonId} group by machine_id) i
    where t.machine_id = i.machine_id and t.plant_id = ${plantId}
      and t.day between (i.first - interval '2 days')::date and (i.last + interval '1 day')::date`.execute(
    write,
  )
}
