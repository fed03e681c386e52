import type { SignalRole } from '@cloud-factory/contract/equipment-words'
import type { DirectoryMachine } from '../states/machine-directory.reads.ts'
import type { PlacedFrame } from '../states/placed-frame.ts'
import { type Counters, latest, toKwh, toSeconds } from './counters.rules.ts'

/** The latest counters of each machine, until they are counted. */
export class CounterKeeper {
  private kept = new Map<number, Counters>()
  /** Where an arc is told as burning or not, its seconds are summed up here. */
  private readonly arcs = new Map<number, { at: number; burning: number; seconds: number }>()

  keep(machine: DirectoryMachine, frame: PlacedFrame): void {
    const value = (role: SignalRole) => {
      const slot = machine.slots[role]
      return slot === undefined ? null : (frame.values[slot - 1] ?? null)
    }
    const output = value('output')
    const good = value('good_output')
    const energy = scaled(value('energy'), toKwh[machine.energyUnit])
    const arc = machine.arcIsCounter
      ? scaled(value('arc_on'), toSeconds[machine.arcUnit])
      : this.burnt(machine, frame.at, value('arc_on'))
    if (output === null && good === null && energy === null && arc === null) return
    const now = { at: frame.at, output, good, energy, arc }
    this.kept.set(machine.id, latest(this.kept.get(machine.id), now))
  }

  /** All that were read since they were last taken. */
  taken(): ReadonlyMap<number, Counters> {
    const { kept } = this
    this.kept = new Map()
    return kept
  }

  private burnt({ id, rateMs, arcUnit }: DirectoryMachine, at: number, value: number | null): number | null {
    const before = this.arcs.get(id)
    if (value === null || (before !== undefined && at <= before.at)) return before?.seconds ?? null
    const burning = Math.min(Math.max(arcUnit === '%' ? value / 100 : value, 0), 1)
    const seconds = before === undefined ? 0 : before.seconds + burntSince(before, at, rateMs)
    this.arcs.set(id, { at, burning, seconds })
    return seconds
  }
}

const scaled = (value: number | null, factor = 1) => (value === null ? null : value * factor)

/** Seconds for which an arc burnt until an instant; a gap in the frames is none. */
const burntSince = (before: { at: number; burning: number }, at: number, rateMs: number) =>
  (before.burning * Math.min(at - before.at, 3 * rateMs)) / 1000
