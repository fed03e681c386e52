import type { ImportedRecord, LatestImport } from '@cloud-factory/contract/record-import/import-endpoints'
import { sql } from 'kysely'
import type { Actor } from '../auth/actor.ts'
import type { CommandContext } from '../crud/crud.ts'
import { type Reads, readRows } from '../db/handles.ts'
import { fail } from '../http/domain-error.ts'

/** So many imports of a kind can be undone later. */
const maxImports = 20
/** Of them, so many are listed. */
const shownImports = 10

interface NewImport {
  readonly path: string
  readonly file: string
  /** An import that the same person has begun; undefined: a new one. */
  readonly importId: string | undefined
}

/** Id of the import that records are added to, locked until the transaction ends. Old imports are forgotten. */
export async function openImport(
  { write, actor, now }: CommandContext,
  { path, file, importId }: NewImport,
): Promise<string> {
  if (importId !== undefined) {
    const row = await write
      .selectFrom('record_imports')
      .select('id')
      .where('plant_id', '=', actor.plantId)
      .where('path', '=', path)
      .where('id', '=', Number(importId))
      .where('created_by', '=', Number(actor.userId))
      .where('undone_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    return row === undefined ? fail('not_found') : String(row.id)
  }
  const { id } = await write
    .insertInto('record_imports')
    .values({
      plant_id: actor.plantId,
      path,
      file_name: file,
      created_at: now,
      created_by: Number(actor.userId),
      created_by_name: actor.cnName,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`delete from record_imports where plant_id = ${actor.plantId} and path = ${path} and id <= (
    select id from record_imports where plant_id = ${actor.plantId} and path = ${path}
    order by id desc offset ${maxImports} limit 1)`.execute(write)
  return String(id)
}

/** Remembers added records with their import. */
export async function saveImported(
  { write }: CommandContext,
  importId: string,
  items: readonly ImportedRecord[],
): Promise<void> {
  const rows = items.map(({ id, version, name }) => ({ id, version, name }))
  await sql`insert into imported_records (import_id, record_id, version, name)
    select ${importId}::bigint, id, version, name
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, version int, name text)`.execute(
    write,
  )
  await sql`update record_imports set added = added + ${items.length} where id = ${importId}`.execute(write)
}

interface Imported {
  readonly id: string
  readonly version: number
  readonly name: string
}

/** The next records of an import after one of them, at most so many. The import is locked, and marked as undone. */
export async function importedAfter(
  { write, actor, now }: CommandContext,
  {
    path,
    importId,
    after,
  }: { readonly path: string; readonly importId: string; readonly after: string | undefined },
  most: number,
): Promise<readonly Imported[]> {
  const { rows } = await sql<{ id: number }>`
    update record_imports set undone_at = ${now}, undone_by_name = ${actor.cnName}
    where plant_id = ${actor.plantId} and path = ${path} and id = ${importId} returning id`.execute(write)
  if (rows.length === 0) fail('not_found')
  const found = await sql<Imported>`select record_id::text as id, version, name from imported_records
    where import_id = ${importId} and record_id > ${after ?? 0}::bigint order by record_id limit ${most}`.execute(
    write,
  )
  return found.rows
}

/** Records that are gone need not be undone any more. */
export async function forgetImported(
  { write }: CommandContext,
  importId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`delete from imported_records
    where import_id = ${importId} and record_id = any(${[...ids]}::bigint[])`.execute(write)
}

/** The latest imports of a kind, newest first. */
export async function latestImports(
  reads: Reads,
  { plantId }: Actor,
  path: string,
): Promise<{ items: LatestImport[]; total: number }> {
  const rows = await readRows(
    reads,
    sql<{
      id: number
      file_name: string
      created_at: Date
      created_by_name: string
      added: number
      remaining: number
      undone_at: Date | null
      undone_by_name: string | null
    }>`select i.id, i.file_name, i.created_at, i.created_by_name, i.added, i.undone_at, i.undone_by_name,
        (select count(*)::int from imported_records r where r.import_id = i.id) as remaining
      from record_imports i where i.plant_id = ${plantId} and i.path = ${path}
      order by i.id desc limit ${shownImports}`,
  )
  const items = rows.map(
    ({ undone_at: undoneAt, undone_by_name: undoneBy, ...row }): LatestImport => ({
      id: String(row.id),
      file: row.file_name,
      at: row.created_at.toISOString(),
      by: row.created_by_name,
      added: row.added,
      remaining: row.remaining,
      undone: undoneAt === null ? null : { at: undoneAt.toISOString(), by: undoneBy ?? '' },
    }),
  )
  return { items, total: items.length }
}
