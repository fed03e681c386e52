/**
 * Data types of Sparkplug B by their number in a metric (specification 3.0.0, 6.4.16). Only those that a signal can
 * hold are told apart; what else there is comes as its number and without a value.
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

/** A metric's value: whole numbers beyond 2^53 come as bigint; null: the metric says that it has none, or none that fits a signal. */
export type MetricValue = number | bigint | boolean | string | null

/** A metric of a payload. */
export interface Metric {
  /** Null where a DATA message names it by its alias alone. */
  readonly name: string | null
  readonly alias: number | null
  /** When it was measured, ms since 1970; null = the payload's time. */
  readonly at: number | null
  /** As the message says, or its birth; null: neither does. */
  readonly dataType: number | null
  readonly historical: boolean
  readonly transient: boolean
  /** False: there is a value that no signal can hold (a data set, a template, bytes). */
  readonly scalar: boolean
  readonly value: MetricValue
  /** The property `Quality`: 0 bad, 192 good, 500 stale; null = not said, which is good. */
  readonly quality: number | null
}

/** A payload of Sparkplug B. */
export interface Payload {
  /** When it was sent, ms since 1970; null = not said. */
  readonly at: number | null
  /** 0 to 255; null in an NDEATH. */
  readonly seq: number | null
  readonly metrics: readonly Metric[]
}
