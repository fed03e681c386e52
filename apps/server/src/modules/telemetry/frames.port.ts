import type { MachineEventType } from '@cloud-factory/domain/telemetry/telemetry-enums'

/** Accepted values of one machine at one instant, with corrected time and each signal in its slot. */
export interface AcceptedFrame {
  readonly machineId: number
  /** When it was measured, ms since 1970 by the server's clock. */
  readonly at: number
  /** When the server received it, ms since 1970. */
  readonly receivedAt: number
  /** By slot, first slot first; null = the frame did not carry it. */
  readonly values: readonly (number | null)[]
  /** By slot: index into `valueQualities`; null = all good. */
  readonly qualities: readonly number[] | null
  /** False: sent later from a gateway's buffer. It corrects figures but raises no live alarm. */
  readonly live: boolean
}

/** A machine's link went online or offline; timestamps are ms since 1970. */
export interface LinkChange {
  readonly machineId: number
  readonly at: number
  /** When the machine was last heard. */
  readonly heardAt: number
  readonly online: boolean
  /** The link timed out; no offline message came. */
  readonly silent: boolean
  /** It sends only changes. */
  readonly byException: boolean
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
  frames(frames: readonly AcceptedFrame[]): Promise<void>
  links(changes: readonly LinkChange[]): Promise<void>
  events(events: readonly MachineEvent[]): Promise<void>
}
