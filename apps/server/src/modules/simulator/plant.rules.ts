import type { Injection, Scenario } from '@cloud-factory/domain/simulator/simulator-enums'
import { breakDown, type JobNews, live, newLife, newYard, type Yard } from './machine.rules.ts'
import { BookKeeper, type PlantBooks } from './plant-books.rules.ts'
import { OrderedRepairs, Repairs, reportFaults } from './breakdowns.rules.ts'
import type { FaultEvent, MachineLife, PlantEvent, PlantMachine, PlantPiece } from './plant.types.ts'
import { type Random, seeded, seedOf } from './random.rules.ts'
import { makeValues } from './messages.rules.ts'

export interface PlantOptions {
  readonly seed: number
  readonly scenario: Scenario
  readonly machines: readonly PlantMachine[]
  /** Start of the plant's clock, ms since 1970. */
  readonly startAt: number
  /** Hour of the factory's day at an instant, 0 to 24. */
  readonly hourOfDay: (at: number) => number
  /** Simulated time before the first view, ms, so that the day is not empty. */
  readonly warmUpMs?: number
  /** Machines under repair now, by code. Without it, the plant keeps one machine under repair by itself. */
  readonly underRepair?: () => ReadonlySet<string>
  /** Crews work at every hour, not only in the shifts of the scenario. */
  readonly isAlwaysManned?: boolean
}

/** A deterministic simulated plant: the same options and steps always give the same values. */
export interface Plant {
  readonly scenario: Scenario
  /** The plant's clock, ms since 1970. */
  readonly now: () => number
  readonly lives: readonly MachineLife[]
  readonly yard: Yard
  /** Advances the plant's clock, ms. */
  readonly step: (ms: number) => PlantEvent[]
  /** Active breakdowns as reported, for consumers that connect later. */
  readonly activeFaults: () => FaultEvent[]
  /** Whether a machine is offline; its gateway then buffers the values. */
  readonly dark: (life: MachineLife) => boolean
  /** Breaks a machine down, ms; false: no such machine. */
  readonly breakMachine: (code: string, ms: number) => boolean
  /** Triggers a scenario event, duration in ms of the plant's clock. */
  readonly inject: (what: Injection, ms: number) => void
  /** Its figures since its beginning. */
  readonly books: PlantBooks
  /** Current relative drift of weld currents. */
  readonly drift: () => number
}

/** Maximum length of one simulation step: short enough that it skips no setup or rest. */
const tickMs = 5_000
const minute = 60_000

/** Start of the scenario's event and duration of a blackout and a breakdown, relative to the plant's start. */
const afterMs = 2 * minute
const blackoutMs = 6 * minute
const breakdownMs = 40 * minute

/** Hour at which the working day begins when the night shift works. */
const nightFrom = 20

/** Shifts of the simulated plant: 6:00 to 14:00 and 14:00 to 22:00; at night only in some scenarios. */
const mannedAt = (hour: number, scenario: Scenario): boolean =>
  scenario === 'night' || (hour >= 6 && hour < 22)

export const createPlant = (options: PlantOptions): Plant => new PlayedPlant(options)

interface PlayedLife {
  readonly life: MachineLife
  readonly random: Random
}

class PlayedPlant implements Plant {
  readonly #options: PlantOptions
  readonly #played: readonly PlayedLife[]
  readonly #faults: ReturnType<typeof reportFaults>
  readonly #keeper: BookKeeper
  readonly #injected = new Map<Injection, { readonly from: number; readonly until: number }>()
  #now: number
  #isBroken = false
  #hoursOfDay = 0
  readonly #repairs: Pick<Repairs, 'settled'>
  readonly scenario: Scenario
  readonly lives: readonly MachineLife[]
  readonly yard = newYard()
  readonly books: PlantBooks

