import { isShort, type SentText, type SentValue } from '../frames/decoded.rules.ts'
import type { NamedValue } from './node-session.types.ts'
import { dataTypes, type Metric } from './payload.types.ts'

/** Values of one instant. `historical`: they are for the past only. */
export interface EdgeFrame {
  readonly at: number | null
  readonly historical: boolean
  readonly values: SentValue[]
  /** What is no number; whoever knows the machine judges. */
  readonly texts: SentText[]
}

/** Not values of the machine but of the protocol. */
const ofProtocol = (name: string): boolean => name === 'bdSeq' || /^(Node|Device) Control\//.test(name)

/** A metric's value as a number: truth as 1 and 0; null = it is none. */
function numberOf({ value }: Metric): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'bigint' ? Number(value) : typeof value === 'number' ? value : null
}

/** The last instant that a date can name, ms since 1970. */
const lastDate = 8.64e15

/** A metric's value as what it is where a number does not say it; null: a number does, or nothing can. */
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
 * Values of a message by their instants, oldest first: a metric has a time of its own, or its message's `at`. The property
 * `Quality` is 192 for good (specification 3.0.0, 6.4.8); everything else is bad. Transient metrics are not kept, and
 * `unread` says how many could not be held by any signal.
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
