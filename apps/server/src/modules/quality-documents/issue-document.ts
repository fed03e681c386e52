import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { QualityDocumentKind } from '@cloud-factory/contract/document-labels'
import type { qualityDocumentsApi } from '@cloud-factory/contract/quality-documents'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import type { Sheet } from '../../platform/pdf/pdf.types.ts'
import { type Dossier, dossierSheets, dossierSources, dossierTitle, gatherDossier } from './dossier.ts'
import { type IssuedDocumentInput, archiveDocuments } from './archive-documents.ts'
import type { QualityDocumentDeps, DocumentEntry } from './quality-document.types.ts'
import { frameOf, pdfFile } from './document-frame.ts'
import type { DocumentProgress } from './document-progress.ts'

export interface IssueDeps extends QualityDocumentDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly progress: DocumentProgress
}

type DocumentRequest = BodyOf<(typeof qualityDocumentsApi)['POST /api/quality-documents']>

/** Gives a paper out. One whose record is complete is kept with its hash; the others say that they are not. */
export function issueDocument(deps: IssueDeps, actor: Actor, asked: DocumentRequest): Promise<FileReply> {
  return asked.kind === 'dossier' ? issueDossier(deps, actor, asked) : issueRecord(deps, actor, asked)
}

async function issueRecord(deps: IssueDeps, actor: Actor, asked: DocumentRequest): Promise<FileReply> {
  const source = dossierSources.find(({ kind }) => kind === asked.kind) ?? fail('not_found')
  const document = await source.load(deps, actor, asked.id)
  const { hash, order, no } = document
  if (hash !== null) {
    const given = { kind: asked.kind, sourceId: asked.id, no, hash, order }
    await deps.db.tx((write) => archiveDocuments(write, actor, given, [], deps.clock.now()))
  }
  const frame = await frameOf(deps, actor.plantId, asked.language)
  return pdfFile(fileName(document.title(asked.language)), [await document.sheet(frame)], frame, document.at)
}

async function issueDossier(deps: IssueDeps, actor: Actor, asked: DocumentRequest): Promise<FileReply> {
  const { plantId } = actor
  const { language, progressKey: key } = asked
  deps.progress.notify(plantId, key, { done: 0, of: null })
  const dossier = await gatherDossier(deps, actor, asked.id)
  await deps.db.tx((write) => keepDossier(write, actor, dossier, deps.clock.now()))
  const frame = await frameOf(deps, plantId, language)
  const of = dossier.entries.length
  const drawn = (done: number) => deps.progress.notify(plantId, key, { done, of })
  async function* sheets(): AsyncGenerator<Sheet> {
    try {
      yield* dossierSheets(deps, actor, dossier, frame, drawn)
    } finally {
      deps.progress.end(plantId, key)
    }
  }
  return pdfFile(fileName(dossierTitle(language, dossier)), sheets(), frame, dossier.at)
}

/** Keeps a dossier that is given out, with the papers in it. */
export async function keepDossier(write: Write, actor: Actor, dossier: Dossier, now: Date): Promise<void> {
  const { no, id } = dossier.order
  const order = { id: String(id), no }
  const head = { kind: 'dossier', sourceId: order.id, no, hash: dossier.hash, order } as const
  const parts = dossier.entries.flatMap((entry) => givenPart(entry, order))
  await archiveDocuments(write, actor, head, parts, now)
}

/** Inspections are found by the hash that they were locked with. */
function givenPart(
  { kind, id, no, hash }: DocumentEntry,
  order: IssuedDocumentInput['order'],
): IssuedDocumentInput[] {
  return isKept(kind) ? [{ kind, sourceId: id, no, hash, order }] : []
}

const isKept = (kind: DocumentEntry['kind']): kind is QualityDocumentKind => kind !== 'inspection'

/** As a title, without what file systems refuse. */
const fileName = (title: string): string => title.replaceAll(' · ', ' ').replaceAll(/[\\/:*?"<>|]/g, '-')
