import type { LinkChange, MachineFrame } from '@cloud-factory/domain/telemetry/liveness.rules'
import type { KnownMachine } from '@cloud-factory/domain/machines/known-machine'
import type { MachineEventType } from '@cloud-factory/domain/telemetry/telemetry-enums'
import type { Reads } from '../../platform/db/handles.ts'
import type { SentText } from './native/native-payload.rules.ts'

/** What telemetry needs from the equipment module. */
export interface MachinesPort {
  /** All active machines of the plant with their signals in the order of slots; a few hundred at most. */
  machines(reads: Reads, plantId: number): Promise<KnownMachine[]>
  /** Periods in which a machine was offline, in time order, ms since 1970. */
  offline(
    reads: Reads,
    machineId: number,
    from: number,
    to: number,
  ): Promise<readonly { readonly from: number; readonly to: number }[]>
}

/** An accepted frame. */
export interface ReceivedFrame extends MachineFrame {
  /** When the server received it, ms since 1970. */
  readonly receivedAt: number
}

/** An event reported by a machine's gateway: start or end of a job, an alarm of the machine, a stop reason. */
export interface MachineEvent {
  readonly machineId: number
  /** The gateway's own event id; a repeated id counts once. */
  readonly id: string
  readonly at: number
  readonly type: MachineEventType
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Consumer of accepted telemetry. Called after the frames are committed, in order of arrival and one call at a time. A rejection is logged and does
 * not stop ingestion.
 */
export interface FrameSink {
  frames(frames: readonly ReceivedFrame[]): Promise<void>
  links(changes: readonly LinkChange[]): Promise<void>
  events(events: readonly MachineEvent[]): Promise<void>
}

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

export interface QueuedFrame extends ReceivedFrame {
  readonly profileId: number
  /** False: its values moved too little to be stored, but it is still the latest frame. */
  readonly stored: boolean
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
