import type pg from 'pg'
import type { DatabaseLog } from '../log.ts'

export interface CheckpointTimes {
  readonly everyMs: number
  /** Bytes that were logged since the last one. */
  readonly afterBytes: number
}

const usual: CheckpointTimes = { everyMs: 60_000, afterBytes: 64 * 1024 * 1024 }

/**
 * Checkpoints, which PostgreSQL leaves to a process that the embedded engine does not have: without them the log of writes would
 * grow for as long as the server runs, and all of it would be read again after a power cut. Returns what ends them.
 */
export function checkpoints(pool: pg.Pool, log: DatabaseLog, times = usual): () => Promise<void> {
  let running: Promise<void> | null = null
  const look = async (): Promise<void> => {
    const { rows } = await pool.query<{ due: boolean }>(
      'select pg_current_wal_lsn() - redo_lsn > $1 as due from pg_control_checkpoint()',
      [times.afterBytes],
    )
    if (rows[0]?.due === true) await pool.query('checkpoint')
  }
  const timer = setInterval(() => {
    running ??= look()
      .catch(({ message }: Error) => log.warn({ reason: message }, 'A checkpoint failed; it is tried again'))
      .finally(() => {
        running = null
      })
  }, times.everyMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
