import { sql } from 'kysely'
import type { Write } from '../../../platform/db/handles.ts'
import type { QueuedFrame } from './batch.types.ts'

/** Stores the non-numeric values of frames. An unchanged value only extends its last row. */
export async function writeTexts(write: Write, frames: readonly QueuedFrame[]): Promise<void> {
  const reported = frames.flatMap(({ texts = [], ...frame }) =>
    texts.map((text) => ({ ...text, id: frame.machineId, profileId: frame.profileId, at: frame.at })),
  )
  if (reported.length === 0) return
  const changes: (typeof reported)[number][] = []
  const until = new Map<(typeof reported)[number], number>()
  const last = new Map<string, (typeof reported)[number]>()
  for (const one of reported.toSorted((a, b) => a.id - b.id || a.slot - b.slot || a.at - b.at)) {
    const key = `${one.id} ${one.slot}`
    const before = last.get(key)
    const isSame = before?.kind === one.kind && before.value === one.value
    const kept = isSame ? before : one
    if (!isSame) changes.push(one)
    until.set(kept, one.at)
    last.set(key, kept)
  }
  const column = <T>(of: (one: (typeof reported)[number]) => T) => changes.map(of)
  const instant = (at: number) => new Date(at).toISOString()
  const sent = sql`select s.*, l.at as last_at, l.kind = s.kind and l.value = s.value and l.profile_id = s.profile_id
      and l.at <= s.at as same
    from unnest(${column((one) => one.id)}::bigint[], ${column((one) => one.slot)}::smallint[],
      ${column((one) => one.profileId)}::bigint[], ${column((one) => instant(one.at))}::timestamptz[],
      ${column((one) => instant(until.get(one) ?? one.at))}::timestamptz[],
      ${column((one) => one.kind)}::text[], ${column((one) => one.value)}::text[])
      s (machine_id, slot, profile_id, at, seen_at, kind, value)
    left join lateral (select at, kind, value, profile_id from telemetry_texts t
      where t.machine_id = s.machine_id and t.slot = s.slot order by at desc limit 1) l on true`
  await sql`with sent as (${sent}), lasts as (
      update telemetry_texts t set seen_at = greatest(t.seen_at, s.seen_at) from sent s
      where s.same and t.machine_id = s.machine_id and t.slot = s.slot and t.at = s.last_at)
    insert into telemetry_texts (machine_id, slot, at, profile_id, seen_at, kind, value)
    select machine_id, slot, at, profile_id, seen_at, kind, value from sent where same is not true
    on conflict do nothing`.execute(write)
}
