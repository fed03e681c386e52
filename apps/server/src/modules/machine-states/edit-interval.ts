import { sql } from 'kysely'
import type { BodyOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { machineStatesApi } from '@cloud-factory/contract/machine-states/machine-states'
import type { StateReason } from '@cloud-factory/domain/machines/equipment-enums'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { DomainError, fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { type Interval, unreasoned } from './arrange-intervals.rules.ts'
import { holdTrack, intervalsAround, type IntervalOwner, saveIntervals } from './intervals.store.ts'
import { canReason } from './stop.rules.ts'
import { reasonOfStops, type StopReasonFacts } from './stop-reasons.store.ts'

type Api = typeof machineStatesApi
type ReasonInput = BodyOf<Api['PUT /api/machine-intervals/:id/reason']>
type SplitInput = BodyOf<Api['POST /api/machine-intervals/:id/split']>
type JoinInput = BodyOf<Api['POST /api/machine-intervals/:id/join']>

/** Sets the reason of a stop. */
export async function reasonInterval(
  write: Write,
  actor: Actor,
  id: string,
  { version, reasonId, note, now }: ReasonInput & { readonly now: Date },
): Promise<void> {
  const held = await heldStop(write, actor, id, version, now)
  const reason = reasonId === null ? null : await reasonOfStops(write, actor.plantId, reasonId)
  await saveReason(write, actor, held, { reason, note, now })
}

interface ChosenReason {
  readonly reason: StopReasonFacts | null
  readonly note: string
  readonly now: Date
}

export async function saveReason(
  write: Write,
  actor: Actor,
  held: HeldStop,
  { reason, note, now }: ChosenReason,
): Promise<void> {
  const edited: Interval = {
    ...held.interval,
    reasonId: reason?.id ?? null,
    note,
    ...(reason === null && note === ''
      ? { reasonedBy: '', reasonedAt: null }
      : { reasonedBy: actor.cnName, reasonedAt: now.getTime() }),
  }
  await saveIntervals(write, held.owner, edited.from, [held.interval], [edited])
  await recordAction(write, actor, held, {
    action: 'states.reason',
    before: { reason: held.interval.reasonId, note: held.interval.note },
    after: { reason: reason?.code ?? null, note },
  })
}

/** Splits a stop in two; the second part has no reason yet. */
export async function splitInterval(
  write: Write,
  actor: Actor,
  id: string,
  { version, at, now }: SplitInput & { readonly now: Date },
): Promise<void> {
  const held = await heldStop(write, actor, id, version, now)
  const { interval, owner } = held
  const cut = Date.parse(at)
  if (cut <= interval.from || cut >= (interval.to ?? now.getTime())) failFor('interval.outside')
  const second = { ...interval, ...unreasoned, id: null, from: cut, isCut: true }
  await saveIntervals(write, owner, interval.from, [interval], [{ ...interval, to: cut }, second])
  await recordAction(write, actor, held, { action: 'states.split', after: { at } })
}

/** Joins a part to the previous one from which it was split. Returns the id of the joined interval. */
export async function joinInterval(
  write: Write,
  actor: Actor,
  id: string,
  { version, now }: JoinInput & { readonly now: Date },
): Promise<string> {
  const held = await heldStop(write, actor, id, version, now)
  const { interval, owner, around } = held
  const before = around.find(({ to, state }) => to === interval.from && state === interval.state)
  if (!interval.isCut || before?.id === undefined || before.id === null) return failFor('interval.uncut')
  const { reasonId, note, reasonedBy, reasonedAt } = saysSomething(before) ? before : interval
  const whole = { ...before, to: interval.to, reasonId, note, reasonedBy, reasonedAt }
  await saveIntervals(write, owner, before.from, [before, interval], [whole])
  await recordAction(write, actor, held, {
    action: 'states.join',
    after: { at: new Date(interval.from).toISOString() },
  })
  return String(before.id)
}

const saysSomething = ({ reasonId, note }: Interval) => reasonId !== null || note !== ''

interface HeldStop {
  readonly id: string
  readonly interval: Interval
  readonly around: readonly Interval[]
  readonly owner: IntervalOwner
  readonly code: string
}

/** Locks the machine's intervals. Rejects an interval that is no stop or that differs from what the person saw. */
export async function heldStop(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
  now: Date,
): Promise<HeldStop> {
  const find = async () =>
    (
      await sql<{ machine_id: number; source: string; code: string; version: number; t0: Date }>`
        select i.machine_id, i.source, m.code, i.version, i.t0 from machine_intervals i
        join machines m on m.id = i.machine_id
        where i.plant_id = ${actor.plantId} and i.id = ${Number(id)}`.execute(write)
    ).rows[0] ?? fail('not_found')
  const found = await find()
  const owner = { id: found.machine_id, plantId: actor.plantId, source: found.source }
  await holdTrack(write, owner, found.t0.getTime())
  // Read again under the lock: a frame may have ended the interval meanwhile.
  const current = await find()
  const around = await intervalsAround(write, owner, current.t0.getTime(), now.getTime())
  const interval = around.find((one) => one.id === Number(id)) ?? fail('not_found')
  if (current.version !== version) fail('version.conflict')
  const allowed = canReason(actor.tags, interval.state)
  if (allowed !== true) failFor(allowed)
  return { id, interval, around, owner, code: found.code }
}

async function recordAction(
  write: Write,
  actor: Actor,
  { owner, code }: HeldStop,
  action: { action: string; before?: object; after: object },
): Promise<void> {
  await recordAudit(write, actor, {
    subjectKind: 'machine',
    subjectId: String(owner.id),
    subjectName: code,
    ...action,
  })
  await recordEvent(write, actor, { name: 'states.edited', subjectId: String(owner.id) })
}

function failFor(reason: StateReason): never {
  reject(reason)
}

type Endpoint = (typeof machineStatesApi)['POST /api/machine-intervals/reasons']
type Input = BodyOf<Endpoint>
type Stop = Input['items'][number]
type Outcome = ReplyOf<Endpoint>['items'][number]

/**
 * Sets one reason for several stops. Each is judged separately: a stop that is gone or has changed does not prevent the others.
 */
export async function reasonIntervals(
  write: Write,
  actor: Actor,
  { items, reasonId, note, now }: Input & { readonly now: Date },
): Promise<Outcome[]> {
  const reason = reasonId === null ? null : await reasonOfStops(write, actor.plantId, reasonId)
  return eachStop(write, actor, items, async ({ id, version }) =>
    saveReason(write, actor, await heldStop(write, actor, id, version, now), { reason, note, now }),
  )
}

/** Runs an action on several stops. Each is judged separately: one rejected stop does not prevent the others. */
export async function eachStop<T extends Stop>(
  write: Write,
  actor: Actor,
  items: readonly T[],
  action: (item: T) => Promise<void>,
): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>()
  for (const item of await byMachine(write, actor.plantId, items)) {
    const { id, version } = item
    try {
      await action(item)
      outcomes.set(id, { id, version, refused: null })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      const refused = String(error.facts.params?.['reason'] ?? error.code)
      outcomes.set(id, { id, version: null, refused })
    }
  }
  const versions = await versionsOf(write, actor.plantId, [...outcomes.keys()])
  return items.map(({ id }) => {
    const outcome = outcomes.get(id) ?? { id, refused: 'not_found' }
    return { ...outcome, version: versions.get(id) ?? null }
  })
}

/** Machines are locked in the order of their ids, which avoids deadlocks. A stop that is named twice counts once. */
async function byMachine<T extends Stop>(
  write: Write,
  plantId: number,
  items: readonly T[],
): Promise<readonly T[]> {
  const { rows } = await sql<{ id: number }>`select id from machine_intervals
    where plant_id = ${plantId} and id = any(${items.map(({ id }) => Number(id))}::bigint[])
    order by machine_id, t0`.execute(write)
  const requested = new Map(items.map((item) => [item.id, item]))
  return rows.flatMap(({ id }) => requested.get(String(id)) ?? [])
}

async function versionsOf(
  write: Write,
  plantId: number,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; version: number }>`select id, version from machine_intervals
    where plant_id = ${plantId} and id = any(${ids.map(Number)}::bigint[])`.execute(write)
  return new Map(rows.map(({ id, version }) => [String(id), version]))
}
