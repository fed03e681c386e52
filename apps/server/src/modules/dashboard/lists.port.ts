import type { Actor } from '../../platform/auth/actor.ts'
import type { Tile } from './dashboard.tiles.ts'

/**
 * What the dashboard asks of every feature that has a list: the total it answers to a question. It is put to the list's own
 * endpoint, so that a tile and the list behind it cannot disagree. Null: the person may not see that list.
 */
export type ListTotal = (
  actor: Actor,
  list: Tile['list'],
  query: Readonly<Record<string, string>>,
) => Promise<number | null>
