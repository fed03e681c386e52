import { type MachineState, machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import { unknownFrom, type LinkChange } from '@cloud-factory/domain/telemetry/liveness.rules'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { CounterKeeper, type ShiftFinder } from './counter-keeper.ts'
import { FollowedLinks } from './followed-links.ts'
import {
  type Timeline,
  lateMs,
  type TrackState,
  remember,
  type Sample,
  settle,
  silence,
  take,
} from './follow-state.rules.ts'
import { holdTrack, writeTimeline, heartbeatTracks, noteLate, storedTracks } from './intervals.store.ts'
import type { DirectoryMachine } from './machine-directory.queries.ts'
import type { StateFrame, StoredLink, StoredFramesPort } from './machine-states.ports.ts'

interface FollowerDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
  /** Active machines; queried again at intervals. */
  readonly machines: () => Promise<readonly DirectoryMachine[]>
  readonly shifts: ShiftFinder
  readonly stored: Pick<StoredFramesPort, 'unprocessedFrames' | 'links' | 'counters'>
}

type Timelines = Map<number, Timeline>
type Late = { machineId: number; at: number }[]

/** How often the database records the instant up to which states are known, ms. */
const heartbeatMs = 10_000
/** Maximum age of the machine list when a frame names a machine that was missing from it, for example a retired one. */
const directoryMs = 30_000
const unknownMachineMs = 2000

/**
 * Turns incoming frames into intervals. Its memory is a copy of the database: when a write fails, or another writer changed a
 * machine, that machine is read again. Tasks run one at a time.
 */
export class StateTracker {
  private readonly deps: FollowerDeps
  private readonly memories = new Map<number, TrackState>()
  private readonly heard = new FollowedLinks()
  private readonly counters: CounterKeeper
  private machines = new Map<number, DirectoryMachine>()
  /** Machines named by frames that were missing from the machine list when it was last read. */
  private readonly unknownMachines = new Set<number>()
  private readAt = Number.NEGATIVE_INFINITY
  private heartbeatAt = Number.NEGATIVE_INFINITY
  private work: Promise<unknown> = Promise.resolve()

  constructor(deps: FollowerDeps) {
    this.deps = deps
    this.counters = new CounterKeeper({ ...deps, byException: (id) => this.heard.byException(id) })
  }

  /** A previous leader may have stopped before it processed all stored frames, or before it recorded a lost link. */
  start(): Promise<void> {
    return this.alone(async () => {
      this.memories.clear()
      await this.readDirectory(0)
      await this.recall(null)
      const known = [...this.memories].map(([machineId, { track }]) => ({ machineId, seenAt: track.seenAt }))
      const { stored, db, plantId } = this.deps
      const links = await stored.links(db.reads, plantId)
      this.heard.begin(links)
      const { frames, late } = await stored.unprocessedFrames(db.reads, known)
      this.counters.begin(this.machines.keys(), this.deps.clock.now().getTime())
      for (const { machineId, at } of late) this.counters.noteLate(machineId, at)
      await this.follow(frames, [...late])
      const now = this.deps.clock.now().getTime()
      const linkOf = new Map(links.map((link) => [link.machineId, link]))
      const gone = known.filter(({ machineId }) => {
        const track = this.memories.get(machineId)?.track
        const rateMs = this.machines.get(machineId)?.rateMs ?? 0
        const isSilent = track !== undefined && silence(track, now, rateMs) !== null
        return !(linkOf.get(machineId)?.online ?? !isSilent)
      })
      await this.end(gone.map(({ machineId, seenAt }) => goneUnheard(machineId, links, seenAt)))
    })
  }

  /** Processes frames in the order of arrival. Resolves when their result is written. */
  frames(frames: readonly StateFrame[]): Promise<void> {
    return this.alone(async () => {
      const ids = frames.map(({ machineId }) => machineId)
      await this.meet(ids)
      await this.recall(ids)
      await this.follow(frames, [])
    })
  }

