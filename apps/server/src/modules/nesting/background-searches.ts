import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import { rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { NestingProgress } from './nesting.types.ts'
import type { SearchOptions } from './run-nesting.ts'

export interface SearchDeps {
  readonly db: Database
  readonly log: { error(details: object, sentence: string): void }
}

/** Nests of bars, or of plates: their tables have the same columns for searches. */
type SearchTable = 'nests' | 'plate_nests'
const events = { nests: 'nests.changed', plate_nests: 'plates.changed' } as const

/** Runs one search with a limit of time, and stores its progress meanwhile. */
export type RunSearch = <Result>(
  run: (options: SearchOptions) => Promise<Result>,
  seconds: number,
) => Promise<Result>

const progressMs = 500
/** A search whose instance has not reported for so long was ended by a restart. */
const staleSeconds = 30

/** Ends a search without a plan. */
export async function failSearch(
  write: Write,
  actor: Actor,
  table: SearchTable,
  id: string,
  reason: string,
): Promise<void> {
  const row = await rowForUpdate(write, table, actor.plantId, id)
  if (row.status !== 'solving') return
  await saveRow(write, actor, table, row.id, { status: 'failed', reason })
  await recordEvent(write, actor, { name: events[table], subjectId: id })
}

/** Searches that a restart interrupted block no new one. */
export const failStaleSearches = (write: Write, plantId: number, table: SearchTable) =>
  sql`update ${sql.table(table)} set status = 'failed', reason = 'nest.interrupted', version = version + 1
    where plant_id = ${plantId} and status = 'solving' and updated_at < now() - make_interval(secs => ${staleSeconds})`.execute(
    write,
  )

/** Runs searches in the background, each in a thread of its own. */
export class BackgroundSearches {
  readonly #deps: SearchDeps
  readonly #table: SearchTable
  readonly #running = new Map<string, { readonly end: AbortController; readonly done: Promise<void> }>()

  constructor(deps: SearchDeps, table: SearchTable) {
    this.#deps = deps
    this.#table = table
  }

  /** Starts the search of a row that was created. */
  start(actor: Actor, id: string, work: (search: RunSearch) => Promise<void>): void {
    const { db, log } = this.#deps
    const end = new AbortController()
    const done = work((run, seconds) => this.#search(id, end, run, seconds))
      .catch(async (error: unknown) => {
        log.error({ err: error, nest: id }, 'nesting failed')
        await db.tx((write) => failSearch(write, actor, this.#table, id, 'nest.solver_failed'))
      })
      .catch((error: unknown) => log.error({ err: error, nest: id }, 'nest not saved'))
      .finally(() => this.#running.delete(id))
    this.#running.set(id, { end, done })
  }

  /** Resolves when no search runs; for tests. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  /** Ends all searches; their best plans are saved. */
  async close(): Promise<void> {
    for (const { end } of this.#running.values()) end.abort()
    await this.idle()
  }

  async #search<Result>(
    id: string,
    end: AbortController,
    run: (options: SearchOptions) => Promise<Result>,
    seconds: number,
  ): Promise<Result> {
    let latest: NestingProgress | null = null
    const timer = setInterval(() => void this.#follow(id, latest, end), progressMs)
    return run({
      timeLimitMs: seconds * 1000,
      signal: end.signal,
      onProgress: (progress) => {
        latest = progress
      },
    }).finally(() => clearInterval(timer))
  }

  /** Stores the progress, and ends the search when somebody stopped or cancelled it, on whichever instance. */
  async #follow(id: string, progress: NestingProgress | null, end: AbortController): Promise<void> {
    try {
      const { rows } = await this.#deps.db.tx((write) =>
        sql<{ stopping: boolean }>`
          update ${sql.table(this.#table)} set cost = coalesce(${progress?.cost ?? null}, cost),
            bound = coalesce(${progress?.bound ?? null}, bound), updated_at = now()
          where id = ${id} and status = 'solving' returning stopping`.execute(write),
      )
      if (rows[0]?.stopping !== false) end.abort()
    } catch (error) {
      this.#deps.log.error({ err: error, nest: id }, 'progress of a nest not saved')
    }
  }
}
