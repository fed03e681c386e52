import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Actor } from '../auth/actor.ts'
import { asReads, type Reads, type Write } from './handles.ts'
import type { Tables } from './schema.ts'
import { type DomainErrorFacts, fail, requireAllowed } from '../http/domain-error.ts'

/** Tables whose rows belong to a plant, have a version and name their last writer. */
export type SignedTable = {
  [T in keyof Tables]: Tables[T] extends {
    plant_id: unknown
    version: unknown
    updated_at: unknown
    updated_by: unknown
    updated_by_name: unknown
  }
    ? T
    : never
}[keyof Tables]

/** Columns that the helpers below write. */
type Signed = 'plant_id' | 'version' | 'created_by' | 'updated_by' | 'updated_by_name'

/** A row without the columns that the helpers add. */
export type NewRow<T extends SignedTable> = Omit<Insertable<Tables[T]>, Signed>

/** The columns that a command writes. */
export type SavedFields<T extends SignedTable> = Omit<Updateable<Tables[T]>, Signed>

/** The columns that name the last writer. */
export const signature = (actor: Actor) => ({
  updated_by: actor.userId === '' ? null : Number(actor.userId),
  updated_by_name: actor.cnName,
})

/** Locks the row until the transaction ends; fails with `not_found` when the plant has no such row. */
export async function rowForUpdate<T extends SignedTable>(
  write: Write,
  table: T,
  plantId: number,
  id: string,
): Promise<Selectable<Tables[T]> & { readonly version: number }> {
  const { rows } = await sql<Selectable<Tables[T]> & { readonly version: number }>`
    select * from ${sql.table(table)} where plant_id = ${plantId} and id = ${Number(id)}
    for no key update`.execute(write)
  return rows[0] ?? fail('not_found')
}

interface RowAction<Name extends string> {
  readonly id: string
  /** The version that the user saw; null: any. */
  readonly version: number | null
  readonly action: Name
}

/**
 * Locks a row for an action that its view permits; fails with `version.conflict` when somebody changed it meanwhile.
 * `values`: for the sentence that says why not.
 */
export async function rowForAction<
  T extends SignedTable,
  Name extends string,
  View extends { readonly can: Readonly<Record<Name, true | string>> },
>(
  write: Write,
  actor: Actor,
  table: T,
  { id, version, action }: RowAction<Name>,
  viewOf: (reads: Reads, actor: Actor, id: string) => Promise<View>,
  values: (row: Selectable<Tables[T]>, view: View) => DomainErrorFacts['params'] = () => ({}),
): Promise<{ readonly row: Selectable<Tables[T]>; readonly view: View }> {
  const row = await rowForUpdate(write, table, actor.plantId, id)
  const view = await viewOf(asReads(write), actor, id)
  if (version !== null && row.version !== version) fail('version.conflict', { current: view })
  requireAllowed(view.can[action], values(row, view))
  return { row, view }
}

/** Returns the new row's id. */
export async function insertRow<T extends SignedTable>(
  write: Write,
  actor: Actor,
  table: T,
  fields: NewRow<T>,
): Promise<number> {
  const signed = signature(actor)
  const row = { ...fields, ...signed, plant_id: actor.plantId, created_by: signed.updated_by }
  const columns = inputOf(row)
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    values (${sql.join(columns.map(([, value]) => value))}) returning id`.execute(write)
  return rows[0]?.id ?? 0
}

/** Writes these fields and increments the version. */
export async function saveRow<T extends SignedTable>(
  write: Write,
  actor: Actor,
  table: T,
  id: number,
  fields: SavedFields<T>,
): Promise<void> {
  const set = inputOf({ ...fields, ...signature(actor) }).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  )
  await sql`update ${sql.table(table)} set ${sql.join(set)}, updated_at = now(), version = version + 1
    where plant_id = ${actor.plantId} and id = ${id}`.execute(write)
}

/** Violates a foreign key when something uses the row. */
export async function deleteRow(
  write: Write,
  plantId: number,
  table: SignedTable,
  id: number,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where plant_id = ${plantId} and id = ${id}`.execute(write)
}

/** Columns with a value to write; null is a value, undefined is not. */
const inputOf = (row: Readonly<Record<string, unknown>>) =>
  Object.entries(row).filter(([, value]) => value !== undefined)
