import type { MachineFrame, LinkState } from '@cloud-factory/domain/telemetry/liveness.rules'
import {
  machineStates,
  type ShownState,
  type SignalRole,
} from '@cloud-factory/domain/machines/equipment-enums'
import type { PositionedMachine } from '@cloud-factory/domain/wall/wall-frame'
import type { Clock } from '../../platform/clock/clock.ts'
import type { MachineNow, Reading, TracePoint } from './wall.types.ts'

/** Status of a machine's link, and since when, ms since 1970. */
interface StoredLink {
  readonly machineId: number
  readonly since: number
  readonly online: boolean
}

/** The newest stored value of a signal. */
interface StoredValue {
  readonly machineId: number
  readonly slot: number
  readonly at: number
  readonly value: number
}

interface MemoryDeps {
  readonly clock: Clock
  readonly machines: () => Promise<readonly PositionedMachine[]>
  readonly latest: () => Promise<readonly StoredValue[]>
  /** Link status of all machines that ever sent a message. */
  readonly links: () => Promise<readonly StoredLink[]>
}

interface Memory {
  machine: PositionedMachine
  online: boolean
  /** The last reported state; unknown: none was ever reported. */
  reported: ShownState
  since: number | null
  heardAt: number | null
  readonly values: Map<number, Reading>
  trace: TracePoint[]
}

/** Reload interval of register and stored values, because another instance may have received frames, ms. */
const refreshMs = 10_000
const traceMs = 60_000

export const slotOf = ({ signals }: PositionedMachine, role: SignalRole): number | null =>
  signals.find((signal) => signal.role === role)?.slot ?? null

/** Latest values of machines, updated from incoming frames, so that a screen needs no database query. */
export class MachineMemory {
  readonly #deps: MemoryDeps
  readonly #byId = new Map<number, Memory>()
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | null = null

  constructor(deps: MemoryDeps) {
    this.#deps = deps
  }

  /** Adds frames in order of arrival. Frames of machines that no screen uses are ignored. */
  frames(frames: readonly MachineFrame[]): void {
    for (const frame of frames) {
      const memory = this.#byId.get(frame.machineId)
      if (memory !== undefined && frame.live) this.#applyFrame(memory, frame)
    }
  }

  links(changes: readonly LinkState[]): void {
    for (const { machineId, at, online } of changes) {
      const memory = this.#byId.get(machineId)
      if (memory !== undefined) this.#link(memory, online, at)
    }
  }

  /** Every machine with its newest values, by code. */
  async all(): Promise<MachineNow[]> {
    await this.#refresh()
    // A machine that was entered later is sorted in by its code.
    const byCode = [...this.#byId.values()].sort((a, b) => (a.machine.code < b.machine.code ? -1 : 1))
    return byCode.map((memory) => {
      const { machine, heardAt, values, online, reported, since } = memory
      return { machine, state: online ? reported : 'offline', since, heardAt, values }
    })
  }

  /** Current and voltage of the last minute, oldest first. */
  trace(machineId: number): readonly TracePoint[] {
    const from = this.#deps.clock.now().getTime() - traceMs
    return this.#byId.get(machineId)?.trace.filter(({ at }) => at >= from) ?? []
  }

  #applyFrame(memory: Memory, { at, values, qualities }: MachineFrame): void {
    memory.heardAt = Math.max(memory.heardAt ?? at, at)
    this.#link(memory, true, at)
    for (const { slot } of memory.machine.signals) {
      const value = qualities?.[slot - 1] === 1 ? null : (values[slot - 1] ?? null)
      if (value !== null) this.#learn(memory, slot, { value, at })
    }
    this.#follow(memory, at)
  }

  /** A value that is at least as new as the known one. */
  #learn(memory: Memory, slot: number, reading: Reading): void {
    if ((memory.values.get(slot)?.at ?? 0) > reading.at) return
    memory.values.set(slot, reading)
    if (slot === slotOf(memory.machine, 'state'))
      this.#became(memory, machineStates[reading.value] ?? 'unknown', reading.at)
  }

  #became(memory: Memory, state: ShownState, at: number): void {
    if (memory.reported === state) return
    memory.reported = state
    if (memory.online) memory.since = at
  }

  #link(memory: Memory, online: boolean, at: number): void {
    if (memory.online === online) return
    memory.online = online
    memory.since = at
  }

  #follow(memory: Memory, at: number): void {
    const [current, voltage] = [slotOf(memory.machine, 'current'), slotOf(memory.machine, 'voltage')]
    if (current === null || voltage === null) return
    const valueAt = (slot: number) => memory.values.get(slot)?.value ?? null
    const recent = memory.trace.filter((point) => point.at >= at - traceMs && point.at < at)
    memory.trace = [...recent, { at, currentA: valueAt(current), voltageV: valueAt(voltage) }]
  }

  #refresh(): Promise<void> {
    const now = this.#deps.clock.now().getTime()
    if (now - this.#readAt < refreshMs) return Promise.resolve()
    this.#reading ??= this.#read(now).finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  async #read(now: number): Promise<void> {
    const deps = this.#deps
    const [machines, latest, links] = await Promise.all([deps.machines(), deps.latest(), deps.links()])
    const linkOf = new Map(links.map((link) => [link.machineId, link]))
    const values = Map.groupBy(latest, ({ machineId }) => machineId)
    const gone = new Set(this.#byId.keys())
    for (const machine of machines) {
      gone.delete(machine.id)
      const memory = this.#byId.get(machine.id) ?? this.#newcomer(machine)
      memory.machine = machine
      for (const { slot, at, value } of values.get(machine.id) ?? []) {
        memory.heardAt = Math.max(memory.heardAt ?? at, at)
        this.#learn(memory, slot, { value, at })
      }
      const link = linkOf.get(machine.id)
      if (link !== undefined) this.#link(memory, link.online, link.since)
    }
    for (const id of gone) this.#byId.delete(id)
    this.#readAt = now
  }

  #newcomer(machine: PositionedMachine): Memory {
    const memory: Memory = {
      machine,
      online: false,
      reported: 'unknown',
      since: null,
      heardAt: null,
      values: new Map(),
      trace: [],
    }
    this.#byId.set(machine.id, memory)
    return memory
  }
}

/** The newest value of a role; null: no value yet, or the machine is offline. */
function readingOf(one: MachineNow, role: SignalRole): Reading | null {
  const slot = slotOf(one.machine, role)
  return slot === null || one.state === 'offline' ? null : (one.values.get(slot) ?? null)
}

export const valueOf = (one: MachineNow, role: SignalRole): number | null =>
  readingOf(one, role)?.value ?? null

/** Share of the rated power; for a crane, of the upper bound of its load signal. */
export function loadOf(one: MachineNow): number | null {
  if (one.state === 'offline') return null
  const load = readingOf(one, 'load')
  const most = one.machine.signals.find(({ role }) => role === 'load')?.high ?? null
  if (load !== null && most !== null && most > 0) return share(load.value / most)
  const power = readingOf(one, 'power')
  const { ratedKw } = one.machine
  return power === null || ratedKw === null || ratedKw <= 0 ? null : share(power.value / ratedKw)
}

/** Where a crane is within the range of its position signal. */
export function alongOf(one: MachineNow): number | null {
  const signal = one.machine.signals.find(({ role }) => role === 'position')
  const position = readingOf(one, 'position')
  if (signal === undefined || position === null || signal.high === null) return null
  const from = signal.low ?? 0
  return signal.high <= from ? null : share((position.value - from) / (signal.high - from))
}
const share = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100
