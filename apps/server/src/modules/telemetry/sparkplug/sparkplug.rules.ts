import { isShort, type SentText, type SentValue } from '../native/native-payload.rules.ts'

/** Values of one instant. `historical`: they only fill the history. */
export interface EdgeFrame {
  readonly at: number | null
  readonly historical: boolean
  readonly values: SentValue[]
  /** Non-numeric values; the code that knows the machine evaluates them. */
  readonly texts: SentText[]
}

/** Metrics of the protocol, not of the machine. */
const ofProtocol = (name: string): boolean => name === 'bdSeq' || /^(Node|Device) Control\//.test(name)

/** A metric's value as a number, booleans as 1 and 0; null = not a number. */
function numberOf({ value }: Metric): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'bigint' ? Number(value) : typeof value === 'number' ? value : null
}

/** The last instant that a date can hold, ms since 1970. */
const lastDate = 8.64e15

/** A metric's non-numeric value; null: it is a number, or cannot be represented. */
function textOf({ value, dataType, scalar }: Metric): Omit<SentText, 'code'> | null {
  if (typeof value === 'bigint') return { text: String(value), kind: 'integer' }
  if (typeof value === 'string') return isShort(value) ? { text: value } : null
  if (value === null) return scalar ? { text: '', kind: 'null' } : null
  const isDate = dataType === dataTypes.dateTime && typeof value === 'number' && Math.abs(value) <= lastDate
  return isDate ? { text: String(value), kind: 'date' } : null
}

function put({ values, texts }: EdgeFrame, code: string, metric: Metric): void {
  const [value, text] = [numberOf(metric), textOf(metric)]
  const bad = metric.quality !== null && metric.quality !== 192
  if (value !== null) values.push({ code, value, bad })
  if (text !== null && !bad) texts.push({ code, ...text })
}

/**
 * Values of a message grouped by instant, oldest first. A metric has its own time or the message's `at`. The property `Quality` is 192 for good
 * (specification 3.0.0, 6.4.8); everything else is bad. Transient metrics are dropped. `unread` counts values that no signal can hold.
 */
export function edgeFrames(
  at: number | null,
  named: readonly NamedValue[],
): { readonly frames: EdgeFrame[]; readonly unread: number } {
  const frames = new Map<string, EdgeFrame>()
  let unread = 0
  for (const { name, metric } of named) {
    if (metric.transient || ofProtocol(name)) continue
    if (numberOf(metric) === null && textOf(metric) === null) {
      unread += 1
      continue
    }
    const when = metric.at ?? at
    const key = `${String(when)} ${String(metric.historical)}`
    const frame = frames.get(key) ?? { at: when, historical: metric.historical, values: [], texts: [] }
    frames.set(key, frame)
    put(frame, name, metric)
  }
  return { frames: [...frames.values()].toSorted((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity)), unread }
}

/** Limits of a host for one node, times in ms. */
export interface SessionLimits {
  /** How long a gap in the sequence may stay open before the host requests a rebirth. */
  readonly reorderMs: number
  /** Minimum interval between rebirth requests. It doubles after each request without effect, up to ten times its initial value. */
  readonly rebirthMs: number
  /** Maximum number of messages held while a gap is open; one more causes a rebirth request. */
  readonly heldMost: number
  /** Maximum number of metrics in the births of a node and its devices. */
  readonly metricsMost: number
}

export interface EdgeMessage {
  readonly kind: EdgeMessageKind
  /** Null for messages of the node itself. */
  readonly device: string | null
  readonly payload: Payload
}

/** A metric value by its name, also if the message used an alias. */
export interface NamedValue {
  readonly name: string
  readonly metric: Metric
}

