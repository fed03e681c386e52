import type { Scenario } from '@cloud-factory/contract/simulator-enums'
import {
  birth,
  event,
  type Frame,
  history,
  link,
  type Message,
  nextFrame,
  telemetry,
} from './messages.rules.ts'
import { createPlant, type Plant } from './plant.rules.ts'
import type { MachineLife, PlantEvent, PlantMachine } from './plant.types.ts'

/** What is played on a site, and how. */
export interface PlayOptions {
  readonly machines: readonly PlantMachine[]
  readonly scenario: Scenario
  readonly seed: number
  /** Names this run: counters of a run before are not its own. */
  readonly boot: string
  /** ms since 1970 by the server's clock. */
  readonly startAt: number
  readonly hourOfDay: (at: number) => number
  /** What the plant's clock shows at its beginning, ms since 1970, and how much of its day has passed then. */
  readonly clockAt: number
  readonly warmUpMs: number
}

/** A site that is played: its machines' messages, as time passes. */
export interface PlayedSite {
  readonly plant: Plant
  readonly machines: number
  /** First messages of every machine. */
  begin(): Message[]
  /** What is to be sent now: `ms` of the plant's clock have passed since the last time. */
  pass(ms: number, now: number): Message[]
  /** Last messages: they are gone. */
  end(now: number): Message[]
}

/** A frame kept for later, at most so many for each machine: an hour of one a second. */
const keptFrames = 3_600
/** Facts kept for later, of all machines. */
const keptFacts = 2_000

interface PlantMessage {
  readonly machine: PlantMachine
  readonly message: Message
}

export function playSite(options: PlayOptions): PlayedSite {
  const { machines, scenario, seed, boot, startAt, hourOfDay, clockAt, warmUpMs } = options
  const plant = createPlant({ seed, scenario, machines, startAt: clockAt, hourOfDay, warmUpMs })
  const sentAt = new Map<MachineLife, number>()
  const kept = new Map<MachineLife, Frame[]>()
  const lives = new Map(plant.lives.map((life) => [life.machine, life]))
  /** Facts of machines without a link. */
  let unsent: PlantMessage[] = []
  let begun = plant.standing()

  function send(life: MachineLife, now: number): Message[] {
    // Timers are never exact: half a beat early is in time.
    if (now - (sentAt.get(life) ?? 0) < life.machine.rateMs - 500) return []
    sentAt.set(life, now)
    const frame = nextFrame(life, now)
    const stored = kept.get(life)
    if (plant.dark(life)) return keep(life, stored, frame, now)
    if (stored === undefined) return [telemetry(life.machine, boot, frame)]
    kept.delete(life)
    return [
      link(life.machine, boot, now, true),
      telemetry(life.machine, boot, frame),
      ...history(life.machine, boot, stored),
    ]
  }

  function keep(life: MachineLife, stored: Frame[] | undefined, frame: Frame, now: number): Message[] {
    if (stored === undefined) {
      kept.set(life, [frame])
      // The broker would say it for a gateway that is cut off.
      return [link(life.machine, boot, now, false)]
    }
    if (stored.length < keptFrames) stored.push(frame)
    return []
  }

  /** Facts of now, and those that were kept while there was no link. */
  function facts(events: readonly PlantEvent[], now: number): Message[] {
    const all = [
      ...unsent,
      ...events.map((one) => ({ machine: one.machine, message: event(one, boot, now) })),
    ]
    unsent = all.filter(({ machine }) => isDark(machine)).slice(-keptFacts)
    return all.flatMap(({ machine, message }) => (isDark(machine) ? [] : [message]))
  }

  function isDark(machine: PlantMachine): boolean {
    const life = lives.get(machine)
    return life !== undefined && plant.dark(life)
  }

  return {
    plant,
    machines: machines.length,
    begin: () => machines.flatMap((machine) => birth(machine, boot, startAt)),
    pass(ms, now) {
      const events = [...begun, ...plant.step(ms)]
      begun = []
      const frames = plant.lives.flatMap((life) => send(life, now))
      return [...frames, ...facts(events, now)]
    },
    // Nobody tells afterwards that what is the matter now is over: the next run begins with other breakdowns.
    end: (now) => [
      ...plant.standing().map((one) => event({ ...one, on: false }, boot, now)),
      ...machines.map((machine) => link(machine, boot, now, false)),
    ],
  }
}
