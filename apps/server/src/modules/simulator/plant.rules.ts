import type { Injection, Scenario } from '@cloud-factory/contract/simulator-enums'
import { reportFaults } from './faults.rules.ts'
import { breakDown, live, newLife } from './machine.rules.ts'
import { keepBooks, type PlantBooks } from './plant-books.rules.ts'
import type { FaultEvent, MachineLife, PlantEvent, PlantMachine } from './plant.types.ts'
import { type Random, seeded, seedOf } from './random.rules.ts'
import { newYard, type Yard } from './routing.rules.ts'
import { makeValues } from './signals.rules.ts'

export interface PlantOptions {
  readonly seed: number
  readonly scenario: Scenario
  readonly machines: readonly PlantMachine[]
  /** The plant's clock at its beginning, ms since 1970. */
  readonly startAt: number
  /** Hour of the factory's day at an instant, 0 to 24. */
  readonly hourOfDay: (at: number) => number
  /** So much of the plant's clock has passed before anybody looks, ms: a factory does not begin with an empty day. */
  readonly warmUpMs?: number
}

/** A factory that is played: the same options and the same steps give the same values, for ever. */
export interface Plant {
  readonly scenario: Scenario
  /** The plant's clock, ms since 1970. */
  readonly now: () => number
  readonly lives: readonly MachineLife[]
  readonly yard: Yard
  /** Lets so many ms of the plant's clock pass. */
  readonly step: (ms: number) => PlantEvent[]
  /** Breakdowns that last, as they were told: whoever looks only now has not heard of them. */
  readonly standing: () => FaultEvent[]
  /** A machine has no link now: its gateway keeps what it measures. */
  readonly dark: (life: MachineLife) => boolean
  /** A machine breaks down for so many ms; false: there is no such machine. */
  readonly breakMachine: (code: string, ms: number) => boolean
  /** Makes something happen for so many ms of the plant's clock. */
  readonly inject: (what: Injection, ms: number) => void
  /** Its figures since its beginning. */
  readonly books: PlantBooks
  /** Share by which weld currents have wandered off now. */
  readonly drift: () => number
}

/** The longest bit of time that is played at once: short enough that no setup or rest is jumped over. */
const tickMs = 5_000
const minute = 60_000

/** When what a scenario is about begins, and how long a blackout and a breakdown last, after the plant's beginning. */
const afterMs = 2 * minute
const blackoutMs = 6 * minute
const breakdownMs = 40 * minute

/** Shifts of the played factory: from six to two and from two to ten; at night only where the scenario says so. */
const mannedAt = (hour: number, scenario: Scenario): boolean =>
  scenario === 'night' || (hour >= 6 && hour < 22)

export function createPlant(options: PlantOptions): Plant {
  const { seed, scenario, machines, startAt, hourOfDay, warmUpMs = 0 } = options
  let now = startAt
  let broken = false
  const yard = newYard()
  const yardRandom = seeded(seedOf(seed, 'yard'))
  const played = machines.map((machine) => {
    const random = seeded(seedOf(seed, machine.code))
    return { life: newLife(machine, startAt, random), random }
  })
  stock(yard, yardRandom, played.length)
  const byCode = new Map(played.map((one) => [one.life.machine.code, one]))
  const faults = reportFaults(seed)
  const keeper = keepBooks(seeded(seedOf(seed, 'books')))
  const injected = new Map<Injection, { readonly from: number; readonly until: number }>()
  // What a scenario is about begins when somebody looks.
  const since = () => now - startAt - warmUpMs
  const isInjected = (what: Injection) => now < (injected.get(what)?.until ?? 0)

  function drift(): number {
    const own = scenario === 'drift' ? Math.max(0, since() / minute) : 0
    const one = injected.get('drift')
    const other = one !== undefined && now < one.until ? (now - one.from) / minute : 0
    return Math.min(0.25, Math.max(own, other) * 0.004)
  }

  function breakWelder(): void {
    if (scenario !== 'breakdown' || broken || since() < afterMs) return
    broken = true
    const welder = played.find(({ life }) => life.machine.machineClass === 'gantry_saw')
    if (welder !== undefined) breakDown(welder.life, now, breakdownMs, welder.random)
  }

  const tick = (ms: number): PlantEvent[] => {
    now += ms
    breakWelder()
    const hour = hourOfDay(now)
    const hours = ms / 3_600_000
    const wandered = drift()
    const around = { hours, hourOfDay: hour, drift: wandered, fewHands: scenario === 'night' }
    const manned = mannedAt(hour, scenario)
    const rush = (scenario === 'rush' && since() >= afterMs) || isInjected('rush')
    const rest = { now, hours, manned, rush, yard }
    const isWatched = since() >= 0
    const events = played.flatMap(({ life, random }) => {
      const news = live(life, rest, random)
      if (isWatched) makeValues(life, around, random)
      keeper.lived(life, now, ms, manned)
      const fault = faults.news(life)
      const reported = fault === null ? [] : [fault]
      if (news === null) return reported
      const { id: job, piece } = news.job
      if (news.type === 'job.start' && life.stage === 'cut') keeper.begun(piece, now, yard.left)
      if (news.type === 'job.end' && life.stage !== null) keeper.passed(life.stage, piece, now, wandered)
      return [...reported, { machine: life.machine, type: news.type, job, piece }]
    })
    keeper.settled(now)
    return events
  }
  const step = (ms: number): PlantEvent[] => {
    const events: PlantEvent[] = []
    for (let left = ms; left > 0; left -= tickMs) events.push(...tick(Math.min(tickMs, left)))
    return events
  }
  step(warmUpMs)

  return {
    scenario,
    now: () => now,
    lives: played.map(({ life }) => life),
    yard,
    step,
    standing: faults.standing,
    dark: () =>
      isInjected('blackout') ||
      (scenario === 'blackout' && since() >= afterMs && since() < afterMs + blackoutMs),
    inject(what, ms) {
      injected.set(what, { from: now, until: now + ms })
    },
    books: keeper.books,
    drift,
    breakMachine(code, ms) {
      const one = byCode.get(code)
      if (one === undefined) return false
      breakDown(one.life, now, ms, one.random)
      return true
    },
  }
}

/** A factory does not begin empty: some pieces wait before each stage. */
function stock(yard: Yard, random: Random, machines: number): void {
  for (const [stage, waiting] of yard.waiting) {
    for (let count = 0; count < machines / 6; count += 1) {
      yard.begun += 1
      const serial = `SIM-000-${stage}-${count + 1}`
      waiting.push({ serial, orderNo: 'SIM-000', kg: Math.round(random.between(400, 5_200)), rush: false })
    }
  }
}
