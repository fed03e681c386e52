import type { FaultEvent, MachineLife, PlantMachine } from './plant.types.ts'
import { type Random, seeded, seedOf } from './random.rules.ts'

const minute = 60_000
/** Machines of a stage, so that one of them may be under repair. */
const minMachines = 3

/** Keeps the machines under repair that the repair orders name; ends within a minute after the work. */
export class OrderedRepairs {
  readonly #lives: readonly MachineLife[]
  readonly #codes: () => ReadonlySet<string>

  constructor(lives: readonly MachineLife[], codes: () => ReadonlySet<string>) {
    this.#lives = lives
    this.#codes = codes
  }

  settled(now: number): void {
    const codes = this.#codes()
    for (const life of this.#lives) {
      if (!codes.has(life.machine.code)) continue
      life.state = 'maintenance'
      life.until = now + minute
    }
  }
}

/** Keeps one machine of the plant under repair, of a stage that others can do meanwhile. */
export class Repairs {
  readonly #random: Random
  /** In an order of the seed, in which each gets its turn. */
  readonly #turns: MachineLife[]

  constructor(seed: number, lives: readonly MachineLife[]) {
    this.#random = seeded(seedOf(seed, 'repairs'))
    const sameStage = Map.groupBy(lives, ({ stage }) => stage)
    const rank = ({ machine }: MachineLife) => seedOf(seed, `${machine.code} repair`)
    this.#turns = lives
      .filter(({ stage }) => stage !== null && (sameStage.get(stage)?.length ?? 0) >= minMachines)
      .toSorted((one, other) => rank(one) - rank(other))
  }

  settled(now: number): void {
    if (this.#turns.some(({ state }) => state === 'maintenance')) return
    const at = this.#turns.findIndex(({ state }) => state !== 'fault')
    for (const life of this.#turns.splice(at, at < 0 ? 0 : 1)) {
      life.state = 'maintenance'
      life.until = now + this.#random.between(3, 6) * 60 * minute
      this.#turns.push(life)
    }
  }
}

/** Alarm texts of simulated machines for breakdowns. */
interface FaultReporter {
  /** Change of a machine's alarm after a step: begun or ended; null: no change. */
  readonly news: (life: MachineLife) => FaultEvent | null
  /** The current alarm. */
  readonly activeFaults: () => FaultEvent[]
}

interface FaultState {
  /** Has its own random source, so that alarm texts do not affect the breakdowns. */
  readonly random: Random
  number: number
  last: FaultEvent | null
}

function begun(machine: PlantMachine, one: FaultState): FaultEvent | null {
  const fault = machine.faults[Math.floor(one.random.next() * machine.faults.length)]
  if (fault === undefined) return null
  one.number += 1
  return { machine, type: 'alarm', fault, on: true, number: one.number }
}

/** Each breakdown has one of the machine's codes, chosen by the seed. */
export function reportFaults(seed: number): FaultReporter {
  const reported = new Map<string, FaultState>()
  const reportedOf = (code: string): FaultState => {
    const known = reported.get(code) ?? {
      random: seeded(seedOf(seed, `${code} faults`)),
      number: 0,
      last: null,
    }
    reported.set(code, known)
    return known
  }
  return {
    news({ machine, state }) {
      const one = reportedOf(machine.code)
      const { last } = one
      if ((state === 'fault') === (last?.on ?? false)) return null
      one.last = last?.on === true ? { ...last, on: false } : begun(machine, one)
      return one.last
    },
    activeFaults: () => [...reported.values()].flatMap(({ last }) => (last?.on === true ? [last] : [])),
  }
}
