import type { SentFrame } from '../native/native-payload.rules.ts'
import type { QueuedEvent } from '../telemetry.types.ts'
import { alarmCodeOf, codeKey, followCode } from './stored-values.rules.ts'
import type { Sender } from './known-machines.ts'

/** Longer texts are not codes. */
const longestCode = 64

interface CodeTimes {
  readonly at: number
  readonly receivedAt: number
}

/** Events from the alarm code of a frame, if it has one; updates the sender's history. */
export function codeEvents(sender: Sender, frame: SentFrame, { at, receivedAt }: CodeTimes): QueuedEvent[] {
  const { machine, codeSignal } = sender
  const sent = codeSignal === null ? null : sentCode(frame, codeSignal)
  if (sent === null) return []
  const { changes, reported } = followCode(sender.codes, { at, code: alarmCodeOf(sent) })
  sender.codes = changes
  return reported.map((one) => ({
    machineId: machine.id,
    id: codeKey(one),
    at: one.at,
    receivedAt,
    type: 'alarm',
    data: { code: one.code, on: one.on, signal: codeSignal },
  }))
}

/** Null: the frame has no code, or marks it as not trustworthy. */
function sentCode({ values, texts = [] }: SentFrame, signal: string): number | string | null {
  const text = texts.find(({ code, kind }) => code === signal && kind !== 'null' && kind !== 'date')
  if (text !== undefined) return text.text.length > longestCode ? null : text.text
  const value = values.find(({ code }) => code === signal)
  return value === undefined || value.bad ? null : value.value
}
