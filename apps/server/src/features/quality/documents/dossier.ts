import type { DossierState } from '@cloud-factory/contract/quality-documents'
import { mostDossierSheets } from '@cloud-factory/contract/quality-documents'
import type { PaperLanguage } from '@cloud-factory/contract/paper-words'
import type { Actor } from '../../../platform/auth/actor.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Sheet } from '../../../platform/pdf/pdf.types.ts'
import { type MissingOfOrder, missingOfOrder } from '../conformity-of-order.ts'
import type { PaperOrder } from '../orders.port.ts'
import { sealOf } from '../seal.ts'
import { certificatePapers } from './certificate-paper.ts'
import { coatPapers } from './coat-paper.ts'
import { missingBlocks } from './missing-blocks.ts'
import { inspectionPapers } from './inspection-paper.ts'
import { materialPapers } from './material-paper.ts'
import { ncrPapers } from './ncr-paper.ts'
import { ndtPapers } from './ndt-paper.ts'
import type { PaperCounts, PaperDoor, PaperEntry, PaperSource, SheetFrame } from './paper.types.ts'
import { sealed } from './paper-frame.ts'
import { type PaperWords, paperWords } from './paper-words.ts'
import { weldRegisterPapers } from './weld-register-paper.ts'
import { welderPapers } from './welders-paper.ts'

/** The chapters of a dossier, in their order. A further kind of paper is one more line here. */
export const dossierSources: readonly PaperSource[] = [
  certificatePapers,
  materialPapers,
  inspectionPapers,
  weldRegisterPapers,
  welderPapers,
  ndtPapers,
  coatPapers,
  ncrPapers,
]

interface Chapter extends PaperCounts {
  readonly kind: PaperSource['kind']
}

/** A dossier before it is drawn: what it holds, sealed as a whole. */
export interface Dossier {
  readonly order: PaperOrder
  readonly chapters: readonly Chapter[]
  readonly entries: readonly PaperEntry[]
  readonly missing: readonly MissingOfOrder[]
  readonly hash: string
  readonly at: Date
}

const orderOf = async ({ db, orders }: PaperDoor, plantId: number, id: string): Promise<PaperOrder> =>
  (await orders.order(db.reads, plantId, id)) ?? refuse('not_found')

async function chaptersOf(door: PaperDoor, plantId: number, orderId: string): Promise<Chapter[]> {
  const chapters: Chapter[] = []
  for (const source of dossierSources)
    chapters.push({ kind: source.kind, ...(await source.counts(door, plantId, orderId)) })
  return chapters
}

/** What the dossier of an order would hold now. */
export async function dossierState(door: PaperDoor, plantId: number, orderId: string): Promise<DossierState> {
  const { id, ...order } = await orderOf(door, plantId, orderId)
  const parts = await chaptersOf(door, plantId, orderId)
  return { order: { id: String(id), ...order }, parts }
}

/** Gathers the complete papers of an order; refuses when there is none, or when there are too many. */
export async function gatherDossier(door: PaperDoor, actor: Actor, orderId: string): Promise<Dossier> {
  const order = await orderOf(door, actor.plantId, orderId)
  const chapters = await chaptersOf(door, actor.plantId, orderId)
  if (chapters.reduce((sum, { ready }) => sum + ready, 0) > mostDossierSheets)
    return refuse('state.refused', { params: { reason: 'dossier.too_long', most: mostDossierSheets } })
  const entries: PaperEntry[] = []
  for (const source of dossierSources) entries.push(...(await source.entries(door, actor, orderId)))
  if (entries.length === 0) return refuse('state.refused', { params: { reason: 'dossier.empty' } })
  const parts = entries.map(({ kind, no, hash }) => [kind, no, hash])
  return {
    order,
    chapters,
    entries,
    missing: await missingOfOrder(door.db.reads, door.orders, actor.plantId, orderId),
    hash: sealOf({ kind: 'dossier', order: order.no, parts }),
    at: new Date(Math.max(...entries.map(({ at }) => at.getTime()))),
  }
}

export const dossierTitle = (language: PaperLanguage, { order }: Dossier): string =>
  `${paperWords[language].dossier} ${order.no}`

/** The sheets of a dossier, each loaded when the one before it is drawn; `drawn` is told how many are. */
export async function* dossierSheets(
  door: PaperDoor,
  actor: Actor,
  dossier: Dossier,
  frame: SheetFrame,
  drawn: (sheets: number) => void,
): AsyncGenerator<Sheet> {
  const { order, entries, hash } = dossier
  yield coverSheet(dossier, paperWords[frame.language], frame)
  const sources = new Map(dossierSources.map((source) => [source.kind, source]))
  for (const [index, { kind, id }] of entries.entries()) {
    drawn(index)
    const paper = await sources.get(kind)?.load(door, actor, id)
    if (paper !== undefined) yield paper.sheet(frame)
  }
  yield checksumSheet(order.no, entries, hash, frame)
  drawn(entries.length)
}

function coverSheet(
  { order, chapters, entries, missing, hash }: Dossier,
  words: PaperWords,
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
  entries: readonly PaperEntry[],
  hash: string,
  frame: SheetFrame,
): Sheet => {
  const { dossierOf, kinds } = paperWords[frame.language]
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
          { title: paperWords[frame.language].number, share: 1.8 },
          { title: dossierOf.checksum, share: 6.8 },
        ],
        rows: entries.map((entry) => [kinds[entry.kind], entry.no, entry.hash]),
      },
    ],
  }
}
