type Allowed = true | string

const ended: ReadonlySet<string> = new Set(['shipped', 'closed', 'cancelled'])
const working: ReadonlySet<string> = new Set(['released', 'in_production', 'completed'])
const away: ReadonlySet<string> = new Set(['packed', 'shipped', 'received'])

/** Whether it may be said what a mark of an order contains. */
export function canEditContents(tags: readonly string[], orderStatus: string): Allowed {
  if (!tags.includes('order.edit')) return 'permission.denied'
  return !ended.has(orderStatus) || 'sub_assembly.order_ended'
}

export const canRemoveContents = (edit: Allowed, built: number): Allowed =>
  edit === true && built > 0 ? 'sub_assembly.built' : edit

interface OuterFacts {
  readonly status: string
  readonly orderStatus: string
  /** In a package, closed or not. */
  readonly isPacked: boolean
}

function canChange(tags: readonly string[], { status, orderStatus, isPacked }: OuterFacts): Allowed {
  if (!tags.includes('order.report')) return 'permission.denied'
  if (orderStatus === 'on_hold') return 'work.order_held'
  if (!working.has(orderStatus)) return 'work.order_not_released'
  if (status === 'superseded') return 'work.piece_superseded'
  return !(isPacked || away.has(status)) || 'build.outer_packed'
}

/** Whether pieces may be built into a piece. */
export const canBuild = (tags: readonly string[], outer: OuterFacts): Allowed =>
  outer.status === 'scrapped' ? 'work.piece_scrapped' : canChange(tags, outer)

/** Whether pieces may be taken out of it. */
export const canTakeOut = (tags: readonly string[], outer: OuterFacts): Allowed => canChange(tags, outer)

export interface InnerFacts {
  readonly orderId: number
  readonly mark: string
  readonly status: string
  readonly holds: number
  readonly stepsDone: number
  /** Kind of its next step; null when none is left. */
  readonly nextKind: string | null
  readonly isPacked: boolean
  /** Serial of the piece that it is in. */
  readonly outer: string | null
}

/** Why a piece may not be built in by what it is itself; null: it may. The rule of packing, `canPack`: its work is done and nothing stops it. */
export function innerProblem(piece: InnerFacts): string | null {
  const { status, holds, stepsDone, nextKind } = piece
  if (piece.outer !== null) return 'build.inner_built'
  if (piece.isPacked || away.has(status)) return 'build.inner_packed'
  if (status === 'scrapped') return 'work.piece_scrapped'
  if (status === 'superseded') return 'work.piece_superseded'
  if (status === 'ncr_open' || status === 'rework') return 'work.piece_ncr'
  if (holds > 0) return 'work.piece_held'
  const isDone = nextKind === null ? stepsDone > 0 : nextKind !== 'work'
  return isDone ? null : 'build.inner_unfinished'
}
