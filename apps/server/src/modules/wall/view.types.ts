import type { WallFacts } from './facts.types.ts'
import type { WallScope } from './wall.types.ts'

/** What an item is made from. */
export interface View {
  readonly facts: WallFacts
  readonly scope: WallScope
  /** ms since 1970 by the server's clock. */
  readonly now: number
}
