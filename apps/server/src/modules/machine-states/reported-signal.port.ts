import type { Names } from '@cloud-factory/contract/planning/processes'
import type { Reads, Write } from '../../platform/db/handles.ts'

/** A stretch of a machine's time; ms since 1970, the end left out. */
interface QuerySpan {
  readonly machineId: number
  readonly from: number
  readonly to: number
}

/** Something that was told of a machine, by a code. */
interface ReportedSignal {
  /** Which of the asked spans, from 0. */
  readonly span: number
  readonly at: number
  readonly code: string
  /** The machine's own words; empty: it has none. */
  readonly text: string
  /** What the rule is called; null: the machine told it itself. */
  readonly names: Names | null
  readonly from: 'event' | 'alarm'
  /** Whoever works at the machine named a reason: the code may be that of a reason itself. */
  readonly isReason: boolean
}

/** A fact as a machine's gateway would report it. */
export interface ReportedEvent {
  readonly machineId: number
  readonly id: string
  readonly at: number
  readonly type: 'alarm' | 'reason'
  readonly data: Readonly<Record<string, unknown>>
}

/** What states ask telemetry and alarms. */
export interface ReportedPort {
  /** What was told by these codes within the spans; a few dozen of a span at most. */
  reported(
    reads: Reads,
    plantId: number,
    spans: readonly QuerySpan[],
    codes: readonly string[],
  ): Promise<readonly ReportedSignal[]>
  /** Keeps events of the demo factory's machines. */
  keep(write: Write, events: readonly ReportedEvent[]): Promise<void>
}
