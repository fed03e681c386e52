import { type DueRecord, dueRecords, type DueTerm } from '@cloud-factory/domain/inbox/record-kinds'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { sql } from 'kysely'
import { today } from '../../platform/db/factory-day.ts'
import { type Database, type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { peopleWithPermission } from '../identity/public.ts'
import { recordMessages, notifyPeople } from './notify.ts'

export interface DueThing extends DueTerm {
  readonly kind: DueRecord
}

/** Everything of a plant that falls due soon, or has been overdue since a day. */
export type DuePort = (
  reads: Reads,
  plantId: number,
  now: Date,
  since: string,
) => Promise<readonly DueThing[]>

/** What has been overdue for longer is no news. */
const overdueDays = 30

/** Notifies people of what falls due, once each. One transaction per record, so that no other write waits long. */
export async function remind(
  { db, due }: { readonly db: Database; readonly due: DuePort },
  plantId: number,
  now: Date,
): Promise<void> {
  const since = await newsSince(db, plantId, now)
  const recipients = new Map<string, readonly string[]>()
  for (const { kind, id, term, dueOn, isOverdue } of await due(db.reads, plantId, now, since)) {
    const { to } = dueRecords[kind]
    const people =
      recipients.get(to) ?? (await peopleWithPermission(db.reads, plantId, to, {})).map((one) => one.id)
    recipients.set(to, people)
    const reason = isOverdue ? 'overdue' : 'due'
    const record = { kind, id: String(id) }
    const cause = `${reason}/${term}`
    const missing = await peopleWithout(db.reads, cause, people)
    if (missing.length === 0) continue
    await db.tx(async (write) => {
      const notified = await notifyPeople(
        write,
        plantId,
        { record, reason, cause, by: null, dueOn, at: now },
        missing,
      )
      await recordMessages(write, { plantId }, notified)
    })
  }
}

/**
 * The earliest day that people are still notified of. What was late already when reminders began, such as at the first start
 * after an upgrade, is in the lists of what is late: nobody gets a message for each of it, and none that sums it up.
 */
async function newsSince(db: Database, plantId: number, now: Date): Promise<string> {
  const [known] = await readRows(
    db.reads,
    sql<{ since: string | null; today: string }>`
      select reminders_since::text as since, ${today(plantId, now)}::text as today from plants where id = ${plantId}`,
  )
  if (known === undefined) return fail('not_found')
  if (known.since === null)
    await db.tx((write) =>
      write
        .updateTable('plants')
        .set({ reminders_since: known.today })
        .where('id', '=', plantId)
        .where('reminders_since', 'is', null)
        .execute(),
    )
  const began = known.since ?? known.today
  const earliest = addDays(known.today, -overdueDays)
  return began > earliest ? began : earliest
}

/** Those of these people who have no message of a cause. */
async function peopleWithout(reads: Reads, cause: string, people: readonly string[]): Promise<string[]> {
  const rows = await reads.selectFrom('messages').select('user_id').where('cause', '=', cause).execute()
  const notified = new Set(rows.map((row) => String(row.user_id)))
  return people.filter((one) => !notified.has(one))
}

/** Small batches, because the embedded database has one connection and must not block for long. */
const messagesAtOnce = 2000

/** Deletes messages that are older than so many days. */
export async function forgetOldMessages({ tx }: Database, now: Date, days: number): Promise<void> {
  const oldest = new Date(now.getTime() - days * 86_400_000)
  let deleted: number
  do
    deleted = await tx(async (write) => {
      const { numAffectedRows } = await sql`delete from messages where (user_id, id) in (
        select user_id, id from messages where created_at < ${oldest}::timestamptz
        order by created_at limit ${messagesAtOnce}::int)`.execute(write)
      return Number(numAffectedRows ?? 0)
    })
  while (deleted > 0)
}
