import protobuf from 'protobufjs/light.js'
import { dataTypes, type Metric, type MetricValue, type Payload } from './sparkplug.rules.ts'

const { Field, OneOf, Root, Type } = protobuf

type FieldOf = readonly [name: string, number: number, type: string, rule?: 'repeated']

function message(name: string, fields: readonly FieldOf[], choice?: readonly string[]): protobuf.Type {
  const type = new Type(name)
  if (choice !== undefined) type.add(new OneOf('value', [...choice]))
  for (const [field, number, kind, rule] of fields) {
    // The encoding follows proto2: repeated numbers are not packed.
    type.add(
      rule === undefined
        ? new Field(field, number, kind)
        : new Field(field, number, kind, rule, undefined, { packed: false }),
    )
  }
  return type
}

const scalars = (first: number): readonly FieldOf[] => [
  ['intValue', first, 'uint32'],
  ['longValue', first + 1, 'uint64'],
  ['floatValue', first + 2, 'float'],
  ['doubleValue', first + 3, 'double'],
  ['booleanValue', first + 4, 'bool'],
  ['stringValue', first + 5, 'string'],
]

const propertyValue = message('PropertyValue', [['type', 1, 'uint32'], ['isNull', 2, 'bool'], ...scalars(3)])
const propertySet = message('PropertySet', [
  ['keys', 1, 'string', 'repeated'],
  ['values', 2, 'PropertyValue', 'repeated'],
])
const metric = message('Metric', [
  ['name', 1, 'string'],
  ['alias', 2, 'uint64'],
  ['timestamp', 3, 'uint64'],
  ['datatype', 4, 'uint32'],
  ['isHistorical', 5, 'bool'],
  ['isTransient', 6, 'bool'],
  ['isNull', 7, 'bool'],
  ['properties', 9, 'PropertySet'],
  ...scalars(10),
  ['bytesValue', 16, 'bytes'],
  // Data sets and templates are distinguished from a missing value but not decoded: no signal can hold them.
  ['datasetValue', 17, 'bytes'],
  ['templateValue', 18, 'bytes'],
])
const payload = message('Payload', [
  ['timestamp', 1, 'uint64'],
  ['metrics', 2, 'Metric', 'repeated'],
  ['seq', 3, 'uint64'],
  ['uuid', 4, 'string'],
  ['body', 5, 'bytes'],
])

const root = new Root()
for (const type of [propertyValue, propertySet, metric, payload]) root.add(type)
root.resolveAll()

/** Payload schema with the field numbers of the Sparkplug B specification (3.0.0, 6.4). */
const payloadSchema = payload

/** Bytes that are not a Sparkplug B payload. */
export class UnreadablePayload extends Error {
  override readonly name = 'UnreadablePayload'
}

/** A 64-bit number as returned by protobufjs. */
interface Wide {
  readonly low: number
  readonly high: number
}
interface WireProperties {
  readonly keys?: readonly string[]
  readonly values?: readonly { readonly intValue?: number; readonly isNull?: boolean }[]
}
interface WireMetric {
  readonly name?: string
  readonly alias?: Wide | number
  readonly timestamp?: Wide | number
  readonly datatype?: number
  readonly isHistorical?: boolean
  readonly isTransient?: boolean
  readonly isNull?: boolean
  readonly properties?: WireProperties
  readonly intValue?: number
  readonly longValue?: Wide | number
  readonly floatValue?: number
  readonly doubleValue?: number
  readonly booleanValue?: boolean
  readonly stringValue?: string
  readonly bytesValue?: Uint8Array
  readonly datasetValue?: Uint8Array
  readonly templateValue?: Uint8Array
}
interface WirePayload {
  readonly timestamp?: Wide | number
  readonly seq?: Wide | number
  readonly metrics?: readonly WireMetric[]
}

const bits = (wide: Wide | number): bigint =>
  typeof wide === 'number' ? BigInt(wide) : (BigInt(wide.high >>> 0) << 32n) | BigInt(wide.low >>> 0)

/** A number if exact, otherwise a bigint. */
const plain = (wide: bigint): number | bigint =>
  wide >= BigInt(Number.MIN_SAFE_INTEGER) && wide <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(wide) : wide

/** A time or sequence number; null if missing or out of range. */
function whole(wide: Wide | number | undefined): number | null {
  if (wide === undefined) return null
  const value = plain(bits(wide))
  return typeof value === 'number' ? value : null
}

/** Signed whole numbers are sent as two's complement in an unsigned field (specification 3.0.0, 6.4.16). */
const signedBits: Readonly<Record<number, number>> = {
  [dataTypes.int8]: 8,
  [dataTypes.int16]: 16,
  [dataTypes.int32]: 32,
}

