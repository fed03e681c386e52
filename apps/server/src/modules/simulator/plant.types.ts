import type { Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type {
  MachineClass,
  MachineSource,
  MachineState,
  SignalKind,
  SignalRole,
} from '@cloud-factory/domain/machines/equipment-enums'

/** A signal that the simulator fills. Bounds in its unit; null = open. */
export interface PlantSignal {
  readonly code: string
  readonly kind: SignalKind
  readonly role: SignalRole | null
  readonly low: number | null
  readonly high: number | null
}

/** Alarm of a machine's control for a breakdown. */
interface PlantFault {
  readonly code: string
  readonly text: string
  readonly severity: Severity
}

/** A simulated machine. */
export interface PlantMachine {
  readonly code: string
  readonly site: string
  readonly line: string
  readonly source: MachineSource
  readonly machineClass: MachineClass
  readonly profileCode: string
  readonly profileVersion: number
  readonly rateMs: number
  /** Output in an hour of running, in the unit of its output counter; null = one unit a minute. */
  readonly standardRate: number | null
  readonly ratedKw: number | null
  readonly signals: readonly PlantSignal[]
  /** Empty: its control sends no alarm. */
  readonly faults: readonly PlantFault[]
}

/** Stages of a piece of steel, in this order. */
export const stages = ['cut', 'drill', 'assemble', 'weld', 'straighten', 'blast', 'paint'] as const
export type Stage = (typeof stages)[number]

/** A piece on its route through the simulated plant. */
export interface PlantPiece {
  readonly serial: string
  readonly orderNo: string
  readonly kg: number
  readonly rush: boolean
}

export interface Job {
  readonly id: string
  readonly piece: PlantPiece
  /** Running hours at the machine's standard rate. */
  readonly hours: number
  hoursDone: number
}

/** State of a simulated machine. Times are ms of the plant's own clock. */
export interface MachineLife {
  readonly machine: PlantMachine
  readonly stage: Stage | null
  state: MachineState
  /** End of the current fault, setup, maintenance or rest. */
  until: number
  job: Job | null
  /** Hours of running until the next breakdown. */
  untilFault: number
  /** By signal: last value of gauges, sum of counters. */
  readonly values: Map<string, number>
  seq: number
}

/** An event as sent by the machine's gateway. */
export type PlantEvent = JobEvent | FaultEvent

/** A job begun or ended. */
interface JobEvent {
  readonly machine: PlantMachine
  readonly type: 'job.start' | 'job.end'
  readonly job: string
  readonly piece: PlantPiece
}

/** A machine alarm begun or ended. */
export interface FaultEvent {
  readonly machine: PlantMachine
  readonly type: 'alarm'
  readonly fault: PlantFault
  readonly on: boolean
  /** Number of the machine's breakdowns, from 1. */
  readonly number: number
}
