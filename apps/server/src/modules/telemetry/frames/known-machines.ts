import { sql } from 'kysely'
import { type Database, readRows } from '../../../platform/db/handles.ts'
import { readAnew } from '../../../platform/jobs/repeatedly.ts'
import type { Log } from '../../../platform/log/log.ts'
import { lastCodes } from '../events/code-events.ts'
import type { KnownMachine, MachinesPort } from '../telemetry.types.ts'
import { Sender } from './sender.ts'

export interface KnownMachinesDeps {
  readonly db: Database
  readonly log: Log
  readonly plantId: number
  readonly machines: MachinesPort
  /** Called when a device became a machine, here or on another instance. */
  readonly adopted?: (deviceKey: string) => void
}

/** How often the register is reloaded, and the shortest interval after an unknown device, ms. */
const readEvery = 5000
const readSoon = 1000

/** Machines that may send, by the names in their messages. */
export class KnownMachines {
  readonly #deps: KnownMachinesDeps
  #byKey = new Map<string, Sender>()
  #byId = new Map<number, Sender>()
  #ignored = new Set<string>()
  /** Keys of devices that are machines; null: not loaded yet. */
  #adopted: ReadonlySet<string> | null = null
  #timer: NodeJS.Timeout | undefined
  #reading: Promise<void> = Promise.resolve()
  #readAt = 0
  #isRecalling = false

  constructor(deps: KnownMachinesDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    await this.refresh()
    this.#timer = setInterval(() => void this.refresh(), readEvery).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#reading
  }

  /** Loads the clock offsets that another instance learned, because the first message may have been delayed for long. */
  async recall(): Promise<void> {
    await this.#reading
    this.#isRecalling = true
    for (const sender of this.all) sender.linkWrittenAt = 0
    await this.refresh()
  }

  /** Finds a machine by `site/line/code`, or by the key of an adopted device. */
  find(key: string): Sender | null {
    const sender = this.#byKey.get(key) ?? null
    // The machine may have been registered a moment ago.
    if (sender === null && Date.now() - this.#readAt > readSoon) void this.refresh()
    return sender
  }

  byId(machineId: number): Sender | null {
    return this.#byId.get(machineId) ?? null
  }

  /** Whether a user decided to ignore the device with this key. */
  isIgnored(key: string): boolean {
    return this.#ignored.has(key)
  }

  get all(): Iterable<Sender> {
    return this.#byId.values()
  }

  /** Loads the current register. While the database is unavailable, the previous register stays in use. */
  refresh(): Promise<void> {
    this.#reading = this.#readAnew()
    return this.#reading
  }

  readonly #readAnew = readAnew(() =>
    this.#read().catch((error: unknown) => this.#deps.log.warn({ err: error }, 'machines could not be read')),
  )

  async #read(): Promise<void> {
    const { db, plantId, machines } = this.#deps
    this.#readAt = Date.now()
    const [known, devices, links] = await Promise.all([
      machines.machines(db.reads, plantId),
      readRows(
        db.reads,
        sql<{ device_key: string; machine_id: number | null }>`
          select device_key, machine_id from device_inbox where plant_id = ${plantId} and status <> 'new'`,
      ),
      readRows(
        db.reads,
        sql<{ machine_id: number; boot: string; clock_offset_ms: number | null }>`
          select machine_id, boot, clock_offset_ms from telemetry_links`,
      ),
    ])
    const byId = new Map(known.map((machine) => [machine.id, this.#sender(machine)]))
    const byKey = new Map<string, Sender | undefined>(
      known.map(({ id, site, line, code }) => [`${site}/${line}/${code}`, byId.get(id)]),
    )
    for (const { device_key, machine_id } of devices) {
      const sender = machine_id === null ? undefined : byId.get(machine_id)
      if (sender !== undefined) byKey.set(device_key, sender)
    }
    for (const { machine_id, boot, clock_offset_ms } of links) {
      const sender = byId.get(machine_id)
      if (
        sender !== undefined &&
        (this.#isRecalling || !this.#byId.has(machine_id)) &&
        clock_offset_ms !== null
      )
        sender.clock.remember(boot, clock_offset_ms)
    }
    await this.#recallCodes(byId)
    this.#byKey = new Map(
      [...byKey].flatMap(([key, sender]) => (sender === undefined ? [] : [[key, sender]])),
    )
    this.#ignored = new Set(devices.filter((d) => d.machine_id === null).map((d) => d.device_key))
    this.#byId = byId
    this.#isRecalling = false
    this.#notifyAdopted(devices.flatMap((d) => (d.machine_id === null ? [] : [d.device_key])))
  }

  #notifyAdopted(keys: readonly string[]): void {
    const before = this.#adopted
    this.#adopted = new Set(keys)
    for (const key of keys) if (before?.has(key) === false) this.#deps.adopted?.(key)
  }

  /** Loads the last alarm codes of machines that are new here, or of all machines when another instance received them before. */
  async #recallCodes(byId: ReadonlyMap<number, Sender>): Promise<void> {
    const isRecalling = this.#isRecalling
    const unknown = [...byId].filter(
      ([id, { codeSignal }]) => codeSignal !== null && (isRecalling || !this.#byId.has(id)),
    )
    const last = await lastCodes(
      this.#deps.db.reads,
      unknown.map(([id]) => id),
    )
    for (const [id, sender] of unknown) {
      const change = last.get(id)
      if (change !== undefined) sender.codes = [change]
    }
  }

  #sender(machine: KnownMachine): Sender {
    const there = this.#byId.get(machine.id)
    if (there === undefined) return new Sender(machine)
    there.renew(machine)
    return there
  }
}
