import type { DossierState } from '@cloud-factory/contract/quality-documents/quality-documents'
import { maxDossierSheets } from '@cloud-factory/contract/quality-documents/quality-documents'
import type { DocumentLanguage } from '@cloud-factory/domain/quality-documents/document-labels'
import type { Actor } from '../../platform/auth/actor.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Sheet } from '../../platform/pdf/pdf.types.ts'
import { type MissingOfOrder, missingOfOrder } from '../conformity/public.ts'
import { type QualityDocumentOrder, sealOf } from '../quality-records/public.ts'
import { certificateDocuments } from './certificate-document.ts'
import { coatDocuments } from './coat-document.ts'
import { missingBlocks } from './missing-blocks.ts'
import { inspectionDocuments } from './inspection-document.ts'
import { materialDocuments } from './material-document.ts'
import { ncrDocuments } from './ncr-document.ts'
import { ndtDocuments } from './ndt-document.ts'
import type {
  DocumentCounts,
  QualityDocumentDeps,
  DocumentEntry,
  DocumentSource,
  SheetFrame,
} from './quality-document.types.ts'
import { sealed } from './document-frame.ts'
import { type DocumentLabels, documentLabels } from './document-labels.ts'
import { weldRegisterDocuments } from './weld-register-document.ts'
import { welderDocuments } from './welders-document.ts'

/** The chapters of a dossier, in their order. A further kind of paper is one more line here. */
export const dossierSources: readonly DocumentSource[] = [
  certificateDocuments,
  materialDocuments,
  inspectionDocuments,
  weldRegisterDocuments,
  welderDocuments,
  ndtDocuments,
  coatDocuments,
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
    return fail('state.refused', { params: { reason: 'dossier.too_long', most: maxDossierSheets } })
  const entries: DocumentEntry[] = []
  for (const source of dossierSources) entries.push(...(await source.entries(deps, actor, orderId)))
  if (entries.length === 0) return fail('state.refused', { params: { reason: 'dossier.empty' } })
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
  `${documentLabels[language].dossier} ${order.no}`

/** The sheets of a dossier, each loaded when the one before it is drawn; `drawn` is told how many are. */
export async function* dossierSheets(
  deps: QualityDocumentDeps,
  actor: Actor,
  dossier: Dossier,
  frame: SheetFrame,
  drawn: (sheets: number) => void,
): AsyncGenerator<Sheet> {
  const { order, entries, hash } = dossier
  yield coverSheet(dossier, documentLabels[frame.language], frame)
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
  words: DocumentLabels,
  frame: SheetFrame,
): Sheet {
  const { dossierOf } = words
  return sealed(
    {
      title: words.contents,
      header: [frame.plant, order.no],
      blocks: [
        { kind: 'title', text: words.dossier, sub: `${words.order} ${order.no} ${order.name}` },
        {
          kind: 'facts',
          columns: 2,
          items: [
            [words.order, order.no],
            [dossierOf.project, order.project],
            [dossierOf.customer, order.customer],
            [words.pieces, String(order.pieces)],
            [dossierOf.kg, order.kg.toFixed(1)],
          ],
        },
        {
          kind: 'facts',
          columns: 1,
          items: chapters
            .filter(({ ready, open }) => ready + open > 0)
            .map(({ kind, ready, open }) => [
              words.kinds[kind],
              { text: words.counted(ready, open), tone: open === 0 ? 'strong' : 'bad' },
            ]),
        },
        ...missingBlocks(missing, frame.language),
        { kind: 'heading', text: words.contents },
        {
          kind: 'contents',
          titles: [...entries.map(({ title }) => title(frame.language)), dossierOf.checksums],
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
  const { dossierOf, kinds } = documentLabels[frame.language]
  return {
    title: dossierOf.checksums,
    header: [frame.plant, no],
    footer: `sha256 ${hash}`,
    blocks: [
      { kind: 'heading', text: dossierOf.checksums },
      {
        kind: 'table',
        columns: [
          { title: dossierOf.part, share: 2.2 },
          { title: documentLabels[frame.language].number, share: 1.8 },
          { title: dossierOf.checksum, share: 6.8 },
        ],
        rows: entries.map((entry) => [kinds[entry.kind], entry.no, entry.hash]),
      },
    ],
  }
}
