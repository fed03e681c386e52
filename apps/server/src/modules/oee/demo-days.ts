import type { MachineClass, MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import type { Span } from '../work-calendar/public.ts'
import type { ReportedEvent } from '../machine-states/public.ts'

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
const promptAfterMs = 4 * minute
/** Nearly all stops before the last working day have a reason; some of that day do not yet. */
const settledMs = 30 * 60 * minute
const shares = { settled: 0.997, fresh: 0.96 } as const

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
  const cause = stands > promptAfterMs ? (words[Math.floor(luck * words.length)] ?? null) : null
  const share = worked - to > settledMs ? shares.settled : shares.fresh
  return { from, state: isFault ? 'fault' : 'idle', reason: luckOf(from) < share ? cause : null, cause }
}

interface Stop extends Pick<DemoPiece, 'state' | 'cause'> {
  readonly machine: { readonly id: number; readonly class: MachineClass }
  readonly from: number
  readonly to: number | null
}

/** An alarm of a machine's control. */
interface ControlAlarm {
  readonly code: string
  readonly text: string
  readonly severity: 'warning' | 'critical'
}

/** Alarms of the demo machines' controls, by cause. */
const alarms: Readonly<Record<string, ControlAlarm>> = {
  'FLT-01': { code: 'E210', text: '送进机构卡滞', severity: 'critical' },
  'FLT-02': { code: 'E305', text: '伺服驱动过流', severity: 'critical' },
  'FLT-03': { code: 'E412', text: '液压压力低', severity: 'critical' },
  'FLT-04': { code: 'E520', text: '控制器通讯中断', severity: 'critical' },
  'FLT-05': { code: 'E630', text: '刀具、焊枪碰撞', severity: 'critical' },
  'MAT-03': { code: 'W110', text: '焊丝余量不足', severity: 'warning' },
}
/** Only these machines use wire. */
const welders: ReadonlySet<MachineClass> = new Set(['gantry_saw', 'robot'])
/** Mapping of these codes to stop reasons. */
export const demoCodes = Object.entries(alarms).map(([reason, { code }]) => [reason, code] as const)

/** Reasons of breakdowns and the machines that have them; null: any machine. */
const breakdowns: readonly (readonly [reason: string, of: ReadonlySet<MachineClass> | null])[] = [
  ['FLT-01', null],
  ['FLT-02', null],
  ['FLT-03', new Set<MachineClass>(['assembly', 'straightener', 'drill', 'saw', 'coating_line'])],
  ['FLT-04', null],
  ['FLT-05', new Set<MachineClass>(['cutter', 'laser', 'gantry_saw', 'drill', 'saw', 'robot'])],
]

/** Alarms that a simulated machine of a class may report when it breaks down. */
export const breakdownAlarms = (of: MachineClass): ControlAlarm[] =>
  breakdowns.flatMap(([reason, classes]) => {
    const alarm = alarms[reason]
    return alarm === undefined || classes?.has(of) === false ? [] : [alarm]
  })

/** Reasons that people choose at the machine's panel. */
const chosen: ReadonlySet<string> = new Set(['MAT-02', 'ORG-04'])

/** Events that a demo machine reported for a stop: start and end of an alarm, or the reason that its operator chose. */
export function reportedOf({ machine, cause, from, to }: Stop): ReportedEvent[] {
  const isReported = cause !== null && (cause !== 'MAT-03' || welders.has(machine.class))
  const alarm = isReported ? alarms[cause] : undefined
  const event = { machineId: machine.id, id: `demo-${from}` }
  if (alarm !== undefined)
    return [
      { ...event, at: from + 2000, type: 'alarm', data: { ...alarm, on: true } },
      ...(to === null
        ? []
        : [
            {
              ...event,
              id: `demo-${from}-over`,
              at: to - 1000,
              type: 'alarm' as const,
              data: { ...alarm, on: false },
            },
          ]),
    ]
  if (cause === null || !chosen.has(cause)) return []
  return [{ ...event, at: from + 45_000, type: 'reason', data: { code: cause } }]
}
