import { clockAt } from '@cloud-factory/domain/numbers/zone-clock'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/handles.ts'
import { exportDatabase } from '../db/transfer.ts'
import type { Log } from '../log/log.ts'

/** Number of exports kept. */
const maxBackups = 7
const atHour = 3
const look = 10 * 60_000
const form = /^\d{4}-\d{2}-\d{2}\.ndjson\.gz$/

export interface Nightly {
  start(): void
  close(): Promise<void>
  /** Writes tonight's export now if it is due; returns the file written, or null when none was due. */
  runIfDue(): Promise<string | null>
}

export interface NightlyDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly dataDir: string
  readonly timeZone: string
  /** Tables whose rows are left out. */
  readonly without: readonly string[]
}

/**
 * The embedded database's nightly export into `<dataDir>/backups`, after 03:00 factory time, and its statistics,
 * which nothing else updates. PostgreSQL has its own tools for both, so this does nothing there.
 */
export function nightlyBackup({ db, clock, log, dataDir, timeZone, without }: NightlyDeps): Nightly {
  const folder = join(dataDir, 'backups')
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  const runIfDue = async (): Promise<string | null> => {
    const { day, hour } = wallClock(clock.now(), timeZone)
    await mkdir(folder, { recursive: true })
    const there = (await readdir(folder)).filter((name) => form.test(name)).sort()
    if (hour < atHour || there.includes(`${day}.ndjson.gz`)) return null
    const path = join(folder, `${day}.ndjson.gz`)
    await exportDatabase(db, `${path}.part`, without)
    await rename(`${path}.part`, path)
    for (const old of there.slice(0, Math.max(0, there.length + 1 - maxBackups))) await rm(join(folder, old))
    await db.tx((write) => sql`analyze`.execute(write))
    return path
  }

  const tick = (): void => {
    running = runIfDue().then(
      (path) => path !== null && log.info({ path }, 'backup written'),
      (error: unknown) => log.error({ err: error }, 'backup failed'),
    )
  }

  return {
    runIfDue,
    start() {
      if (db.engine === 'pglite') timer = setInterval(tick, look).unref()
    },
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

function wallClock(now: Date, timeZone: string): { day: string; hour: number } {
  const { day, second } = clockAt(now.getTime(), timeZone)
  return { day, hour: Math.floor(second / 3600) }
}
