import { sql } from 'kysely'
import type { Reads, Write } from '../db/handles.ts'
import { fail } from '../http/domain-error.ts'

/** At most `most` attempts within `seconds`. The attempt that reaches the limit blocks further ones for `seconds`. */
export interface AttemptLimit {
  readonly scope: string
  readonly most: number
  readonly seconds: number
}

export const accountLimit: AttemptLimit = { scope: 'account', most: 10, seconds: 600 }
export const addressLimit: AttemptLimit = { scope: 'address', most: 50, seconds: 600 }

/** What is counted: `key` is a name or an address within the scope of the limit. */
export interface Attempted {
  readonly limit: AttemptLimit
  readonly key: string
}

/** Throws `rate.limited`, with the seconds until all limits are open again, when one of them is blocked. */
export async function rejectWhenClosed(
  reads: Reads,
  plantId: number,
  attempted: readonly Attempted[],
  now: Date,
): Promise<void> {
  const rows = await reads
    .selectFrom('attempts')
    .select('expires_at')
    .where('plant_id', '=', plantId)
    .where('expires_at', '>', now)
    .where((eb) =>
      eb.or(
        attempted.map(({ limit, key }) =>
          eb.and([eb('scope', '=', limit.scope), eb('key', '=', key), eb('count', '>=', limit.most)]),
        ),
      ),
    )
    .execute()
  const seconds = rows.map((row) => Math.ceil((row.expires_at.getTime() - now.getTime()) / 1000))
  if (seconds.length > 0) {
    const longest = Math.max(...seconds)
    fail('rate.limited', { retryAfter: longest, params: { seconds: longest } })
  }
}

/** Counts one attempt; safe under concurrency. Returns true for the attempt that reached the limit. */
export async function countAttempt(
  write: Write,
  plantId: number,
  { limit, key }: Attempted,
  now: Date,
): Promise<boolean> {
  const until = new Date(now.getTime() + limit.seconds * 1000)
  const row = await write
    .insertInto('attempts')
    .values({ plant_id: plantId, scope: limit.scope, key, count: 1, expires_at: until })
    .onConflict((conflict) =>
      conflict.columns(['plant_id', 'scope', 'key']).doUpdateSet({
        count: sql`case when attempts.expires_at <= ${now} then 1 else attempts.count + 1 end`,
        expires_at: sql`case when attempts.expires_at <= ${now} or attempts.count + 1 = ${limit.most}
          then ${until}::timestamptz else attempts.expires_at end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count === limit.most
}

/** Deletes the counts. */
export async function forgetAttempts(
  write: Write,
  plantId: number,
  { limit, key }: Attempted,
): Promise<void> {
  await write
    .deleteFrom('attempts')
    .where('plant_id', '=', plantId)
    .where('scope', '=', limit.scope)
    .where('key', '=', key)
    .execute()
}
