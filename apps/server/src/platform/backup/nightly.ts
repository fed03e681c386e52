import { clockAt } from '@cloud-factory/domain/numbers/zone-clock'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
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
  /** Starts to write today's export, over an earlier one of the day; it goes on after this returns. */
  runNow(): void
  /** Null: PostgreSQL is backed up by its own tools. */
  state(): Promise<BackupState | null>
}

export interface BackupState {
  /** Of the newest export; null: there is none yet. */
  readonly last: { readonly at: Date; readonly bytes: number } | null
  readonly running: boolean
  /** The last try failed; the log says why. */
  readonly failed: boolean
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
export function nightlyBackup(deps: NightlyDeps): Nightly {
  const { db, clock, log, timeZone } = deps
  const folder = join(deps.dataDir, 'backups')
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let isRunning = false
  let hasFailed = false

  const runIfDue = async (): Promise<string | null> => {
    const { day, hour } = wallClock(clock.now(), timeZone)
    const there = await exportsIn(folder)
    const isDue = hour >= atHour && !there.includes(nameOf(day))
    return isDue ? writeExport(deps, folder, nameOf(day)) : null
  }

  /** One export at a time. */
  const run = (work: () => Promise<string | null>): void => {
    if (isRunning) return
    isRunning = true
    running = work()
      .then(
        (path) => {
          if (path === null) return
          hasFailed = false
          log.info({ path }, 'backup written')
        },
        (error: unknown) => {
          hasFailed = true
          log.error({ err: error }, 'backup failed')
        },
      )
      .finally(() => {
        isRunning = false
      })
  }
  const tick = () => run(runIfDue)

  return {
    runIfDue,
    runNow: () => run(() => writeExport(deps, folder, nameOf(wallClock(clock.now(), timeZone).day))),
    async state() {
      if (db.engine !== 'pglite') return null
      const newest = (await exportsIn(folder)).at(-1)
      const file = newest === undefined ? null : await stat(join(folder, newest))
      const last = file === null ? null : { at: file.mtime, bytes: file.size }
      return { last, running: isRunning, failed: hasFailed }
    },
    start() {
      if (db.engine === 'pglite') timer = setInterval(tick, look).unref()
    },
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

const nameOf = (day: string): string => `${day}.ndjson.gz`

/** Names of the exports, oldest first. */
async function exportsIn(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  return (await readdir(folder)).filter((name) => form.test(name)).sort()
}

/** Writes one and deletes the oldest ones beyond the number to retain. Returns the path. */
async function writeExport({ db, without }: NightlyDeps, folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  await mkdir(folder, { recursive: true })
  await exportDatabase(db, `${path}.part`, without)
  await rename(`${path}.part`, path)
  const there = await exportsIn(folder)
  for (const old of there.slice(0, Math.max(0, there.length - maxBackups))) await rm(join(folder, old))
  await db.tx((write) => sql`analyze`.execute(write))
  return path
}

function wallClock(now: Date, timeZone: string): { day: string; hour: number } {
  const { day, second } = clockAt(now.getTime(), timeZone)
  return { day, hour: Math.floor(second / 3600) }
}
