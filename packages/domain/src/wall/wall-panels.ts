/** Content of each kind of wall panel; see wall-frame.ts for units and for the meaning of null. Types only. */
import type { Severity } from '../alarms/alarm-enums.ts'
import type { MachineClass, MachineSource, MachineState, ShownState } from '../machines/equipment-enums.ts'
import type { Names } from '../resource/resource.ts'

export interface TonnesToday {
  readonly doneKg: number
  /** Whole plan of the working day, and the part due by now; null: no plan. */
  readonly planKg: number | null
  readonly planNowKg: number | null
  /** Output at the end of the shift (between shifts: of the day) at the recent pace: median, low and high. */
  readonly forecastKg: number | null
  readonly forecastLowKg: number | null
  readonly forecastHighKg: number | null
  /** The part of the plan due at the time of the forecast; null: no plan. */
  readonly planThenKg: number | null
  readonly hoursPerTonne: number | null
  readonly byHour: readonly { readonly at: number; readonly kg: number }[]
}

export interface TonnesMonth {
  readonly month: string
  /** Cumulative from the first day of the month, by day. */
  readonly done: readonly { readonly day: string; readonly kg: number }[]
  readonly planKg: number | null
  readonly forecastLowKg: number | null
  readonly forecastHighKg: number | null
  readonly days: number
}

export interface RiskOrder {
  readonly id: string
  readonly orderNo: string
  /** Masked as set in the display information. */
  readonly project: string
  readonly customer: string
  readonly dueDate: string
  /** Days late by forecast; null: no forecast. */
  readonly lateDays: number | null
  readonly progress: number
  readonly held: boolean
  readonly openNcrs: number
}
export interface OrdersAtRisk {
  readonly orders: readonly RiskOrder[]
  /** Number of orders at risk, and of open orders. */
  readonly atRisk: number
  readonly running: number
}

export interface ProcessFunnel {
  readonly steps: readonly {
    readonly processId: string
    readonly names: Names
    readonly waitingKg: number
    readonly waitingPieces: number
    readonly doneTodayKg: number
    /** Median waiting time. */
    readonly waitingDays: number | null
  }[]
}

/** A place on the plan, metres. */
interface PlanBox {
  readonly xM: number
  readonly yM: number
  readonly widthM: number
  readonly depthM: number
}
export interface MapMachine extends PlanBox {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly class: MachineClass
  readonly source: MachineSource
  readonly state: ShownState
  readonly since: number | null
  /** Most severe active alarm. */
  readonly alarm: Severity | null
  /** 0 to 1 of its rated power or load, if it reports one. */
  readonly load: number | null
  /** The process that it serves; see ProcessFunnel. */
  readonly processId: string | null
  /** Of a crane: its place along the runway, 0 to 1; null: it does not report it. */
  readonly along: number | null
}
export interface WorkshopMap {
  readonly widthM: number
  readonly depthM: number
  /** Address of the picture under the plan, with /api; null: none. */
  readonly underlay: string | null
  readonly workshops: readonly (PlanBox & { readonly id: string; readonly name: string })[]
  readonly machines: readonly MapMachine[]
}

export type StateCounts = Readonly<Record<ShownState, number>>

export interface StateTimeline {
  readonly from: number
  readonly to: number
  readonly machines: readonly {
    readonly id: string
    readonly code: string
    readonly name: string
    /** Each lasts until the next one begins. */
    readonly bands: readonly { readonly from: number; readonly state: MachineState }[]
  }[]
  /** Number of machines that are not included. */
  readonly more: number
}

export interface OeeData {
  readonly oee: number | null
  readonly availability: number | null
  readonly performance: number | null
  readonly quality: number | null
  readonly coverage: number | null
  readonly target: number | null
  /** OEE of the last seven working days. */
  readonly days: readonly { readonly day: string; readonly oee: number | null }[]
  readonly lines: readonly {
    readonly line: string
    readonly oee: number | null
    readonly coverage: number | null
  }[]
}

