import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import type { QueuedEvent } from '../telemetry.types.ts'
import type { SentFrame } from '../frames/decoded.rules.ts'
import type { Sender } from '../frames/sender.ts'
import { alarmCodeOf, type CodeChange, codeKey, codeKeys, followCode } from './alarm-codes.rules.ts'

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

/** The last alarm codes by machine. A new process uses them so that it does not report active alarms again. */
export async function lastCodes(
  reads: Reads,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CodeChange>> {
  if (ids.length === 0) return new Map()
  const rows = await readRows(
    reads,
    sql<{ machine_id: number; at: Date; code: string; on: boolean }>`
      select m.id as machine_id, e.at, coalesce(e.data->>'code', '') as code, coalesce((e.data->'on')::boolean, false) as on
      from unnest(${[...ids]}::bigint[]) m (id) cross join lateral (
        select at, data from telemetry_events
        where machine_id = m.id and event_key >= ${codeKeys.from} and event_key < ${codeKeys.to}
        order by event_key desc limit 1) e`,
  )
  return new Map(
    rows.map(({ machine_id, at, code, on }) => [machine_id, { at: at.getTime(), code: on ? code : '' }]),
  )
}
