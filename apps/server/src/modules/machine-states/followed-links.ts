import { type MachineState, machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import type { Link } from '@cloud-factory/domain/telemetry/liveness.rules'
import { debounceMs, type Sample } from './follow-state.rules.ts'
import type { PlacedLink, StoredLink } from './placed-frame.ts'

/** What telemetry says of links, and which state each machine told last; both as they came. */
export class FollowedLinks {
  private links = new Map<number, Link>()
  private states = new Map<number, MachineState>()
  /** Machines that are heard again, since when, and have not told a state yet. */
  private readonly silentlyBack = new Map<number, number>()

  begin(links: readonly StoredLink[]): void {
    this.links = new Map(links.map((link) => [link.machineId, link]))
    this.silentlyBack.clear()
    this.states.clear()
    for (const { machineId, state: number } of links) {
      const state = number === null ? undefined : machineStates[number]
      if (state !== undefined) this.states.set(machineId, state)
    }
  }

  changed({ machineId, at, online, byException }: PlacedLink): void {
    this.links.set(machineId, { online, byException })
    if (online) this.silentlyBack.set(machineId, at)
    else this.silentlyBack.delete(machineId)
  }

  reported(machineId: number, state: MachineState): void {
    this.states.set(machineId, state)
    this.silentlyBack.delete(machineId)
  }

  /** A frame without a state, of a machine of which nothing is known. */
  heard(machineId: number, at: number): void {
    if (!this.silentlyBack.has(machineId)) this.silentlyBack.set(machineId, at)
  }

  /** It came back and told no state: it has the one that it told last. Null: it never told one, or may still tell it. */
  resumed(machineId: number, now: number): Sample | null {
    const at = this.silentlyBack.get(machineId)
    const state = this.states.get(machineId)
    if (at === undefined || now - at < debounceMs || state === undefined || state === 'offline') return null
    this.silentlyBack.delete(machineId)
    return { at, state }
  }

  isOnline(machineId: number): boolean {
    return this.links.get(machineId)?.online === true
  }

  byException(machineId: number): boolean {
    return this.links.get(machineId)?.byException === true
  }

  /** What it said holds now, however long ago that was. */
  holds(machineId: number): boolean {
    const link = this.links.get(machineId)
    return link?.online === true && link.byException
  }
}
