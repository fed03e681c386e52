import type { SentText } from './decoded.rules.ts'
import type { AcceptedFrame, MachineEvent } from '../frames.port.ts'

/** Notifies the waiting caller that a part of a message is written. */
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
  /** False: its values moved too little to be stored, but it is still the latest frame. */
  readonly kept: boolean
  readonly ticket: Ticket | null
  /** Non-numeric values of the frame, by slot. */
  readonly texts?: readonly SlottedText[]
}

/** Link status to write for a machine; undefined = unchanged. */
export interface LinkUpdate {
  readonly machineId: number
  readonly heardAt: number
  /** After this silence the machine counts as offline; null: silence has no meaning. */
  readonly idleTimeoutMs: number | null
  readonly online: boolean | undefined
  /** Start of a silence that was too long, ms; null: use the stored value; undefined: it was not silent. */
  readonly silentSince?: number | null | undefined
  readonly boot?: string | undefined
  readonly profile?: string | undefined
  readonly firmware?: string | undefined
  readonly clockOffsetMs: number | null
}

export interface QueuedEvent extends MachineEvent {
  readonly receivedAt: number
}

/** What one transaction writes. */
export interface Batch {
  readonly frames: readonly QueuedFrame[]
  readonly links: readonly LinkUpdate[]
  readonly events: readonly QueuedEvent[]
  readonly tickets: readonly Ticket[]
}
