import type { MachineClass, MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import type { Span } from '../work-calendar/public.ts'

/** A piece of a demo machine's day. */
export interface DemoPiece {
  readonly from: number
  readonly state: MachineState
  /** Code of the reason that a person gave. */
  readonly reason: string | null
  /** Code of the true cause, whether a person named it or not. */
  readonly cause: string | null
}

/** How a kind of machine spends its shift: shares of time, and how often an event happens per shift. */
interface Habit {
  readonly running: number
  readonly stops: number
  readonly faults: number
}

const usual: Habit = { running: 0.72, stops: 4, faults: 0.35 }
const habits: Readonly<Partial<Record<MachineClass, Habit>>> = {
  gantry_saw: { running: 0.66, stops: 5, faults: 0.3 },
  robot: { running: 0.78, stops: 3, faults: 0.4 },
  cutter: { running: 0.74, stops: 4, faults: 0.35 },
  laser: { running: 0.8, stops: 3, faults: 0.2 },
  drill: { running: 0.7, stops: 4, faults: 0.3 },
  crane: { running: 0.38, stops: 6, faults: 0.06 },
  compressor: { running: 0.94, stops: 1, faults: 0.05 },
  meter: { running: 1, stops: 0, faults: 0 },
}

const idleReasons = ['MAT-01', 'MAT-02', 'MAT-03', 'ORG-02', 'ORG-04', 'ORG-05', 'ORG-01', 'SET-04'] as const
const faultReasons = ['FLT-01', 'FLT-02', 'FLT-03', 'FLT-04', 'FLT-05'] as const

const minute = 60_000
/** Shorter stops need no reason. */
const askedMs = 4 * minute
/** Nearly all stops before the last working day have a reason; some of that day do not yet. */
const settledMs = 30 * 60 * minute
const given = { settled: 0.997, fresh: 0.96 } as const

/**
 * A number from 0 to 1 from a time that was drawn already. Drawing a new random number would change the rest of the demo data.
 */
const luckOf = (ms: number) => ms % 1

const running = (from: number): DemoPiece => ({ from, state: 'running', reason: null, cause: null })

/**
 * What a demo machine did in a planned period: setup, work with stops in between, and rarely a fault. Pieces are contiguous;
 * the last one lasts until the end. `worked`: when people last worked, ms since 1970.
 */
export function demoPieces(of: MachineClass, span: Span, worked: number, random: () => number): DemoPiece[] {
  const habit = habits[of] ?? usual
  const length = span.to - span.from
  if (habit.stops === 0) return [running(span.from)]
  const parts = Math.max(1, Math.round((habit.stops * length) / (6 * 60 * minute)))
  const pieces: DemoPiece[] = [{ ...running(span.from), state: 'setup' }]
  let at = span.from + (5 + random() * 15) * minute
  const away = (length * (1 - habit.running)) / parts
  for (let part = 0; part < parts && at < span.to; part += 1) {
    pieces.push(running(at))
    const work = ((length * habit.running) / parts) * (0.6 + random() * 0.8)
    at += work
    const isFault = random() < habit.faults / habit.stops
    const stands = isFault ? (12 + random() * 70) * minute : away * (0.3 + random() * 1.2)
    pieces.push(stopPiece({ from: at, to: at + stands }, isFault, worked, random))
    at += stands
  }
  pieces.push(running(at))
  return pieces.filter(({ from }) => from < span.to)
}

/** A stop with its cause, and whether a person named it. */
function stopPiece({ from, to }: Span, isFault: boolean, worked: number, random: () => number): DemoPiece {
  const words = isFault ? faultReasons : idleReasons
  const stands = to - from
  const luck = stands > 8 * minute && random() < 0.8 ? random() : luckOf(stands)
  const cause = stands > askedMs ? (words[Math.floor(luck * words.length)] ?? null) : null
  const share = worked - to > settledMs ? given.settled : given.fresh
  return { from, state: isFault ? 'fault' : 'idle', reason: luckOf(from) < share ? cause : null, cause }
}
