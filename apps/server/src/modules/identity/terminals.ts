import type { LockScreen, TerminalInput, TerminalRow } from '@cloud-factory/contract/identity/terminals'
import { terminalTag } from '@cloud-factory/domain/identity/permissions'
import { type RawBuilder, sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import { type Actor, noUserId } from '../../platform/auth/actor.ts'
import { deviceOf, isTouchDue } from '../../platform/auth/sessions.ts'
import { newToken, tokenHash } from '../../platform/auth/token.ts'
import { asReads, type Database, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { rejectingBroken } from '../../platform/db/rejecting-broken.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'

/** Prefix of terminal tokens. Tokens of people have 43 letters and never begin with it. */
export const terminalTokenMark = 'terminal_'

/** The actor of a terminal on which nobody is signed in. A revoked token is rejected at once. */
export async function terminalActor(
  db: Database,
  token: string,
  request: Pick<Actor, 'address' | 'requestId'>,
  now: Date,
): Promise<Actor> {
  const terminal = await db.reads
    .selectFrom('terminals')
    .select(['id', 'plant_id', 'name', 'last_seen_at'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  if (terminal === undefined) fail('session.expired')
  const { id, plant_id: plantId, name, last_seen_at: seenAt } = terminal
  if (seenAt === null || isTouchDue(seenAt, now)) await touch(db, id, now)
  return {
    userId: noUserId,
    plantId,
    username: `terminal-${id}`,
    cnName: name,
    tags: [terminalTag],
    sessionId: `terminal:${id}`,
    terminalId: String(id),
    ...request,
  }
}

/** Records when a terminal was last seen; the time never goes back. */
async function touch({ tx }: Database, id: number, now: Date): Promise<void> {
  await tx((write) =>
    write
      .updateTable('terminals')
      .set({ last_seen_at: now })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<', now)]))
      .execute(),
  )
}

type StoredRow = Omit<TerminalRow, 'lastSeenAt'> & { readonly lastSeenAt: Date | null }

/** People who left are not shown. */
async function terminalsWhere(reads: Reads, where: RawBuilder<unknown>): Promise<TerminalRow[]> {
  const rows = await readRows(
    reads,
    sql<StoredRow>`
      select t.id::text as id, t.name, t.workshop_id::text as "workshopId", w.name as workshop,
        t.badge_alone as "badgeAlone", t.idle_minutes as "idleMinutes", t.device, t.version,
        t.last_seen_at as "lastSeenAt",
        coalesce((select jsonb_agg(jsonb_build_object('id', u.id::text, 'cnName', u.cn_name) order by u.cn_name, u.id)
          from terminal_people p join users u on u.id = p.user_id
          where p.terminal_id = t.id and u.status = 'active'), '[]') as people
      from terminals t left join workshops w on w.id = t.workshop_id
      where ${where} order by t.name, t.id`,
  )
  return rows.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt?.toISOString() ?? null }))
}

/** All terminals by name; a factory has a few dozen. */
export async function terminalList(reads: Reads, plantId: number) {
  const items = await terminalsWhere(reads, sql`t.plant_id = ${plantId}`)
  return { items, total: items.length }
}

export async function terminalById(reads: Reads, plantId: number, id: string): Promise<TerminalRow> {
  const [terminal] = await terminalsWhere(reads, sql`t.plant_id = ${plantId} and t.id = ${Number(id)}`)
  return terminal ?? fail('not_found')
}

/** What the terminal shows while nobody is signed in. */
export async function lockScreenOf(reads: Reads, { plantId, terminalId = '0' }: Actor): Promise<LockScreen> {
  const terminal = await terminalById(reads, plantId, terminalId)
  const { id, name, workshopId, workshop, badgeAlone, idleMinutes, people } = terminal
  return { id, name, workshopId, workshop, badgeAlone, idleMinutes, people }
}

const rowOf = ({ name, workshopId, badgeAlone, idleMinutes }: TerminalInput) => ({
  name,
  workshop_id: workshopId === null ? null : Number(workshopId),
  badge_alone: badgeAlone,
  idle_minutes: idleMinutes,
})

/** Registers a device; returns the terminal's id and its token, which only the device knows afterwards. */
export async function registerTerminal(
  write: Write,
  actor: Actor,
  input: TerminalInput,
  userAgent: string,
): Promise<{ id: string; token: string }> {
  const token = `${terminalTokenMark}${newToken()}`
  const device = deviceOf(userAgent)
  const id = await saved(input, () =>
    insertRow(write, actor, 'terminals', {
      ...rowOf(input),
      token_hash: tokenHash(token),
      device,
      last_seen_at: null,
    }),
  )
  await savePeople(write, actor.plantId, id, input.userIds)
  const after = await auditedFacts(write, actor, String(id))
  await recordTerminal(write, actor, { action: 'terminal.create', id: String(id), name: input.name, after })
  return { id: String(id), token }
}

/** Changes a terminal and its people. */
export async function changeTerminal(
  write: Write,
  actor: Actor,
  { id, version }: { readonly id: string; readonly version: number },
  input: TerminalInput,
): Promise<void> {
  const row = await rowForUpdate(write, 'terminals', actor.plantId, id)
  if (row.version !== version)
    fail('version.conflict', { current: await terminalById(asReads(write), actor.plantId, id) })
  const before = await auditedFacts(write, actor, id)
  await saved(input, () => saveRow(write, actor, 'terminals', row.id, rowOf(input)))
  await savePeople(write, actor.plantId, row.id, input.userIds)
  const after = await auditedFacts(write, actor, id)
  await recordTerminal(write, actor, { action: 'terminal.update', id, name: input.name, before, after })
}

/** Revokes a terminal; the sessions on it end with it. */
export async function revokeTerminal(
  write: Write,
  actor: Actor,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  const row = await rowForUpdate(write, 'terminals', actor.plantId, id)
  if (row.version !== version)
    fail('version.conflict', { current: await terminalById(asReads(write), actor.plantId, id) })
  const before = await auditedFacts(write, actor, id)
  await deleteRow(write, actor.plantId, 'terminals', row.id)
  await recordTerminal(write, actor, { action: 'terminal.delete', id, name: row.name, before })
}

/** Names the field of a name in use; a workshop that does not exist is not found. */
const saved = <T>({ name }: TerminalInput, work: () => Promise<T>): Promise<T> =>
  rejectingBroken({ name: 'name', value: name }, work).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'in_use') fail('not_found')
    throw error
  })

