import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import type { Endpoint } from '@cloud-factory/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../auth/actor.ts'
import type { Database, Tx, Write } from '../db/handles.ts'
import { violationOf } from '../db/violation.ts'
import { fail } from './domain-error.ts'

interface Claim {
  readonly plantId: number
  readonly userId: number
  readonly key: string
  readonly route: string
  readonly requestHash: string
  /** Set when the command has already committed: what its transaction returned. */
  readonly committed: { readonly result: unknown } | null
  /** The command's transaction has begun; further transactions of the request are ordinary ones. */
  isClaimed: boolean
}

/** JSON text of a reply; null for a reply without a body. */
type ReplyText = string | null

export interface Idempotency {
  /**
   * Runs the command of a POST at most once per person and `Idempotency-Key`; a repeated request gets the first
   * reply. If the server died between commit and reply, the reply is built from what the command returned. Fails with
   * `idempotency.mismatch` when the key was used with another request.
   */
  once(request: FastifyRequest, actor: Actor, run: () => Promise<ReplyText>): Promise<ReplyText>
}

/** Whether the replies of an endpoint are stored: not for uploads and files, which are too large, nor for secrets. */
export const takesKey = ({ upload, returnsSecret, repeatable, reply }: Endpoint): boolean =>
  upload === undefined && returnsSecret !== true && repeatable !== true && reply !== 'file'

const claims = new AsyncLocalStorage<Claim>()
const keyForm = /^[\x21-\x7e]{1,128}$/

/**
 * The first statement of the command's own transaction claims the key. Two equal requests at the same time meet at
 * the table's unique constraint, and a command that rolled back leaves no claim. The command's return value is stored
 * in the same transaction; a repeated request gets it instead of a second execution.
 */
export function claimingTx(tx: Tx): Tx {
  return async <T>(work: (write: Write) => Promise<T>): Promise<T> => {
    const claim = claims.getStore()
    if (claim === undefined || claim.isClaimed) return tx(work)
    claim.isClaimed = true
    if (claim.committed !== null) return claim.committed.result as T
    try {
      return await tx(async (write) => {
        await insertClaim(write, claim)
        const result = await work(write)
        await keepResult(write, claim, result)
        return result
      })
    } catch (error) {
      claim.isClaimed = false
      throw error
    }
  }
}

export function idempotency(db: Database): Idempotency {
  return {
    async once(request, actor, run) {
      const claim = claimOf(request, actor)
      if (claim === null) return run()
      const answer = async (own: Claim): Promise<ReplyText> => {
        const text = await claims.run(own, run)
        await keepReply(db, own, text)
        return text
      }
      const again = async (): Promise<{ text: ReplyText } | null> => {
        const earlier = await earlierOf(db, claim)
        if (earlier === null || 'text' in earlier) return earlier
        return { text: await answer({ ...claim, committed: earlier }) }
      }
      const earlier = await again()
      if (earlier !== null) return earlier.text
      try {
        return await answer(claim)
      } catch (error) {
        if (!violationOf(error)?.constraint.startsWith('idempotency_keys')) throw error
        return ((await again()) ?? fail('idempotency.in_progress', { retryAfter: 1 })).text
      }
    },
  }
}

function claimOf(request: FastifyRequest, actor: Actor): Claim | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !keyForm.test(key)) {
    fail('request.invalid', { errors: [{ path: 'header.idempotency-key', reason: 'format' }] })
  }
  const requestHash = createHash('sha256')
    .update(`${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex')
  const route = request.routeOptions.config.endpoint ?? request.url
  const { plantId, userId } = actor
  return { plantId, userId: Number(userId), key, route, requestHash, committed: null, isClaimed: false }
}

async function insertClaim(write: Write, claim: Claim): Promise<void> {
  const { plantId, userId, key, route, requestHash } = claim
  await write
    .insertInto('idempotency_keys')
    .values({ plant_id: plantId, user_id: userId, key, route, request_hash: requestHash })
    .execute()
}

/**
 * What is stored under the claim's key: the reply or, until there is one, the return value of the command. Null when
 * nobody claimed the key. Keys of the previous version have no result: this waits two seconds for their replies.
 */
async function earlierOf(
  db: Database,
  claim: Claim,
): Promise<{ readonly text: ReplyText } | { readonly result: unknown } | null> {
  for (let wait = 0; ; wait += 100) {
    const row = await db.reads
      .selectFrom('idempotency_keys')
      .select(['route', 'request_hash', 'status', 'reply', 'result'])
      .where('plant_id', '=', claim.plantId)
      .where('user_id', '=', claim.userId)
      .where('key', '=', claim.key)
      .executeTakeFirst()
    if (row === undefined) return null
    if (row.request_hash !== claim.requestHash || row.route !== claim.route) fail('idempotency.mismatch')
    if (row.status !== null) return { text: row.reply === null ? null : JSON.stringify(row.reply) }
    if (row.result !== null) return { result: deserialize(row.result) as unknown }
    if (wait >= 2_000) fail('idempotency.in_progress', { retryAfter: 1 })
    await delay(100)
  }
}

async function keepResult(write: Write, claim: Claim, result: unknown): Promise<void> {
  await write
    .updateTable('idempotency_keys')
    .set({ result: serialize(result) })
    .where('plant_id', '=', claim.plantId)
    .where('user_id', '=', claim.userId)
    .where('key', '=', claim.key)
    .execute()
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

const retentionMs = 48 * 3_600_000

/** Deletes keys that nobody will repeat: two days old. */
export async function forgetOldKeys({ tx }: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - retentionMs)
  await tx((write) => write.deleteFrom('idempotency_keys').where('created_at', '<', oldest).execute())
}
