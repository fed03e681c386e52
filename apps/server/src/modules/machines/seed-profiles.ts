import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import { saveSignals } from './profiles.store.ts'
import { shippedProfiles } from './shipped-profiles.ts'

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
