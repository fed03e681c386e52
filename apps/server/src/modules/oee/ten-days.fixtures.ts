import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import { expect } from 'vitest'
import { queuedIngest } from '../telemetry/ingest.fixtures.ts'
import { alarmSignal } from '../telemetry/telemetry.fixtures.ts'
import type { KnownSignal } from '@cloud-factory/domain/machines/known-machine'

const minute = 60_000
export const period = 5 * minute
export const hour = 60 * minute
export const day = 24 * hour
/** Monday, 08:00 in the factory: the day shift begins. */
export const start = Date.parse('2026-03-16T00:00:00Z')
export const days = 10
export const rollsOverAt = 9999

export interface Sent {
  /** The true time, and by how much the machine's clock is off, ms. */
  readonly at: number
  readonly off: number
  readonly state: MachineState
  readonly output: number
  readonly kwh: number
  readonly burning: number
  /** When the server received it; later than `at`: from the gateway's store. */
  readonly arrives: number
}

/** A reproducible sequence of numbers between 0 and 1. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Stretches without a link; null: what happened in them is never reported. Hours from the start. */
const interruptions: readonly {
  readonly from: number
  readonly to: number
  readonly reportedAt: number | null
}[] = [
  { from: 20.3, to: 23.2, reportedAt: null },
  { from: 34.9, to: 37.4, reportedAt: 37.6 },
  // Over the change of shifts, reported three days later.
  { from: 55, to: 63.5, reportedAt: 134 },
  { from: 150, to: 150.1, reportedAt: null },
  // A day and more, reported bit by bit and in reverse order.
  { from: 170, to: 199, reportedAt: 201 },
]
const resets = [11.2, 90.01, 180.5]

export function sentBy(): Sent[] {
  const random = numbers(7)
  const sent: Sent[] = []
  const working: readonly MachineState[] = ['running', 'running', 'running', 'idle', 'setup', 'fault']
  let [output, kwh, left, state] = [0, 500, 0, 'idle' as MachineState]
  for (let at = start; at < start + days * day; at += period) {
    if (left === 0) {
      state = working[Math.floor(random() * working.length)] ?? 'idle'
      left = 1 + Math.floor(random() * 20)
    }
    left -= 1
    if (state === 'running') {
      output = (output + Math.floor(random() * 12)) % (rollsOverAt + 1)
      kwh += Math.floor(random() * 40) / 4
    }
    const hours = (at - start) / hour
    const isReset = resets.some((reset) => reset > hours - period / hour && reset <= hours)
    if (isReset) [output, kwh] = [Math.floor(random() * 5), 0]
    // Where the counter rolls over: near its end on the sixth day.
    if (Math.abs(hours - 130) < 0.01) output = rollsOverAt - 3
    const burning = state === 'running' && random() < 0.6 ? 1 : 0
    const when = whenOf(at, hours)
    if (when !== null) sent.push({ ...when, state, output, kwh, burning })
  }
  return sent
}

/**
 * By how much the machine's clock is off, ms. It is set back, forward and back by less and by more than a period, and so far that
 * its times are of no use. What waits in the gateway's store meanwhile was measured and is sent by one clock: nobody could tell.
 */
const clockSteps: readonly (readonly [hours: number, off: number])[] = [
  [130, 0],
  [110, -240_000],
  [104, 17_000],
  [100, 2 * hour],
  [90, -hour],
  [66, -43_000],
]
const offAt = (hours: number): number => clockSteps.find(([from]) => hours >= from)?.[1] ?? 0

/** When it arrives; null: never. */
function whenOf(at: number, hours: number): Pick<Sent, 'at' | 'off' | 'arrives'> | null {
  const off = offAt(hours)
  const interruption = interruptions.find(({ from, to }) => hours >= from && hours < to)
  if (interruption === undefined) return { at, off, arrives: at }
  return interruption.reportedAt === null
    ? null
    : { at, off, arrives: start + interruption.reportedAt * hour }
}

/** Like the signals of `madeMachines`, whose profile is changed by the test. */
const signals: readonly KnownSignal[] = [
  { ...alarmSignal, slot: 1, code: 'st', kind: 'state', role: 'state' },
  { ...alarmSignal, slot: 2, code: 'out', kind: 'counter', role: 'output' },
  { ...alarmSignal, slot: 3, code: 'kwh', kind: 'counter', role: 'energy' },
  { ...alarmSignal, slot: 4, code: 'cur', role: 'arc_on' },
]

/** The messages of the machine, numbered as it makes them, go through ingestion in the order of arrival. */
export function ingested(sent: readonly Sent[], machineId: number) {
  const { ingest, queue, clock, counted } = queuedIngest({
    signals,
    rateMs: period,
    start: new Date(start).toISOString(),
  })
  const frames = sent
    .map((one, seq) => ({ ...one, seq }))
    .toSorted((one, other) => one.arrives - other.arrives)
    .flatMap(({ at, off, arrives, state, output, kwh, burning, seq }) => {
      clock.advance((arrives - clock.now().getTime()) / 1000)
      const frame = { seq, ts: at + off, m: { st: state, out: output, kwh, cur: burning } }
      const isLate = arrives > at + period
      void ingest.native({
        topic: `sf/v1/main/weld/W1/${isLate ? 'history' : 'telemetry'}`,
        payload: Buffer.from(JSON.stringify({ boot: 'b', ...(isLate ? { frames: [frame] } : frame) })),
        isQos0: false,
        isDuplicate: false,
      })
      return queue.take().frames.map((queued) => ({ ...queued, machineId, arrives }))
    })
  expect(counted.faults).toBe(0)
  expect(frames.every(({ stored }) => stored)).toBe(true)
  return frames
}
