import type {
  PassedPieces,
  PieceLocation,
  QualityDocumentOrder,
  QualityPiece,
  WaitingPieces,
} from '@cloud-factory/domain/orders/piece-records'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { SteelPart, SteelShape } from '@cloud-factory/domain/material/material-enums'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads, Write } from '../../platform/db/handles.ts'

/** A process as quality knows it. */
export interface QualityProcess {
  readonly id: number
  readonly code: string
  readonly names: Names
  readonly gate: 'none' | 'self' | 'inspect' | 'hold'
}

/** What quality asks orders. Each answer is of the plant alone; what it does not have is left out. */
export interface OrdersPort extends NcrOrdersPort {
  /** Pieces by id. */
  pieces(reads: Reads, plantId: number, ids: readonly number[]): Promise<QualityPiece[]>
  /** Ids of pieces by what a device sent: the text of a QR code, an id or an unambiguous serial. */
  find(reads: Reads, plantId: number, texts: readonly string[]): Promise<Map<string, number>>
  /** The piece that a text means; rejects where several orders have it, and where there is none. */
  findOne(reads: Reads, plantId: number, text: string): Promise<number>
  /** Texts that several pieces of open orders have as their serial. */
  several(reads: Reads, plantId: number, texts: readonly string[]): Promise<ReadonlySet<string>>
  /** Locks the orders of pieces, then the pieces, each in ascending order, until the transaction ends. */
  lock(write: Write, plantId: number, ids: readonly number[]): Promise<QualityPiece[]>
  /** Pieces that stand before a gated process of an order that is being made, most urgent order first; at most `limit` marks. */
  waiting(reads: Reads, plantId: number, limit: number): Promise<WaitingPieces[]>
  /** Pieces beyond a gate by mark, in the order of time: the demo factory's inspections are made of them. */
  beyond(reads: Reads, plantId: number): Promise<PassedPieces[]>
  /** Ids of pieces whose serial begins with a text, at most `limit`. */
  bySerial(reads: Reads, plantId: number, text: string, limit: number): Promise<number[]>
  /** Packages and deliveries that pieces are in; those in none are left out. */
  location(reads: Reads, plantId: number, ids: readonly number[]): Promise<Map<number, PieceLocation>>
  /** The parts of each piece by mark; pieces whose list named none are left out. */
  steelParts(reads: Reads, plantId: number, ids: readonly number[]): Promise<Map<number, SteelPart[]>>
  /** The shape of a profile as it is written; null for one that is not known or is welded of plates. */
  steelShape(written: string): SteelShape | null
  /** Ids of pieces that were begun: the demo factory's heats went into them. */
  begun(reads: Reads, plantId: number, limit: number): Promise<number[]>
  /** All processes in the order of work; there are some dozens at most. */
  processes(reads: Reads, plantId: number): Promise<QualityProcess[]>
  /** One order; null: the plant has no such. */
  order(reads: Reads, plantId: number, id: string): Promise<QualityDocumentOrder | null>
  /** Pieces of an order that count, by serial: neither scrapped nor superseded. */
  countedPieces(
    reads: Reads,
    plantId: number,
    orderId: string,
  ): Promise<{ readonly id: number; readonly serial: string }[]>
  /** Names of crews and of projects, by id. */
  crewNames(reads: Reads, plantId: number, ids: readonly number[]): Promise<Map<number, string>>
  projectNames(reads: Reads, plantId: number, ids: readonly number[]): Promise<Map<number, string>>
  /**
   * The crew that made each piece: of a judging process that of the last step before it, of any other the one that did that
   * very step, null: that of the last step of all. At `judging` processes nothing is made. Unknown ones are left out.
   */
  latestCrews(
    reads: Reads,
    plantId: number,
    pieceIds: readonly number[],
    work: { readonly processId: number | null; readonly judging: readonly number[] },
  ): Promise<Map<number, number>>
  /** The machine that made each piece, by its reports up to this process; pieces of which none is known are left out. */
  lastMachines(
    reads: Reads,
    plantId: number,
    pieceIds: readonly number[],
    processId: number | null,
  ): Promise<Map<number, number>>
  /** The welding machine that the last report on each piece names; those of which none is known are left out. */
  weldingMachines(reads: Reads, plantId: number, pieceIds: readonly number[]): Promise<Map<number, number>>
  /** Machines that work is reported on, active and not simulated, or the one of this id. */
  workingMachines(reads: Reads, plantId: number, id?: number): Promise<{ readonly id: number }[]>
  /** What machines are called, by id. */
  machineNames(reads: Reads, plantId: number, ids: readonly number[]): Promise<Map<number, string>>
}

/** Who acts, as rows keep it. */
export const signed = (actor: Actor) => ({ by: Number(actor.userId), byName: actor.cnName })

/** What is wanted of a piece. */
type NcrPieceStatus = 'ncr_open' | 'rework' | 'free'

/** What non-conformances and material ask of orders, and tell them. */
interface NcrOrdersPort {
  /**
   * Stops pieces, or lets them go on where their route says, and writes how many reports are open on their orders.
   * Locks orders and pieces; records events, so it is called after the rows of quality are written.
   */
  stand(
    write: Write,
    actor: Actor,
    selection: {
      readonly pieces: readonly { readonly id: number; readonly to: NcrPieceStatus }[]
      readonly openNcrs: readonly { readonly orderId: number; readonly count: number }[]
    },
  ): Promise<void>
  /** Scraps pieces; those gone already are left alone. Fails with `piece.packed` for one that was packed or sent. */
  scrap(
    write: Write,
    actor: Actor,
    ids: readonly number[],
    how: { readonly reason: string; readonly replace: boolean },
  ): Promise<void>
  /** Name of a crew; null: there is none. */
  crewName(reads: Reads, plantId: number, id: number): Promise<string | null>
  /** Repairs allowed on one piece or weld, by project. */
  repairLimits(reads: Reads, plantId: number, projectIds: readonly number[]): Promise<Map<number, number>>
}
