import { type MachineState, machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import type { Link, LinkChange } from '@cloud-factory/domain/telemetry/liveness.rules'
import { debounceMs, type Sample } from './follow-state.rules.ts'
import type { StoredLink } from './machine-states.ports.ts'

/** The link and the last reported state of each machine, as telemetry reports them. */
export class FollowedLinks {
  private links = new Map<number, Link>()
  private states = new Map<number, MachineState>()
  /** Machines whose link is back but that have not sent a state yet, with the instant of their return. */
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

  changed({ machineId, at, online, byException }: LinkChange): void {
    this.links.set(machineId, { online, byException })
    if (online) this.silentlyBack.set(machineId, at)
    else this.silentlyBack.delete(machineId)
  }

  reported(machineId: number, state: MachineState): void {
    this.states.set(machineId, state)
    this.silentlyBack.delete(machineId)
  }

  /** Handles a frame without a state from a machine in "no data". */
  heard(machineId: number, at: number): void {
    if (!this.silentlyBack.has(machineId)) this.silentlyBack.set(machineId, at)
  }

  /**
   * The state of a machine that came back without sending one: the last state that it sent. Null: it never sent one, or it may
   * still send one.
   */
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

  /** Whether the machine's last value still holds, whatever its age. */
  holds(machineId: number): boolean {
    const link = this.links.get(machineId)
    return link?.online === true && link.byException
  }
}
