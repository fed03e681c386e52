import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { PaperKind } from '@cloud-factory/contract/paper-words'
import type { qualityDocumentsApi } from '@cloud-factory/contract/quality-documents'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database, Write } from '../../../platform/db/handles.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { FileReply } from '../../../platform/http/routes.ts'
import type { Sheet } from '../../../platform/pdf/pdf.types.ts'
import { type Dossier, dossierSheets, dossierSources, dossierTitle, gatherDossier } from './dossier.ts'
import { type GivenPaper, keepPapers } from './keep-papers.ts'
import type { PaperDoor, PaperEntry } from './paper.types.ts'
import { frameOf, pdfFile } from './paper-frame.ts'
import type { PaperProgress } from './paper-progress.ts'

export interface IssueDoor extends PaperDoor {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly progress: PaperProgress
}

type Asked = BodyOf<(typeof qualityDocumentsApi)['POST /api/quality-papers']>

/** Gives a paper out. One whose record is complete is kept with its hash; the others say that they are not. */
export function issuePaper(door: IssueDoor, actor: Actor, asked: Asked): Promise<FileReply> {
  return asked.kind === 'dossier' ? issueDossier(door, actor, asked) : issueRecord(door, actor, asked)
}

async function issueRecord(door: IssueDoor, actor: Actor, asked: Asked): Promise<FileReply> {
  const source = dossierSources.find(({ kind }) => kind === asked.kind) ?? refuse('not_found')
  const paper = await source.load(door, actor, asked.id)
  const { hash, order, no } = paper
  if (hash !== null) {
    const given = { kind: asked.kind, sourceId: asked.id, no, hash, order }
    await door.db.tx((write) => keepPapers(write, actor, given, [], door.clock.now()))
  }
  const frame = await frameOf(door, actor.plantId, asked.language)
  return pdfFile(fileName(paper.title(asked.language)), [await paper.sheet(frame)], frame, paper.at)
}

async function issueDossier(door: IssueDoor, actor: Actor, asked: Asked): Promise<FileReply> {
  const { plantId } = actor
  const { language, progressKey: key } = asked
  door.progress.tell(plantId, key, { done: 0, of: null })
  const dossier = await gatherDossier(door, actor, asked.id)
  await door.db.tx((write) => keepDossier(write, actor, dossier, door.clock.now()))
  const frame = await frameOf(door, plantId, language)
  const of = dossier.entries.length
  const drawn = (done: number) => door.progress.tell(plantId, key, { done, of })
  async function* sheets(): AsyncGenerator<Sheet> {
    try {
      yield* dossierSheets(door, actor, dossier, frame, drawn)
    } finally {
      door.progress.end(plantId, key)
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
  await keepPapers(write, actor, head, parts, now)
}

/** Inspections are found by the hash that they were locked with. */
function givenPart({ kind, id, no, hash }: PaperEntry, order: GivenPaper['order']): GivenPaper[] {
  return isKept(kind) ? [{ kind, sourceId: id, no, hash, order }] : []
}

const isKept = (kind: PaperEntry['kind']): kind is PaperKind => kind !== 'inspection'

/** As a title, without what file systems refuse. */
const fileName = (title: string): string => title.replaceAll(' · ', ' ').replaceAll(/[\\/:*?"<>|]/g, '-')
