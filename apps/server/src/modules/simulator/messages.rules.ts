import {
  type MachineClass,
  machineStates,
  type SignalRole,
} from '@cloud-factory/domain/machines/equipment-enums'
import type { MachineLife, PlantSignal, PlantEvent, PlantMachine } from './plant.types.ts'
import type { Random } from './random.rules.ts'

/** What the values of a machine hang on besides its state. */
interface Surroundings {
  /** Hours that passed since its values were last made. */
  readonly hours: number
  /** Hour of the plant's day, 0 to 24: the weather follows it. */
  readonly hourOfDay: number
  /** Share by which weld currents have wandered off; 0 = none. */
  readonly drift: number
  /** Few people are there: what runs out is filled up late. */
  readonly fewHands: boolean
}

const running = (life: MachineLife): boolean => life.state === 'running'

/**
 * Where gauges stand while their machine runs, as a share of what they can show: well inside of the limits that a factory watches, as
 * on a good day. Where nothing is said it is the usual share.
 */
const usualShare = 0.62
const shares: Partial<Record<MachineClass, Partial<Record<SignalRole, number>>>> = {
  straightener: { current: 0.45 },
  blaster: { pressure: 0.25 },
  coating_line: { gas: 0.2 },
  meter: { voltage: 0.8 },
}

/** Where a gauge stands while the machine runs; 100 where nothing is said of what it can show. */
function aim({ low, high, role }: PlantSignal, { machine: { machineClass } }: MachineLife): number {
  if (low === null && high === null) return 100
  const bottom = Math.max(0, low ?? 0)
  const share = (role === null ? undefined : shares[machineClass]?.[role]) ?? usualShare
  return bottom + ((high ?? bottom + 100) - bottom) * share
}

/** Coldest at four in the morning, warmest at four in the afternoon. */
const weather = (hour: number): number => -Math.cos(((hour - 4) / 24) * 2 * Math.PI)

type Maker = (life: MachineLife, signal: PlantSignal, around: Surroundings, random: Random) => number

const counted =
  (perHour: (life: MachineLife) => number): Maker =>
  (life, { code }, { hours }) =>
    (life.values.get(code) ?? 0) + (running(life) ? perHour(life) * hours : 0)

const outputPerHour = ({ machine }: MachineLife): number => machine.standardRate ?? 60

function powerOf({ machine, state }: MachineLife, random: Random): number {
  const rated = machine.ratedKw ?? 30
  if (state === 'running') return rated * (0.68 + 0.06 * random.bell())
  return state === 'offline' ? 0 : rated * (0.07 + 0.005 * random.bell())
}

const welds = ({ machine: { machineClass } }: MachineLife): boolean =>
  machineClass === 'gantry_saw' || machineClass === 'robot'

/** A gauge swings back to where it belongs and is pushed about a little: what current and voltage of a weld look like. */
const swinging =
  (share: number, wanders = false): Maker =>
  (life, signal, { drift }, random) => {
    if (!running(life)) return 0
    const target = aim(signal, life) * (wanders && welds(life) ? 1 + drift : 1)
    const last = life.values.get(signal.code) ?? 0
    // From standstill it comes up at once.
    const from = last < target / 2 ? target : last
    return from + 0.3 * (target - from) + target * share * random.bell()
  }

