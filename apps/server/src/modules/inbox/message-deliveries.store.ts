import type { ChannelState } from '@cloud-factory/contract/inbox/messages'
import {
  type DeliveryChannel,
  type DeliveryReason,
  groupOfReason,
  type MessageReason,
} from '@cloud-factory/domain/inbox/record-kinds'
import { sql } from 'kysely'
import { type Database, type Reads, readRows, type Write } from '../../platform/db/handles.ts'

export interface MessageKey {
  readonly userId: string
  readonly id: string
}

/** For so long new versions of documents are gathered in one message, which is sent afterwards. */
export const gatherMinutes = 5

/** Queues new messages of one reason for the channels that their people have chosen for it. */
export async function enqueueDeliveries(
  write: Write,
  plantId: number,
  reason: MessageReason,
  messages: readonly MessageKey[],
): Promise<void> {
  if (messages.length === 0) return
  const group = groupOfReason[reason]
  const delay = reason === 'revised' ? gatherMinutes : 0
  await sql`insert into message_deliveries (plant_id, user_id, message_id, channel, due_at, created_at, changed_at)
    select ${plantId}::bigint, m.user_id, m.id, c.channel, m.created_at + ${delay} * interval '1 minute', m.created_at, m.created_at
    from unnest(${messages.map(({ userId }) => userId)}::bigint[], ${messages.map(({ id }) => id)}::bigint[]) n (user_id, id)
      join messages m on m.user_id = n.user_id and m.id = n.id
      join message_settings s on s.user_id = m.user_id,
      lateral (values ('email', s.by_email), ('wecom', s.by_wecom)) c (channel, groups)
    where m.plant_id = ${plantId} and ${group} = any(c.groups)
    on conflict on constraint message_deliveries_key do nothing`.execute(write)
}

/** Queues the occasions that a group has not been notified of yet. */
export async function enqueueForGroup(
  db: Pick<Database, 'reads' | 'tx'>,
  plantId: number,
  occasions: readonly string[],
  now: Date,
): Promise<void> {
  const known = await readRows(
    db.reads,
    sql<{
      occasion: string
    }>`select occasion from message_deliveries
      where plant_id = ${plantId} and occasion = any(${[...occasions]}::text[])`,
  )
  const missing = occasions.filter((one) => known.every(({ occasion }) => occasion !== one))
  if (missing.length === 0) return
  await db.tx((write) =>
    sql`insert into message_deliveries (plant_id, occasion, channel, due_at, created_at, changed_at)
      select ${plantId}::bigint, occasion, 'robot', n.now, n.now, n.now
      from unnest(${missing}::text[]) occasion, (select ${now}::timestamptz as now) n
      on conflict on constraint message_deliveries_occasion_key do nothing`.execute(write),
  )
}

/** What one person, or the group, is sent by one channel at once. */
export interface Batch {
  /** Null: it is for the group. */
  readonly userId: string | null
  /** Occasions of the group's notifications, in the order of the ids. */
  readonly occasions: readonly string[]
  readonly ids: readonly string[]
  readonly messageIds: readonly string[]
  /** Attempts that have begun, this one included; of the message with the most. */
  readonly attempts: number
}

/**
 * Takes everything that is due for the person who has waited longest; null when nothing is due. Nobody else takes it
 * before `until`, by when this attempt has ended, or its server has died.
 */
export async function claimBatch(
  write: Write,
  plantId: number,
  channel: DeliveryChannel,
  now: Date,
  until: Date,
): Promise<Batch | null> {
  const isDue = sql`plant_id = ${plantId} and channel = ${channel} and status = 'waiting' and due_at <= ${now}`
  const { rows } = await sql<{
    userId: string | null
    id: string
    messageId: string | null
    occasion: string | null
    attempts: number
  }>`
    with first as (
      select user_id from message_deliveries where ${isDue} order by due_at, id limit 1 for update skip locked
    ), due as (
      select d.id from message_deliveries d join first on first.user_id is not distinct from d.user_id
      where ${isDue} for update of d skip locked)
    update message_deliveries d set due_at = ${until}, attempts = d.attempts + 1, changed_at = ${now}
    from due where d.id = due.id
    returning d.user_id::text as "userId", d.id::text as id, d.message_id::text as "messageId", d.occasion,
      d.attempts`.execute(write)
  const [first] = rows
  if (first === undefined) return null
  return {
    userId: first.userId,
    ids: rows.map(({ id }) => id),
    messageIds: rows.flatMap(({ messageId }) => messageId ?? []),
    occasions: rows.flatMap(({ occasion }) => occasion ?? []),
    attempts: Math.max(...rows.map(({ attempts }) => attempts)),
  }
}

