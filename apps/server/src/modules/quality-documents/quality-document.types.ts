import type { DocumentLanguage, SealedKind } from '@cloud-factory/domain/quality-documents/document-labels'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Sheet } from '../../platform/pdf/pdf.types.ts'
import type { OrdersPort } from '../quality-records/public.ts'

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
