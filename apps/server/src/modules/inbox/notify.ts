import {
  groupOfReason,
  messageDecisions,
  messageRecords,
  type MessageDecisionName,
  type MessageReason,
  type CommentReason,
} from '@cloud-factory/domain/inbox/record-kinds'
import type { Permission } from '@cloud-factory/domain/identity/permissions'
import { ownProcessesKey } from '@cloud-factory/domain/planning/planning-resources'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { blockedDeciders, lastDoer } from '../../platform/auth/four-eyes.queries.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { idsByPreference, type NamedPerson, peopleWithPermission } from '../identity/public.ts'
import { conversationId, followerIds } from './conversations.store.ts'
import { enqueueDeliveries, gatherMinutes, type MessageKey } from './message-deliveries.store.ts'
import { isInApp } from './message-settings.store.ts'
import type { RecordKey } from './records.queries.ts'

interface Occasion {
  readonly record: RecordKey
  readonly reason: Exclude<MessageReason, CommentReason>
  /** What happened: people who have a message of this cause get no second one. */
  readonly cause: string
  /** Name of the person who did it; null: nobody. */
  readonly by: string | null
  readonly dueOn?: string
  /** Without it, the time of the transaction. */
  readonly at?: Date | undefined
}

/**
 * A message about a record for each of these people. Returns the ids of those who did not have it yet. Call it before
 * the audit log is written, and `recordMessages` with its result after.
 */
export async function notifyPeople(
  write: Write,
  plantId: number,
  { record, reason, cause, by, dueOn, at }: Occasion,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return []
  const conversation = await conversationId(write, plantId, record)
  const { rows } = await sql<MessageKey>`
    insert into messages (plant_id, user_id, conversation_id, reason, cause, by_name, due_on, created_at, in_app)
    select ${plantId}::bigint, u.id, ${conversation}::bigint, ${reason}, ${cause}, ${by}::text, ${dueOn ?? null}::date,
      coalesce(${at ?? null}::timestamptz, now()), ${isInApp('u.id', groupOfReason[reason])}
    from users u where u.plant_id = ${plantId} and u.id = any(${[...userIds]}::bigint[]) and u.status = 'active'
    order by u.id
    on conflict on constraint messages_cause_key do nothing
    returning user_id::text as "userId", id::text as id`.execute(write)
  await enqueueDeliveries(write, plantId, reason, rows)
  return rows.map(({ userId }) => userId)
}

/** People who follow a record and may see it. */
export const followersOf = async (write: Write, plantId: number, record: RecordKey): Promise<NamedPerson[]> =>
  peopleWithPermission(asReads(write), plantId, messageRecords[record.kind].see, {
    ids: await followerIds(write, plantId, record),
  })

/**
 * Tells the followers of a record, other than the person who uploaded them, of new versions of its documents: `12-3` is the
 * third one of document 12. Drawings are often uploaded one after the other, so what one person uploads within a few
 * minutes is one message. The caller holds the lock of the record.
 */
export async function notifyOfVersions(
  write: Write,
  { plantId, userId, cnName }: Actor,
  record: RecordKey,
  versions: readonly string[],
): Promise<string[]> {
  const followers = await followersOf(write, plantId, record)
  const others = followers.map(({ id }) => id).filter((id) => id !== userId)
  const added = versions.join(',')
  const { rows } = await sql<{ id: string }>`
    update messages m set cause = m.cause || ',' || ${added}::text from conversations c
    where c.plant_id = ${plantId} and c.kind = ${record.kind} and c.record_id = ${record.id}
      and m.conversation_id = c.id and m.user_id = any(${others}::bigint[]) and m.reason = 'revised'
      and m.by_name = ${cnName} and m.read_at is null and m.created_at > now() - ${gatherMinutes} * interval '1 minute'
      and length(m.cause) < ${maxCause}
    returning m.user_id::text as id`.execute(write)
  const extended = new Set(rows.map(({ id }) => id))
  const occasion = { record, reason: 'revised', cause: `documents/${added}`, by: cnName } as const
  const missing = others.filter((id) => !extended.has(id))
  return [...extended, ...(await notifyPeople(write, plantId, occasion, missing))]
}

/** A cause is in an index, where long texts have no room. */
const maxCause = 1000

interface Release {
  readonly orderId: string
  /** Distinguishes one release of an order from the next. */
  readonly version: number
  /** How many pieces may be worked on from now on. */
  readonly pieces: number
  /** Where work on them begins. */
  readonly processIds: readonly number[]
  readonly at: Date
}