  /** Processes links that went up or down: a machine without a link has no data. */
  links(changes: readonly LinkChange[]): Promise<void> {
    const gone = changes.filter(({ online }) => !online)
    return this.alone(async () => {
      await this.readDirectory(directoryMs)
      await this.recall(gone.map(({ machineId }) => machineId))
      for (const change of changes) this.heard.changed(change)
      await this.end(gone)
    })
  }

  private async end(gone: readonly Omit<LinkChange, 'online'>[]): Promise<void> {
    const timelines: Timelines = new Map()
    for (const link of gone) {
      const machine = this.machines.get(link.machineId)
      const track = this.memories.get(link.machineId)?.track
      if (machine === undefined || track === undefined || track.state === 'offline') continue
      const at = unknownFrom(link, track.seenAt, machine.rateMs)
      this.applySample(machine, { at, state: 'offline' }, timelines, [])
    }
    await this.write(timelines, [])
  }

  /**
   * Runs once a second: promotes candidates to states, restores the state of machines that came back, and records the instant
   * up to which all this is known.
   */
  tick(): Promise<void> {
    return this.alone(async () => {
      const now = this.deps.clock.now().getTime()
      await this.readDirectory(directoryMs)
      const timelines: Timelines = new Map()
      for (const [id, memory] of this.memories) {
        const machine = this.machines.get(id)
        if (machine !== undefined) this.passed(machine, memory, now, timelines)
      }
      await this.write(timelines, [])
      if (now - this.heartbeatAt >= heartbeatMs) await this.heartbeat(now)
    })
  }

  private async follow(frames: readonly StateFrame[], late: Late): Promise<void> {
    const timelines: Timelines = new Map()
    for (const frame of frames) {
      const machine = this.machines.get(frame.machineId)
      if (machine !== undefined) this.ingestFrame(machine, frame, timelines, late)
    }
    await this.write(timelines, late)
  }

  private ingestFrame(machine: DirectoryMachine, frame: StateFrame, timelines: Timelines, late: Late) {
    const sample = sampleOf(machine, frame)
    this.counters.stored(machine.id, frame.at, frame.live)
    if (!frame.live) {
      if (sample !== null) late.push({ machineId: machine.id, at: frame.at })
      return
    }
    if (sample === null) return this.touch(machine, frame.at)
    this.heard.reported(machine.id, sample.state)
    this.applySample(machine, sample, timelines, late)
  }

  private applySample(machine: DirectoryMachine, sample: Sample, timelines: Timelines, late: Late) {
    const memory = this.memories.get(machine.id)
    if (memory === undefined) {
      this.memories.set(machine.id, remember({ state: sample.state, candidate: null, seenAt: sample.at }))
      joinCourse(timelines, machine.id, { from: sample.at, pieces: [sample] })
      return
    }
    // Telemetry reports lost links. If it reported none for a machine, the stored data says how long the silence lasted.
    const isKnown = sample.state === 'offline' || this.heard.isOnline(machine.id)
    const gone = isKnown ? null : silence(memory.track, sample.at, machine.rateMs)
    if (gone !== null) this.applySample(machine, gone, timelines, late)
    const result = take(this.memories.get(machine.id) ?? memory, sample)
    this.memories.set(machine.id, result.memory)
    if (result.late) late.push({ machineId: machine.id, at: sample.at })
    if (result.timeline !== null) joinCourse(timelines, machine.id, result.timeline)
  }

  /** A frame without a state shows that the machine is connected. */
  private touch({ id }: DirectoryMachine, at: number) {
    const memory = this.memories.get(id)
    if (memory === undefined) return
    if (memory.track.state === 'offline') return this.heard.heard(id, at)
    const track = { ...memory.track, seenAt: Math.max(memory.track.seenAt, at) }
    this.memories.set(id, { ...memory, track })
  }

  private passed(machine: DirectoryMachine, memory: TrackState, now: number, timelines: Timelines) {
    const { track, step } = settle(memory.track, now)
    if (step !== null) {
      this.memories.set(machine.id, { ...memory, track })
      joinCourse(timelines, machine.id, { from: step.at, pieces: [step] })
    }
    const back = track.state === 'offline' ? this.heard.resumed(machine.id, now) : null
    if (back !== null)
      this.applySample(machine, { ...back, at: Math.max(back.at, track.seenAt + 1) }, timelines, [])
    else if (track.state !== 'offline' && this.heard.holds(machine.id)) this.touch(machine, now - lateMs)
  }

