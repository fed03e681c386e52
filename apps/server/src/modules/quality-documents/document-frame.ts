import type { DocumentLanguage, SealedKind } from '@cloud-factory/domain/quality-documents/document-labels'
import type { Translate } from '@cloud-factory/dictionary/translate'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, readRows } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Sheet, Block } from '../../platform/pdf/pdf.types.ts'
import { translatorOf } from '../../platform/texts/translator-of.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { sql, type RawBuilder } from 'kysely'
import { maxDossierSheets } from '@cloud-factory/contract/quality-documents/quality-documents'
import type { FileReply } from '../../platform/http/routes.ts'
import { renderPdf } from '../../platform/pdf/render-pdf.ts'

export type DocumentWords = Translate<'printed-documents'>

/**
 * What quality documents say besides what was written and measured: their own texts and the dictionaries whose names of
 * values they share with the office.
 */
export const wordsIn = translatorOf('printed-documents', [
  'common',
  'coating',
  'inspection',
  'material',
  'ncr',
  'orders',
  'printed-documents',
  'quality-documents',
  'trial-assembly',
  'welding',
])

export interface QualityDocumentDeps {
  readonly db: Pick<Database, 'reads'>
  readonly orders: OrdersPort
  readonly files: FileStore
  readonly publicUrl: string | null
}

/** What stands on each sheet whoever it is for. */
export interface SheetFrame {
  readonly language: DocumentLanguage
  /** Name of the plant, at the top of each page. */
  readonly plant: string
  /** Writes an instant in the plant's zone. */
  readonly at: (instant: string) => string
  /** Address of the product from outside; null: the QR code holds the hash alone. */
  readonly publicUrl: string | null
}

/** A line of a dossier's contents: which paper, by what name, sealed with what. */
export interface DocumentEntry {
  readonly kind: SealedKind
  readonly id: string
  readonly no: string
  readonly hash: string
  readonly title: (language: DocumentLanguage) => string
  /** When its record became what it is. */
  readonly at: Date
}

/** A record of quality that can be put on paper. */
export interface QualityDocument extends Omit<DocumentEntry, 'hash'> {
  readonly order: { readonly id: string; readonly no: string } | null
  /** Null while its record is not complete: the paper says so, has no code and is not kept. */
  readonly hash: string | null
  readonly sheet: (frame: SheetFrame) => Sheet | Promise<Sheet>
}

/**
 * A kind of papers. A dossier has one chapter of each, in the order of `dossierSources`: whoever has records that belong into
 * the dossier of an order writes one of these and adds it there.
 */
export interface DocumentSource {
  readonly kind: SealedKind
  /** The paper of a record; fails with `not_found` when the plant has no such. */
  load(deps: QualityDocumentDeps, actor: Actor, id: string): Promise<QualityDocument>
  /** Papers of an order that are complete, in the order of the dossier. */
  entries(deps: QualityDocumentDeps, actor: Actor, orderId: string): Promise<readonly DocumentEntry[]>
  /** How many an order has, complete and not. */
  counts(deps: QualityDocumentDeps, plantId: number, orderId: string): Promise<DocumentCounts>
}

export interface DocumentCounts {
  readonly ready: number
  readonly open: number
}

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
