import { rawDays } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { sql } from 'kysely'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import { type Database, type Reads, readRows } from '../../../platform/db/handles.ts'

const dayMs = 86_400_000
/** Partitions are created this long before they are needed. */
const daysAhead = 7

type Span = 'day' | 'month' | 'year'
interface Parted {
  readonly table: string
  readonly span: Span
  /** Whole partitions older than this are dropped. */
  readonly keptDays: number
}

const parted: readonly Parted[] = [
  { table: 'telemetry_frames', span: 'day', keptDays: rawDays },
  { table: 'telemetry_minutes', span: 'month', keptDays: 90 },
  { table: 'telemetry_hours', span: 'year', keptDays: 5 * 366 },
]

interface Part {
  readonly table: string
  readonly name: string
  readonly from: string
  readonly to: string
}

/** Created on demand. Returns the first day of the span that contains the instant, and the first day after the span. */
function partOf(table: string, span: Span, at: number): Part {
  const day = new Date(at)
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()]
  const start = Date.UTC(year, span === 'year' ? 0 : month, span === 'day' ? date : 1)
  const end =
    span === 'day'
      ? start + dayMs
      : span === 'month'
        ? Date.UTC(year, month + 1, 1)
        : Date.UTC(year + 1, 0, 1)
  const from = new Date(start).toISOString().slice(0, 10)
  const to = new Date(end).toISOString().slice(0, 10)
  const length = { year: 4, month: 7, day: 10 }[span]
  return { table, name: `${table}_${from.slice(0, length).replaceAll('-', '')}`, from, to }
}

/** Creates partitions before rows need them and drops expired partitions. */
export class Partitions {
  readonly #db: Database
  readonly #known = new Set<string>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Ensures that partitions exist for frames of these instants and for their rollups. */
  async ensure(instants: readonly number[]): Promise<void> {
    const missing = new Map<string, Part>()
    for (const at of new Set(instants.map((at) => Math.floor(at / dayMs) * dayMs))) {
      for (const { table, span } of parted) {
        const part = partOf(table, span, at)
        if (!this.#known.has(part.name)) missing.set(part.name, part)
      }
    }
    if (missing.size > 0) await this.#make([...missing.values()])
  }

  /** Partitions of the coming week. */
  async ahead(now: number): Promise<void> {
    await this.ensure(Array.from({ length: daysAhead + 1 }, (_, day) => now + day * dayMs))
  }

  async #make(parts: readonly Part[]): Promise<void> {
    await this.#db.tx(async (write) => {
      await advisoryLock(write, 'partitions')
      for (const { table, name, from, to } of parts.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        await sql`create table if not exists ${sql.table(name)} partition of ${sql.table(table)}
          for values from (${sql.lit(`${from} 00:00+00`)}) to (${sql.lit(`${to} 00:00+00`)})`.execute(write)
      }
    })
    for (const { name } of parts) this.#known.add(name)
  }

  /** Returns the names of the dropped partitions. */
  async dropOld(now: number): Promise<string[]> {
    const there = await partitionNames(this.#db.reads)
    const old = there.filter(({ table, name }) => {
      const rule = parted.find((one) => one.table === table)
      return rule !== undefined && name < partOf(table, rule.span, now - rule.keptDays * dayMs).name
    })
    for (const { name } of old) {
      this.#known.delete(name)
      await this.#db.tx((write) => sql`drop table if exists ${sql.table(name)}`.execute(write))
    }
    return old.map(({ name }) => name)
  }
}

const partitionNames = (reads: Reads) =>
  readRows(
    reads,
    sql<{ table: string; name: string }>`
      select parent.relname as table, part.relname as name
      from pg_inherits i join pg_class part on part.oid = i.inhrelid join pg_class parent on parent.oid = i.inhparent
      where parent.relname = any(${parted.map(({ table }) => table)}::text[])
        and parent.relnamespace = 'public'::regnamespace`,
  )
