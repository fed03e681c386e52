import type { Scenario } from '@cloud-factory/domain/simulator/simulator-enums'
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

/** Site and options of the simulation. */
export interface PlayOptions {
  readonly machines: readonly PlantMachine[]
  readonly scenario: Scenario
  readonly seed: number
  /** Name of this run; distinguishes its counters from those of earlier runs. */
  readonly boot: string
  /** ms since 1970 by the server's clock. */
  readonly startAt: number
  readonly hourOfDay: (at: number) => number
  /** Start of the plant's clock, ms since 1970, and the part of the day that has passed by then. */
  readonly clockAt: number
  readonly warmUpMs: number
  readonly underRepair?: () => ReadonlySet<string>
  readonly isAlwaysManned?: boolean
}

/** A simulated site that generates the messages of its machines. */
export interface PlayedSite {
  readonly plant: Plant
  readonly machines: number
  /** First messages of every machine. */
  begin(): Message[]
  /** Messages to send now, `ms` of the plant's clock after the last call. */
  pass(ms: number, now: number): Message[]
  /** Last messages: the machines go offline. */
  end(now: number): Message[]
}

/** Buffered frames, limited per machine to one hour at one frame a second. */
const maxFrames = 3_600
/** Buffered events of all machines. */
const maxFacts = 2_000

interface PlantMessage {
  readonly machine: PlantMachine
  readonly message: Message
}

export const playSite = (options: PlayOptions): PlayedSite => new Site(options)

class Site implements PlayedSite {
  readonly #options: PlayOptions
  readonly #sentAt = new Map<MachineLife, number>()
  readonly #stored = new Map<MachineLife, Frame[]>()
  readonly #lives: ReadonlyMap<PlantMachine, MachineLife>
  /** Events of machines that are offline. */
  #unsent: PlantMessage[] = []
  #begun: PlantEvent[]
  readonly plant: Plant

  constructor(options: PlayOptions) {
    this.#options = options
    this.plant = createPlant({ ...options, startAt: options.clockAt })
    this.#lives = new Map(this.plant.lives.map((life) => [life.machine, life]))
    this.#begun = this.plant.activeFaults()
  }

  get machines(): number {
    return this.#options.machines.length
  }

  begin(): Message[] {
    const { machines, boot, startAt } = this.#options
    return machines.flatMap((machine) => birth(machine, boot, startAt))
  }

  pass(ms: number, now: number): Message[] {
    const events = [...this.#begun, ...this.plant.step(ms)]
    this.#begun = []
    const frames = this.plant.lives.flatMap((life) => this.#send(life, now))
    return [...frames, ...this.#facts(events, now)]
  }

  /** Also ends open breakdowns, because the next run would not end them. */
  end(now: number): Message[] {
    const { machines, boot } = this.#options
    return [
      ...this.plant.activeFaults().map((one) => event({ ...one, on: false }, boot, now)),
      ...machines.map((machine) => link(machine, boot, now, false)),
    ]
  }

  #send(life: MachineLife, now: number): Message[] {
    // Timers are not exact: up to 500 ms early counts as on time.
    if (now - (this.#sentAt.get(life) ?? 0) < life.machine.rateMs - 500) return []
    this.#sentAt.set(life, now)
    const { boot } = this.#options
    const frame = nextFrame(life, now)
    const stored = this.#stored.get(life)
    if (this.plant.dark(life)) return this.#keep(life, stored, frame, now)
    if (stored === undefined) return [telemetry(life.machine, boot, frame)]
    this.#stored.delete(life)
    return [
      link(life.machine, boot, now, true),
      telemetry(life.machine, boot, frame),
      ...history(life.machine, boot, stored),
    ]
  }

  #keep(life: MachineLife, stored: Frame[] | undefined, frame: Frame, now: number): Message[] {
    if (stored === undefined) {
      this.#stored.set(life, [frame])
      // The will message that the broker would send for a disconnected gateway.
      return [link(life.machine, this.#options.boot, now, false)]
    }
    if (stored.length < maxFrames) stored.push(frame)
    return []
  }

  /** Current events, and those buffered while offline. */
  #facts(events: readonly PlantEvent[], now: number): Message[] {
    const { boot } = this.#options
    const all = [
      ...this.#unsent,
      ...events.map((one) => ({ machine: one.machine, message: event(one, boot, now) })),
    ]
    this.#unsent = all.filter(({ machine }) => this.#isDark(machine)).slice(-maxFacts)
    return all.flatMap(({ machine, message }) => (this.#isDark(machine) ? [] : [message]))
  }

  #isDark(machine: PlantMachine): boolean {
    const life = this.#lives.get(machine)
    return life !== undefined && this.plant.dark(life)
  }
}

/** The hour of the day in a zone, 0 up to 24. */
export function hoursIn(timeZone: string): (at: number) => number {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  return (at) => {
    const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return (part['hour'] ?? 0) + (part['minute'] ?? 0) / 60
  }
}
