import type { Scenario } from '@cloud-factory/contract/simulator-words'
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
import type { MachineLife, PlantMachine } from './plant.types.ts'

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

export function playSite(options: PlayOptions): PlayedSite {
  const { machines, scenario, seed, boot, startAt, hourOfDay, clockAt, warmUpMs } = options
  const plant = createPlant({ seed, scenario, machines, startAt: clockAt, hourOfDay, warmUpMs })
  const sentAt = new Map<MachineLife, number>()
  const kept = new Map<MachineLife, Frame[]>()

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

  return {
    plant,
    machines: machines.length,
    begin: () => machines.flatMap((machine) => birth(machine, boot, startAt)),
    pass(ms, now) {
      const events = plant.step(ms)
      return [...events.map((one) => event(one, now)), ...plant.lives.flatMap((life) => send(life, now))]
    },
    end: (now) => machines.map((machine) => link(machine, boot, now, false)),
  }
}
