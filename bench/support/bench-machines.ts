import { tokenHash } from '../../apps/server/src/platform/auth/token.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { sql } from '../../apps/server/test/sql.ts'

/** Machines `main/bench/M1` … with signals `s1` …, and gateway `bench` with permission to publish for them. */
export const benchPlant = { machines: 60, signals: 10, gateway: 'bench', secret: 'bench-secret' } as const

/** Creates machines and gateway. */
export async function fillBenchPlant(db: Database): Promise<void> {
  const { machines, signals, gateway, secret } = benchPlant
  await db.tx(async (write) => {
    await sql`insert into machine_profiles (plant_id, code, profile_version, names, class, updated_by_name)
      values (1, 'bench', 1, '{"zh":"x","en":"x","es":"x"}', 'other', 'x')`.execute(write)
    await sql`insert into profile_signals (profile_id, slot, code, names, kind)
      select p.id, n, 's' || n, '{"zh":"x","en":"x","es":"x"}', 'gauge'
      from machine_profiles p, generate_series(1, ${signals}::int) n where p.code = 'bench'`.execute(write)
    await sql`insert into machines (plant_id, code, site, line, name, profile_id, search, updated_by_name)
      select 1, 'M' || n, 'main', 'bench', 'M' || n, p.id, 'm' || n, 'x'
      from machine_profiles p, generate_series(1, ${machines}::int) n where p.code = 'bench'
      order by n`.execute(write)
    await sql`insert into gateways (plant_id, code, topics, secret_hash, updated_by_name)
      values (1, ${gateway}, array['sf/v1/main/#'], ${tokenHash(secret)}, 'x')`.execute(write)
  })
}
