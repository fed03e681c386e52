import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import { type AttemptLimit, countAttempt, rejectWhenClosed } from '../../platform/auth/attempts.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { CommandDeps } from './identity.deps.ts'

/** Maximum number of kinds; beyond it the one not seen for the longest time is deleted. */
const maxKinds = 1000
const maxCounted = 1_000_000_000

interface ClientErrorFacts {
  readonly message: string
  readonly stack: string
  readonly component: string
  readonly url: string
  readonly appVersion: string
  readonly count: number
  readonly userId: number
}

/** Counts a browser error under its kind: the same message from the same place in the code. */
async function saveClientError(
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
async function dropOldClientErrors(write: Write, plantId: number): Promise<void> {
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

/** A browser reports each kind of error once, so more reports from one session are noise. */
const reportLimit: AttemptLimit = { scope: 'client-error', most: 60, seconds: 600 }

interface ErrorReport {
  readonly message: string
  readonly stack?: string | undefined
  readonly component?: string | undefined
  readonly info?: string | undefined
  readonly url: string
  readonly appVersion: string
  readonly count?: number | undefined
}

/** Records an error that the browser caught. */
export const reportError =
  ({ db, clock }: Pick<CommandDeps, 'db' | 'clock'>) =>
  async (actor: Actor, report: ErrorReport): Promise<void> => {
    const { plantId, sessionId } = actor
    const now = clock.now()
    const attempt = { limit: reportLimit, key: sessionId }
    await rejectWhenClosed(db.reads, plantId, [attempt], now)
    const facts = {
      message: report.message,
      stack: report.stack ?? '',
      component: [report.component, report.info]
        .filter((part) => part !== undefined && part !== '')
        .join(' · '),
      url: report.url,
      appVersion: report.appVersion,
      count: report.count ?? 1,
      userId: Number(actor.userId),
    }
    await db.tx(async (write) => {
      await countAttempt(write, plantId, attempt, now)
      await saveClientError(write, plantId, facts, now)
      await dropOldClientErrors(write, plantId)
    })
  }
