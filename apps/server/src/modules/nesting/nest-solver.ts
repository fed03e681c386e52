import type { NestDetail } from '@cloud-factory/contract/nesting/nests'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database, Reads } from '../../platform/db/handles.ts'
import { type AvailableBar, availableBars, availableKinds, canCut } from '../material/public.ts'
import { parseProfile, steelShape } from '../steel-profiles/public.ts'
import { missingParts, spellingsOf } from './demand.queries.ts'
import { nestingInput, type PlanInput } from './nest-plan.rules.ts'
import { oneNest } from './nests.queries.ts'
import type { NestingProgress } from './nesting.types.ts'
import { runNesting } from './run-nesting.ts'
import { failNest, savePlan } from './save-nest.ts'

interface Deps {
  readonly db: Database
  readonly log: { error(details: object, sentence: string): void }
}

/** Parts of marks in one search, those that are due first; a factory nests some hundred at a time. */
const maxParts = 3000
/** A search whose demand changed meanwhile is repeated so often. */
const maxAttempts = 2
const progressMs = 500

/** Bars in stock that parts of this profile and grade may be cut from. */
async function fittingBars(
  reads: Reads,
  plantId: number,
  { profile, grade }: Pick<NestDetail, 'profile' | 'grade'>,
): Promise<AvailableBar[]> {
  const part = { shape: steelShape(profile), grade: grade === '' ? null : grade }
  const kinds = (await availableKinds(reads, plantId)).filter(
    (kind) => canCut({ ...kind, shape: steelShape(kind.profile) }, part) === true,
  )
  return kinds.length === 0 ? [] : availableBars(reads, plantId, kinds)
}

/** Runs searches of nests in the background, each in a thread of its own. */
export class NestSolver {
  readonly #deps: Deps
  readonly #running = new Map<string, { readonly end: AbortController; readonly done: Promise<void> }>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Starts the search of a nest that was created. */
  start(actor: Actor, id: string): void {
    const end = new AbortController()
    const done = this.#run(actor, id, end)
      .catch(async (error: unknown) => {
        this.#deps.log.error({ err: error, nest: id }, 'nesting failed')
        await this.#deps.db.tx((write) => failNest(write, actor, id, 'nest.solver_failed'))
      })
      .catch((error: unknown) => this.#deps.log.error({ err: error, nest: id }, 'nest not saved'))
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

  async #run(actor: Actor, id: string, end: AbortController): Promise<void> {
    const { db } = this.#deps
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const plan = await this.#planInput(actor, id)
      const input = nestingInput(plan)
      let latest: NestingProgress | null = null
      const timer = setInterval(() => void this.#follow(id, latest, end), progressMs)
      const result = await runNesting(input, {
        timeLimitMs: plan.rules.seconds * 1000,
        signal: end.signal,
        onProgress: (progress) => {
          latest = progress
        },
      }).finally(() => clearInterval(timer))
      if (await db.tx((write) => savePlan(write, actor, id, { plan, input, result }))) return
    }
    await db.tx((write) => failNest(write, actor, id, 'nest.demand_changed'))
  }

  async #planInput(actor: Actor, id: string): Promise<PlanInput> {
    const { reads } = this.#deps.db
    const nest = await oneNest(reads, actor, id)
    const { profile, grade, rules, orderIds } = nest
    const profiles = await spellingsOf(reads, actor.plantId, profile)
    const [parts, bars] = await Promise.all([
      missingParts(reads, actor.plantId, { profiles, grade, orderIds }, maxParts),
      fittingBars(reads, actor.plantId, nest),
    ])
    return { parts, bars, kgPerM: parseProfile(profile)?.kgPerM ?? null, rules }
  }

  /** Stores the progress, and ends the search when somebody stopped or cancelled it, on whichever instance. */
  async #follow(id: string, progress: NestingProgress | null, end: AbortController): Promise<void> {
    try {
      const { rows } = await this.#deps.db.tx((write) =>
        sql<{ stopping: boolean }>`
          update nests set cost = coalesce(${progress?.cost ?? null}, cost), bound = coalesce(${progress?.bound ?? null}, bound),
            updated_at = now()
          where id = ${id} and status = 'solving' returning stopping`.execute(write),
      )
      if (rows[0]?.stopping !== false) end.abort()
    } catch (error) {
      this.#deps.log.error({ err: error, nest: id }, 'progress of a nest not saved')
    }
  }
}