const machines: Readonly<Record<SignalRole, Maker>> = {
  state: ({ state }) => machineStates.indexOf(state),
  current: swinging(0.015, true),
  // The mains are there whether anybody works or not.
  voltage: (life, signal, around, random) =>
    life.machine.machineClass === 'meter'
      ? aim(signal, life) * (1 + 0.006 * random.bell())
      : swinging(0.008)(life, signal, around, random),
  travel_speed: swinging(0.01),
  wire_feed: swinging(0.02),
  // An arc burns for most of a job; in between it is set on anew. A counter has its hours, a gauge says whether it burns.
  arc_on: (life, { code, kind }, { hours }, random) => {
    const burns = running(life) && random.next() < 0.78 ? 1 : 0
    return kind === 'counter' ? (life.values.get(code) ?? 0) + burns * hours : burns
  },
  output: counted(outputPerHour),
  good_output: counted((life) => outputPerHour(life) * 0.985),
  power: (life, _signal, _around, random) => powerOf(life, random),
  energy: (life, { code }, { hours }, random) => (life.values.get(code) ?? 0) + powerOf(life, random) * hours,
  temperature: (_life, _signal, { hourOfDay }, random) => 21 + 6 * weather(hourOfDay) + 0.1 * random.bell(),
  humidity: (_life, _signal, { hourOfDay }, random) => 63 - 14 * weather(hourOfDay) + 0.4 * random.bell(),
  surface_temperature: (_life, _signal, { hourOfDay }, random) =>
    20 + 4.5 * weather(hourOfDay - 1) + 0.1 * random.bell(),
  pressure: swinging(0.006),
  load: (life, signal, _around, random) =>
    running(life) ? aim(signal, life) * Math.min(1.1, Math.abs(0.6 + 0.3 * random.bell())) : 0,
  speed: swinging(0.01),
  gas: swinging(0.012),
  // The fault of a simulated machine is sent as an event.
  alarm_code: () => 0,
  wind_speed: (life, { code }, around, random) => windAfter(life.values.get(code), around, random),
  // A gust is above the mean wind, which is made before it.
  wind_gust: (life, _signal, _around, random) => {
    const wind = life.machine.signals.find(({ role }) => role === 'wind_speed')
    return 1.35 * (life.values.get(wind?.code ?? '') ?? 4) + 0.4 * Math.abs(random.bell())
  },
  position: (life, signal, { hours }) => travelled(life, signal, hours),
}

/** A fresh wind in the afternoon, a light one at night; it turns slowly, and never below calm. */
function windAfter(last: number | undefined, { hourOfDay }: Surroundings, random: Random): number {
  const usual = 4.2 + 1.8 * weather(hourOfDay)
  return Math.max(0, (last ?? usual) + 0.05 * (usual - (last ?? usual)) + 0.12 * random.bell())
}

/** Metres an hour of a bridge crane, and how many frames it stays at a place before it goes to the next. */
const craneSpeed = 2_400
const framesPerPlace = 45

/** A crane goes from one place to the next; it stands while it does not run. */
function travelled(life: MachineLife, { code, low, high }: PlantSignal, hours: number): number {
  const [from, to] = [low ?? 0, high ?? 100]
  const number = Number(life.machine.code.replaceAll(/\D/g, ''))
  const place = (Math.floor(life.seq / framesPerPlace) * 0.618 + number * 0.29) % 1
  const goal = from + (to - from) * place
  const at = life.values.get(code)
  if (at === undefined) return goal
  if (!running(life)) return at
  return at + Math.sign(goal - at) * Math.min(Math.abs(goal - at), craneSpeed * hours)
}

/** Flux in per cent of the hopper: what a seam takes in an hour, and where somebody fills it up, at once or at last. */
const flux = { code: 'flux', perHour: 14, filledAt: 24, filledLateAt: 9, full: 95 }

const fluxLeft: Maker = (life, { code }, { hours, fewHands }) => {
  const left = (life.values.get(code) ?? flux.full) - (running(life) ? flux.perHour * hours : 0)
  return left <= (fewHands ? flux.filledLateAt : flux.filledAt) ? flux.full : left
}

const other: Maker = (life, signal, around, random) => {
  if (signal.code === flux.code) return fluxLeft(life, signal, around, random)
  return signal.kind === 'counter'
    ? counted(() => 40)(life, signal, around, random)
    : swinging(0.02)(life, signal, around, random)
}

