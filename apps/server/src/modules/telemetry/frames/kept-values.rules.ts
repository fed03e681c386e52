import { machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import type { SlottedText } from '../telemetry.types.ts'
import type { SentFrame, SentValue } from './decoded.rules.ts'

/** Whether a number is not a defined machine state. */
const isNoState = (value: number): boolean => machineStates[value] === undefined

/** The fields of a signal that are needed to evaluate a value. */
interface JudgedSignal {
  readonly slot: number
  readonly code: string
  readonly low: number | null
  readonly high: number | null
  readonly deadband: number
  readonly deadbandPercent: boolean
  readonly silenceS: number
  readonly role?: string | null
  readonly kind?: string
}

/** Indexes into `valueQualities`. */
const bad = 1

interface Slotted {
  /** By slot, first slot first; null = not sent. */
  readonly values: (number | null)[]
  readonly qualities: readonly number[] | null
  /** Codes that are not in the profile. */
  readonly unknown: number
  /** Numbers that are not a defined state. */
  readonly noStates: number
}

/** Puts values into their slots, each with its quality. A value outside the signal's range is bad, whatever the clock. */
export function inSlots(
  signals: ReadonlyMap<string, JudgedSignal>,
  slots: number,
  sent: readonly { readonly code: string; readonly value: number; readonly bad: boolean }[],
  clockQuality: number,
): Slotted {
  const values: (number | null)[] = Array.from({ length: slots }, () => null)
  const qualities = Array.from({ length: slots }, () => clockQuality)
  let unknown = 0
  let noStates = 0
  let isPlain = clockQuality === 0
  for (const { code, value, bad: saidBad } of sent) {
    const signal = signals.get(code)
    if (signal === undefined) {
      unknown += 1
      continue
    }
    values[signal.slot - 1] = value
    const isUnknownState = signal.role === 'state' && isNoState(value)
    if (isUnknownState) noStates += 1
    if (saidBad || isUnknownState || isBeyond(signal, value)) {
      qualities[signal.slot - 1] = bad
      isPlain = false
    }
  }
  return { values, qualities: isPlain ? null : qualities, unknown, noStates }
}

const isBeyond = ({ low, high }: JudgedSignal, value: number): boolean =>
  (low !== null && value < low) || (high !== null && value > high)

/** The last stored values of a machine. */
export class KeptValues {
  #at = -Infinity
  #values: readonly (number | null)[] = []

  /**
   * Whether to store a frame. A frame is stored whole if a value moved by at least its dead band, if a value is new, or if nothing was stored for the
   * shortest idle timeout of its signals. Frames older than the last stored frame are always stored.
   */
  wants(signals: readonly JudgedSignal[], at: number, values: readonly (number | null)[]): boolean {
    const age = at - this.#at
    const isWorth = age < 0 || signals.some((signal) => this.#moved(signal, values, age))
    if (isWorth && age >= 0) {
      this.#at = at
      this.#values = values.map((value, slot) => value ?? this.#values[slot] ?? null)
    }
    return isWorth
  }

  #moved(signal: JudgedSignal, values: readonly (number | null)[], age: number): boolean {
    const value = values[signal.slot - 1] ?? null
    if (value === null) return false
    const last = this.#values[signal.slot - 1] ?? null
    if (last === null || signal.deadband === 0 || age >= signal.silenceS * 1000) return true
    // Production counts are computed from stored values.
    if (signal.kind === 'counter') return value !== last
    const band = signal.deadbandPercent ? (Math.abs(last) * signal.deadband) / 100 : signal.deadband
    return Math.abs(value - last) >= band
  }
}

interface TextSignal extends JudgedSignal {
  readonly role: string | null
}

interface Split {
  /** Numbers, including states that were sent by name. */
  readonly values: readonly SentValue[]
  readonly texts: readonly SlottedText[]
  /** Texts of signals whose evaluation needs numbers. */
  readonly unread: number
  /** Codes that are not in the profile. */
  readonly unknown: number
}

const states: readonly string[] = machineStates

/** Evaluates the non-numeric values of a frame: a state by its name, a text to store, or a value that its signal cannot hold. */
export function splitTexts(
  signals: ReadonlyMap<string, TextSignal>,
  { values, texts = [] }: Pick<SentFrame, 'values' | 'texts'>,
): Split {
  const numbers = [...values]
  const kept: SlottedText[] = []
  let [unread, unknown] = [0, 0]
  for (const { code, text, kind = 'text' } of texts) {
    const signal = signals.get(code)
    const state = signal?.role === 'state' ? states.indexOf(text.toLowerCase()) : -1
    if (signal === undefined) unknown += 1
    else if (state >= 0) numbers.push({ code, value: state, bad: false })
    else if (holds(signal, kind)) kept.push({ slot: signal.slot, kind, value: text })
    else unread += 1
  }
  return { values: numbers, texts: kept, unread, unknown }
}

/** Figures and panels need numbers for the signals that they know; a text there is a fault. */
const holds = ({ role }: TextSignal, kind: SlottedText['kind']): boolean =>
  kind === 'null' || kind === 'integer' || role === null || role === 'alarm_code'
