import type { Actor } from '../../platform/auth/actor.ts'
import type { Tile } from './dashboard.tiles.ts'

/**
 * The total of a list. It comes from the list's own endpoint, so that a tile always agrees with the list behind it. Null: the
 * person may not see that list.
 */
export type ListTotal = (
  actor: Actor,
  list: Tile['list'],
  query: Readonly<Record<string, string>>,
) => Promise<number | null>
