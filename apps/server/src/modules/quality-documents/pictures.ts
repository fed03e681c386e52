import { type RawBuilder, sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { readRows } from '../../platform/db/handles.ts'
import type { Picture } from './inspection-sheet.ts'
import type { QualityDocumentDeps } from './quality-document.types.ts'

/** Photos on a sheet at most; their number is on the screen. */
const maxPictures = 20

/** Photos for a sheet out of a statement that yields `sha256` and `caption`; it names only what a PDF can hold: JPEG and PNG. */
export async function picturesOf(
  { db, files }: Pick<QualityDocumentDeps, 'db' | 'files'>,
  stored: RawBuilder<unknown>,
): Promise<Picture[]> {
  const rows = await readRows(
    db.reads,
    sql<{ sha256: string; caption: string }>`${stored} limit ${maxPictures}`,
  )
  return Promise.all(
    rows.map(async ({ sha256, caption }) => ({ caption, bytes: await buffer(files.stream(sha256)) })),
  )
}
