import { clockAt } from '@cloud-factory/domain/numbers/zone-clock'
import { rawDays } from '@cloud-factory/domain/telemetry/telemetry-enums'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Reads, readRows, type Database, type Write, asReads } from '../../platform/db/handles.ts'
import { type PlanPort, workPlan, windowAt, windowsOf, type WorkWindow } from '../work-calendar/public.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import {
  type ShiftSpan,
  type CounterProfile,
  type CounterKind,
  toKwh,
  toSeconds,
  type Carry,
  CounterSeries,
  type Reading,
} from './count-series.rules.ts'
import { sql } from 'kysely'
import type { SignalKind } from '@cloud-factory/domain/machines/equipment-enums'
import { silenceOf } from '@cloud-factory/domain/telemetry/liveness.rules'
import type { DirectoryMachine } from './machine-directory.queries.ts'
import type { StoredFramesPort } from './machine-states.ports.ts'
import {
  addCounts,
  holdCarries,
  type MachineCounted,
  noteRecomputations,
  saveCarries,
  unknownSpans,
} from './counts.store.ts'

/** The working day and shift of an instant in a workshop. */
type FindShift = (workshopId: number | null, at: number) => ShiftSpan

const ttlMs = 60_000
/** Stored frames may be this many days old, in any time zone. */
const daysBack = rawDays + 3

/** Finds the shift of an instant within the retention time of frames. The calendar is read once a minute. */
export class ShiftFinder {
  private readonly deps: { reads: Reads; plan: PlanPort; plantId: number; clock: Clock }
  private found: { at: number; find: FindShift } | null = null

  constructor(deps: { reads: Reads; plan: PlanPort; plantId: number; clock: Clock }) {
    this.deps = deps
  }

  /** Drops the cached calendar after shifts changed. */
  forget(): void {
    this.found = null
  }

  async finder(): Promise<FindShift> {
    const { reads, plan, plantId, clock } = this.deps
    const now = clock.now().getTime()
    if (this.found !== null && now - this.found.at < ttlMs) return this.found.find
    const utc = clock.now().toISOString().slice(0, 10)
    const days = [addDays(utc, -daysBack), addDays(utc, 2)] as const
    const { calendarOf, timeZone } = await workPlan(reads, plan, plantId, days)
    const windows = new Map<number | null, WorkWindow[]>()
    const find: FindShift = (workshopId, at) => {
      const known = windows.get(workshopId) ?? windowsOf(calendarOf(workshopId), ...days)
      windows.set(workshopId, known)
      const window = windowAt(known, at)
      const { day, shiftId, to } = window ?? { day: clockAt(at, timeZone).day, shiftId: null, to: Infinity }
      return { day, shiftId, to }
    }
    this.found = { at: now, find }
    return find
  }
}

interface SignalRow {
  readonly profile_id: number
  readonly role: 'output' | 'good_output' | 'energy' | 'arc_on'
  readonly unit: string
  readonly kind: SignalKind
  readonly high: number | null
  readonly decimals: number
  readonly deadband: number
  readonly silence_s: number
  readonly rate_ms: number
}

/** Counter settings of a plant's profiles, by profile id. */
export async function counterProfiles(
  reads: Reads,
  plantId: number,
): Promise<ReadonlyMap<number, CounterProfile>> {
  const rows = await readRows(
    reads,
    sql<SignalRow>`
      select s.profile_id, s.role, s.unit, s.kind, s.high, s.decimals, s.deadband, s.silence_s, p.rate_ms
      from profile_signals s join machine_profiles p on p.id = s.profile_id
      where p.plant_id = ${plantId} and s.role in ('output', 'good_output', 'energy', 'arc_on')`,
  )
  return new Map(
    [...Map.groupBy(rows, ({ profile_id }) => profile_id)].map(([id, signals]) => [id, profileOf(signals)]),
  )
}

function profileOf(signals: readonly SignalRow[]): CounterProfile {
  const of = (role: SignalRow['role']) => signals.find((signal) => signal.role === role)
  const [output, good, energy, arc] = [of('output'), of('good_output'), of('energy'), of('arc_on')]
  return {
    outputUnit: output?.unit ?? '',
    output: kindOf(output, 1),
    good: kindOf(good, 1),
    energy: kindOf(energy, toKwh[energy?.unit ?? ''] ?? 1),
    arc: arc?.kind === 'counter' ? kindOf(arc, toSeconds[arc.unit] ?? 1) : burningOf(arc),
  }
}

const kindOf = (signal: SignalRow | undefined, factor: number): CounterKind | null =>
  signal === undefined ? null : { factor, step: 10 ** -signal.decimals, high: signal.high }

/** A value that changed too little is not stored for a while; until then the last one holds. */
const burningOf = (signal: SignalRow | undefined) =>
  signal === undefined
    ? null
    : {
        share: signal.unit === '%' ? 0.01 : 1,
        holdMs:
          signal.deadband === 0
            ? 3 * signal.rate_ms
            : Math.max(silenceOf(signal.rate_ms), signal.silence_s * 1000 + signal.rate_ms),
      }

