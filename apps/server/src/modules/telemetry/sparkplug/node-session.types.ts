import type { Metric, Payload } from './payload.types.ts'
import type { EdgeMessageKind } from './topics.rules.ts'

/** What a host allows a node. Milliseconds. */
export interface SessionLimits {
  /** How long a gap in the sequence may stay open before a rebirth is asked for. */
  readonly reorderMs: number
  /** At most one rebirth is asked for in this time; doubled each time that it did not help, up to ten times it. */
  readonly rebirthMs: number
  /** Messages held while a gap is open; one more asks for a rebirth. */
  readonly heldMost: number
  /** Metrics that a node and its devices may be born with together. */
  readonly metricsMost: number
}

export interface EdgeMessage {
  readonly kind: EdgeMessageKind
  /** Null for messages of the node itself. */
  readonly device: string | null
  readonly payload: Payload
}

/** A value of a metric by its name, whatever the message called it. */
export interface NamedValue {
  readonly name: string
  readonly metric: Metric
}

/** What a message makes true. Device null: the node itself. */
export type Outcome =
  | {
      readonly is: 'born'
      readonly device: string | null
      readonly at: number | null
      readonly values: readonly NamedValue[]
    }
  | {
      readonly is: 'values'
      readonly device: string | null
      readonly at: number | null
      readonly values: readonly NamedValue[]
    }
  /** From now on nothing is known of it: its values are stale. A node's death is told for each of its devices first. */
  | { readonly is: 'dead'; readonly device: string | null }
  | { readonly is: 'rebirth'; readonly why: RebirthReason }
  | { readonly is: 'refused'; readonly why: RefusedReason }

export type RebirthReason =
  | 'gap'
  | 'unborn_node'
  | 'unborn_device'
  | 'unknown_metric'
  | 'unreadable'
  | 'held_too_many'
export type RefusedReason =
  | 'old_death'
  | 'no_seq'
  | 'no_bd_seq'
  | 'too_many_metrics'
  | 'alias_twice'
  | 'unnamed_metric'

/** A metric as it was born. */
export interface Born {
  readonly device: string | null
  readonly name: string
  readonly dataType: number | null
}

/** One edge node as the host sees it. Everything is null or empty before its first birth. */
export interface NodeSession {
  online: boolean
  bdSeq: number | null
  /** The sequence number that comes next. */
  next: number
  readonly devices: Set<string>
  /** By device ('' = the node) and name. */
  readonly names: Map<string, Born>
  readonly aliases: Map<number, Born>
  /** Messages that came before their turn, by sequence number. */
  readonly held: Map<number, EdgeMessage>
  gapSince: number | null
  rebirthAt: number | null
  rebirthsInVain: number
}

export const newSession = (): NodeSession => ({
  online: false,
  bdSeq: null,
  next: 0,
  devices: new Set(),
  names: new Map(),
  aliases: new Map(),
  held: new Map(),
  gapSince: null,
  rebirthAt: null,
  rebirthsInVain: 0,
})
