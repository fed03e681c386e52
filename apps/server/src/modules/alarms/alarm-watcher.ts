import { machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import { silenceOf, type MachineFrame, type LinkState } from '@cloud-factory/domain/telemetry/liveness.rules'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { markChatter, markSuppressed, passTime, writeChange } from './alarms.store.ts'
import { openWatches } from './alarms.queries.ts'
import { type Change, isFor } from './alarms.rules.ts'
import { type Action, RuleWatch } from './rule-watch.ts'
import { type DirectoryMachine, machineDirectory } from '../machine-states/public.ts'
import { machineLinks, openReportedAlarms } from '../telemetry/public.ts'
import { type OwnAlarm, ownAlarm } from '@cloud-factory/domain/alarms/own-alarms.rules'
import { watchingRules } from './rules.queries.ts'

/** An event reported by a machine's gateway. */
export interface ReportedEvent {
  readonly machineId: number
  readonly at: number
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

interface WatcherDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
}

/** A machine with its alarm rules. */
interface Watched {
  readonly machine: DirectoryMachine
  readonly rules: readonly RuleWatch[]
  isOffline: boolean
  /** Its alarms are suppressed: a previous watcher may have seen it offline. */
  isSilent: boolean
  /** Its number of the state; null: it sends none. */
  state: number | null
}

/** Late alarms that are not raised yet: since when they have arrived, and when the first and the last of them did, ms. */
type LateAlarms = Readonly<Record<'since' | 'first' | 'last', number>>

const running = machineStates.indexOf('running')

const ttlMs = 15_000
const passMs = 10_000
/** An alarm without an end that arrives later than this is history. */
const lateMs = 600_000
/** Late alarms are raised when no more of them arrived for this time, or some waited for `longestWaitMs`. */
const settleMs = 5_000
const longestWaitMs = 60_000
/** A previous watcher may not have raised what arrived in this time before it stopped. */
const recallMs = 600_000

/**
 * Checks incoming values against the rules and writes the resulting changes. It keeps delays and the number of recurrences in
 * memory. The alarms are in the database; they are read again at the start and after a failed write.
 */
export class AlarmWatcher {
  private readonly deps: WatcherDeps
  private watched = new Map<number, Watched>()
  /** Machines in the data that were not monitored when the machines were last read. */
  private readonly unknownMachines = new Set<number>()
  private readAt = Number.NEGATIVE_INFINITY
  private passedAt = Number.NEGATIVE_INFINITY
  private lateAlarms: LateAlarms | null = null
  private work: Promise<unknown> = Promise.resolve()

  constructor(deps: WatcherDeps) {
    this.deps = deps
  }

  /** Processes frames in the order of arrival. Resolves when the resulting alarms are written. */
  frames(frames: readonly MachineFrame[]): Promise<void> {
    return this.alone(async () => {
      await this.refresh(frames)
      const actions: Action[] = []
      for (const frame of frames) {
        const watched = this.watched.get(frame.machineId)
        if (watched === undefined || !frame.live) continue
        this.online(watched, true, frame.at, actions)
        watched.state = stateIn(watched, frame)
        const isAtRest = watched.state !== null && watched.state !== running
        for (const rule of watched.rules) {
          const value = valueFor(rule, frame)
          if (value !== null) actions.push(...rule.value(frame.at, value, isAtRest))
        }
      }
      await this.write(actions)
    })
  }

  links(changes: readonly LinkState[]): Promise<void> {
    return this.alone(async () => {
      await this.refresh()
      const actions: Action[] = []
      for (const { machineId, at, online } of changes) {
        const watched = this.watched.get(machineId)
        if (watched !== undefined) this.online(watched, online, at, actions)
      }
      await this.write(actions)
    })
  }

  /**
   * Processes events that machines report themselves. The end of an alarm that was under way for long may still be under way: a
   * late alarm is raised only if its end does not follow.
   */
  events(events: readonly ReportedEvent[]): Promise<void> {
    return this.alone(async () => {
      await this.refresh(events)
      const now = this.deps.clock.now().getTime()
      const actions: Action[] = []
      for (const event of events) {
        const watched = this.watched.get(event.machineId)
        const reported = event.type === 'alarm' ? ownAlarm(event.data) : null
        if (watched === undefined || reported === null) continue
        if (!isLate(reported, now - event.at, watched.machine.rateMs))
          actions.push(...ownActions(watched.rules, reported, event.at))
        else if (reported.on !== null)
          this.lateAlarms = { since: now - settleMs, first: now, ...this.lateAlarms, last: now }
      }
      await this.write(actions)
    })
  }

  private async settleLate(now: number): Promise<void> {
    const { lateAlarms } = this
    if (lateAlarms === null) return
    if (now - lateAlarms.last < settleMs && now - lateAlarms.first < longestWaitMs) return
    const { db } = this.deps
    const open = await openReportedAlarms(db.reads, new Date(lateAlarms.since))
    const actions: Action[] = []
    for (const { machineId, at, data } of open) {
      const watched = this.watched.get(machineId)
      const reported = ownAlarm(data)
      if (watched === undefined || reported === null) continue
      actions.push(...ownActions(watched.rules, reported, at))
      if (watched.isOffline) actions.push({ kind: 'suppress', machineId, isSuppressed: true, at: now })
    }
    await this.write(actions)
    this.lateAlarms = null
  }

  /** Runs once a second: ends delays and shelving, escalates alarms. */
  tick(): Promise<void> {
    return this.alone(async () => {
      const { clock, db, plantId } = this.deps
      const now = clock.now().getTime()
      await this.refresh()
      const actions: Action[] = []
      for (const watched of this.watched.values()) {
        for (const rule of watched.rules) actions.push(...rule.passed(now))
      }
      await this.write(actions)
      await this.settleLate(now)
      if (now - this.passedAt < passMs) return
      this.passedAt = now
      await db.tx((write) => passTime(write, plantId, new Date(now)))
    })
  }

  /** Clears the memory, because another instance may have watched meanwhile. */
  begin(): void {
    const now = this.deps.clock.now().getTime()
    this.watched = new Map()
    this.lateAlarms = { since: now - recallMs, first: now, last: now }
    this.forget()
  }

  /** Reloads the rules after a change; they apply from the next value on. */
  forget(): void {
    this.readAt = Number.NEGATIVE_INFINITY
  }

  private online(watched: Watched, isOnline: boolean, at: number, actions: Action[]): void {
    const isNews = watched.isOffline === isOnline
    if (!isNews && watched.isSilent === !isOnline) return
    watched.isOffline = !isOnline
    watched.isSilent = !isOnline
    for (const rule of watched.rules)
      if (isNews && rule.rule.kind === 'offline') actions.push(...rule.value(at, isOnline ? 1 : 0))
    actions.push({ kind: 'suppress', machineId: watched.machine.id, isSuppressed: !isOnline, at })
  }

  private async write(actions: readonly Action[]): Promise<void> {
    if (actions.length === 0) return
    const { db, plantId } = this.deps
    // Writers of several machines take them in the order of their ids.
    const ordered = [...actions].sort((one, other) => one.machineId - other.machineId)
    try {
      await db.tx(async (write) => {
        for (const action of ordered) {
          const at = new Date(action.at)
          if (action.kind === 'suppress')
            await markSuppressed(write, plantId, action.machineId, action.isSuppressed, at)
          else if (action.kind === 'chatter') await markChatter(write, action.place, action.isChattering, at)
          else await writeChange(write, action.place, action.change)
        }
      })
    } catch (error) {
      this.begin()
      throw error
    }
  }

  /**
   * Loads the current rules and machines; the state of unchanged rules is kept. A machine registered a moment ago is looked up
   * at once, because it may report an event only once.
   */
  private async refresh(named: readonly { readonly machineId: number }[] = []): Promise<void> {
    const { db, clock, plantId } = this.deps
    const now = clock.now().getTime()
    const unknown = named.filter(
      ({ machineId: id }) => !this.watched.has(id) && !this.unknownMachines.has(id),
    )
    if (unknown.length === 0 && now - this.readAt < ttlMs) return
    this.readAt = now
    const machines = await machineDirectory(db.reads, plantId)
    const { rules, outOfService } = await watchingRules(db.reads, plantId)
    const open = await openWatches(db.reads, plantId)
    const links = await machineLinks(db.reads, plantId)
    const gone = new Set(links.flatMap(({ machineId, online }) => (online ? [] : [machineId])))
    const actions: Action[] = []
    const next = new Map<number, Watched>()
    for (const machine of machines) {
      const before = this.watched.get(machine.id)
      const known = new Map(before?.rules.map((watch) => [`${watch.rule.id} ${watch.rule.version}`, watch]))
      const watches = rules
        .filter((rule) => isFor(rule, machine) && !outOfService.has(`${machine.id} ${rule.id}`))
        .map(
          (rule) =>
            known.get(`${rule.id} ${rule.version}`) ??
            new RuleWatch(plantId, machine, rule, open.alarms.get(`${machine.id} ${rule.id}`) ?? null, now),
        )
      const stands = before ?? beginning(watches, open.silent.has(machine.id))
      const watched = { ...stands, machine, rules: watches }
      next.set(machine.id, watched)
      // The previous watcher may have missed that it went offline.
      if (before === undefined && gone.has(machine.id)) this.online(watched, false, now, actions)
    }
    this.watched = next
    for (const { machineId } of unknown) if (!next.has(machineId)) this.unknownMachines.add(machineId)
    await this.write(actions)
  }

  private alone(work: () => Promise<void>): Promise<void> {
    const done = this.work.then(work)
    this.work = done.catch(() => undefined)
    return done
  }
}

/** The state of a machine when watching begins. */
function beginning(rules: readonly RuleWatch[], hasSilent: boolean): Omit<Watched, 'machine' | 'rules'> {
  const isOffline = rules.some(({ rule, isActive }) => rule.kind === 'offline' && isActive)
  return { state: null, isOffline, isSilent: isOffline || hasSilent }
}

/** A frame without a state value means that the state did not change. */
function stateIn({ machine, state }: Watched, { values }: MachineFrame): number | null {
  const slot = machine.slots.state
  return slot === undefined ? null : (values[slot - 1] ?? state)
}

/** The value of a frame for a rule; null: none, or not a reliable one. */
function valueFor({ slot }: RuleWatch, { values, qualities }: MachineFrame): number | null {
  if (slot === null || qualities?.[slot - 1] === 1) return null
  return values[slot - 1] ?? null
}

/** Whether an alarm is too old to be sure that it is still there; its end never is. */
const isLate = ({ on }: OwnAlarm, age: number, rateMs: number): boolean =>
  on !== false && age > (on === null ? lateMs : silenceOf(rateMs))

/** Uses the most specific rule for a machine's own alarms: of the machine, of its class, or of all. */
function ownActions(
  rules: readonly RuleWatch[],
  { code, text, severity, on }: OwnAlarm,
  at: number,
): Action[] {
  const closeness = ({ rule }: RuleWatch) => (rule.machine_id !== null ? 2 : rule.class !== null ? 1 : 0)
  const [watch] = rules
    .filter(({ rule }) => rule.kind === 'machine')
    .toSorted((one, other) => closeness(other) - closeness(one))
  if (watch === undefined) return []
  const place = { ...watch.place, own: { code, text } }
  const action = (change: Change): Action => ({
    kind: 'change',
    machineId: place.machineId,
    at,
    place,
    change,
  })
  const raised = action({ kind: 'raise', at, severity: severity ?? watch.rule.severity, value: null })
  const gone = action({ kind: 'return', at, value: null })
  if (on === null) return [raised, gone]
  return on ? [raised] : [gone]
}
