import type { DossierState } from '@cloud-factory/contract/quality-documents/quality-documents'
import { maxDossierSheets } from '@cloud-factory/contract/quality-documents/quality-documents'
import type { DocumentLanguage } from '@cloud-factory/domain/quality-documents/document-labels'
import type { Actor } from '../../platform/auth/actor.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import type { Sheet } from '../../platform/pdf/pdf.types.ts'
import { type MissingOfOrder, missingOfOrder } from '../conformity/public.ts'
import { type QualityDocumentOrder, sealOf } from '../quality-records/public.ts'
import { certificateDocuments, missingBlocks } from './certificate-document.ts'
import { coatDocuments } from './coat-document.ts'
import { inspectionDocuments } from './inspection-document.ts'
import { materialDocuments } from './material-document.ts'
import { ncrDocuments } from './ncr-document.ts'
import { ndtDocuments } from './ndt-document.ts'
import {
  type DocumentCounts,
  type QualityDocumentDeps,
  type DocumentEntry,
  type DocumentSource,
  type SheetFrame,
  sealed,
  type DocumentWords,
  wordsIn,
} from './document-frame.ts'
import { trialDocuments } from './trial-document.ts'
import { weldRegisterDocuments, welderDocuments } from './weld-documents.ts'

/** The chapters of a dossier, in their order. A further kind of paper is one more line here. */
export const dossierSources: readonly DocumentSource[] = [
  certificateDocuments,
  materialDocuments,
  inspectionDocuments,
  weldRegisterDocuments,
  welderDocuments,
  ndtDocuments,
  coatDocuments,
  trialDocuments,
  ncrDocuments,
]

interface Chapter extends DocumentCounts {
  readonly kind: DocumentSource['kind']
}

/** A dossier before it is drawn: what it holds, sealed as a whole. */
export interface Dossier {
  readonly order: QualityDocumentOrder
  readonly chapters: readonly Chapter[]
  readonly entries: readonly DocumentEntry[]
  readonly missing: readonly MissingOfOrder[]
  readonly hash: string
  readonly at: Date
}

const orderOf = async (
  { db, orders }: QualityDocumentDeps,
  plantId: number,
  id: string,
): Promise<QualityDocumentOrder> => (await orders.order(db.reads, plantId, id)) ?? fail('not_found')

async function chaptersOf(deps: QualityDocumentDeps, plantId: number, orderId: string): Promise<Chapter[]> {
  const chapters: Chapter[] = []
  for (const source of dossierSources)
    chapters.push({ kind: source.kind, ...(await source.counts(deps, plantId, orderId)) })
  return chapters
}

/** What the dossier of an order would hold now. */
export async function dossierState(
  deps: QualityDocumentDeps,
  plantId: number,
  orderId: string,
): Promise<DossierState> {
  const { id, ...order } = await orderOf(deps, plantId, orderId)
  const parts = await chaptersOf(deps, plantId, orderId)
  return { order: { id: String(id), ...order }, parts }
}

/** Gathers the complete papers of an order; rejects when there is none, or when there are too many. */
export async function gatherDossier(
  deps: QualityDocumentDeps,
  actor: Actor,
  orderId: string,
): Promise<Dossier> {
  const order = await orderOf(deps, actor.plantId, orderId)
  const chapters = await chaptersOf(deps, actor.plantId, orderId)
  if (chapters.reduce((sum, { ready }) => sum + ready, 0) > maxDossierSheets)
    return reject('dossier.too_long', { most: maxDossierSheets })
  const entries: DocumentEntry[] = []
  for (const source of dossierSources) entries.push(...(await source.entries(deps, actor, orderId)))
  if (entries.length === 0) return reject('dossier.empty')
  const parts = entries.map(({ kind, no, hash }) => [kind, no, hash])
  return {
    order,
    chapters,
    entries,
    missing: await missingOfOrder(deps.db.reads, deps.orders, actor.plantId, orderId),
    hash: sealOf({ kind: 'dossier', order: order.no, parts }),
    at: new Date(Math.max(...entries.map(({ at }) => at.getTime()))),
  }
}

export const dossierTitle = (language: DocumentLanguage, { order }: Dossier): string =>
  `${wordsIn(language)('document.dossier')} ${order.no}`

/** The sheets of a dossier, each loaded when the one before it is drawn; `drawn` receives how many are. */
export async function* dossierSheets(
  deps: QualityDocumentDeps,
  actor: Actor,
  dossier: Dossier,
  frame: SheetFrame,
  drawn: (sheets: number) => void,
): AsyncGenerator<Sheet> {
  const { order, entries, hash } = dossier
  yield coverSheet(dossier, wordsIn(frame.language), frame)
  const sources = new Map(dossierSources.map((source) => [source.kind, source]))
  for (const [index, { kind, id }] of entries.entries()) {
    drawn(index)
    const document = await sources.get(kind)?.load(deps, actor, id)
    if (document !== undefined) yield document.sheet(frame)
  }
  yield checksumSheet(order.no, entries, hash, frame)
  drawn(entries.length)
}

function coverSheet(
  { order, chapters, entries, missing, hash }: Dossier,
  t: DocumentWords,
  frame: SheetFrame,
): Sheet {
  return sealed(
    {
      title: t('document.contents'),
      header: [frame.plant, order.no],
      blocks: [
        {
          kind: 'title',
          text: t('document.dossier'),
          sub: `${t('common:field.order')} ${order.no} ${order.name}`,
        },
        {
          kind: 'facts',
          columns: 2,
          items: [
            [t('common:field.order'), order.no],
            [t('common:field.project'), order.project],
            [t('common:field.customer'), order.customer],
            [t('document.pieces'), String(order.pieces)],
            [t('common:field.kg'), order.kg.toFixed(1)],
          ],
        },
        {
          kind: 'facts',
          columns: 1,
          items: chapters
            .filter(({ ready, open }) => ready + open > 0)
            .map(({ kind, ready, open }) => [
              t(`document.kinds.${kind}`),
              open === 0
                ? { text: t('document.counted', { ready }), tone: 'strong' }
                : { text: t('document.countedOpen', { ready, open }), tone: 'bad' },
            ]),
        },
        ...missingBlocks(missing, frame.language),
        { kind: 'heading', text: t('document.contents') },
        {
          kind: 'contents',
          titles: [...entries.map(({ title }) => title(frame.language)), t('document.dossierOf.checksums')],
        },
      ],
    },
    hash,
    frame,
  )
}

/** The hash of every paper again, so that one can be compared without looking for its page. */
const checksumSheet = (
  no: string,
  entries: readonly DocumentEntry[],
  hash: string,
  frame: SheetFrame,
): Sheet => {
  const t = wordsIn(frame.language)
  return {
    title: t('document.dossierOf.checksums'),
    header: [frame.plant, no],
    footer: `sha256 ${hash}`,
    blocks: [
      { kind: 'heading', text: t('document.dossierOf.checksums') },
      {
        kind: 'table',
        columns: [
          { title: t('document.dossierOf.part'), share: 2.2 },
          { title: wordsIn(frame.language)('quality-documents:field.no'), share: 1.8 },
          { title: t('document.dossierOf.checksum'), share: 6.8 },
        ],
        rows: entries.map((entry) => [t(`document.kinds.${entry.kind}`), entry.no, entry.hash]),
      },
    ],
  }
}
