import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { QualityDocumentKind } from '@cloud-factory/domain/quality-documents/document-labels'
import type { qualityDocumentsApi } from '@cloud-factory/contract/quality-documents/quality-documents'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import type { Sheet } from '../../platform/pdf/pdf.types.ts'
import { type Dossier, dossierSheets, dossierSources, dossierTitle, gatherDossier } from './dossier.ts'
import { type QualityDocumentDeps, type DocumentEntry, frameOf, pdfFile } from './document-frame.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { signed } from '../quality-records/public.ts'

interface Progress {
  readonly done: number
  /** Null: it is not known yet. */
  readonly of: number | null
}

/** Papers that are watched at the same time at most; the oldest is forgotten. */
const maxWatched = 100

/**
 * How far papers are that are being drawn, by the key of whoever waits. Only a hint for the eye: it is lost with the process, and
 * another instance knows nothing of it.
 */
export class DocumentProgress {
  readonly #running = new Map<string, Progress>()

  /** Of an unknown key: nothing yet. */
  of(plantId: number, key: string): Progress {
    return this.#running.get(`${plantId} ${key}`) ?? { done: 0, of: null }
  }

  /** Tells how many sheets are drawn; without a key nobody asks. */
  notify(plantId: number, key: string | undefined, progress: Progress): void {
    if (key === undefined) return
    const own = `${plantId} ${key}`
    this.#running.delete(own)
    this.#running.set(own, progress)
    const [oldest] = this.#running.keys()
    if (this.#running.size > maxWatched && oldest !== undefined) this.#running.delete(oldest)
  }

  end(plantId: number, key: string | undefined): void {
    if (key !== undefined) this.#running.delete(`${plantId} ${key}`)
  }
}

export interface IssueDeps extends QualityDocumentDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly progress: DocumentProgress
}

type DocumentRequest = BodyOf<(typeof qualityDocumentsApi)['POST /api/quality-documents']>

/** Gives a paper out. One whose record is complete is kept with its hash; the others say that they are not. */
export function issueDocument(deps: IssueDeps, actor: Actor, request: DocumentRequest): Promise<FileReply> {
  return request.kind === 'dossier' ? issueDossier(deps, actor, request) : issueRecord(deps, actor, request)
}

async function issueRecord(deps: IssueDeps, actor: Actor, request: DocumentRequest): Promise<FileReply> {
  const source = dossierSources.find(({ kind }) => kind === request.kind) ?? fail('not_found')
  const document = await source.load(deps, actor, request.id)
  const { hash, order, no } = document
  if (hash !== null) {
    const issued = { kind: request.kind, sourceId: request.id, no, hash, order }
    await deps.db.tx((write) => archiveDocuments(write, actor, issued, [], deps.clock.now()))
  }
  const frame = await frameOf(deps, actor.plantId, request.language)
  return pdfFile(
    fileName(document.title(request.language)),
    [await document.sheet(frame)],
    frame,
    document.at,
  )
}

async function issueDossier(deps: IssueDeps, actor: Actor, request: DocumentRequest): Promise<FileReply> {
  const { plantId } = actor
  const { language, progressKey: key } = request
  deps.progress.notify(plantId, key, { done: 0, of: null })
  const dossier = await gatherDossier(deps, actor, request.id)
  const of = dossier.entries.length
  const drawn = (done: number) => deps.progress.notify(plantId, key, { done, of })
  const ended = () => deps.progress.end(plantId, key)
  return drawDossier(deps, actor, { dossier, language }, { drawn, ended })
}

/** Gives a dossier out. */
export async function drawDossier(
  deps: Omit<IssueDeps, 'progress'>,
  actor: Actor,
  { dossier, language }: { readonly dossier: Dossier; readonly language: DocumentRequest['language'] },
  { drawn, ended }: { readonly drawn: (sheets: number) => void; readonly ended: () => void },
): Promise<FileReply> {
  await deps.db.tx((write) => keepDossier(write, actor, dossier, deps.clock.now()))
  const frame = await frameOf(deps, actor.plantId, language)
  async function* sheets(): AsyncGenerator<Sheet> {
    try {
      yield* dossierSheets(deps, actor, dossier, frame, drawn)
    } finally {
      ended()
    }
  }
  return pdfFile(fileName(dossierTitle(language, dossier)), sheets(), frame, dossier.at)
}

/** Keeps a dossier that is given out, with the papers in it. */
export async function keepDossier(write: Write, actor: Actor, dossier: Dossier, now: Date): Promise<void> {
  const { no, id } = dossier.order
  const order = { id: String(id), no }
  const head = { kind: 'dossier', sourceId: order.id, no, hash: dossier.hash, order } as const
  const parts = dossier.entries.flatMap((entry) => issuedPart(entry, order))
  await archiveDocuments(write, actor, head, parts, now)
}

/** Inspections are found by the hash that they were locked with. */
function issuedPart(
  { kind, id, no, hash }: DocumentEntry,
  order: IssuedDocumentInput['order'],
): IssuedDocumentInput[] {
  return isArchived(kind) ? [{ kind, sourceId: id, no, hash, order }] : []
}

const isArchived = (kind: DocumentEntry['kind']): kind is QualityDocumentKind => kind !== 'inspection'

/** As a title, without what file systems reject. */
const fileName = (title: string): string => title.replaceAll(' · ', ' ').replaceAll(/[\\/:*?"<>|]/g, '-')

/** What is kept of a paper when it is given out. */
interface IssuedDocumentInput {
  readonly kind: QualityDocumentKind
  readonly sourceId: string
  readonly no: string
  readonly hash: string
  readonly order: { readonly id: string; readonly no: string } | null
}

/**
 * Keeps papers that are given out, so that their hashes lead back to their records; `head` is the one that was asked for, the
 * others are its parts. The same content is kept once: asked for again, nothing is written.
 */
async function archiveDocuments(
  write: Write,
  actor: Actor,
  head: IssuedDocumentInput,
  parts: readonly IssuedDocumentInput[],
  now: Date,
): Promise<void> {
  const rows = [head, ...parts].map((document) => ({
    ...document,
    orderId: document.order?.id ?? null,
    orderNo: document.order?.no ?? null,
    search: searchText(document.no, document.order?.no ?? ''),
  }))
  const { by, byName } = signed(actor)
  const { rows: added } = await sql<{ hash: string }>`
    insert into issued_papers (plant_id, hash, kind, source_id, no, order_id, order_no, search, issued_at, issued_by,
      issued_by_name)
    select ${actor.plantId}, hash, kind, "sourceId", no, "orderId", "orderNo", search, ${now}, ${by}, ${byName}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (hash text, kind text, "sourceId" bigint, no text,
      "orderId" bigint, "orderNo" text, search text)
    order by hash on conflict on constraint issued_papers_once do nothing returning hash`.execute(write)
  if (!added.some(({ hash }) => hash === head.hash)) return
  const { kind, no, hash, sourceId } = head
  await recordAudit(write, actor, {
    action: 'papers.issue',
    subjectKind: 'paper',
    subjectId: sourceId,
    subjectName: no,
    after: { kind, hash, papers: rows.length },
  })
  await recordEvent(write, actor, {
    name: 'quality.paper_issued',
    subjectId: sourceId,
    orderId: head.order?.id ?? null,
  })
}
