import { machineStates } from '@cloud-factory/contract/equipment-words'
import { isShort, type SentText, type SentValue } from '../frames/decoded.rules.ts'
import type { NamedValue } from './node-session.types.ts'
import type { MetricValue } from './payload.types.ts'

/** Values of one instant. `historical`: they are for the past only. */
export interface EdgeFrame {
  readonly at: number | null
  readonly historical: boolean
  readonly values: SentValue[]
  /** What may be alarm codes; whoever knows the machine judges. */
  readonly texts: SentText[]
}

/** Not values of the machine but of the protocol. */
const ofProtocol = (name: string): boolean => name === 'bdSeq' || /^(Node|Device) Control\//.test(name)

/** A metric's value as a signal holds it: truth as 1 and 0, a state by its name; null = no signal can hold it. */
function signalValue(value: MetricValue): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string') return value
  const state = (machineStates as readonly string[]).indexOf(value.toLowerCase())
  return state < 0 ? null : state
}

const shortText = (value: MetricValue): string | null =>
  typeof value === 'string' && isShort(value) ? value : null

function put(frame: EdgeFrame, code: string, value: number | string, bad: boolean): void {
  if (typeof value === 'number') frame.values.push({ code, value, bad })
  else if (!bad) frame.texts.push({ code, text: value })
}

/**
 * Values of a message by their instants, oldest first: a metric has a time of its own, or its message's `at`. The property
 * `Quality` is 192 for good (specification 3.0.0, 6.4.8); everything else is bad. Transient metrics are not kept, and
 * `unread` says how many could not be held by any signal; short texts, which may be alarm codes, are not among them.
 */
export function edgeFrames(
  at: number | null,
  named: readonly NamedValue[],
): { readonly frames: EdgeFrame[]; readonly unread: number } {
  const frames = new Map<string, EdgeFrame>()
  let unread = 0
  for (const { name, metric } of named) {
    if (metric.transient || ofProtocol(name)) continue
    const value = signalValue(metric.value) ?? shortText(metric.value)
    if (value === null) {
      // That it has no value now is told by its silence.
      if (metric.value !== null || !metric.scalar) unread += 1
      continue
    }
    const when = metric.at ?? at
    const key = `${String(when)} ${String(metric.historical)}`
    const frame = frames.get(key) ?? { at: when, historical: metric.historical, values: [], texts: [] }
    frames.set(key, frame)
    put(frame, name, value, metric.quality !== null && metric.quality !== 192)
  }
  return { frames: [...frames.values()].toSorted((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity)), unread }
}