function intOf(value: number, dataType: number | null): number {
  const width = dataType === null ? undefined : signedBits[dataType]
  return width === undefined ? value : Number(BigInt.asIntN(width, BigInt(value)))
}

function longOf(value: Wide | number, dataType: number | null): number | bigint {
  const unsigned = bits(value)
  return plain(dataType === dataTypes.int64 ? BigInt.asIntN(64, unsigned) : unsigned)
}

function numberOf(metric: WireMetric, dataType: number | null): MetricValue {
  if (metric.intValue !== undefined) return intOf(metric.intValue, dataType)
  if (metric.longValue !== undefined) return longOf(metric.longValue, dataType)
  return metric.floatValue ?? metric.doubleValue ?? null
}

const valueOf = (metric: WireMetric, dataType: number | null): MetricValue =>
  metric.isNull === true ? null : (metric.booleanValue ?? metric.stringValue ?? numberOf(metric, dataType))

function qualityOf(properties: WireProperties | undefined): number | null {
  const place = properties?.keys?.indexOf('Quality') ?? -1
  return properties?.values?.[place]?.intValue ?? null
}

function metricOf(wire: WireMetric, typeOf: TypeOf): Metric {
  const name = wire.name ?? null
  const alias = whole(wire.alias)
  const dataType = wire.datatype ?? typeOf(name, alias)
  const compound = wire.bytesValue ?? wire.datasetValue ?? wire.templateValue
  return {
    name,
    alias,
    at: whole(wire.timestamp),
    dataType,
    historical: wire.isHistorical === true,
    transient: wire.isTransient === true,
    scalar: compound === undefined,
    value: valueOf(wire, dataType),
    quality: qualityOf(wire.properties),
  }
}

/** The data type of a metric in its birth; null = not known. */
type TypeOf = (name: string | null, alias: number | null) => number | null

/**
 * Decodes a payload. A DATA message may omit the data type, and then a negative number looks like a large one; `typeOf` returns the type from the
 * birth. Fails with `UnreadablePayload`.
 */
export function readPayload(bytes: Uint8Array, typeOf: TypeOf = () => null): Payload {
  const wire = decode(bytes)
  return {
    at: whole(wire.timestamp),
    seq: whole(wire.seq),
    metrics: (wire.metrics ?? []).map((metric) => metricOf(metric, typeOf)),
  }
}

function decode(bytes: Uint8Array): WirePayload {
  try {
    // Copies only fields that were sent: a decoded message returns the type's zero for the others.
    return payloadSchema.toObject(payloadSchema.decode(bytes), { defaults: false })
  } catch (error) {
    throw new UnreadablePayload('not a payload of Sparkplug B', { cause: error })
  }
}

/** A metric to be sent. */
export interface NewMetric {
  readonly name?: string
  readonly alias?: number
  readonly at?: number
  readonly dataType: number
  readonly historical?: boolean
  /** Null is sent as null. */
  readonly value: MetricValue
}

const wideTypes: readonly number[] = [dataTypes.int64, dataTypes.uint64, dataTypes.dateTime]

function wireValue({ dataType, value }: NewMetric): WireMetric {
  if (value === null) return { isNull: true }
  if (typeof value === 'boolean') return { booleanValue: value }
  if (typeof value === 'string') return { stringValue: value }
  if (wideTypes.includes(dataType)) return { longValue: wideOf(BigInt(value)) }
  if (dataType === dataTypes.float) return { floatValue: Number(value) }
  if (dataType === dataTypes.double) return { doubleValue: Number(value) }
  return { intValue: Number(BigInt.asUintN(32, BigInt(value))) }
}

const wideOf = (value: bigint): Wide => ({
  low: Number(BigInt.asIntN(32, value)),
  high: Number(BigInt.asIntN(32, value >> 32n)),
})

/** Encodes a payload: the host's rebirth command, and messages of edges in tests and the simulator. */
export function writePayload(payload: {
  readonly at: number
  readonly seq?: number
  readonly metrics: readonly NewMetric[]
}): Uint8Array {
  const { at, seq, metrics } = payload
  return payloadSchema
    .encode(
      payloadSchema.fromObject({
        timestamp: at,
        ...(seq !== undefined && { seq }),
        metrics: metrics.map((metric) => ({
          ...(metric.name !== undefined && { name: metric.name }),
          ...(metric.alias !== undefined && { alias: metric.alias }),
          timestamp: metric.at ?? at,
          datatype: metric.dataType,
          ...(metric.historical === true && { isHistorical: true }),
          ...wireValue(metric),
        })),
      }),
    )
    .finish()
}
