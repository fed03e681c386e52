import { customerCodeMark } from '@cloud-factory/domain/customer-links/customer-links'
import { customerCodeTag, customerTag } from '@cloud-factory/domain/identity/permissions'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import { type Actor, type Authenticate, noUserId } from '../../platform/auth/actor.ts'
import {
  addressLimit,
  type AttemptLimit,
  countAttempt,
  forgetAttempts,
  rejectWhenClosed,
} from '../../platform/auth/attempts.ts'
import type { Passwords } from '../../platform/auth/passwords.ts'
import { endOfSession, isLive, isTouchDue } from '../../platform/auth/sessions.ts'
import { newToken, tokenHash } from '../../platform/auth/token.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { asReads, type Database, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'

/** Prefix of session tokens of customers. Tokens of people have 43 letters and never begin with it. */
const tokenMark = 'customer_session_'

/** Wrong passwords of one link. */
const linkLimit: AttemptLimit = { scope: 'customer_link', most: 10, seconds: 600 }

interface LinkRead {
  readonly id: number
  readonly plantId: number
  readonly projectId: number
  readonly name: string
}

interface SessionDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Authenticates customers by code or session of their link and passes all other tokens on. A revoked or expired link is rejected
 * at once.
 */
export const withCustomers =
  ({ db, clock }: SessionDeps) =>
  (others: Authenticate): Authenticate =>
  async (token, request) => {
    const now = clock.now()
    if (token?.startsWith(customerCodeMark) === true) {
      const link = (await linkByCode(db.reads, tokenHash(token), now)) ?? fail('session.expired')
      return { ...customerOf(link, `${customerCodeMark}${link.id}`, customerCodeTag), ...request }
    }
    if (token?.startsWith(tokenMark) !== true) return others(token, request)
    const session = await sessionByToken(db.reads, tokenHash(token), now)
    if (session === null || !isLive({ ...session, idleMinutes: null }, now)) return fail('session.expired')
    if (isTouchDue(session.lastSeenAt, now)) await db.tx((write) => touch(write, session.sessionId, now))
    return { ...customerOf(session, `${tokenMark}${session.sessionId}`, customerTag), ...request }
  }

const customerOf = ({ id, plantId, projectId, name }: LinkRead, sessionId: string, tag: string) => ({
  userId: noUserId,
  plantId,
  username: `customer-${id}`,
  cnName: name,
  tags: [tag],
  sessionId,
  customer: { linkId: String(id), projectId: String(projectId) },
})

/** The one project of a customer, and the link; nobody else has the tags of these endpoints. */
export const customerLinkOf = ({ customer }: Actor): { linkId: string; projectId: string } =>
  customer ?? fail('permission.denied')

const link = sql`l.id, l.plant_id as "plantId", l.project_id as "projectId", l.name`
const isOpen = (now: Date) => sql`l.revoked_at is null and l.expires_at > ${now}`

async function linkByCode(reads: Reads, hash: string, now: Date): Promise<LinkRead | null> {
  const [row] = await readRows(
    reads,
    sql<LinkRead>`select ${link} from customer_links l where l.code_hash = ${hash} and ${isOpen(now)}`,
  )
  return row ?? null
}

interface SessionRead extends LinkRead {
  readonly sessionId: number
  readonly lastSeenAt: Date
  readonly expiresAt: Date
}

async function sessionByToken(reads: Reads, hash: string, now: Date): Promise<SessionRead | null> {
  const [row] = await readRows(
    reads,
    sql<SessionRead>`
      select ${link}, s.id as "sessionId", s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt"
      from customer_sessions s join customer_links l on l.id = s.link_id
      where s.token_hash = ${hash} and ${isOpen(now)}`,
  )
  return row ?? null
}

async function touch(write: Write, id: number, now: Date): Promise<void> {
  await sql`update customer_sessions set last_seen_at = ${now} where id = ${id} and last_seen_at < ${now}`.execute(
    write,
  )
}

type Opening = SessionDeps & { readonly passwords: Passwords }

/** Opens a link with its password. Wrong ones are limited by link and by address. */
export const openSession =
  ({ db, clock, passwords }: Opening) =>
  async (actor: Actor, password: string): Promise<{ token: string; expiresAt: string }> => {
    const { plantId, address } = actor
    const { linkId } = customerLinkOf(actor)
    const byLink = { limit: linkLimit, key: linkId }
    const attempted = [byLink, { limit: addressLimit, key: address }]
    await rejectWhenClosed(db.reads, plantId, attempted, clock.now())
    const [stored] = await readRows(
      db.reads,
      sql<{
        hash: string
      }>`select password_hash as hash from customer_links where plant_id = ${plantId} and id = ${linkId}`,
    )
    const isRight = await passwords.verify(stored?.hash ?? null, password)
    const now = clock.now()
    if (!isRight) {
      await db.tx(async (write) => {
        for (const attempt of attempted) await countAttempt(write, plantId, attempt, now)
        await recordCustomer(write, actor, { action: 'customer_links.reject' })
      })
      return fail('signin.failed')
    }
    return db.tx(async (write) => {
      // Checked again: of several concurrent guesses, a correct one that ends after too many wrong ones is rejected.
      await rejectWhenClosed(asReads(write), plantId, attempted, now)
      await forgetAttempts(write, plantId, byLink)
      return insertSession(write, actor, now)
    })
  }

async function insertSession(write: Write, actor: Actor, now: Date) {
  const { plantId, address } = actor
  const { linkId } = customerLinkOf(actor)
  const { rows } = await sql<{ expires_at: Date }>`
    update customer_links l set last_used_at = ${now} where l.plant_id = ${plantId} and l.id = ${linkId} and ${isOpen(now)}
    returning l.expires_at`.execute(write)
  const [row] = rows
  if (row === undefined) return fail('session.expired')
  await sql`delete from customer_sessions where link_id = ${linkId} and expires_at <= ${now}`.execute(write)
  const token = `${tokenMark}${newToken()}`
  const expiresAt = new Date(Math.min(endOfSession(now), row.expires_at.getTime()))
  const session = { plant_id: plantId, link_id: Number(linkId), token_hash: tokenHash(token), address }
  await write
    .insertInto('customer_sessions')
    .values({ ...session, created_at: now, last_seen_at: now, expires_at: expiresAt })
    .execute()
  await recordCustomer(write, actor, { action: 'customer_links.open' })
  return { token, expiresAt: expiresAt.toISOString() }
}

export async function endSession(write: Write, { plantId, sessionId }: Actor): Promise<void> {
  const id = Number(sessionId.slice(tokenMark.length))
  await sql`delete from customer_sessions where plant_id = ${plantId} and id = ${id}`.execute(write)
}

/** A released dossier was downloaded. */
export const recordDownload = (
  write: Write,
  actor: Actor,
  after: { readonly order: string; readonly hash: string },
): Promise<void> => recordCustomer(write, actor, { action: 'customer_links.download', after })

/** What a customer does, for the audit log. */
const recordCustomer = (
  write: Write,
  actor: Actor,
  { action, after }: { readonly action: string; readonly after?: unknown },
): Promise<void> =>
  recordAudit(write, asSigner(actor), {
    action,
    subjectKind: 'customer_link',
    subjectId: customerLinkOf(actor).linkId,
    subjectName: actor.cnName,
    after,
  })

/** A customer as records name them: by name, without an account. */
export const asSigner = (actor: Actor): Actor => ({ ...actor, userId: '' })
