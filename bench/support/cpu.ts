import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { sql } from '../../apps/server/test/sql.ts'
import { type Database, readRows } from '../../apps/server/src/platform/db/handles.ts'

/** Milliseconds of processor time that were used so far. */
export interface CpuTimes {
  readonly server: number
  /** Of all processes of the PostgreSQL server; null: embedded, or not on this machine. */
  readonly database: number | null
}

/** Processor time is what stays true on a machine that others use too. Give the same meter to every reading. */
export async function cpuMeter(db: Database): Promise<() => CpuTimes> {
  const postmaster = db.engine === 'postgres' ? await parentOfBackend(db) : null
  return () => {
    const { user, system } = process.cpuUsage()
    return { server: (user + system) / 1000, database: postmaster === null ? null : familyTimes(postmaster) }
  }
}

/** `server 0.92 ms, database 1.10 ms` of each of so many requests. */
export function cpuPerRequest(before: CpuTimes, after: CpuTimes, requests: number): string {
  const each = (from: number, to: number) => `${((to - from) / Math.max(1, requests)).toFixed(2)} ms`
  const server = `server ${each(before.server, after.server)}`
  if (before.database === null || after.database === null) return server
  return `${server}, database ${each(before.database, after.database)}`
}

/** How busy the machine was over the last minute: figures of time mean little when it is above the number of its cores. */
export const machineLoad = (): string => `load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}`

async function parentOfBackend(db: Database): Promise<number | null> {
  const rows = await readRows(db.reads, sql<{ pid: number }>`select pg_backend_pid() as pid`)
  return statOf(rows[0]?.pid ?? 0)?.parent ?? null
}

/** A clock tick of Linux is a hundredth of a second. */
const tickMs = 10

/** Of a process, its children that still run and those that have ended. */
function familyTimes(pid: number): number {
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid)
  const own = statOf(pid)
  return running.reduce((sum, stat) => sum + (stat?.ownMs ?? 0), (own?.ownMs ?? 0) + (own?.endedMs ?? 0))
}

/** Of one process and its children that have ended. */
export function processTimes(pid: number): number {
  const stat = statOf(pid)
  return stat === null ? 0 : stat.ownMs + stat.endedMs
}

function statOf(pid: number): { parent: number; ownMs: number; endedMs: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program stands in brackets and may hold anything.
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
