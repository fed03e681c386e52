import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'

/** Maximum number of kinds; beyond it the one not seen for the longest time is deleted. */
const maxKinds = 1000
const maxCounted = 1_000_000_000

export interface ClientErrorFacts {
  readonly message: string
  readonly stack: string
  readonly component: string
  readonly url: string
  readonly appVersion: string
  readonly count: number
  readonly userId: number
}

/** Counts a browser error under its kind: the same message from the same place in the code. */
export async function saveClientError(
  write: Write,
  plantId: number,
  { message, stack, component, url, appVersion, count, userId }: ClientErrorFacts,
  now: Date,
): Promise<void> {
  const hash = createHash('sha256')
    .update(JSON.stringify([message, stack, component]))
    .digest('base64url')
  await write
    .insertInto('client_errors')
    .values({
      plant_id: plantId,
      hash,
      message,
      stack,
      component,
      url,
      app_version: appVersion,
      count,
      first_at: now,
      last_at: now,
      user_id: userId,
    })
    .onConflict((conflict) =>
      conflict.columns(['plant_id', 'hash']).doUpdateSet({
        count: sql`least(client_errors.count::bigint + ${count}::bigint, ${maxCounted})`,
        last_at: now,
        url,
        app_version: appVersion,
        user_id: userId,
      }),
    )
    .execute()
}

/** Deletes all but the most recent kinds. */
export async function dropOldClientErrors(write: Write, plantId: number): Promise<void> {
  const beyond = await write
    .selectFrom('client_errors')
    .select('id')
    .where('plant_id', '=', plantId)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .offset(maxKinds)
    .limit(maxKinds)
    .execute()
  const ids = beyond.map((row) => row.id)
  if (ids.length > 0) await write.deleteFrom('client_errors').where('id', 'in', ids).execute()
}
