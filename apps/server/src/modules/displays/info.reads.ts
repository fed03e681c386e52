import {
  type DisplayInfo,
  type DisplayInfoDraft,
  displayInfo,
  type DisplayVersionRow,
} from '@cloud-factory/contract/displays/display-info'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads } from '../../platform/db/handles.ts'
import type { PageQuery } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { infoDocument, versionOf } from './documents.store.ts'
import { canChange } from './can-change.ts'
import { canPublish } from './can-publish.ts'
import { versionsOf, versionWith } from './versions.reads.ts'
import { firstInfo } from './first-info.ts'

/** Converts stored content to the current format: newer fields get their default. */
export const readInfo = (stored: unknown): DisplayInfo =>
  displayInfo.parse({ ...firstInfo, ...(stored as Partial<DisplayInfo>) })

export async function infoDraft(reads: Reads, actor: Actor): Promise<DisplayInfoDraft> {
  const document = (await infoDocument(reads, actor.plantId)) ?? fail('not_found')
  return {
    draft: readInfo(document.draft),
    shown: document.shown,
    settled: document.settled,
    updatedAt: document.updated_at.toISOString(),
    updatedBy: document.updated_by_name,
    version: document.version,
    can: {
      save: canChange(actor, 'display.info'),
      publish: canPublish(actor, 'display.info', document.settled),
    },
  }
}

export async function infoVersions(
  reads: Reads,
  actor: Actor,
  query: PageQuery & { readonly sort?: string | undefined },
): Promise<{ items: DisplayVersionRow[]; total: number }> {
  const document = (await infoDocument(reads, actor.plantId)) ?? fail('not_found')
  return versionsOf(reads, actor.plantId, document, query)
}

export async function infoVersion(
  reads: Reads,
  actor: Actor,
  no: number,
): Promise<{ row: DisplayVersionRow; content: DisplayInfo }> {
  const document = (await infoDocument(reads, actor.plantId)) ?? fail('not_found')
  const { row, content } = await versionWith(reads, actor.plantId, document, no)
  return { row, content: readInfo(content) }
}

/** The published display information; null before the first publishing. */
export async function infoShown(
  reads: Reads,
  plantId: number,
): Promise<{ no: number; content: DisplayInfo } | null> {
  const document = await infoDocument(reads, plantId)
  if (document === null || document.shown === null) return null
  const found = await versionOf(reads, plantId, document.id, document.shown)
  return found === null ? null : { no: found.no, content: readInfo(found.content) }
}
