import type { SentText } from './decoded.rules.ts'
import type { AcceptedFrame, MachineEvent } from '../frames.port.ts'

/** Tells whoever waits that a part of a message is written. */
export interface Ticket {
  left: number
  readonly resolve: () => void
}

export interface SlottedText {
  readonly slot: number
  readonly kind: 'text' | NonNullable<SentText['kind']>
  readonly value: string
}

export interface QueuedFrame extends AcceptedFrame {
  readonly profileId: number
  /** False: its values moved too little to be kept; it is the latest all the same. */
  readonly kept: boolean
  readonly ticket: Ticket | null
  /** What it told that is no number, by slot. */
  readonly texts?: readonly SlottedText[]
}

/** What is to be written of a machine's link; undefined = as it was. */
export interface LinkUpdate {
  readonly machineId: number
  readonly heardAt: number
  /** Silent for so long it counts as gone; null: its silence says nothing. */
  readonly idleTimeoutMs: number | null
  readonly online: boolean | undefined
  /** It was silent since then, ms, for too long; null: whatever is stored of it says so; undefined: it was not. */
  readonly silentSince?: number | null | undefined
  readonly boot?: string | undefined
  readonly profile?: string | undefined
  readonly firmware?: string | undefined
  readonly clockOffsetMs: number | null
}

export interface QueuedEvent extends MachineEvent {
  readonly receivedAt: number
}

/** What is written in one transaction. */
export interface Batch {
  readonly frames: readonly QueuedFrame[]
  readonly links: readonly LinkUpdate[]
  readonly events: readonly QueuedEvent[]
  readonly tickets: readonly Ticket[]
}
