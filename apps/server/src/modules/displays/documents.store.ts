import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads, Write } from '../../platform/db/handles.ts'
import { saveRow, signature } from '../../platform/db/signed-rows.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'

export type DisplayDocument = Selectable<Tables['display_documents']>
export type DisplayVersion = Selectable<Tables['display_versions']>

/** The display information document; null before the first start created it. */
export async function infoDocument(reads: Reads, plantId: number): Promise<DisplayDocument | null> {
  const row = await reads
    .selectFrom('display_documents')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('kind', '=', 'info')
    .executeTakeFirst()
  return row ?? null
}

/** The same, locked until the transaction ends. */
export async function infoForUpdate(write: Write, plantId: number): Promise<DisplayDocument> {
  const row = await write
    .selectFrom('display_documents')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('kind', '=', 'info')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? fail('not_found')
}

/** Creates the document of a new plant; does nothing when it exists. */
export async function insertInfo(write: Write, plantId: number, draft: object): Promise<void> {
  await write
    .insertInto('display_documents')
    .values({
      plant_id: plantId,
      kind: 'info',
      name: 'info',
      draft: JSON.stringify(draft),
      updated_by_name: '',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Saves the draft. `settled`: it equals the published version. */
export const saveDraft = (
  write: Write,
  actor: Actor,
  document: DisplayDocument,
  draft: unknown,
  settled: boolean,
): Promise<void> =>
  saveRow(write, actor, 'display_documents', document.id, { draft: JSON.stringify(draft), settled })

/** Stores the draft as the next version and publishes it; returns its number. */
export async function insertVersion(
  write: Write,
  actor: Actor,
  document: DisplayDocument,
  note: string,
): Promise<number> {
  const signed = signature(actor)
  const { no } = await write
    .insertInto('display_versions')
    .values((build) => ({
      plant_id: actor.plantId,
      document_id: document.id,
      no: build
        .selectFrom('display_versions')
        .select(sql<number>`coalesce(max(no), 0) + 1`.as('no'))
        .where('document_id', '=', document.id),
      content: JSON.stringify(document.draft),
      note,
      published_by: signed.updated_by,
      published_by_name: signed.updated_by_name,
    }))
    .returning('no')
    .executeTakeFirstOrThrow()
  await saveRow(write, actor, 'display_documents', document.id, { shown: no, settled: true })
  return no
}

/** A published version; null when there is none with that number. */
export async function versionOf(
  reads: Reads,
  plantId: number,
  documentId: number,
  no: number,
): Promise<DisplayVersion | null> {
  const row = await reads
    .selectFrom('display_versions')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('document_id', '=', documentId)
    .where('no', '=', no)
    .executeTakeFirst()
  return row ?? null
}