  constructor(options: PlantOptions) {
    const { seed, scenario, machines, startAt, warmUpMs = 0 } = options
    this.#options = options
    this.#now = startAt
    this.scenario = scenario
    const yardRandom = seeded(seedOf(seed, 'yard'))
    this.#played = machines.map((machine) => {
      const random = seeded(seedOf(seed, machine.code))
      return { life: newLife(machine, startAt, random), random }
    })
    this.lives = this.#played.map(({ life }) => life)
    const stockPieces = stock(this.yard, yardRandom, this.lives.length)
    this.#faults = reportFaults(seed)
    const { underRepair } = options
    this.#repairs =
      underRepair === undefined ? new Repairs(seed, this.lives) : new OrderedRepairs(this.lives, underRepair)
    this.#keeper = new BookKeeper(seeded(seedOf(seed, 'books')))
    this.#keeper.broughtOver(stockPieces, startAt)
    this.books = this.#keeper.books
    this.step(warmUpMs)
  }

  now(): number {
    return this.#now
  }

  step(ms: number): PlantEvent[] {
    const events: PlantEvent[] = []
    for (let left = ms; left > 0; left -= tickMs) events.push(...this.#tick(Math.min(tickMs, left)))
    return events
  }

  activeFaults(): FaultEvent[] {
    return this.#faults.activeFaults()
  }

  dark(): boolean {
    const since = this.#since()
    return (
      this.#isInjected('blackout') ||
      (this.scenario === 'blackout' && since >= afterMs && since < afterMs + blackoutMs)
    )
  }

  inject(what: Injection, ms: number): void {
    this.#injected.set(what, { from: this.#now, until: this.#now + ms })
  }

  drift(): number {
    const own = this.scenario === 'drift' ? Math.max(0, this.#since() / minute) : 0
    const one = this.#injected.get('drift')
    const other = one !== undefined && this.#now < one.until ? (this.#now - one.from) / minute : 0
    return Math.min(0.25, Math.max(own, other) * 0.004)
  }

  breakMachine(code: string, ms: number): boolean {
    const one = this.#played.find(({ life }) => life.machine.code === code)
    if (one === undefined) return false
    breakDown(one.life, this.#now, ms, one.random)
    return true
  }

  /** The scenario's event begins with the first view. */
  #since(): number {
    const { startAt, warmUpMs = 0 } = this.#options
    return this.#now - startAt - warmUpMs
  }

  #isInjected(what: Injection): boolean {
    return this.#now < (this.#injected.get(what)?.until ?? 0)
  }

  #breakWelder(): void {
    if (this.scenario !== 'breakdown' || this.#isBroken || this.#since() < afterMs) return
    this.#isBroken = true
    const welder = this.#played.find(({ life }) => life.machine.machineClass === 'gantry_saw')
    if (welder !== undefined) breakDown(welder.life, this.#now, breakdownMs, welder.random)
  }

  /** The working day begins at midnight; with a night shift, when that begins. */
  #beginDay(hourOfDay: number): void {
    const hours = (hourOfDay + 24 - (this.scenario === 'night' ? nightFrom : 0)) % 24
    if (hours < this.#hoursOfDay) this.#keeper.dayBegan()
    this.#hoursOfDay = hours
  }

  #tick(ms: number): PlantEvent[] {
    this.#now += ms
    const now = this.#now
    this.#breakWelder()
    const hourOfDay = this.#options.hourOfDay(now)
    this.#beginDay(hourOfDay)
    const hours = ms / 3_600_000
    const drift = this.drift()
    const around = { hours, hourOfDay, drift, fewHands: this.scenario === 'night' }
    const manned = this.#options.isAlwaysManned === true || mannedAt(hourOfDay, this.scenario)
    const rush = (this.scenario === 'rush' && this.#since() >= afterMs) || this.#isInjected('rush')
    const rest = { now, hours, manned, rush, yard: this.yard }
    const isWatched = this.#since() >= 0
    const events = this.#played.flatMap(({ life, random }) => {
      const news = live(life, rest, random)
      if (isWatched) makeValues(life, around, random)
      this.#keeper.lived(life, now, ms, manned)
      const fault = this.#faults.news(life)
      const reported = fault === null ? [] : [fault]
      return news === null ? reported : [...reported, this.#jobEvent(life, news, drift)]
    })
    this.#repairs.settled(now)
    this.#keeper.settled(now)
    return events
  }

  /** A job that began or ended; also recorded in the statistics. */
  #jobEvent(
    life: MachineLife,
    { type, job: { id: job, piece } }: NonNullable<JobNews>,
    drift: number,
  ): PlantEvent {
    if (type === 'job.start' && life.stage === 'cut') this.#keeper.begun(piece, this.#now, this.yard.left)
    if (type === 'job.end' && life.stage !== null) this.#keeper.passed(life.stage, piece, this.#now, drift)
    return { machine: life.machine, type, job, piece }
  }
}

/** Initial stock of pieces before each stage. */
function stock(yard: Yard, random: Random, machines: number): PlantPiece[] {
  for (const [stage, waiting] of yard.waiting) {
    for (let count = 0; count < machines / 6; count += 1) {
      yard.begun += 1
      const serial = `SIM-000-${stage}-${count + 1}`
      waiting.push({ serial, orderNo: 'SIM-000', kg: Math.round(random.between(400, 5_200)), rush: false })
    }
  }
  return [...yard.waiting.values()].flat()
}