/** What a message changes. Device null: the node itself. */
export type Outcome =
  | {
      readonly is: 'born'
      readonly device: string | null
      readonly at: number | null
      readonly values: readonly NamedValue[]
    }
  | {
      readonly is: 'values'
      readonly device: string | null
      readonly at: number | null
      readonly values: readonly NamedValue[]
    }
  /** The device or node is gone and its values are stale. Before a node's death, the death of each of its devices is reported. */
  | { readonly is: 'dead'; readonly device: string | null }
  | { readonly is: 'rebirth'; readonly why: RebirthReason }
  | { readonly is: 'refused'; readonly why: RefusedReason }

export type RebirthReason =
  | 'gap'
  | 'unborn_node'
  | 'unborn_device'
  | 'unknown_metric'
  | 'unreadable'
  | 'held_too_many'
export type RefusedReason =
  | 'old_death'
  | 'no_seq'
  | 'no_bd_seq'
  | 'too_many_metrics'
  | 'alias_twice'
  | 'unnamed_metric'

/** A metric as declared in the birth. */
export interface Born {
  readonly device: string | null
  readonly name: string
  readonly dataType: number | null
}

/** State of one edge node in the host. Everything is null or empty before its first birth. */
export interface NodeSession {
  online: boolean
  bdSeq: number | null
  /** The next expected sequence number. */
  next: number
  readonly devices: Set<string>
  /** By device ('' = the node) and name. */
  readonly names: Map<string, Born>
  readonly aliases: Map<number, Born>
  /** Messages that arrived too early, by sequence number. */
  readonly held: Map<number, EdgeMessage>
  gapSince: number | null
  rebirthAt: number | null
  rebirthsInVain: number
}

export const newSession = (): NodeSession => ({
  online: false,
  bdSeq: null,
  next: 0,
  devices: new Set(),
  names: new Map(),
  aliases: new Map(),
  held: new Map(),
  gapSince: null,
  rebirthAt: null,
  rebirthsInVain: 0,
})

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

/** Kinds of messages of edge nodes and their devices (specification 3.0.0, chapter 4). */
const edgeMessages = ['NBIRTH', 'NDEATH', 'NDATA', 'DBIRTH', 'DDEATH', 'DDATA'] as const
export type EdgeMessageKind = (typeof edgeMessages)[number]

export interface EdgeTopic {
  readonly kind: EdgeMessageKind
  readonly group: string
  readonly node: string
  /** Null for messages of the node itself. */
  readonly device: string | null
}

const isKind = (word: string): word is EdgeMessageKind => (edgeMessages as readonly string[]).includes(word)

/** Parses `spBv1.0/{group}/{kind}/{node}[/{device}]`; null for every other topic, including commands and STATE. */
export function edgeTopic(topic: string): EdgeTopic | null {
  const [namespace, group, kind = '', node, device, ...more] = topic.split('/')
  if (namespace !== 'spBv1.0' || !group || !node || more.length > 0 || !isKind(kind)) return null
  const ofDevice = kind.startsWith('D')
  if (ofDevice !== (device !== undefined && device !== '')) return null
  return { kind, group, node, device: ofDevice ? (device ?? null) : null }
}

/** Topic where a host publishes its state. */
export const stateTopic = (hostId: string): string => `spBv1.0/STATE/${hostId}`
/** Topic where a host requests a rebirth from a node. */
export const commandTopic = (group: string, node: string): string => `spBv1.0/${group}/NCMD/${node}`

/** An edge node or one of its devices. */
export interface EdgeKey {
  readonly group: string
  readonly node: string
  readonly device: string | null
}

const prefix = 'spB:'

/** Key of a device in the inbox and, once adopted, of the machine: `spB:group/node/device`. */
export const edgeKey = ({ group, node, device }: EdgeKey): string =>
  `${prefix}${group}/${node}${device === null ? '' : `/${device}`}`

export const isEdgeKey = (key: string): boolean => key.startsWith(prefix)

/** The node of a device's key; null: not a Sparkplug device. */
export function nodeOfKey(key: string): EdgeKey | null {
  if (!isEdgeKey(key)) return null
  const [group, node] = key.slice(prefix.length).split('/')
  return group && node ? { group, node, device: null } : null
}
