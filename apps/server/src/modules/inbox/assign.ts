import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Assignee, assigneesApi } from '@cloud-factory/contract/inbox/assignees'
import {
  type AssignableRecord,
  assignableRecords,
  recordKinds,
} from '@cloud-factory/domain/inbox/record-kinds'
import { type RawBuilder, sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { saveRow } from '../../platform/db/signed-rows.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { namesOfPeople } from '../identity/public.ts'
import { canSee } from './conversations.policy.ts'
import { conversationId, followConversation } from './conversations.store.ts'
import { notifyPeople, recordMessages } from './notify.ts'

const records = {
  order: {
    table: 'orders',
    action: 'orders.assign',
    event: 'orders.changed',
  },
  ncr: {
    table: 'ncrs',
    action: 'ncrs.assign',
    event: 'quality.ncr_changed',
  },
  repair: {
    table: 'repairs',
    action: 'repairs.assign',
    event: 'equipment.repair_changed',
  },
} as const satisfies Record<AssignableRecord, object>

/** What assigning needs of a locked row. */
interface AssignedRow {
  readonly id: number
  readonly no: string
  readonly version: number
  readonly assignee_id: number | null
}

interface Assignment {
  readonly kind: AssignableRecord
  readonly row: AssignedRow
  /** null: nobody. */
  readonly to: string | null
  readonly at: Date
  /** Writes what the record itself remembers of it. */
  readonly remember?: (name: string) => Promise<void>
}

/**
 * Assigns a locked record, of which the caller has checked version and right. The person follows it from now on, and
 * gets a message if somebody else assigned it. Writes nothing if it was theirs before.
 */
export async function assignRecord(
  write: Write,
  actor: Actor,
  { kind, row, to, at, remember }: Assignment,
): Promise<void> {
  const before = row.assignee_id?.toString() ?? null
  if (to === before) return
  const assignee = to === null ? null : await nameOfAssignable(write, actor.plantId, kind, to)
  const { table, action, event } = records[kind]
  await saveRow(write, actor, table, row.id, { assignee_id: to === null ? null : Number(to) })
  const notified = to === null ? [] : await involve(write, actor, { kind, row, at }, to)
  await remember?.(assignee ?? '')
  await recordAction(write, actor, {
    subjectKind: kind,
    action,
    event,
    id: String(row.id),
    name: row.no,
    before: { assignee: before === null ? null : await nameOf(write, actor.plantId, before) },
    after: { assignee },
  })
  await recordMessages(write, actor, notified)
}

const nameOf = async (write: Write, plantId: number, id: string): Promise<string | undefined> =>
  (await namesOfPeople(asReads(write), plantId, [id])).get(id)

/** Lets the person follow the record, and notifies them. Returns the ids of those who have a new message. */
async function involve(
  write: Write,
  { plantId, userId, cnName }: Actor,
  { kind, row, at }: Pick<Assignment, 'kind' | 'row' | 'at'>,
  to: string,
): Promise<string[]> {
  const record = { kind, id: String(row.id) }
  await followConversation(write, plantId, await conversationId(write, plantId, record), [to])
  const cause = `assigned/${kind}-${row.id}/${row.version}`
  const others = [to].filter((one) => one !== userId)
  return notifyPeople(write, plantId, { record, reason: 'assigned', cause, by: cnName, at }, others)
}

/** The name of a person to whom records of a kind can be assigned. The person stays active until the transaction ends. */
async function nameOfAssignable(
  write: Write,
  plantId: number,
  kind: AssignableRecord,
  id: string,
): Promise<string> {
  await sql`select from users where plant_id = ${plantId} and id = ${id} for share`.execute(write)
  const [person] = await readRows(asReads(write), peopleOf(plantId, kind, sql`u.id = ${id}`))
  if (person === undefined) return fail('not_found', { params: { field: 'assigneeId' } })
  if (!person.assignable) return reject('assignee.cannot_work', { name: person.name })
  return person.name
}

interface Person {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly assignable: boolean
}

const peopleOf = (plantId: number, kind: AssignableRecord, where: RawBuilder<unknown>) => sql<Person>`
  select u.id::text as id, u.cn_name as name, u.username, assignable
  from users u cross join lateral (select u.status = 'active' and ${holds([recordKinds[kind].see])}
    and ${holds(assignableRecords[kind])} as assignable) can
  where u.plant_id = ${plantId} and ${where} order by u.cn_name, u.id`

/** Whether the user `u` holds one of these rights. */
const holds = (
  tags: readonly string[],
) => sql`exists (select from user_roles ur join roles r on r.id = ur.role_id
  where ur.user_id = u.id and r.tags && ${[...tags]}::text[])`

/** People to whom records of a kind can be assigned, and others who still have some. */
export async function listAssignees(
  reads: Reads,
  { plantId, tags }: Actor,
  kind: AssignableRecord,
): Promise<ReplyOf<(typeof assigneesApi)['GET /api/assignees/:kind']>> {
  if (!canSee(tags, kind)) fail('permission.denied')
  const { table } = records[kind]
  const hasSome = sql`exists (select from ${sql.table(table)} where plant_id = ${plantId} and assignee_id = u.id)`
  const items = await readRows(reads, peopleOf(plantId, kind, sql`(assignable or ${hasSome})`))
  return { items, total: items.length }
}

/** Rows of a table with the names of the people to whom they are assigned, as `assignee_name`. */
export const withAssignee = (
  table: string,
): RawBuilder<unknown> => sql`(select assigned.*, a.cn_name as assignee_name
  from ${sql.table(table)} assigned left join users a on a.id = assigned.assignee_id)`

/** What `withAssignee` adds. */
export interface AssigneeColumns {
  readonly assignee_id: number | null
  readonly assignee_name: string | null
}

export const assigneeView = ({ assignee_id: id, assignee_name: name }: AssigneeColumns): Assignee =>
  id === null ? null : { id: String(id), name: name ?? '' }

/** Condition of a list: the records of one person, or those that are not assigned; null: no restriction. */
export const assigneeWhere = (assigneeId: string | undefined): RawBuilder<unknown> | null => {
  if (assigneeId === undefined) return null
  return assigneeId === 'none' ? sql`assignee_id is null` : sql`assignee_id = ${assigneeId}`
}
