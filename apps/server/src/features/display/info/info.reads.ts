import {
  type DisplayInfo,
  type DisplayInfoDraft,
  displayInfo,
  type DisplayVersionRow,
} from '@cloud-factory/contract/display-info'
import { satisfies } from '@cloud-factory/contract/permissions'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Reads } from '../../../platform/db/handles.ts'
import { type PageQuery, usualPageSize } from '../../../platform/db/list-page.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type DisplayVersion, infoDocument, versionOf } from '../documents.store.ts'
import { firstInfo } from './first-info.ts'

/** A stored content as it is understood today: fields that came later have their first value. */
export const readInfo = (stored: unknown): DisplayInfo =>
  displayInfo.parse({ ...firstInfo, ...(stored as Partial<DisplayInfo>) })

export async function infoDraft(reads: Reads, actor: Actor): Promise<DisplayInfoDraft> {
  const document = (await infoDocument(reads, actor.plantId)) ?? refuse('not_found')
  return {
    draft: readInfo(document.draft),
    shown: document.shown,
    settled: document.settled,
    updatedAt: document.updated_at.toISOString(),
    updatedBy: document.updated_by_name,
    version: document.version,
    can: { save: true, publish: mayPublish(actor, document.settled) },
  }
}

/** Whether a person may publish a draft: true, or why not. */
export function mayPublish(actor: Actor, settled: boolean): true | string {
  if (!satisfies(actor.tags, { permission: 'display.publish' })) return 'permission.denied'
  return settled ? 'display.settled' : true
}

export async function infoVersions(
  reads: Reads,
  actor: Actor,
  query: PageQuery & { readonly sort?: string | undefined },
): Promise<{ items: DisplayVersionRow[]; total: number }> {
  const document = (await infoDocument(reads, actor.plantId)) ?? refuse('not_found')
  const size = query.pageSize ?? usualPageSize
  const rows = await reads
    .selectFrom('display_versions')
    .select(['no', 'note', 'published_at', 'published_by_name'])
    .where('plant_id', '=', actor.plantId)
    .where('document_id', '=', document.id)
    .orderBy('no', query.sort === 'no' ? 'asc' : 'desc')
    .limit(size)
    .offset(((query.page ?? 1) - 1) * size)
    .execute()
  const { total } = await reads
    .selectFrom('display_versions')
    .select(({ fn }) => fn.max('no').as('total'))
    .where('document_id', '=', document.id)
    .where('plant_id', '=', actor.plantId)
    .executeTakeFirstOrThrow()
  // Numbers have no gaps: the greatest is how many there are.
  return { items: rows.map((row) => rowOf(row, document.shown)), total: total ?? 0 }
}

export async function infoVersion(
  reads: Reads,
  actor: Actor,
  no: number,
): Promise<{ row: DisplayVersionRow; content: DisplayInfo }> {
  const document = (await infoDocument(reads, actor.plantId)) ?? refuse('not_found')
  const found = (await versionOf(reads, actor.plantId, document.id, no)) ?? refuse('not_found')
  return { row: rowOf(found, document.shown), content: readInfo(found.content) }
}

/** What the walls say now; null before the first publishing. */
export async function infoShown(
  reads: Reads,
  plantId: number,
): Promise<{ no: number; content: DisplayInfo } | null> {
  const document = await infoDocument(reads, plantId)
  if (document === null || document.shown === null) return null
  const found = await versionOf(reads, plantId, document.id, document.shown)
  return found === null ? null : { no: found.no, content: readInfo(found.content) }
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
