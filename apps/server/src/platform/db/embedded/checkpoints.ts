import type pg from 'pg'
import type { DatabaseLog } from '../log.ts'

export interface CheckpointTimes {
  readonly everyMs: number
  /** Bytes written to the log since the last checkpoint. */
  readonly afterBytes: number
}

const usual: CheckpointTimes = { everyMs: 60_000, afterBytes: 64 * 1024 * 1024 }

/**
 * Runs checkpoints. PostgreSQL has a process for them that the embedded engine lacks. Without them the write-ahead
 * log would grow as long as the server runs, and all of it would be replayed after a power cut. Returns the function
 * that stops them.
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
