/**
 * Data types of Sparkplug B by their number in a metric (specification 3.0.0, 6.4.16). Only types that a signal can hold have a name. Other types
 * keep their number and have no value.
 */
export const dataTypes = {
  int8: 1,
  int16: 2,
  int32: 3,
  int64: 4,
  uint8: 5,
  uint16: 6,
  uint32: 7,
  uint64: 8,
  float: 9,
  double: 10,
  boolean: 11,
  string: 12,
  dateTime: 13,
  text: 14,
  uuid: 15,
} as const

/** A metric's value. Whole numbers beyond 2^53 are bigint; null: the metric has no value, or none that a signal can hold. */
export type MetricValue = number | bigint | boolean | string | null

/** A metric of a payload. */
export interface Metric {
  /** Null if a DATA message uses only the alias. */
  readonly name: string | null
  readonly alias: number | null
  /** When it was measured, ms since 1970; null = use the payload's time. */
  readonly at: number | null
  /** From the message or its birth; null: in neither. */
  readonly dataType: number | null
  readonly historical: boolean
  readonly transient: boolean
  /** False: the value has a type that no signal can hold (data set, template, bytes). */
  readonly scalar: boolean
  readonly value: MetricValue
  /** The property `Quality`: 0 bad, 192 good, 500 stale; null = not sent, which means good. */
  readonly quality: number | null
}

/** A payload of Sparkplug B. */
export interface Payload {
  /** When it was sent, ms since 1970; null = not sent. */
  readonly at: number | null
  /** 0 to 255; null in an NDEATH. */
  readonly seq: number | null
  readonly metrics: readonly Metric[]
}