  private async write(timelines: Timelines, late: Late): Promise<void> {
    if (timelines.size + late.length === 0) return
    // Machines are locked in the order of their ids, which avoids deadlocks.
    const touched = [...timelines].sort(([one], [other]) => one - other)
    try {
      await this.deps.db.tx(async (write) => {
        for (const [id, timeline] of touched) {
          const machine = this.machines.get(id)
          if (machine === undefined) continue
          await holdTrack(write, machine, timeline.from)
          await writeTimeline(write, machine, { ...timeline, to: null })
        }
        await noteLate(write, this.deps.plantId, late)
      })
    } catch (error) {
      for (const [id] of touched) this.memories.delete(id)
      throw error
    }
  }

  private async heartbeat(now: number): Promise<void> {
    this.heartbeatAt = now
    const { db, plantId } = this.deps
    const touched = [...this.memories].map(([id, { track }]) => ({
      id,
      state: track.state,
      seenAt: track.seenAt,
    }))
    await this.counters.count(this.machines)
    if (touched.length === 0) return
    const stored = await db.tx((write) => heartbeatTracks(write, plantId, touched))
    // Another instance or a person wrote: the copy in memory is outdated.
    for (const { id, state } of touched) if (stored.get(id) !== state) this.memories.delete(id)
  }

  /** Loads missing machines from the database; null: all machines. */
  private async recall(ids: readonly number[] | null): Promise<void> {
    const unknown = ids === null ? null : [...new Set(ids)].filter((id) => !this.memories.has(id))
    if (unknown?.length === 0) return
    const { db, plantId } = this.deps
    for (const { id, state, seenAt } of await storedTracks(db.reads, plantId, unknown))
      this.memories.set(id, remember({ state, candidate: null, seenAt }))
  }

  /**
   * Makes sure that these machines are in the list. A machine registered a moment ago is looked up at once, because it may send
   * its state only once until the next change.
   */
  private async meet(ids: readonly number[]): Promise<void> {
    const unknown = ids.filter((id) => !this.machines.has(id))
    const isNew = unknown.some((id) => !this.unknownMachines.has(id))
    await this.readDirectory(isNew ? 0 : unknown.length > 0 ? unknownMachineMs : directoryMs)
    for (const id of unknown) {
      if (this.machines.has(id)) this.unknownMachines.delete(id)
      else this.unknownMachines.add(id)
    }
  }

  private async readDirectory(olderThan: number): Promise<void> {
    const at = this.deps.clock.now().getTime()
    if (at - this.readAt < olderThan) return
    this.readAt = at
    this.machines = new Map((await this.deps.machines()).map((machine) => [machine.id, machine]))
  }

  private alone(work: () => Promise<void>): Promise<void> {
    const done = this.work.then(work)
    this.work = done.catch(() => undefined)
    return done
  }
}

/** A machine without contact for which no lost link was reported. */
function goneUnheard(machineId: number, links: readonly StoredLink[], seenAt: number) {
  const link = links.find((one) => one.machineId === machineId)
  const { since, heardAt, byException } = link ?? { since: seenAt, heardAt: seenAt, byException: false }
  return { machineId, at: since, heardAt, silent: !byException, byException }
}

function sampleOf({ slots }: DirectoryMachine, { at, values }: StateFrame): Sample | null {
  const slot = slots.state
  const value = slot === undefined ? null : (values[slot - 1] ?? null)
  const state: MachineState | undefined = value === null ? undefined : machineStates[value]
  return state === undefined ? null : { at, state }
}

/**
 * Merges two results of the same machine: the later one wins, and one that reaches further back replaces everything since then.
 */
function joinCourse(timelines: Timelines, id: number, timeline: Timeline) {
  const before = timelines.get(id)
  const pieces = before?.pieces.filter(({ at }) => at < timeline.from) ?? []
  timelines.set(id, {
    from: Math.min(timeline.from, pieces[0]?.at ?? timeline.from),
    pieces: [...pieces, ...timeline.pieces],
  })
}
