import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { signed } from './orders.port.ts'
import type { RegisterTable } from './register.ts'

type Columns = Readonly<Record<string, unknown>>

/** Holds a row until the transaction ends. */
export async function lockRegisterRow(
  write: Write,
  plantId: number,
  table: RegisterTable,
  id: string,
): Promise<void> {
  await sql`select from ${sql.table(table)} where plant_id = ${plantId} and id = ${Number(id)} for update`.execute(
    write,
  )
}

/** Returns the new row's id. */
export async function insertRegisterRow(
  write: Write,
  actor: Actor,
  table: RegisterTable,
  columns: Columns,
): Promise<number> {
  const { by, byName } = signed(actor)
  const all = { ...columns, plant_id: actor.plantId, created_by: by, updated_by: by, updated_by_name: byName }
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(all).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(all))}) returning id`.execute(write)
  return rows[0]?.id ?? 0
}

export async function saveRegisterRow(
  write: Write,
  actor: Actor,
  table: RegisterTable,
  id: string,
  columns: Columns,
): Promise<void> {
  const { by, byName } = signed(actor)
  const all = { ...columns, updated_by: by, updated_by_name: byName }
  const set = Object.entries(all).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(set)}, updated_at = now(), version = version + 1
    where plant_id = ${actor.plantId} and id = ${Number(id)}`.execute(write)
}

/** Breaks a foreign key when something names the row. */
export async function deleteRegisterRow(
  write: Write,
  plantId: number,
  table: RegisterTable,
  id: string,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where plant_id = ${plantId} and id = ${Number(id)}`.execute(write)
}
