import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, type Reads, readRows } from '../../platform/db/handles.ts'
import {
  BackgroundSearches,
  failSearch,
  runSearch,
  type RunSearch,
  type SearchDeps,
} from '../nesting/public.ts'
import { keyOf } from '../parts/public.ts'
import { jobParts, type JobPart } from './plate-jobs.queries.ts'
import {
  isRectangle,
  type PartToNest,
  type PlatePlanInput,
  plateSearchInput,
  type PlateSearchInput,
  type PlateSearchResult,
} from './plate-nest-plan.ts'
import { currentCounters } from './plate-result.ts'
import { freePlates } from './plate-stock.queries.ts'
import { nestForSearch, savePlateNest } from './save-plate-nest.ts'

/** A search whose parts changed meanwhile is repeated so often. */
const maxAttempts = 2

type Outlines = Parameters<typeof isRectangle>[1]

/** The outlines of parts that have a drawing: what is cut out of the plate, and openings in it. */
async function outlinesOf(reads: Reads, jobId: number): Promise<ReadonlyMap<string, Outlines>> {
  const rows = await readRows(
    reads,
    sql<{ markId: number; partMark: string; outlines: Outlines }>`
      select distinct on (p.mark_id, p.part_mark) p.mark_id as "markId", p.part_mark as "partMark",
        jsonb_path_query_array(p.geometry, '$.contours[*] ? (@.face == "v" && @.kind != "mark").points') as outlines
      from plate_job_parts j join parts p on p.mark_id = j.mark_id and p.part_mark = j.part_mark
      where j.job_id = ${jobId} and p.geometry is not null order by 1, 2, p.id`,
  )
  return new Map(rows.map((row) => [keyOf(row), row.outlines]))
}

/** What of the parts of a job is to be nested now: not cut, and still needed as it is. */
export async function partsToNest(reads: Reads, plantId: number, jobId: number): Promise<PartToNest[]> {
  const parts = await jobParts(reads, jobId)
  const [counters, outlines] = await Promise.all([
    currentCounters(reads, plantId, parts),
    outlinesOf(reads, jobId),
  ])
  const problemOf = (part: JobPart, key: string): PartToNest['problem'] => {
    const counter = counters.get(key)
    if (counter === undefined || counter.lengthMm !== part.length_mm) return 'revised'
    if (counter.held) return 'held'
    return isRectangle(part, outlines.get(key) ?? []) ? null : 'no_rectangle'
  }
  return parts.map((part) => {
    const key = keyOf({ markId: part.mark_id ?? 0, partMark: part.part_mark })
    const { needed = 0, cut = 0, assumed = 0 } = counters.get(key) ?? {}
    const open = Math.max(0, Math.min(part.quantity - part.cut, needed - cut - assumed))
    return { part, open, problem: problemOf(part, key) }
  })
}

/** Solves nests of plates in the background. */
export class PlateNestSolver {
  readonly #db: Database
  readonly #searches: BackgroundSearches

  constructor(deps: SearchDeps) {
    this.#db = deps.db
    this.#searches = new BackgroundSearches(deps, 'plate_nests')
  }

  start(actor: Actor, id: string): void {
    this.#searches.start(actor, id, (search) => this.#run(actor, id, search))
  }

  /** Resolves when no search runs; for tests. */
  idle(): Promise<void> {
    return this.#searches.idle()
  }

  close(): Promise<void> {
    return this.#searches.close()
  }

  async #run(actor: Actor, id: string, search: RunSearch): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const plan = await this.#planInput(actor, id)
      const input = plateSearchInput(plan)
      const result = await search(
        (options) =>
          runSearch<PlateSearchInput, PlateSearchResult>(
            new URL('./plate-nesting-worker.ts', import.meta.url),
            input,
            options,
          ),
        plan.rules.seconds,
      )
      if (await this.#db.tx((write) => savePlateNest(write, actor, id, { plan, input, result }))) return
    }
    await this.#db.tx((write) => failSearch(write, actor, 'plate_nests', id, 'nest.demand_changed'))
  }

  async #planInput(actor: Actor, id: string): Promise<PlatePlanInput> {
    const { reads } = this.#db
    const { job_id: jobId, rules } = await nestForSearch(reads, actor.plantId, id)
    const parts = await partsToNest(reads, actor.plantId, jobId)
    const thicknesses = [...new Set(parts.map(({ part }) => part.thickness_mm))]
    return { parts, rules, ...(await freePlates(reads, actor.plantId, thicknesses)) }
  }
}
