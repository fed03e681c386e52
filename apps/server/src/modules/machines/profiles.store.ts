import { sql } from 'kysely'
import type { ProfileSignal } from '@cloud-factory/contract/machines/machine-profiles'
import type { Write } from '../../platform/db/handles.ts'
import { shippedProfiles } from './shipped-profiles.ts'

/** Replaces the signals of a profile, in slot order. */
export async function saveSignals(
  write: Write,
  profileId: number,
  signals: readonly ProfileSignal[],
): Promise<void> {
  await sql`delete from profile_signals where profile_id = ${profileId}`.execute(write)
  await sql`
    insert into profile_signals (profile_id, slot, code, names, unit, kind, role, low, high, decimals, deadband,
      deadband_percent, silence_s)
    select ${profileId}, s.at, x.code, x.names, x.unit, x.kind, x.role, x.low, x.high, x.decimals, x.deadband,
      x."deadbandPercent", x."silenceS"
    from jsonb_array_elements(${JSON.stringify(signals)}::jsonb) with ordinality as s (signal, at),
      jsonb_to_record(s.signal) as x (code text, names jsonb, unit text, kind text, role text, low float8, high float8,
        decimals smallint, deadband float8, "deadbandPercent" boolean, "silenceS" smallint)`.execute(write)
}

/** Moves machines from one version of a profile to another; returns how many. */
export async function moveMachines(write: Write, plantId: number, from: number, to: number): Promise<number> {
  const { rows } =
    await sql`update machines set profile_id = ${to} where plant_id = ${plantId} and profile_id = ${from}
    returning id`.execute(write)
  if (rows.length > 0) await markUsed(write, plantId, to)
  return rows.length
}

/** Marks a profile as used, so that it can no longer change. Returns false when the plant has no such profile. */
export async function markUsed(write: Write, plantId: number, id: number): Promise<boolean> {
  const { rows } =
    await sql`update machine_profiles set used = true where plant_id = ${plantId} and id = ${id}
    returning id`.execute(write)
  return rows.length > 0
}

/** Adds missing shipped profiles by code; existing ones stay unchanged. */
export async function seedProfiles(write: Write, plantId: number): Promise<void> {
  const { rows } = await sql<{ code: string }>`
    select distinct code from machine_profiles where plant_id = ${plantId}`.execute(write)
  const known = new Set(rows.map(({ code }) => code))
  for (const { code, class: kind, names, rateMs, signals } of shippedProfiles) {
    if (known.has(code)) continue
    const { id } = await write
      .insertInto('machine_profiles')
      .values({
        plant_id: plantId,
        code,
        profile_version: 1,
        names: JSON.stringify(names),
        class: kind,
        rate_ms: rateMs,
        created_by: null,
        updated_by: null,
        updated_by_name: '系统',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await saveSignals(
      write,
      id,
      signals.map((signal) => ({ ...signal, deadbandPercent: false, silenceS: 60 })),
    )
  }
}
