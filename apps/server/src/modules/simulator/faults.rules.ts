import type { FaultEvent, MachineLife, PlantMachine } from './plant.types.ts'
import { type Random, seeded, seedOf } from './random.rules.ts'

/** What the controls of played machines say of breakdowns. */
export interface FaultReporter {
  /** Of a machine after a bit of time: that something is the matter, or that it is over; null: no news. */
  readonly news: (life: MachineLife) => FaultEvent | null
  /** What is the matter now. */
  readonly standing: () => FaultEvent[]
}

interface FaultState {
  /** Of its own: what a machine says never changes when it breaks down. */
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

/** Each breakdown has one of the machine's codes, by the seed. */
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
    standing: () => [...reported.values()].flatMap(({ last }) => (last?.on === true ? [last] : [])),
  }
}