/** Why an attempt failed. */
export interface Failure {
  readonly reason: DeliveryReason
  readonly detail: string
}

/** Ends deliveries. */
export async function endDeliveries(
  write: Write,
  plantId: number,
  ids: readonly string[],
  { status, failure, now }: { status: 'sent' | 'skipped' | 'failed'; failure: Failure | null; now: Date },
): Promise<void> {
  await sql`update message_deliveries set status = ${status}, reason = ${failure?.reason ?? null},
      detail = ${failure?.detail ?? null}, changed_at = ${now}
    where plant_id = ${plantId} and id = any(${ids}::bigint[]) and status = 'waiting'`.execute(write)
}

/** Deliveries wait until a time. Without a failure nothing was tried. */
export async function postponeDeliveries(
  write: Write,
  plantId: number,
  ids: readonly string[],
  { until, failure, now }: { until: Date; failure: Failure | null; now: Date },
): Promise<void> {
  await sql`update message_deliveries set due_at = ${until}, changed_at = ${now},
      attempts = attempts - ${failure === null ? 1 : 0}::int,
      reason = coalesce(${failure?.reason ?? null}, reason), detail = coalesce(${failure?.detail ?? null}, detail)
    where plant_id = ${plantId} and id = any(${ids}::bigint[]) and status = 'waiting'`.execute(write)
}

/** While a channel does not work, all its deliveries wait, so that there is one attempt and not one for each. */
export async function pauseChannel(
  write: Write,
  plantId: number,
  channel: DeliveryChannel,
  until: Date,
): Promise<void> {
  await sql`update message_deliveries set due_at = ${until}
    where plant_id = ${plantId} and channel = ${channel} and status = 'waiting' and due_at < ${until}`.execute(
    write,
  )
}

const day = 86_400_000
/** Longer than quiet hours and all attempts together. */
const staleDays = 2

/**
 * Ends what has waited too long, such as while a channel was not set up: when it works again, nobody is sent the messages
 * of weeks.
 */
export async function endStaleDeliveries(write: Write, plantId: number, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - staleDays * day)
  await sql`update message_deliveries
    set status = case when reason is null then 'skipped' else 'failed' end, changed_at = ${now}
    where plant_id = ${plantId} and status = 'waiting' and created_at < ${oldest}`.execute(write)
}

/** Deletes notifications of a group that are older than so many days. */
export async function forgetGroupDeliveries(
  write: Write,
  plantId: number,
  now: Date,
  days: number,
): Promise<void> {
  const oldest = new Date(now.getTime() - days * day)
  await sql`delete from message_deliveries
    where plant_id = ${plantId} and occasion is not null and created_at < ${oldest}`.execute(write)
}

/** What waits and what failed in the last seven days. */
export async function channelState(
  reads: Reads,
  plantId: number,
  channel: DeliveryChannel,
  now: Date,
): Promise<ChannelState> {
  const since = new Date(now.getTime() - 7 * day)
  const of = sql`plant_id = ${plantId} and channel = ${channel}`
  const recent = sql`${of} and changed_at > ${since}`
  const [row] = await readRows(
    reads,
    sql<{ waiting: number; failed: number; sentAt: Date | null }>`
      select (select count(*)::int from message_deliveries where ${of} and status = 'waiting') as waiting,
        (select count(*)::int from message_deliveries where ${recent} and status = 'failed') as failed,
        (select max(changed_at) from message_deliveries where ${of} and status = 'sent') as "sentAt"`,
  )
  const [last] = await readRows(
    reads,
    sql<{ reason: DeliveryReason; detail: string; at: Date }>`
      select reason, detail, changed_at as at from message_deliveries
      where ${recent} and status in ('waiting', 'failed') and reason is not null order by changed_at desc limit 1`,
  )
  return {
    channel,
    waiting: row?.waiting ?? 0,
    failed: row?.failed ?? 0,
    lastSentAt: row?.sentAt?.toISOString() ?? null,
    lastFailure:
      last === undefined ? null : { reason: last.reason, detail: last.detail, at: last.at.toISOString() },
  }
}
