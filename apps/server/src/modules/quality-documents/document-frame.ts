import { sql, type RawBuilder } from 'kysely'
import type { DocumentLanguage } from '@cloud-factory/domain/quality-documents/document-labels'
import { maxDossierSheets } from '@cloud-factory/contract/quality-documents/quality-documents'
import { readRows } from '../../platform/db/handles.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import type { Block, Sheet } from '../../platform/pdf/pdf.types.ts'
import { renderPdf } from '../../platform/pdf/render-pdf.ts'
import type {
  QualityDocumentDeps,
  SheetFrame,
  QualityDocument,
  DocumentCounts,
  DocumentEntry,
  DocumentSource,
} from './quality-document.types.ts'
import { wordsIn } from './document-words.ts'
import type { Actor } from '../../platform/auth/actor.ts'

/** What the plant puts on its papers. */
export async function frameOf(
  { db, publicUrl }: Pick<QualityDocumentDeps, 'db' | 'publicUrl'>,
  plantId: number,
  language: DocumentLanguage,
): Promise<SheetFrame> {
  const [plant] = await readRows(
    db.reads,
    sql<{ name: string; time_zone: string }>`select name, time_zone from plants where id = ${plantId}`,
  )
  const form = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: plant?.time_zone ?? 'UTC',
  })
  return { language, plant: plant?.name ?? '', at: (instant) => form.format(new Date(instant)), publicUrl }
}

/** A file of sheets. The same content at the same `at` gives the same bytes. */
export function pdfFile(
  name: string,
  sheets: Iterable<Sheet> | AsyncIterable<Sheet>,
  frame: SheetFrame,
  at: Date,
): FileReply {
  const info = { title: name, author: frame.plant, language: frame.language, at }
  return { name: `${name}.pdf`, type: 'application/pdf', inline: true, body: renderPdf(sheets, info) }
}

/** Header and footer of a sheet, and the code at its end; without a hash it says that it is not complete. */
export function sealed(
  sheet: Pick<Sheet, 'title' | 'header' | 'blocks'> & { readonly landscape?: boolean },
  hash: string | null,
  frame: SheetFrame,
  unsealed: string = wordsIn(frame.language)('document.notComplete'),
): Sheet {
  const [head, ...rest] = sheet.blocks
  const warning: Block[] = hash === null ? [{ kind: 'text', text: unsealed, tone: 'bad' }] : []
  return {
    ...sheet,
    footer: hash === null ? unsealed : `sha256 ${hash}`,
    blocks: [
      ...(head === undefined ? [] : [head]),
      ...warning,
      ...rest,
      ...(hash === null ? [] : [verification(hash, frame)]),
    ],
  }
}

function verification(hash: string, { language, publicUrl }: SheetFrame): Block {
  const address = publicUrl === null ? [] : [`${publicUrl}/quality/verify`]
  return {
    kind: 'qr',
    content: publicUrl === null ? hash : `${publicUrl}/quality/verify/${hash}`,
    lines: [wordsIn(language)('document.verify'), ...address, `sha256 ${hash}`],
  }
}

/** What a dossier keeps of a paper until it is drawn; none while its record is not complete. */
export function entryOf({ kind, id, no, hash, title, at }: QualityDocument): DocumentEntry[] {
  return hash === null ? [] : [{ kind, id, no, hash, title, at }]
}

/** Entries of records whose hash is recomputed: one after the other, so that only one is held. */
export async function entriesByLoading(
  source: DocumentSource,
  { deps, actor }: { readonly deps: QualityDocumentDeps; readonly actor: Actor },
  ids: RawBuilder<unknown>,
): Promise<DocumentEntry[]> {
  const rows = await readRows(deps.db.reads, sql<{ id: number }>`${ids} limit ${maxDossierSheets + 1}`)
  const entries: DocumentEntry[] = []
  for (const { id } of rows) entries.push(...entryOf(await source.load(deps, actor, String(id))))
  return entries
}

/** The one row of a statement that counts. */
export async function countsOf(
  { db }: Pick<QualityDocumentDeps, 'db'>,
  counted: RawBuilder<unknown>,
): Promise<DocumentCounts> {
  const [row] = await readRows(db.reads, sql<DocumentCounts>`${counted}`)
  return row ?? { ready: 0, open: 0 }
}
