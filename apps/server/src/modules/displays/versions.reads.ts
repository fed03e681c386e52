import type { DisplayVersionRow } from '@cloud-factory/contract/displays/display-info'
import type { Reads } from '../../platform/db/handles.ts'
import { type PageQuery, usualPageSize } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type DisplayVersion, versionOf } from './documents.store.ts'

type Shown = { readonly id: number; readonly shown: number | null }

/** Published versions of a document, newest first unless sorted. */
export async function versionsOf(
  reads: Reads,
  plantId: number,
  document: Shown,
  query: PageQuery & { readonly sort?: string | undefined },
): Promise<{ items: DisplayVersionRow[]; total: number }> {
  const size = query.pageSize ?? usualPageSize
  const rows = await reads
    .selectFrom('display_versions')
    .select(['no', 'note', 'published_at', 'published_by_name'])
    .where('plant_id', '=', plantId)
    .where('document_id', '=', document.id)
    .orderBy('no', query.sort === 'no' ? 'asc' : 'desc')
    .limit(size)
    .offset(((query.page ?? 1) - 1) * size)
    .execute()
  const { total } = await reads
    .selectFrom('display_versions')
    .select(({ fn }) => fn.max('no').as('total'))
    .where('document_id', '=', document.id)
    .where('plant_id', '=', plantId)
    .executeTakeFirstOrThrow()
  // Numbers have no gaps, so the greatest is the count.
  return { items: rows.map((row) => rowOf(row, document.shown)), total: total ?? 0 }
}

/** One version with its stored content; fails with `not_found`. */
export async function versionWith(
  reads: Reads,
  plantId: number,
  document: Shown,
  no: number,
): Promise<{ row: DisplayVersionRow; content: unknown }> {
  const found = (await versionOf(reads, plantId, document.id, no)) ?? fail('not_found')
  return { row: rowOf(found, document.shown), content: found.content }
}

const rowOf = (
  row: Pick<DisplayVersion, 'no' | 'note' | 'published_at' | 'published_by_name'>,
  shown: number | null,
): DisplayVersionRow => ({
  id: String(row.no),
  no: row.no,
  note: row.note,
  publishedAt: row.published_at.toISOString(),
  publishedBy: row.published_by_name,
  shown: row.no === shown,
})
