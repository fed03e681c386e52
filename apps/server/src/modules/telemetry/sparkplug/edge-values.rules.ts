import { isShort, type SentText, type SentValue } from '../frames/decoded.rules.ts'
import type { NamedValue } from './node-session.types.ts'
import { dataTypes, type Metric } from './payload.types.ts'

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
