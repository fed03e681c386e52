import type { Metric, Payload } from './payload.types.ts'
import type { EdgeMessageKind } from './topics.rules.ts'

/** Limits of a host for one node, times in ms. */
export interface SessionLimits {
  /** How long a gap in the sequence may stay open before the host requests a rebirth. */
  readonly reorderMs: number
  /** Minimum interval between rebirth requests. It doubles after each request without effect, up to ten times its initial value. */
  readonly rebirthMs: number
  /** Maximum number of messages held while a gap is open; one more causes a rebirth request. */
  readonly heldMost: number
  /** Maximum number of metrics in the births of a node and its devices. */
  readonly metricsMost: number
}

export interface EdgeMessage {
  readonly kind: EdgeMessageKind
  /** Null for messages of the node itself. */
  readonly device: string | null
  readonly payload: Payload
}

/** A metric value by its name, also if the message used an alias. */
export interface NamedValue {
  readonly name: string
  readonly metric: Metric
}

/** What a message changes. Device null: the node itself. */
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
  /** The device or node is gone and its values are stale. Before a node's death, the death of each of its devices is reported. */
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

/** A metric as declared in the birth. */
export interface Born {
  readonly device: string | null
  readonly name: string
  readonly dataType: number | null
}

/** State of one edge node in the host. Everything is null or empty before its first birth. */
export interface NodeSession {
  online: boolean
  bdSeq: number | null
  /** The next expected sequence number. */
  next: number
  readonly devices: Set<string>
  /** By device ('' = the node) and name. */
  readonly names: Map<string, Born>
  readonly aliases: Map<number, Born>
  /** Messages that arrived too early, by sequence number. */
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
