import type { MissReason, OtherNames } from '@cloud-factory/domain/telemetry/adapter-enums'
import type { Path, Place } from './path.rules.ts'
import type { TopicPattern } from './topic-pattern.rules.ts'

/** What a vendor's name maps to. */
export interface Translation {
  readonly signal: string
  readonly factor: number
  readonly offset: number
  readonly words: ReadonlyMap<string, number>
}

/** The part of the text that identifies a device. */
export type DevicePart =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'level'; readonly name: string }
  | { readonly is: 'path'; readonly path: Path }

/** A compiled adapter. */
export interface Adapter {
  readonly pattern: TopicPattern
  readonly records: Path
  readonly device: readonly DevicePart[]
  readonly time: Path | null
  readonly values: Path
  readonly name: Path
  readonly value: Path
  readonly valueTime: Path | null
  readonly errors: Path | null
  readonly zoneMinutes: number
  readonly late: boolean
  readonly otherNames: OtherNames
  readonly signals: ReadonlyMap<string, Translation>
}

/** A decoded value. */
export interface AdaptedValue {
  /** Name used by the vendor. */
  readonly device: string
  readonly name: string
  /** Code of the signal in this system. */
  readonly signal: string
  readonly value: number
  /** Ms since 1970 by the sender's clock; null = not sent. */
  readonly at: number | null
  readonly place: Place
}

/** A short text instead of a number; signals for alarm codes accept it. */
export interface AdaptedText extends Omit<AdaptedValue, 'value'> {
  readonly value: string
}

/** A value that could not be decoded. `device`: null = not known yet. */
export interface Miss {
  readonly device: string | null
  readonly reason: MissReason
  readonly place: Place
  /** Content of a non-numeric value. */
  readonly text?: AdaptedText
}

export interface Adapted {
  readonly values: readonly AdaptedValue[]
  readonly misses: readonly Miss[]
}