/** Replaces the people on the lock screen. */
async function savePeople(write: Write, plantId: number, id: number, userIds: readonly string[]) {
  await write.deleteFrom('terminal_people').where('terminal_id', '=', id).execute()
  const selected = [...new Set(userIds)].map(Number)
  const added = await write
    .insertInto('terminal_people')
    .columns(['terminal_id', 'user_id'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((user) => [user.val(id).as('terminal_id'), 'id as user_id'])
        .where('plant_id', '=', plantId)
        .where('id', 'in', selected.length === 0 ? [0] : selected),
    )
    .returning('user_id')
    .execute()
  if (added.length !== selected.length) fail('not_found')
}

async function auditedFacts(write: Write, { plantId }: Actor, id: string) {
  const { name, workshop, badgeAlone, idleMinutes, people } = await terminalById(asReads(write), plantId, id)
  return { name, workshop, badgeAlone, idleMinutes, people: people.map(({ cnName }) => cnName) }
}

interface Recorded {
  readonly action: 'terminal.create' | 'terminal.update' | 'terminal.delete'
  readonly id: string
  readonly name: string
  readonly before?: object
  readonly after?: object
}

const recordTerminal = (write: Write, actor: Actor, recorded: Recorded): Promise<void> =>
  recordAction(write, actor, { event: 'terminals.changed', subjectKind: 'terminal', ...recorded })
