import { maxDossierSheets } from '@cloud-factory/contract/quality-documents/quality-documents'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { readRows } from '../../platform/db/handles.ts'
import type {
  QualityDocument,
  DocumentCounts,
  QualityDocumentDeps,
  DocumentEntry,
  DocumentSource,
} from './quality-document.types.ts'

/** What a dossier keeps of a paper until it is drawn; none while its record is not complete. */
export function entryOf({ kind, id, no, hash, title, at }: QualityDocument): DocumentEntry[] {
  return hash === null ? [] : [{ kind, id, no, hash, title, at }]
}

/** Entries of records whose hash is recomputed: one after the other, so that only one is held. */
export async function entriesByLoading(
  source: DocumentSource,
  { deps, actor }: { readonly deps: QualityDocumentDeps; readonly actor: Actor },
  ids: RawBuilder<unknown>,
): Promise<DocumentEntry[]> {
  const rows = await readRows(deps.db.reads, sql<{ id: number }>`${ids} limit ${maxDossierSheets + 1}`)
  const entries: DocumentEntry[] = []
  for (const { id } of rows) entries.push(...entryOf(await source.load(deps, actor, String(id))))
  return entries
}

/** The one row of a statement that counts. */
export async function countsOf(
  { db }: Pick<QualityDocumentDeps, 'db'>,
  counted: RawBuilder<unknown>,
): Promise<DocumentCounts> {
  const [row] = await readRows(db.reads, sql<DocumentCounts>`${counted}`)
  return row ?? { ready: 0, open: 0 }
}
