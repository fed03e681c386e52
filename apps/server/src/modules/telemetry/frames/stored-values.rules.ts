import { ownAlarm } from '@cloud-factory/domain/alarms/own-alarms.rules'
import { machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import type { SlottedText } from '../telemetry.types.ts'
import type { SentFrame, SentValue } from '../native/native-payload.rules.ts'

/** A machine's alarm code from an instant on, ms since 1970; empty: no alarm. */
export interface CodeChange {
  readonly at: number
  readonly code: string
}

/** An alarm code that appeared or ended. */
export interface ReportedCode extends CodeChange {
  readonly on: boolean
  /** Index from 0 among the changes of one instant; clocks with one-second resolution have several. */
  readonly turn: number
}

/** Number of remembered changes. Frames that a gateway buffered while offline may be older than live ones. */
const maxValues = 64

/** A normalized alarm code; empty: nothing was sent, or any form of 0. */
export function alarmCodeOf(sent: number | string): string {
  const code = ownAlarm({ code: sent })?.code ?? ''
  return /^0*$/.test(code) ? '' : code
}

/**
 * Events caused by a code at an instant. Returns none if the code is unchanged, also compared with later known changes, or if the instant is before
 * the known history: those events were already reported.
 */
export function followCode(
  changes: readonly CodeChange[],
  change: CodeChange,
): { readonly changes: readonly CodeChange[]; readonly reported: readonly ReportedCode[] } {
  const place = changes.findLastIndex(({ at }) => at <= change.at)
  const before = changes[place]?.code ?? ''
  const after = changes[place + 1]
  const isUnknown = place < 0 && changes.length > 0
  const atOnce = changes.filter(({ at }) => at === change.at)
  const isThere = atOnce.some(({ code }) => code === change.code)
  if (isUnknown || isThere || change.code === before || change.code === after?.code)
    return { changes, reported: [] }
  const turn = atOnce.length
  const reported: ReportedCode[] = [
    { at: change.at, code: before, on: false, turn },
    { ...change, on: true, turn },
  ]
  // The code that followed when the end was reported without it.
  if (after !== undefined) reported.push({ at: after.at, code: change.code, on: false, turn: 0 })
  return {
    changes: changes.toSpliced(place + 1, 0, change).slice(-maxValues),
    reported: reported.filter(({ code }) => code !== ''),
  }
}

/** Prefix of event keys. Keys sort by time, and the same change always has the same key. */
export const codeKeys = { from: 'code:', to: 'code;' } as const

export const codeKey = ({ at, code, on, turn }: ReportedCode): string =>
  `${codeKeys.from}${String(at).padStart(13, '0')}:${String(turn).padStart(2, '0')}${on ? 1 : 0}:${code}`

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
  for (const { code, value, bad: reportedBad } of sent) {
    const signal = signals.get(code)
    if (signal === undefined) {
      unknown += 1
      continue
    }
    values[signal.slot - 1] = value
    const isUnknownState = signal.role === 'state' && isNoState(value)
    if (isUnknownState) noStates += 1
    if (reportedBad || isUnknownState || isBeyond(signal, value)) {
      qualities[signal.slot - 1] = bad
      isPlain = false
    }
  }
  return { values, qualities: isPlain ? null : qualities, unknown, noStates }
}

const isBeyond = ({ low, high }: JudgedSignal, value: number): boolean =>
  (low !== null && value < low) || (high !== null && value > high)

/** The last stored values of a machine. */
export class StoredValues {
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
  const stored: SlottedText[] = []
  let [unread, unknown] = [0, 0]
  for (const { code, text, kind = 'text' } of texts) {
    const signal = signals.get(code)
    const state = signal?.role === 'state' ? states.indexOf(text.toLowerCase()) : -1
    if (signal === undefined) unknown += 1
    else if (state >= 0) numbers.push({ code, value: state, bad: false })
    else if (holds(signal, kind)) stored.push({ slot: signal.slot, kind, value: text })
    else unread += 1
  }
  return { values: numbers, texts: stored, unread, unknown }
}

/** Figures and panels need numbers for the signals that they know; a text there is a fault. */
const holds = ({ role }: TextSignal, kind: SlottedText['kind']): boolean =>
  kind === 'null' || kind === 'integer' || role === null || role === 'alarm_code'
