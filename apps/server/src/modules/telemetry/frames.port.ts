import type { MachineEventType } from '@cloud-factory/domain/telemetry/telemetry-enums'

/** Values of one machine at one instant, accepted: its clock corrected, its signals in their slots. */
export interface AcceptedFrame {
  readonly machineId: number
  /** When it was measured, ms since 1970 by the server's clock. */
  readonly at: number
  /** When the server had it, ms since 1970. */
  readonly receivedAt: number
  /** By slot, first slot first; null = the frame did not carry it. */
  readonly values: readonly (number | null)[]
  /** By slot: index into `valueQualities`; null = all good. */
  readonly qualities: readonly number[] | null
  /** False: sent later out of a gateway's store; it corrects figures and raises no live alarm. */
  readonly live: boolean
}

/** A machine's link came or went; instants are ms since 1970. */
export interface LinkChange {
  readonly machineId: number
  readonly at: number
  /** When it was heard last. */
  readonly heardAt: number
  readonly online: boolean
  /** Nobody said that it goes: it is not heard any more. */
  readonly silent: boolean
  /** It sends only what changes. */
  readonly byException: boolean
}

/** A fact that a machine's gateway reports: a job begun or ended, an alarm of its own, a reason of a stop. */
export interface MachineEvent {
  readonly machineId: number
  /** The gateway's own id of it: the same one counts once. */
  readonly id: string
  readonly at: number
  readonly type: MachineEventType
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Who wants what ingestion accepted. Called after the frames are committed, in the order of arrival, never two at a time;
 * what it rejects with is logged and does not stop ingestion.
 */
export interface FrameSink {
  frames(frames: readonly AcceptedFrame[]): Promise<void>
  links(changes: readonly LinkChange[]): Promise<void>
  events(events: readonly MachineEvent[]): Promise<void>
}
