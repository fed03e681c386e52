import { isCurrent, silenceOf } from '@cloud-factory/domain/telemetry/liveness.rules'
import { type CodeChange, codeKeys, StoredValues } from './stored-values.rules.ts'
import type { KnownMachine } from '@cloud-factory/domain/machines/known-machine'
import type { MachinesPort } from '../telemetry.types.ts'
import { type Judged, SenderClock, unusable, SequenceWindow } from './sender.rules.ts'
import { sql } from 'kysely'
import { type Reads, readRows, type Database } from '../../../platform/db/handles.ts'
import { readAnew } from '../../../platform/jobs/repeatedly.ts'
import type { Log } from '../../../platform/log/log.ts'

/** How often the link row of a machine that stays online is updated, ms. */
export const linkEvery = 2000

/** In-memory state of ingestion for one machine. Nothing here is the only copy of a fact. */
export class Sender {
  machine: KnownMachine
  signals: ReadonlyMap<string, KnownMachine['signals'][number]>
  /** Number of values in a frame. */
  slots: number
  /** Index of the state in a frame's values; -1 = it sends no state. */
  stateSlot: number
  readonly window = new SequenceWindow()
  readonly clock = new SenderClock()
  storedValues = new StoredValues()
  /** The signal that carries alarm codes, by the machine's name for it. */
  codeSignal: string | null
  /** Recent changes of the alarm code, oldest first. */
  codes: readonly CodeChange[] = []
  lastState: number | null = null
  /** When its link was last written, ms. Messages in between do not update the row. */
  linkWrittenAt = 0
  /** It was last heard as a Sparkplug device, which sends only changes. */
  byException = false

  constructor(machine: KnownMachine) {
    this.machine = machine
    this.signals = new Map(machine.signals.map((signal) => [signal.code, signal]))
    this.slots = slotsOf(machine)
    this.stateSlot = stateSlotOf(machine)
    this.codeSignal = codeSignalOf(machine)
  }

  /** Its current register entry. With another profile the slots have another meaning. */
  renew(machine: KnownMachine): void {
    if (machine.profileId !== this.machine.profileId) {
      this.storedValues = new StoredValues()
      this.lastState = null
    }
    this.machine = machine
    this.signals = new Map(machine.signals.map((signal) => [signal.code, signal]))
    this.slots = slotsOf(machine)
    this.stateSlot = stateSlotOf(machine)
    this.codeSignal = codeSignalOf(machine)
  }

  /** After this silence, in ms, it counts as offline; null: silence has no meaning. */
  get idleTimeoutMs(): number | null {
    return this.byException ? null : silenceOf(this.machine.rateMs)
  }

  /** Start of a silence that was too long, ms, once the machine is heard again; null: not known here; undefined: it was not silent. */
  silentSince(now: number): number | null | undefined {
    const { linkWrittenAt: heardAt, idleTimeoutMs } = this
    if (heardAt === 0) return null
    return idleTimeoutMs !== null && now - heardAt > idleTimeoutMs + linkEvery ? heardAt : undefined
  }

  /** Whether a value measured at this time (ms, server's clock) describes the present. */
  isCurrent(at: number, now: number): boolean {
    const link = { online: true, byException: this.byException }
    return isCurrent(link, Math.max(0, now - at), this.machine.rateMs)
  }

  /** Whether a frame that is not marked as buffered describes the present. A retained message without a trusted time may be of any age. */
  isLive(
    { at, quality }: Judged,
    sent: { readonly ts: number | null; readonly again: boolean },
    now: number,
  ): boolean {
    const isTimed = !sent.again || (sent.ts !== null && quality !== unusable)
    return isTimed && this.isCurrent(at, now)
  }

  /** Whether a message without values proves that the machine is online. A retained message does so if it was sent just now. */
  isThere(again: boolean, ts: number | null, now: number): boolean {
    if (!again) return true
    const sent = ts === null ? null : this.clock.stored(ts, now)
    return sent !== null && this.isCurrent(sent.at, now)
  }

  /** Whether a frame has another state than the last one; remembers the state. */
  reportsState(live: boolean, values: readonly (number | null)[]): boolean {
    const state = values[this.stateSlot] ?? null
    const isNews = state !== null && state !== this.lastState
    if (live && state !== null) this.lastState = state
    return isNews
  }
}

const slotsOf = ({ signals }: KnownMachine): number => Math.max(0, ...signals.map(({ slot }) => slot))

const codeSignalOf = ({ signals }: KnownMachine): string | null =>
  signals.find(({ role }) => role === 'alarm_code')?.code ?? null

const stateSlotOf = ({ signals }: KnownMachine): number =>
  (signals.find(({ role }) => role === 'state')?.slot ?? 0) - 1

/** The last alarm codes by machine. A new process uses them so that it does not report active alarms again. */
async function lastCodes(reads: Reads, ids: readonly number[]): Promise<ReadonlyMap<number, CodeChange>> {
  if (ids.length === 0) return new Map()
  const rows = await readRows(
    reads,
    sql<{ machine_id: number; at: Date; code: string; on: boolean }>`
      select m.id as machine_id, e.at, coalesce(e.data->>'code', '') as code, coalesce((e.data->'on')::boolean, false) as on
      from unnest(${[...ids]}::bigint[]) m (id) cross join lateral (
        select at, data from telemetry_events
        where machine_id = m.id and event_key >= ${codeKeys.from} and event_key < ${codeKeys.to}
        order by event_key desc limit 1) e`,
  )
  return new Map(
    rows.map(({ machine_id, at, code, on }) => [machine_id, { at: at.getTime(), code: on ? code : '' }]),
  )
}

interface KnownMachinesDeps {
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
