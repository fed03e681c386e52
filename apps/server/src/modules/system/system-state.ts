import { statfs } from 'node:fs/promises'
import type { SystemState } from '@cloud-factory/contract/system/system'
import { backgroundJobs } from '@cloud-factory/domain/dashboard/dashboard-enums'
import { sql } from 'kysely'
import type { BackupState, Nightly } from '../../platform/backup/nightly.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Database, type Reads, readRows } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'

/** Values of the plant's machines by hour. */
type ValuesPort = (reads: Reads, plantId: number, since: Date) => Promise<readonly Hour[]>
type Hour = SystemState['hours'][number]

export interface StateDeps {
  readonly db: Database
  readonly clock: Clock
  readonly version: string
  readonly dataDir: string
  readonly startedAt: Date
  readonly backup: Pick<Nightly, 'state' | 'runNow'>
  /** All modules, for the state of their background work. */
  readonly modules: () => readonly Pick<Module, 'name' | 'failingSince'>[]
  readonly values: ValuesPort
}

const hour = 3_600_000
const day = 24 * hour
/** A night, and the time that an export takes. */
const backupEvery = day + hour
/** Less free space than this share, or than this many bytes, is low. */
const lowShare = 0.1
const lowBytes = 2 * 1024 ** 3

/** What an administrator looks after, at this moment. */
export async function systemState(deps: StateDeps, plantId: number): Promise<SystemState> {
  const { db, clock, dataDir, values } = deps
  const now = clock.now()
  const firstHour = Math.floor(now.getTime() / hour) * hour - day + hour
  const [backup, size, disk, hours] = await Promise.all([
    deps.backup.state(),
    readRows(db.reads, sql<{ bytes: string }>`select pg_database_size(current_database())::text as bytes`),
    statfs(dataDir),
    values(db.reads, plantId, new Date(firstHour)),
  ])
  const [freeBytes, totalBytes] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize]
  return {
    version: deps.version,
    startedAt: deps.startedAt.toISOString(),
    backup: backup === null ? null : backupView(backup, deps.startedAt, now),
    databaseBytes: Number(size[0]?.bytes ?? 0),
    disk: { freeBytes, totalBytes, low: freeBytes < lowBytes || freeBytes < totalBytes * lowShare },
    failing: failingJobs(deps.modules()),
    hours: wholeDay(hours, firstHour),
  }
}

/** 24 hours; nothing came in those that are not among these. */
function wholeDay(hours: readonly Hour[], first: number): Hour[] {
  const values = new Map(hours.map((one) => [Date.parse(one.at), one.values]))
  return Array.from({ length: 24 }, (_, nth) => {
    const at = first + nth * hour
    return { at: new Date(at).toISOString(), values: values.get(at) ?? 0 }
  })
}

/** Before the first export, the time since the start counts. */
function backupView({ last, running, failed }: BackupState, startedAt: Date, now: Date) {
  const since = last?.at ?? startedAt
  return {
    lastAt: last?.at.toISOString() ?? null,
    bytes: last?.bytes ?? null,
    running,
    failed,
    overdue: now.getTime() - since.getTime() > backupEvery,
  }
}

const failingJobs = (modules: readonly Pick<Module, 'name' | 'failingSince'>[]): SystemState['failing'] =>
  modules.flatMap(({ name, failingSince }) => {
    const job = backgroundJobs.find((one) => one === name)
    const since = failingSince?.() ?? null
    return job === undefined || since === null ? [] : [{ job, since: since.toISOString() }]
  })
