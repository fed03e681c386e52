import { mostDossierSheets } from '@cloud-factory/contract/quality-documents'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import { readRows } from '../../../platform/db/handles.ts'
import type { Paper, PaperCounts, PaperDoor, PaperEntry, PaperSource } from './paper.types.ts'

/** What a dossier keeps of a paper until it is drawn; none while its record is not complete. */
export function entryOf({ kind, id, no, hash, title, at }: Paper): PaperEntry[] {
  return hash === null ? [] : [{ kind, id, no, hash, title, at }]
}

/** Entries of records whose hash is reckoned anew: one after the other, so that only one is held. */
export async function entriesByLoading(
  source: PaperSource,
  { door, actor }: { readonly door: PaperDoor; readonly actor: Actor },
  ids: RawBuilder<unknown>,
): Promise<PaperEntry[]> {
  const rows = await readRows(door.db.reads, sql<{ id: number }>`${ids} limit ${mostDossierSheets + 1}`)
  const entries: PaperEntry[] = []
  for (const { id } of rows) entries.push(...entryOf(await source.load(door, actor, String(id))))
  return entries
}

/** The one row of a statement that counts. */
export async function countsOf(
  { db }: Pick<PaperDoor, 'db'>,
  counted: RawBuilder<unknown>,
): Promise<PaperCounts> {
  const [row] = await readRows(db.reads, sql<PaperCounts>`${counted}`)
  return row ?? { ready: 0, open: 0 }
}