/** One message of a release for the followers of the order and for those who look after a process where work begins. */
export async function notifyOfRelease(
  write: Write,
  { plantId, userId, cnName }: Actor,
  { orderId, version, pieces, processIds, at }: Release,
): Promise<string[]> {
  const record = { kind: 'order', id: orderId } as const
  const workers = await idsByPreference(asReads(write), plantId, ownProcessesKey, processIds.map(String))
  const ids = [...(await followerIds(write, plantId, record)), ...workers].filter((one) => one !== userId)
  const people = await peopleWithPermission(asReads(write), plantId, messageRecords.order.see, { ids })
  const cause = `released/${orderId}-${version}/${pieces}`
  return notifyPeople(
    write,
    plantId,
    { record, reason: 'released', cause, by: cnName, at },
    people.map(({ id }) => id),
  )
}

/**
 * What a customer did with a record, for its followers and for these people, as far as they may see it. `ids` may repeat and
 * may be unknown.
 */
export async function notifyOfCustomer(
  write: Write,
  plantId: number,
  occasion: Occasion,
  ids: readonly (number | null)[],
): Promise<string[]> {
  const { record } = occasion
  const followers = await followerIds(write, plantId, record)
  const named = ids.flatMap((id) => (id === null ? [] : [String(id)]))
  const people = await peopleWithPermission(asReads(write), plantId, messageRecords[record.kind].see, {
    ids: [...new Set([...followers, ...named])],
  })
  return notifyPeople(
    write,
    plantId,
    occasion,
    people.map(({ id }) => id),
  )
}

/** Refreshes the messages on open pages of these people; call it last. */
export async function recordMessages(
  write: Write,
  actor: Pick<Actor, 'plantId' | 'tab'>,
  userIds: readonly string[],
): Promise<void> {
  for (const subjectId of new Set(userIds))
    await recordEvent(write, actor, { name: 'messages.changed', subjectId })
}

/** A step of a decision that a second person takes. */
export interface DecisionStep {
  readonly decision: MessageDecisionName
  /** `over`: there is nothing to decide any more. */
  readonly step: 'approval_wanted' | 'approved' | 'refused' | 'decided' | 'over'
  /** A right that the deciding person needs besides. */
  readonly needs?: Permission | undefined
}

interface DecidedRecord {
  readonly id: number | string
  /** Distinguishes one request on a record from the next. */
  readonly version: number
  readonly at?: Date | undefined
}

/**
 * Notifies those who can decide of a request, or the requester of the decision; then all open requests are marked read.
 * Returns the ids of all whose messages changed, for `recordMessages`.
 */
export async function notifyOfDecision(
  write: Write,
  actor: Actor,
  { decision, step, needs }: DecisionStep,
  { id, version, at }: DecidedRecord,
): Promise<string[]> {
  const { plantId, userId, cnName } = actor
  const { record: kind, requestedBy } = messageDecisions[decision]
  const record = { kind, id: String(id) }
  const answered = step === 'approval_wanted' ? [] : await endRequests(write, plantId, record, decision)
  if (step === 'over') return answered
  const request = { id: record.id, action: requestedBy }
  const requester = () => lastDoer(asReads(write), plantId, decision, request)
  const people =
    step === 'approval_wanted'
      ? await deciders(write, plantId, decision, record.id, needs)
      : [await requester()].filter((one) => one !== null)
  const cause = `${decision}-${record.id}/${version}/${step}`
  const others = people.filter((one) => one !== userId)
  return [
    ...answered,
    ...(await notifyPeople(write, plantId, { record, reason: step, cause, by: cnName, at }, others)),
  ]
}

/** Everybody who may take a decision: has the rights, and did not do the work that it judges. */
async function deciders(
  write: Write,
  plantId: number,
  decision: MessageDecisionName,
  id: string,
  needs: Permission | undefined,
): Promise<string[]> {
  const reads = asReads(write)
  const having = async (tag: Permission) =>
    (await peopleWithPermission(reads, plantId, tag, {})).map((person) => person.id)
  const permitted = new Set<string>()
  for (const tag of messageDecisions[decision].to) for (const one of await having(tag)) permitted.add(one)
  const blocked = new Set(await blockedDeciders(reads, plantId, decision, id))
  const needed = needs === undefined ? permitted : new Set(await having(needs))
  return [...permitted].filter((one) => needed.has(one) && !blocked.has(one))
}

/** Marks the requests for a decision as read, since somebody has decided. Returns the ids of the people who had them. */
async function endRequests(
  write: Write,
  plantId: number,
  { kind, id }: RecordKey,
  decision: MessageDecisionName,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update messages m set read_at = now() from conversations c
    where c.plant_id = ${plantId} and c.kind = ${kind} and c.record_id = ${id} and m.conversation_id = c.id
      and m.read_at is null and m.reason = 'approval_wanted' and starts_with(m.cause, ${`${decision}-`})
    returning m.user_id::text as id`.execute(write)
  return rows.map((row) => row.id)
}
