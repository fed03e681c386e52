import {
  type DisplayVersionRow,
  type DisplayInfo,
  type DisplayInfoDraft,
  displayInfo,
  type DisplayPlaces,
} from '@cloud-factory/contract/displays/display-info'
import { pictureAddress } from '@cloud-factory/domain/displays/display-enums'
import type { Reads } from '../../platform/db/handles.ts'
import { type PageQuery, usualPageSize } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { machineSizes } from '../machines/public.ts'
import { workshopsOf } from '../planning/public.ts'
import { processesOf } from '../production/public.ts'
import { type DisplayVersion, versionOf, infoDocument } from './displays.store.ts'
import { canChange, canPublish } from './displays.policy.ts'

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

/** Initial display information of a new factory: the product's name until somebody enters the factory's. */
export const firstInfo: DisplayInfo = {
  names: { zh: '云工厂', en: 'Cloud Factory', es: 'Cloud Factory' },
  slogan: { zh: '', en: '', es: '' },
  logo: null,
  safetySince: null,
  duty: { name: '', phone: '' },
  // Visitors can see the wall too, so customers' names are shortened by default.
  masking: { customers: 'initial', projects: 'full' },
  targets: [],
  notices: [],
  honours: [],
  plan: { widthM: 140, depthM: 100 },
  underlay: null,
  workshops: [],
  machines: [],
}

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

/** The published display information with the addresses of its pictures. */
interface ShownInfo {
  /** Version number; increases with each version. */
  readonly no: number
  readonly content: DisplayInfo
  /** Server paths, with `/api`; null: none. One for each honour, in their order. */
  readonly pictures: {
    readonly logo: string | null
    readonly underlay: string | null
    readonly honours: readonly (string | null)[]
  }
}

/** The published version; null before the first publishing. */
export async function shownInfo(reads: Reads, plantId: number): Promise<ShownInfo | null> {
  const shown = await infoShown(reads, plantId)
  if (shown === null) return null
  const { logo, underlay, honours } = shown.content
  const address = (id: string | null) => (id === null ? null : pictureAddress(id))
  return {
    ...shown,
    pictures: {
      logo: address(logo),
      underlay: address(underlay),
      honours: honours.map(({ picture }) => address(picture)),
    },
  }
}

/** Records that a draft can refer to. */
export async function displayPlaces(reads: Reads, plantId: number): Promise<DisplayPlaces> {
  const [processes, workshops, machines] = await Promise.all([
    processesOf(reads, plantId),
    workshopsOf(reads, plantId),
    machineSizes(reads, plantId),
  ])
  return {
    processes: processes.map(({ id, code, names }) => ({
      id: String(id),
      code,
      names: { zh: names['zh'] ?? code, en: names['en'] ?? code, es: names['es'] ?? code },
    })),
    workshops: workshops.map(({ id, code, name }) => ({ id: String(id), code, name })),
    machines: machines.map(({ id, workshopId, ...machine }) => ({
      ...machine,
      id: String(id),
      workshopId: workshopId === null ? null : String(workshopId),
    })),
  }
}

/** Ids of machines of the simulated site. */
export const simulatedIds = async (reads: Reads, plantId: number): Promise<ReadonlySet<string>> =>
  new Set(
    (await machineSizes(reads, plantId)).flatMap(({ id, source }) => (source === 'sim' ? [String(id)] : [])),
  )
