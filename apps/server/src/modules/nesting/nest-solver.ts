import type { NestDetail } from '@cloud-factory/contract/nesting/nests'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database, Reads } from '../../platform/db/handles.ts'
import { type AvailableBar, availableBars, availableKinds, canCut } from '../material/public.ts'
import { BackgroundSearches, failSearch, type RunSearch, type SearchDeps } from './background-searches.ts'
import { keyOf } from '../parts/public.ts'
import { parseProfile, steelShape } from '../steel-profiles/public.ts'
import { missingParts, mitresOf, spellingsOf } from './demand.queries.ts'
import { nestingInput, type PlanInput } from './nest-plan.rules.ts'
import { oneNest } from './nests.queries.ts'
import { runNesting } from './run-nesting.ts'
import { savePlan } from './save-nest.ts'

/** Parts of marks in one search, those that are due first; a factory nests some hundred at a time. */
const maxParts = 3000
/** A search whose demand changed meanwhile is repeated so often. */
const maxAttempts = 2

/** Kinds of profiles that look the same turned end for end with the same flange up. */
const reversible: ReadonlySet<string> = new Set([
  'h',
  'channel',
  'round-tube',
  'rect-tube',
  'round-bar',
  'square-bar',
])

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

/** The task of a nest: the parts that are missing now, and the bars in stock that they may be cut from. */
export async function nestPlanInput(reads: Reads, actor: Actor, id: string): Promise<PlanInput> {
  const nest = await oneNest(reads, actor, id)
  const { profile, grade, rules, orderIds } = nest
  const profiles = await spellingsOf(reads, actor.plantId, profile)
  const [parts, bars] = await Promise.all([
    missingParts(reads, actor.plantId, { profiles, grade, orderIds }, maxParts),
    fittingBars(reads, actor.plantId, nest),
  ])
  const shape = steelShape(profile)
  const height = shape?.heightMm ?? null
  const mitres = height === null ? null : await mitresOf(reads, parts, height)
  return {
    parts: parts.map((part) => ({ ...part, mitre: mitres?.get(keyOf(part)) })),
    bars,
    kgPerM: parseProfile(profile)?.kgPerM ?? null,
    rules,
    isReversible: shape !== null && reversible.has(shape.kind),
  }
}

/** Solves nests of bars in the background. */
export class NestSolver {
  readonly #db: Database
  readonly #searches: BackgroundSearches

  constructor({ db, log }: SearchDeps) {
    this.#db = db
    this.#searches = new BackgroundSearches({ db, log }, 'nests')
  }

  /** Starts the search of a nest that was created. */
  start(actor: Actor, id: string): void {
    this.#searches.start(actor, id, (search) => this.#run(actor, id, search))
  }

  /** Resolves when no search runs; for tests. */
  idle(): Promise<void> {
    return this.#searches.idle()
  }

  /** Ends all searches; their best plans are saved. */
  close(): Promise<void> {
    return this.#searches.close()
  }

  async #run(actor: Actor, id: string, search: RunSearch): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const plan = await nestPlanInput(this.#db.reads, actor, id)
      const input = nestingInput(plan)
      const result = await search((options) => runNesting(input, options), plan.rules.seconds)
      if (await this.#db.tx((write) => savePlan(write, actor, id, { plan, input, result }))) return
    }
    await this.#db.tx((write) => failSearch(write, actor, 'nests', id, 'nest.demand_changed'))
  }
}
