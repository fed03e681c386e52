import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import { sql } from 'kysely'
import { type Reads, readRows, type Write } from '../../platform/db/handles.ts'

export interface StoredTrack {
  readonly id: number
  readonly state: MachineState
  /** Instant up to which the state is known, ms since 1970. */
  readonly seenAt: number
}

/** Tracks of these machines; null: all of the plant. */
export async function storedTracks(
  reads: Reads,
  plantId: number,
  ids: readonly number[] | null,
): Promise<StoredTrack[]> {
  const rows = await readRows(
    reads,
    sql<{ id: number; state: MachineState; seen_at: Date }>`
      select t.machine_id as id, i.state, t.seen_at from machine_tracks t
      join machine_intervals i on i.machine_id = t.machine_id and i.t1 is null
      where t.plant_id = ${plantId}
        and (${ids === null ? null : [...ids]}::bigint[] is null or t.machine_id = any(${ids === null ? [] : [...ids]}::bigint[]))`,
  )
  return rows.map(({ id, state, seen_at }) => ({ id, state, seenAt: seen_at.getTime() }))
}

/** Records up to when machines are known. Returns the stored state of each. */
export async function heartbeatTracks(
  write: Write,
  plantId: number,
  seen: readonly { readonly id: number; readonly seenAt: number }[],
): Promise<ReadonlyMap<number, MachineState>> {
  const { rows } = await sql<{ id: number; state: MachineState }>`
    with seen as (
      select machine_id, seen_at from unnest(${seen.map(({ id }) => id)}::bigint[],
        ${seen.map(({ seenAt }) => new Date(seenAt).toISOString())}::timestamptz[]) s (machine_id, seen_at)),
    held as (select t.machine_id from machine_tracks t join seen using (machine_id)
      where t.plant_id = ${plantId} order by t.machine_id for update of t),
    beat as (update machine_tracks t set seen_at = greatest(t.seen_at, seen.seen_at)
      from seen join held using (machine_id) where t.machine_id = seen.machine_id)
    select i.machine_id as id, i.state from machine_intervals i join seen using (machine_id)
    where i.t1 is null`.execute(write)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Periods whose frames arrived too late for the state tracker. */
export async function noteLate(
  write: Write,
  plantId: number,
  late: readonly { readonly machineId: number; readonly at: number }[],
): Promise<void> {
  const spans = new Map<number, { from: number; to: number }>()
  for (const { machineId, at } of late) {
    const span = spans.get(machineId) ?? { from: at, to: at }
    spans.set(machineId, { from: Math.min(span.from, at), to: Math.max(span.to, at) })
  }
  if (spans.size === 0) return
  await write
    .insertInto('machine_late')
    .values(
      [...spans].map(([machine_id, { from, to }]) => ({
        plant_id: plantId,
        machine_id,
        t0: new Date(from),
        t1: new Date(to),
      })),
    )
    .execute()
}