interface KeeperDeps {
  readonly db: Database
  readonly plantId: number
  readonly shifts: ShiftFinder
  readonly stored: Pick<StoredFramesPort, 'counters'>
  /** Whether a machine sends only what changes. */
  readonly byException: (machineId: number) => boolean
}

/** Frames of one machine that one run counts; the rest waits for the next run. */
const maxFrames = 1000

/**
 * Counts stored frames up to the newest one reported. Each frame is counted once, even with several instances. When frames are
 * stored before the counted instant, their days are marked for recounting.
 */
export class CounterKeeper {
  private readonly deps: KeeperDeps
  /** By machine, the instant up to which frames have to be counted. */
  private readonly waiting = new Map<number, number>()
  /** By machine, the instant up to which frames are counted, as far as it is cached. */
  private readonly counted = new Map<number, number>()
  private late = new Map<number, { from: number; to: number }>()

  constructor(deps: KeeperDeps) {
    this.deps = deps
  }

  /** Clears the cache, because another instance may have counted. Schedules all frames stored until now. */
  begin(ids: Iterable<number>, now: number): void {
    this.counted.clear()
    for (const id of ids) this.waiting.set(id, now)
  }

  /** Reports that a frame of a machine was stored. */
  stored(machineId: number, at: number, live: boolean): void {
    const counted = this.counted.get(machineId)
    if (counted === undefined ? !live : at <= counted) this.noteLate(machineId, at)
    this.wait(machineId, at)
  }

  noteLate(machineId: number, at: number): void {
    const span = this.late.get(machineId) ?? { from: at, to: at }
    this.late.set(machineId, { from: Math.min(span.from, at), to: Math.max(span.to, at) })
  }

  async count(machines: ReadonlyMap<number, DirectoryMachine>): Promise<void> {
    const waiting = [...this.waiting].filter(
      ([id, until]) => machines.has(id) && until > (this.counted.get(id) ?? 0),
    )
    const { late } = this
    if (waiting.length + late.size === 0) return
    this.waiting.clear()
    this.late = new Map()
    try {
      const find = await this.deps.shifts.finder()
      await this.deps.db.tx(async (write) => {
        await noteRecomputations(write, this.deps.plantId, late)
        await this.forward(write, new Map(waiting), machines, find)
      })
    } catch (error) {
      // The instants to count up to are read again.
      for (const [id, until] of waiting) {
        this.counted.delete(id)
        this.wait(id, until)
      }
      for (const [id, { from, to }] of late) for (const at of [from, to]) this.noteLate(id, at)
      throw error
    }
  }

  private async forward(
    write: Write,
    waiting: ReadonlyMap<number, number>,
    machines: ReadonlyMap<number, DirectoryMachine>,
    find: FindShift,
  ): Promise<void> {
    const { plantId, stored } = this.deps
    if (waiting.size === 0) return
    const ids = [...waiting.keys()].toSorted((one, other) => one - other)
    const carries = await holdCarries(write, plantId, ids)
    const spans = ids.map((machineId) => {
      const after = carries.get(machineId)?.at ?? 0
      return { machineId, after, until: waiting.get(machineId) ?? 0 }
    })
    const reads = asReads(write)
    const frames = Map.groupBy(await stored.counters(reads, spans, maxFrames), ({ machineId }) => machineId)
    const profiles = await counterProfiles(reads, plantId)
    const all: MachineCounted[] = []
    const next = new Map<number, Carry>()
    for (const { machineId, after, until } of spans) {
      const own = frames.get(machineId) ?? []
      const last = own.at(-1)
      this.counted.set(machineId, last?.at ?? after)
      const machine = machines.get(machineId)
      if (machine === undefined || last === undefined) continue
      if (own.length === maxFrames) this.wait(machineId, until)
      const carry = carries.get(machineId) ?? null
      const unknown = await this.unknownOf(write, machineId, carry, last)
      const shiftAt = (at: number) => find(machine.workshopId, at)
      const series = new CounterSeries({ profileOf: (id) => profiles.get(id), shiftAt, ...unknown }, carry)
      series.take(own)
      next.set(machineId, series.carry)
      all.push(...series.counted.map((row) => ({ ...row, machineId, source: machine.source })))
    }
    await addCounts(write, plantId, all)
    await saveCarries(write, plantId, next)
  }

  private wait(machineId: number, until: number): void {
    this.waiting.set(machineId, Math.max(until, this.waiting.get(machineId) ?? until))
  }

  /** An arc that is reported by exception burns until the next value, except while the machine is offline. */
  private async unknownOf(write: Write, machineId: number, carry: Carry | null, last: Reading) {
    const burning = carry?.burning
    if (!this.deps.byException(machineId)) return {}
    return {
      isHeld: true,
      unknown: await unknownSpans(asReads(write), machineId, burning?.at ?? last.at, last.at),
    }
  }
}
