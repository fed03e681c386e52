import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads, Write } from '../../platform/db/handles.ts'

/** What is wanted of a piece. */
type PieceStanding = 'ncr_open' | 'rework' | 'free'

/** What non-conformances and material ask of orders, and tell them. */
export interface NcrOrdersPort {
  /**
   * Stops pieces, or lets them go on where their route says, and writes how many reports are open on their orders.
   * Locks orders and pieces; records events, so it is called after the rows of quality are written.
   */
  stand(
    write: Write,
    actor: Actor,
    wanted: {
      readonly pieces: readonly { readonly id: number; readonly to: PieceStanding }[]
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
