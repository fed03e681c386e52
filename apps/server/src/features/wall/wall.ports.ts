import type { Names, givenStatuses, processKinds } from '@cloud-factory/contract/processes'
import type { ProductionReport } from '@cloud-factory/contract/production-reports'
import type { MachineState } from '@cloud-factory/contract/equipment-words'
import type { Severity } from '@cloud-factory/contract/alarm-words'
import type { DisplayInfo } from '@cloud-factory/contract/display-info'
import type { Reads } from '../../platform/db/handles.ts'
import type { Span } from './facts.types.ts'
import type { StoredValue } from './machines/machine-memory.ts'
import type { WallMachine } from './wall.types.ts'

interface AskedProcess {
  readonly id: number
  readonly code: string
  readonly names: Names
  readonly position: number
  readonly kind: (typeof processKinds)[number]
  readonly gives: (typeof givenStatuses)[number] | null
  readonly active: boolean
}

interface AskedWindow extends Span {
  readonly day: string
  /** Null: outside of all shifts. */
  readonly shift: { readonly id: string; readonly names: Names } | null
  readonly planned: readonly Span[]
}

/** What the walls say, with the addresses of its pictures. */
export interface AskedInfo {
  readonly no: number
  readonly content: DisplayInfo
  readonly pictures: { readonly logo: string | null; readonly honours: readonly (string | null)[] }
}

/** What of the output is asked: working days, both included; empty projects: all. */
interface OutputScope {
  readonly from: string
  readonly to: string
  readonly processId?: string
  readonly projectIds?: readonly string[]
}

/** What the wall asks the other features: the same questions that their own lists and reports put. */
export interface WallPorts {
  /** Active machines, the simulated site's included, by code. */
  machines(reads: Reads, plantId: number): Promise<readonly WallMachine[]>
  latest(reads: Reads, plantId: number): Promise<readonly StoredValue[]>
  /** What the register says that machines do; the simulated ones are not in it. */
  states(
    reads: Reads,
    plantId: number,
    now: Date,
  ): Promise<{
    readonly items: readonly {
      readonly id: string
      readonly state: MachineState
      readonly since: string | null
    }[]
  }>
  alarms(
    reads: Reads,
    plantId: number,
    now: Date,
  ): Promise<{
    readonly alarms: readonly {
      readonly id: number
      readonly machineId: number
      readonly severity: Severity
      readonly names: Names
      readonly value: number | null
      readonly since: Date
      readonly acked: boolean
      readonly ackedBy: string
      readonly times: number
    }[]
    readonly counts: readonly {
      readonly machineId: number
      readonly severity: Severity
      readonly count: number
      readonly unacked: number
    }[]
  }>
  /** Number of the newest event of any alarm: while it is the same, no alarm has changed. */
  alarmPulse(reads: Reads): Promise<number>
  processes(reads: Reads, plantId: number): Promise<readonly AskedProcess[]>
  workshops(reads: Reads, plantId: number): Promise<readonly { id: number; code: string; name: string }[]>
  report(reads: Reads, plantId: number, scope: OutputScope, now: Date): Promise<ProductionReport>
  course(reads: Reads, plantId: number, scope: OutputScope): Promise<{ at: number; kg: number }[]>
  windows(
    reads: Reads,
    plantId: number,
    days: readonly [string, string],
  ): Promise<{ readonly timeZone: string; readonly windows: readonly AskedWindow[] }>
  shownInfo(reads: Reads, plantId: number): Promise<AskedInfo | null>
}
