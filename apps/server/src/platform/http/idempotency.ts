import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint } from '@cloud-factory/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../auth/actor.ts'
import type { Database, Tx, Write } from '../db/handles.ts'
import { violationOf } from '../db/violation.ts'
import { refuse } from './refusal.ts'

interface Claim {
  readonly plantId: number
  readonly userId: number
  readonly key: string
  readonly route: string
  readonly requestHash: string
}

/** JSON text of a reply; null for a reply without a body. */
type ReplyText = string | null

export interface Idempotency {
  /**
   * Runs a POST at most once per person and `Idempotency-Key`; the same request again gets the first reply again.
   * Refuses `idempotency.mismatch` when the key came with another request, `idempotency.in_progress` while the first
   * one has not answered.
   */
  once(request: FastifyRequest, actor: Actor, run: () => Promise<ReplyText>): Promise<ReplyText>
}

/** Whether an endpoint keeps its replies: uploads and files are too large for it, secrets too secret. */
export const takesKey = ({ upload, tellsSecret, repeatable, reply }: Endpoint): boolean =>
  upload === undefined && tellsSecret !== true && repeatable !== true && reply !== 'file'

const claims = new AsyncLocalStorage<Claim>()
const keyForm = /^[\x21-\x7e]{1,128}$/

/**
 * The key is claimed in the verb's own transaction, as its first statement: two equal requests at the same time meet
 * at the table's unique constraint, and a request whose verb rolled back leaves no claim behind.
 */
export function claimingTx(tx: Tx): Tx {
  return (work) => {
    const claim = claims.getStore()
    return claim === undefined
      ? tx(work)
      : tx(async (write) => (await insertClaim(write, claim), work(write)))
  }
}

export function idempotency(db: Database): Idempotency {
  return {
    async once(request, actor, run) {
      const claim = claimOf(request, actor)
      if (claim === null) return run()
      const earlier = await replayed(db, claim)
      if (earlier !== undefined) return earlier
      try {
        const text = await claims.run(claim, run)
        await keepReply(db, claim, text)
        return text
      } catch (error) {
        if (!violationOf(error)?.constraint.startsWith('idempotency_keys')) throw error
        return (await replayed(db, claim)) ?? refuse('idempotency.in_progress', { retryAfter: 1 })
      }
    },
  }
}

function claimOf(request: FastifyRequest, actor: Actor): Claim | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !keyForm.test(key)) {
    refuse('request.invalid', { errors: [{ path: 'header.idempotency-key', reason: 'format' }] })
  }
  const requestHash = createHash('sha256')
    .update(`${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex')
  const route = request.routeOptions.config.endpoint ?? request.url
  return { plantId: actor.plantId, userId: Number(actor.userId), key, route, requestHash }
}

async function insertClaim(write: Write, claim: Claim): Promise<void> {
  const { plantId, userId, key, route, requestHash } = claim
  await write
    .insertInto('idempotency_keys')
    .values({ plant_id: plantId, user_id: userId, key, route, request_hash: requestHash })
    .execute()
}

/** The reply kept under the claim's key; undefined when nobody claimed it. Waits up to two seconds for one under way. */
async function replayed(db: Database, claim: Claim): Promise<ReplyText | undefined> {
  for (let wait = 0; ; wait += 100) {
    const row = await db.reads
      .selectFrom('idempotency_keys')
      .select(['route', 'request_hash', 'status', 'reply'])
      .where('plant_id', '=', claim.plantId)
      .where('user_id', '=', claim.userId)
      .where('key', '=', claim.key)
      .executeTakeFirst()
    if (row === undefined) return undefined
    if (row.request_hash !== claim.requestHash || row.route !== claim.route) refuse('idempotency.mismatch')
    if (row.status !== null) return row.reply === null ? null : JSON.stringify(row.reply)
    if (wait >= 2_000) refuse('idempotency.in_progress', { retryAfter: 1 })
    await delay(100)
  }
}

async function keepReply({ tx }: Database, claim: Claim, text: ReplyText): Promise<void> {
  await tx((write) =>
    write
      .updateTable('idempotency_keys')
      .set({ status: 200, reply: text })
      .where('plant_id', '=', claim.plantId)
      .where('user_id', '=', claim.userId)
      .where('key', '=', claim.key)
      .execute(),
  )
}

const keptMilliseconds = 48 * 3_600_000

/** Forgets keys that nobody will repeat any more: two days old. */
export async function forgetOldKeys({ tx }: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptMilliseconds)
  await tx((write) => write.deleteFrom('idempotency_keys').where('created_at', '<', oldest).execute())
}
