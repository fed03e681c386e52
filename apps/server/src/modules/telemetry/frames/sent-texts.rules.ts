import { machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import type { SlottedText } from './batch.types.ts'
import type { SentFrame, SentValue } from './decoded.rules.ts'
import type { JudgedSignal } from './kept-values.rules.ts'

export interface TextSignal extends JudgedSignal {
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
