import type { Names } from '@cloud-factory/contract/planning/processes'
import type { Reads, Write } from '../../platform/db/handles.ts'

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
