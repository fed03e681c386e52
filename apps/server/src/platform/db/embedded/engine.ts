import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { DatabaseLog } from '../handles.ts'

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * The embedded engine, compiled once for a process that opens many databases. Their threads share its machine code,
 * which the engine optimises while one of them runs.
 */
export const compiledEngine = (): Promise<WebAssembly.Module> => (compiled ??= compile())

async function compile(): Promise<WebAssembly.Module> {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return WebAssembly.compile(await readFile(join(dirname(main), 'pglite.wasm')))
}

export interface CheckpointTimes {
  readonly everyMs: number
  /** Bytes written to the log since the last checkpoint. */
  readonly afterBytes: number
}

const usualTimes: CheckpointTimes = { everyMs: 60_000, afterBytes: 64 * 1024 * 1024 }

/**
 * Runs checkpoints. PostgreSQL has a process for them that the embedded engine lacks. Without them the write-ahead
 * log would grow as long as the server runs, and all of it would be replayed after a power cut. Returns the function
 * that stops them.
 */
export function checkpoints(pool: pg.Pool, log: DatabaseLog, times = usualTimes): () => Promise<void> {
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

const [recovers, redone] = [
  /LOG: +database system was not properly shut down/,
  /LOG: +redo (done|is not required)/,
]
/** Further lines of a normal recovery. */
const usualLine = /LOG: +(redo (starts at|in progress)|consistent recovery state)/
/** How an intact write-ahead log ends: in unused space, in a reused file, or at the last file. */
const wholeEnd =
  /invalid record length at \S+: expected at least \d+, got 0$|unexpected pageaddr|invalid magic number 0000 |could not open file "pg_wal\//
const lineOf = /(?:LOG|FATAL|PANIC): +(.*)$/

/**
 * The damage at the end of the write-ahead log, in the engine's words, found in the lines of its start; null: none.
 * The engine reads nothing after the damage and continues as if the log ended there.
 */
export function damagedEnd(lines: readonly string[]): string | null {
  const begin = lines.findIndex((line) => recovers.test(line))
  if (begin < 0) return null
  const rest = lines.slice(begin + 1)
  const end = rest.findIndex((line) => redone.test(line))
  const read = rest.slice(0, end < 0 ? rest.length : end)
  const wrong = read.find((line) => lineOf.test(line) && !usualLine.test(line) && !wholeEnd.test(line))
  return wrong === undefined ? null : (lineOf.exec(wrong)?.[1] ?? wrong)
}

/** Why the engine did not start, in its own words; null when it gave no reason. */
export function errorOf(lines: readonly string[]): string | null {
  const last = lines.findLast((line) => /(?:FATAL|PANIC): /.test(line))
  return last === undefined ? null : (lineOf.exec(last)?.[1] ?? last)
}
