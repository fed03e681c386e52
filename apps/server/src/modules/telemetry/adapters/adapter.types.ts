import type { MissReason, OtherNames } from '@cloud-factory/domain/telemetry/adapter-enums'
import type { Path, Place } from './path.rules.ts'
import type { TopicPattern } from './topic-pattern.rules.ts'

/** What a name of the make is here. */
export interface Translation {
  readonly signal: string
  readonly factor: number
  readonly offset: number
  readonly words: ReadonlyMap<string, number>
}

/** A piece of the text that names a device. */
export type DevicePart =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'level'; readonly name: string }
  | { readonly is: 'path'; readonly path: Path }

/** An adapter ready to read. */
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

/** A value that was understood. */
export interface AdaptedValue {
  /** As the make names it. */
  readonly device: string
  readonly name: string
  /** Code of our signal. */
  readonly signal: string
  readonly value: number
  /** Ms since 1970 by the sender's clock; null = it did not say. */
  readonly at: number | null
  readonly place: Place
}

/** A short text where a number is wanted: a signal of alarm codes takes it. */
export interface AdaptedText extends Omit<AdaptedValue, 'value'> {
  readonly value: string
}

/** What was not understood. `device`: null = it was not known yet. */
export interface Miss {
  readonly device: string | null
  readonly reason: MissReason
  readonly place: Place
  /** Of a value that is no number: what it says. */
  readonly text?: AdaptedText
}

export interface Adapted {
  readonly values: readonly AdaptedValue[]
  readonly misses: readonly Miss[]
}
