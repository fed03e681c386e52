import type { MachineSource, SignalKind, SignalRole } from './equipment-enums.ts'

/** A signal as ingestion knows it. `slot` is its position in a frame's values, from 1; null bounds are open. */
export interface KnownSignal {
  readonly slot: number
  readonly code: string
  /** By language: zh, en, es. */
  readonly names: Readonly<Record<string, string>>
  readonly unit: string
  readonly decimals: number
  readonly kind: SignalKind
  readonly role: SignalRole | null
  readonly low: number | null
  readonly high: number | null
  readonly deadband: number
  readonly deadbandPercent: boolean
  readonly silenceS: number
}

/** A machine that may send. */
export interface KnownMachine {
  readonly id: number
  readonly plantId: number
  readonly code: string
  readonly name: string
  readonly site: string
  readonly line: string
  readonly source: MachineSource
  /** Stored with each frame: slot n of a frame is signal n of this profile. */
  readonly profileId: number
  readonly profileCode: string
  readonly profileVersion: number
  readonly rateMs: number
  readonly signals: readonly KnownSignal[]
}
