/** Content of the panels about the site as a whole; see wall-frame.ts for units and for the meaning of null. Types only. */
import type { SignalRole } from '../machines/equipment-enums.ts'
import type { PaintCell } from './wall-panels.ts'
import type { Names } from '../resource/resource.ts'
import type { WallColouring } from '../model/member-states.ts'

/** First day without an accident, `YYYY-MM-DD`, and full days since. */
export interface SafetyDays {
  readonly since: string
  readonly days: number
}
export interface SafetyData {
  /** Null: not stated in the display information. */
  readonly safety: SafetyDays | null
}

export interface EnergyData {
  readonly powerKw: number | null
  readonly todayKwh: number | null
  readonly kwhPerTonne: number | null
  readonly byHour: readonly { readonly at: number; readonly kwh: number }[]
  readonly top: readonly { readonly code: string; readonly kwh: number }[]
}

export interface EnvironmentData {
  readonly readings: readonly {
    readonly machine: string
    readonly signal: string
    readonly names: Names
    readonly role: SignalRole | null
    readonly unit: string
    readonly value: number | null
    readonly at: number | null
    /** Of the last 24 hours, by hour. */
    readonly hours: readonly (number | null)[]
  }[]
}

/** Decisions that people wait for: release of an order, verdict of an inspection, disposition of an NCR, its verification, acceptance of a repair. */
export type DecisionKind = 'release' | 'verdict' | 'disposition' | 'verification' | 'repair'

export interface ApprovalsData {
  readonly rows: readonly {
    readonly kind: DecisionKind
    readonly count: number
    /** Since when the oldest one waits; null: none waits, or its time is not recorded. */
    readonly since: number | null
  }[]
  readonly total: number
}

export interface CrewYield {
  readonly yield: number | null
  readonly inspected: number
  readonly passed: number
  /** The crew that had most pieces inspected first. */
  readonly crews: readonly {
    /** Null: no crew was recorded. */
    readonly names: Names | null
    readonly yield: number | null
    readonly inspected: number
  }[]
}

export interface ProcessEnergy {
  /** kWh of the working day per tonne of output; null: no output yet, or no meter. */
  readonly perTonne: number | null
  readonly todayKwh: number | null
  /** In the order of work; what no machine of a process consumed comes last. They sum up to the figures of the day. */
  readonly bars: readonly {
    /** Null: machines without a process, and what only meters measured. */
    readonly names: Names | null
    readonly kwh: number
    readonly perTonne: number | null
  }[]
}

/** Production lots that the site needs, against what has been shipped of them. */
export interface SiteDates {
  /** The earliest day first. */
  readonly lots: readonly {
    readonly id: string
    readonly orderNo: string
    readonly lotNo: string
    /** As far as it may be named. */
    readonly project: string
    /** `YYYY-MM-DD` */
    readonly requiredOn: string
    /** Days since the site needed it; negative: days left. */
    readonly lateDays: number
    readonly kg: number
    readonly shippedKg: number
  }[]
  /** Not shipped as a whole, and those of them that the site needed before today. */
  readonly open: number
  readonly late: number
}

/** The welders whose welds passed most often at their first test, of those with enough tests. Nobody else is named. */
export interface BestWelders {
  /** First and last day. */
  readonly from: string
  readonly to: string
  /** Welds at their first test, of all welders. */
  readonly tested: number
  readonly accepted: number
  readonly best: readonly {
    /** As far as it may be named. */
    readonly name: string
    readonly tested: number
    readonly yield: number
  }[]
}

/** Of a weather station of the factory's own; null: not measured, or the station is silent. */
export interface WeatherData
  extends Pick<PaintCell, 'airC' | 'humidity' | 'surfaceC' | 'dewPointC' | 'marginK'> {
  /** Null: the factory has none. */
  readonly station: string | null
  readonly windMs: number | null
  readonly gustMs: number | null
  readonly painting: PaintCell['verdict']
}

/** The model of an order, coloured by the states of its members. */
export interface ModelData {
  /** Null: no order of the panel has a model in use. */
  readonly model: {
    /** Of its revision. */
    readonly id: string
    readonly orderNo: string
    /** As far as it may be named. */
    readonly project: string
    readonly colouring: WallColouring
    /** Changes with the state of any member. */
    readonly version: string
    /** The order's pieces by state, as the office counts them. */
    readonly sums: readonly {
      readonly state: string
      readonly names: Names
      readonly pieces: number
      readonly kg: number
    }[]
  } | null
}
