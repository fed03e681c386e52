import { customerCodeMark } from '@cloud-factory/domain/customer-links/customer-links'
import type { CustomerLink } from '@cloud-factory/contract/customer-links/customer-links'
import type { Masking } from '@cloud-factory/domain/displays/display-enums'
import { type Selectable, sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Passwords } from '../../platform/auth/passwords.ts'
import { newToken, randomPassword, tokenHash } from '../../platform/auth/token.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Database, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'

type StoredLink = Selectable<Tables['customer_links']>

const dayMs = 86_400_000
const passwordLetters = 12

const stateOf = ({ revoked_at: revokedAt, expires_at: expiresAt }: StoredLink, now: Date) => {
  if (revokedAt !== null) return 'revoked'
  return expiresAt <= now ? 'expired' : 'open'
}

const canChange = (row: StoredLink): true | string => row.revoked_at === null || 'customer_link.revoked'

function viewOf(row: StoredLink, now: Date): CustomerLink {
  return {
    id: String(row.id),
    name: row.name,
    masking: row.masking,
    state: stateOf(row, now),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    version: row.version,
    can: { extend: canChange(row), revoke: canChange(row) },
  }
}

/** Links of a project, the newest first. */
export async function linksOf(
  reads: Reads,
  plantId: number,
  projectId: string,
  now: Date,
): Promise<CustomerLink[]> {
  const rows = await readRows(
    reads,
    sql<StoredLink>`select * from customer_links where plant_id = ${plantId} and project_id = ${projectId}
      order by id desc limit 200`,
  )
  return rows.map((row) => viewOf(row, now))
}

export async function oneLink(reads: Reads, plantId: number, id: string, now: Date): Promise<CustomerLink> {
  const [row] = await readRows(
    reads,
    sql<StoredLink>`select * from customer_links where plant_id = ${plantId} and id = ${id}`,
  )
  return row === undefined ? fail('not_found') : viewOf(row, now)
}

interface LinkDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly passwords: Passwords
}

interface LinkInput {
  readonly name: string
  readonly masking: Masking
  readonly days: number
}

/** Creates a link. Afterwards only its receiver knows code and password. */
export async function createLink(
  { db, clock, passwords }: LinkDeps,
  actor: Actor,
  projectId: string,
  { name, masking, days }: LinkInput,
) {
  const [code, password] = [newToken(), randomPassword(passwordLetters)]
  const hash = await passwords.hash(password)
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + days * dayMs)
  const id = await db.tx(async (write) => {
    const project = await rowForUpdate(write, 'projects', actor.plantId, projectId)
    const link = await insertRow(write, actor, 'customer_links', {
      project_id: project.id,
      name,
      masking,
      code_hash: tokenHash(`${customerCodeMark}${code}`),
      password_hash: hash,
      expires_at: expiresAt,
      last_used_at: null,
      revoked_at: null,
      created_by_name: actor.cnName,
    })
    const after = { project: project.code, masking, expiresAt }
    await recordLink(write, actor, { action: 'customer_links.create', id: String(link), name, after })
    return String(link)
  })
  return { link: await oneLink(db.reads, actor.plantId, id, now), code, password }
}

interface Version {
  readonly id: string
  readonly version: number
  readonly now: Date
}

async function linkForUpdate(
  write: Write,
  { plantId }: Actor,
  { id, version, now }: Version,
): Promise<StoredLink> {
  const row = await rowForUpdate(write, 'customer_links', plantId, id)
  if (row.version !== version) fail('version.conflict', { current: viewOf(row, now) })
  requireAllowed(canChange(row))
  return row
}

/** The link stays open for so many days from now; sessions that are open end when they would have. */
export async function extendLink(write: Write, actor: Actor, target: Version, days: number): Promise<void> {
  const row = await linkForUpdate(write, actor, target)
  const expiresAt = new Date(target.now.getTime() + days * dayMs)
  await saveRow(write, actor, 'customer_links', row.id, { expires_at: expiresAt })
  await recordLink(write, actor, {
    action: 'customer_links.extend',
    id: target.id,
    name: row.name,
    before: { expiresAt: row.expires_at },
    after: { expiresAt },
  })
}

/** Revokes a link for good, with its sessions. */
export async function revokeLink(write: Write, actor: Actor, target: Version): Promise<void> {
  const row = await linkForUpdate(write, actor, target)
  await saveRow(write, actor, 'customer_links', row.id, { revoked_at: target.now })
  await write
    .deleteFrom('customer_sessions')
    .where('plant_id', '=', actor.plantId)
    .where('link_id', '=', row.id)
    .execute()
  await recordLink(write, actor, { action: 'customer_links.revoke', id: target.id, name: row.name })
}

type Recorded = Pick<Parameters<typeof recordAction>[2], 'action' | 'id' | 'name' | 'before' | 'after'>

const recordLink = (write: Write, actor: Actor, recorded: Recorded): Promise<void> =>
  recordAction(write, actor, {
    event: 'projects.links_changed',
    subjectKind: 'customer_link',
    ...recorded,
  })
