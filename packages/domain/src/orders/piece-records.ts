import type { PieceStatus } from './order-statuses.ts'

/** A piece as quality knows it. Lengths are mm; null where the list that brought it had none. */
export interface QualityPiece {
  readonly id: number
  readonly serial: string
  readonly orderId: number
  readonly orderNo: string
  readonly projectId: number
  readonly markId: number
  readonly mark: string
  /** What it is (`column`, `beam` …), its profile as written and its length: a form's sizes are guessed from them. */
  readonly kind: string
  readonly profile: string
  readonly grade: string | null
  readonly lengthMm: number | null
  /** Surface to be coated. */
  readonly areaM2: number | null
  readonly netKg: number | null
  /** When its order was released to the workshop. */
  readonly releasedAt: Date | null
  readonly status: PieceStatus
  /** The process it waits for; null when none is left or its order is not released. */
  readonly nextProcessId: number | null
}

/** Pieces of one mark that stand before a gated process. */
export interface WaitingPieces {
  readonly orderId: number
  readonly orderNo: string
  readonly markId: number
  readonly mark: string
  readonly processId: number
  readonly processCode: string
  readonly gate: 'inspect' | 'hold'
  readonly pieceIds: readonly number[]
}

/** Pieces of one mark that have a gated step behind them, and when the first of them took it. */
export interface PassedPieces {
  readonly orderId: number
  readonly orderNo: string
  readonly projectId: number
  readonly mark: string
  readonly kind: string
  readonly profile: string
  readonly lengthMm: number | null
  readonly processId: number
  readonly processCode: string
  readonly gate: 'inspect' | 'hold'
  readonly pieceIds: readonly number[]
  readonly serials: readonly string[]
  readonly at: Date
}

/** An order as the first page of its dossier names it. */
export interface QualityDocumentOrder {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly project: string
  readonly customer: string
  readonly pieces: number
  readonly kg: number
}

/** Where a piece went. */
export interface PieceLocation {
  readonly pack: { readonly id: string; readonly no: string } | null
  readonly delivery: {
    readonly id: string
    readonly no: string
    readonly sentAt: string | null
    readonly consignee: string
  } | null
}
