import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { sql } from '../../apps/server/test/sql.ts'
import { type Database, readRows } from '../../apps/server/src/platform/db/handles.ts'

/** Processor time used so far, ms. */
export interface CpuTimes {
  readonly server: number
  /** All processes of the PostgreSQL server; null: embedded, or on another machine. */
  readonly database: number | null
}

/** Processor time remains meaningful on a shared machine. Use the same meter for all readings. */
export async function cpuMeter(db: Database): Promise<() => CpuTimes> {
  const postmaster = db.engine === 'postgres' ? await parentOfBackend(db) : null
  return () => {
    const { user, system } = process.cpuUsage()
    return { server: (user + system) / 1000, database: postmaster === null ? null : familyTimes(postmaster) }
  }
}

/** `server 0.92 ms, database 1.10 ms` per request. */
export function cpuPerRequest(before: CpuTimes, after: CpuTimes, requests: number): string {
  const each = (from: number, to: number) => `${((to - from) / Math.max(1, requests)).toFixed(2)} ms`
  const server = `server ${each(before.server, after.server)}`
  if (before.database === null || after.database === null) return server
  return `${server}, database ${each(before.database, after.database)}`
}

/** Load average of the last minute. Durations mean little when it exceeds the number of cores. */
export const machineLoad = (): string => `load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}`

async function parentOfBackend(db: Database): Promise<number | null> {
  const rows = await readRows(db.reads, sql<{ pid: number }>`select pg_backend_pid() as pid`)
  return statOf(rows[0]?.pid ?? 0)?.parent ?? null
}

/** A clock tick of Linux is 10 ms. */
const tickMs = 10

/** Of a process and all its children, running or ended. */
function familyTimes(pid: number): number {
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid)
  const own = statOf(pid)
  return running.reduce((sum, stat) => sum + (stat?.ownMs ?? 0), (own?.ownMs ?? 0) + (own?.endedMs ?? 0))
}

/** Of one process and its ended children. */
export function processTimes(pid: number): number {
  const stat = statOf(pid)
  return stat === null ? 0 : stat.ownMs + stat.endedMs
}

function statOf(pid: number): { parent: number; ownMs: number; endedMs: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program name is in parentheses and may contain any character.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const ms = (first: number) => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) * tickMs
    return { parent, ownMs: ms(11), endedMs: ms(13) }
  } catch {
    return null
  }
}
