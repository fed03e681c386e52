/** Content of the panels about the site as a whole; see wall-frame.ts for units and for the meaning of null. Types only. */
import type { SignalRole } from '../machines/equipment-enums.ts'
import type { Names } from '../resource/resource.ts'

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
