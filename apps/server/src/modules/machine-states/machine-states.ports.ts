import type { MachineFrame } from '@cloud-factory/domain/telemetry/liveness.rules'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { Reads, Write } from '../../platform/db/handles.ts'
import type { Reading } from './count-series.rules.ts'

/** The parts of an accepted frame that states use; instants are ms since 1970. */
export type StateFrame = Omit<MachineFrame, 'qualities'>

/** The state of a machine's link. */
export interface StoredLink {
  readonly machineId: number
  readonly online: boolean
  /** Start of the current link state. */
  readonly since: number
  readonly heardAt: number
  readonly byException: boolean
  /** Number of the last state that it sent; null: it never sent one. */
  readonly state: number | null
}

/** Queries of states to telemetry. */
export interface StoredFramesPort {
  /**
   * Values of a machine's signal with a role in a period, in time order, limited in number; null: the frame did not contain the
   * signal. Instants are ms since 1970.
   */
  values(
    reads: Reads,
    machineId: number,
    stretch: { readonly role: string; readonly from: Date; readonly to: Date; readonly most: number },
  ): Promise<readonly { readonly at: number; readonly value: number | null }[]>
  /** Frames of machines after one instant up to another, in time order per machine, limited per machine. */
  counters(
    reads: Reads,
    spans: readonly { readonly machineId: number; readonly after: number; readonly until: number }[],
    most: number,
  ): Promise<readonly (Reading & { readonly machineId: number })[]>
  /** The reading of each counter closest before an instant, or after one: frames with one value each, in time order. */
  nearest(
    reads: Reads,
    machineId: number,
    span: { readonly before: number } | { readonly after: number; readonly until: number },
  ): Promise<readonly Reading[]>
  /** Links of all machines that ever connected. */
  links(reads: Reads, plantId: number): Promise<readonly StoredLink[]>
  /**
   * Machines with stored frames that may not have been processed because a process stopped: frames after the instant up to
   * which the machine is known (ms since 1970), and periods of late frames.
   */
  unprocessedFrames(
    reads: Reads,
    known: readonly { readonly machineId: number; readonly seenAt: number }[],
  ): Promise<{
    readonly frames: readonly StateFrame[]
    readonly late: readonly Pick<StateFrame, 'machineId' | 'at'>[]
  }>
}

/** A period of a machine; ms since 1970, end excluded. */
interface QuerySpan {
  readonly machineId: number
  readonly from: number
  readonly to: number
}

/** A code that was reported for a machine. */
interface ReportedSignal {
  /** Index of the requested span, from 0. */
  readonly span: number
  readonly at: number
  readonly code: string
  /** The machine's own text; empty: none. */
  readonly text: string
  /** Names of the alarm rule; null: the machine reported the code itself. */
  readonly names: Names | null
  readonly from: 'event' | 'alarm'
  /** A person chose it at the machine: the code may be that of a reason itself. */
  readonly isReason: boolean
}

/** An event as a machine's gateway would report it. */
export interface ReportedEvent {
  readonly machineId: number
  readonly id: string
  readonly at: number
  readonly type: 'alarm' | 'reason'
  readonly data: Readonly<Record<string, unknown>>
}

/** Queries of states to telemetry and alarms. */
export interface ReportedPort {
  /** Reports with these codes within the spans; at most a few dozen per span. */
  reported(
    reads: Reads,
    plantId: number,
    spans: readonly QuerySpan[],
    codes: readonly string[],
  ): Promise<readonly ReportedSignal[]>
  /** Stores events of the demo factory's machines. */
  keep(write: Write, events: readonly ReportedEvent[]): Promise<void>
}