export interface Pareto {
  readonly unit: 's' | 'count' | 'kg'
  readonly bars: readonly {
    readonly names: Names
    readonly value: number
    readonly count: number
    /** Cumulative share, including this one. */
    readonly cumulative: number
  }[]
  readonly total: number
}

export interface CuttingCell {
  readonly machines: number
  readonly running: number
  readonly doneTodayKg: number
  readonly output: readonly { readonly unit: string; readonly value: number }[]
  readonly powerKw: number | null
}

export interface WeldingMachine {
  readonly id: string
  readonly code: string
  readonly state: ShownState
  readonly currentA: number | null
  readonly voltageV: number | null
  readonly speedMmMin: number | null
  /** Q = 60·U·I / (1000·v). */
  readonly heatKjMm: number | null
  /** Inside the window of its procedure; null: no procedure, or not welding. */
  readonly inWindow: boolean | null
}
export interface WeldingCell {
  /** Arc time as a share of running time, today. */
  readonly arcOn: number | null
  readonly inWindow: number | null
  readonly machines: readonly WeldingMachine[]
  readonly window: {
    readonly lowA: number
    readonly highA: number
    readonly lowV: number
    readonly highV: number
  } | null
}

export interface WeldTrace {
  readonly machine: { readonly id: string; readonly code: string; readonly name: string } | null
  /** Of the last 60 s, oldest first. */
  readonly points: readonly {
    readonly at: number
    readonly currentA: number | null
    readonly voltageV: number | null
  }[]
  readonly window: WeldingCell['window']
}

export interface PaintCell {
  readonly airC: number | null
  readonly humidity: number | null
  readonly surfaceC: number | null
  readonly dewPointC: number | null
  /** Steel temperature above the dew point, kelvin; below 3 K painting is forbidden. */
  readonly marginK: number | null
  readonly verdict: 'paint' | 'stop' | 'unknown'
  readonly blasters: readonly Pick<WeldingMachine, 'code' | 'state' | 'currentA'>[]
  /** Measured DFT of the last seven days, and the specified one. */
  readonly dftUm: { readonly mean: number; readonly asked: number; readonly readings: number } | null
  readonly doneTodayKg: number
}

export interface FirstPass {
  readonly yield: number | null
  readonly inspected: number
  readonly steps: readonly {
    readonly stage: string
    readonly yield: number | null
    readonly inspected: number
  }[]
  /** Rejected length as a share of tested weld length. */
  readonly weldReject: number | null
  readonly testedMm: number
  readonly ncrsOpen: number
  readonly ncrsOverdue: number
}

export interface AlarmBoard {
  readonly rows: readonly {
    readonly id: string
    readonly severity: Severity
    readonly machine: string
    readonly names: Names
    readonly value: number | null
    /** Unit of the value; empty: a pure number or no value. */
    readonly unit: string
    readonly since: number
    readonly acked: boolean
    readonly current: boolean
    readonly ackedBy: string
    readonly times: number
  }[]
  readonly active: Readonly<Record<Severity, number>>
  readonly unacked: number
}

export interface LogisticsData {
  readonly cranes: readonly {
    readonly id: string
    readonly code: string
    readonly state: ShownState
    readonly loadT: number | null
    readonly busy: number | null
  }[]
  readonly shippedTodayKg: number
  readonly packedWaitingKg: number
  readonly deliveriesToday: number
  readonly deliveriesLoading: number
}

export interface MaintenanceData {
  readonly openRepairs: number
  readonly duePlans: number
  readonly overduePlans: number
  readonly dueChecks: number
  readonly mtbfS: number | null
  readonly mttrS: number | null
  readonly sparesLow: number
  readonly next: readonly {
    readonly machine: string
    readonly names: Names
    readonly dueDate: string
    readonly overdue: boolean
  }[]
}

export interface NoticesData {
  readonly notices: readonly { readonly text: Names; readonly urgent: boolean }[]
}

export interface HonoursData {
  readonly honours: readonly {
    readonly names: Names
    readonly year: number
    readonly picture: string | null
  }[]
}
