import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { machineStatesApi } from '@cloud-factory/contract/machine-states/machine-states'
import type { StateReason } from '@cloud-factory/domain/machines/machine-enums'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
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
  const said: Interval = {
    ...held.interval,
    reasonId: reason?.id ?? null,
    note,
    ...(reason === null && note === ''
      ? { reasonedBy: '', reasonedAt: null }
      : { reasonedBy: actor.cnName, reasonedAt: now.getTime() }),
  }
  await saveIntervals(write, held.owner, said.from, [held.interval], [said])
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

export interface HeldStop {
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
  fail('state.refused', { params: { reason } })
}