/** The values of a machine now, kept for the next time; a machine without link has none. */
export function makeValues(life: MachineLife, around: Surroundings, random: Random): void {
  for (const signal of life.machine.signals) {
    const maker = signal.role === null ? other : machines[signal.role]
    const value = maker(life, signal, around, random)
    // A second is 0.00028 h: a counter rounded as coarsely as a gauge would stand still.
    const parts = signal.kind === 'counter' && signal.role === 'arc_on' ? 1_000_000 : 1_000
    life.values.set(signal.code, Math.round(value * parts) / parts)
  }
}

/** A message as a machine's gateway sends it. */
export interface Message {
  readonly topic: string
  readonly text: string
  readonly retain: boolean
}

/** A frame of values measured `at`, ms since 1970. */
export interface Frame {
  readonly seq: number
  readonly ts: number
  readonly m: Readonly<Record<string, number>>
}

/** History is sent in portions, as the topic specification requires. */
const historyFrames = 500

type Place = Pick<PlantMachine, 'site' | 'line' | 'code'>

const topicOf = ({ site, line, code }: Place, kind: string): string => `sf/v1/${site}/${line}/${code}/${kind}`
const message = (machine: Place, kind: string, body: unknown, retain = false): Message => ({
  topic: topicOf(machine, kind),
  text: JSON.stringify(body),
  retain,
})

/** Birth of a machine: its description and its online status. */
export const birth = (machine: PlantMachine, boot: string, ts: number): readonly Message[] => [
  message(
    machine,
    'birth',
    {
      v: 1,
      boot,
      ts,
      profile: `${machine.profileCode}@${machine.profileVersion}`,
      fw: 'simulator',
      rate_ms: machine.rateMs,
    },
    true,
  ),
  link(machine, boot, ts, true),
]

/** Online or offline status. */
export const link = (machine: PlantMachine, boot: string, ts: number, online: boolean): Message =>
  message(machine, 'status', { online, boot, ts }, true)

/** The next frame of a machine; increments its sequence number. */
export function nextFrame(life: MachineLife, ts: number): Frame {
  life.seq += 1
  return { seq: life.seq, ts, m: Object.fromEntries(life.values) }
}

export const telemetry = (machine: PlantMachine, boot: string, frame: Frame): Message =>
  message(machine, 'telemetry', { v: 1, boot, ...frame })

/** Frames that a gateway buffered while offline. */
export function history(machine: PlantMachine, boot: string, frames: readonly Frame[]): Message[] {
  const messages: Message[] = []
  for (let start = 0; start < frames.length; start += historyFrames)
    messages.push(
      message(machine, 'history', { v: 1, boot, frames: frames.slice(start, start + historyFrames) }),
    )
  return messages
}

/** Name endings of the two events of a breakdown. */
export const faultEnds = { on: '-on', off: '-off' } as const
export type SinkEnds = typeof faultEnds

/** A breakdown that an earlier run reported under this name but did not end. */
export interface LeftFault {
  readonly machine: Place
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
}

/** End of a breakdown whose run no longer exists. */
export const ended = ({ machine, id, data }: LeftFault, ts: number): Message =>
  message(machine, 'event', {
    v: 1,
    id: id.slice(0, -faultEnds.on.length) + faultEnds.off,
    ts,
    type: 'alarm',
    data: { ...data, on: false },
  })

/** An event with the run in its id, because the same seed repeats the same jobs and breakdowns. */
export function event(reported: PlantEvent, boot: string, ts: number): Message {
  const { machine, type } = reported
  if (reported.type === 'alarm') {
    const { fault, on, number } = reported
    const id = `${boot}-fault-${number}${on ? faultEnds.on : faultEnds.off}`
    return message(machine, 'event', { v: 1, id, ts, type, data: { ...fault, on } })
  }
  const { job, piece } = reported
  const data = { job, piece: piece.serial, order: piece.orderNo, kg: piece.kg }
  return message(machine, 'event', { v: 1, id: `${boot}-${piece.serial}-${type}`, ts, type, data })
}
