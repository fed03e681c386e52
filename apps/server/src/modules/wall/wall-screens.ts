import { panelKinds, type PanelKind, type ScreenSource } from '@cloud-factory/domain/displays/display-enums'
import type { ScreenLayout } from '@cloud-factory/contract/displays/screens'
import type { CommandItem } from '@cloud-factory/domain/wall/wall-frame'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Reads } from '../../platform/db/handles.ts'
import { DomainError } from '../../platform/http/domain-error.ts'
import { systemActor } from '../../platform/auth/actor.ts'
import {
  type FoundScreen,
  type ScreenQuery,
  type ScreenAsker,
  type WallQueries,
  TtlCache,
} from './wall.queries.ts'
import type { Thresholds, WallScreen, WallScope } from './wall.types.ts'

/** Default limits of a screen. */
const usualThresholds: Thresholds = { oeeTarget: 0.65, firstPassTarget: 0.95, dewMarginK: 3, lateDays: 0 }
const usualHours = 12

/** All panels of a source in their default layout, for screens without a published layout. */
function shipped(source: ScreenSource): Pick<WallScreen, 'scope' | 'kinds'> {
  return {
    scope: {
      source,
      projectIds: [],
      processIds: [],
      machineIds: [],
      thresholds: usualThresholds,
      timelineHours: usualHours,
      tracedId: null,
    },
    kinds: panelKinds,
  }
}

/** Requirements of a layout: the kinds of its panels, its filters and limits. */
function laidOut(source: ScreenSource, layout: ScreenLayout): Pick<WallScreen, 'scope' | 'kinds'> {
  const panels = layout.pages.flatMap((page) => page.panels)
  const optionsOf = (kind: PanelKind, name: string) =>
    panels.filter((panel) => panel.kind === kind).map(({ options }) => options[name])
  const hours = optionsOf('state_timeline', 'hours').filter((value) => typeof value === 'number')
  const traced = optionsOf('weld_trace', 'machine').find((value) => typeof value === 'string')
  const { oeeTarget, firstPassTarget, dewMarginK, lateDays } = layout.thresholds
  return {
    scope: {
      source,
      ...layout.filters,
      thresholds: { oeeTarget, firstPassTarget, dewMarginK, lateDays },
      timelineHours: Math.max(usualHours, ...hours),
      tracedId: traced ?? null,
    },
    kinds: [...new Set(panels.map(({ kind }) => kind))],
  }
}

/** A screen as its stream needs it. */
const wallScreen = (
  { source, no, layout }: FoundScreen,
  info: number,
  command: CommandItem | null,
): Omit<WallScreen, 'gone'> => ({
  layout: no ?? 0,
  info,
  command,
  ...(layout === null ? shipped(source) : laidOut(source, layout)),
})

interface ScreensDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
  readonly queries: Pick<WallQueries, 'screen' | 'command' | 'machines' | 'processes' | 'projects'>
  /** Version of the display information. */
  readonly info: () => Promise<number>
}

/** Maximum delay until a published layout is shown, ms; TV commands are checked every second. */
const layoutMs = 2_000
const commandMs = 900
/** Projects and machines are rarely deleted. */
const goneMs = 10_000

/** Screens by the scope of their stream: the id, with the suffix ` draft` for the draft. */
export class WallScreens {
  readonly #deps: ScreensDeps
  readonly #cache: TtlCache

  constructor(deps: ScreensDeps) {
    this.#deps = deps
    this.#cache = new TtlCache(deps.clock)
  }

  /** The scope that a user may subscribe to; fails like the screen query. */
  async scopeFor(
    asker: ScreenAsker,
    { screen, source, draft }: Omit<ScreenQuery, 'id'> & { readonly screen?: string | undefined },
  ): Promise<string> {
    const { db, queries } = this.#deps
    const { id } = await queries.screen(db.reads, asker, { id: screen, source, draft })
    return draft === '1' ? `${id} draft` : id
  }

  /** The current screen; null: it no longer exists. */
  async of(scope: string): Promise<WallScreen | null> {
    const { db, clock, plantId, queries, info } = this.#deps
    const [id = '', draft] = scope.split(' ')
    // The route has already checked the subscriber's permission. This query runs as the app itself, also for drafts.
    const app: ScreenAsker = { ...systemActor(plantId), tags: ['display.set', 'screen.view'] }
    const query: ScreenQuery = { id, draft: draft === undefined ? undefined : '1' }
    const [found, command, no] = await Promise.all([
      this.#cache.once(`screen ${scope}`, layoutMs, () =>
        queries.screen(db.reads, app, query).catch((error: unknown) => gone(error)),
      ),
      this.#cache.once(`command ${id}`, commandMs, () => queries.command(db.reads, plantId, id, clock.now())),
      info(),
    ])
    if (found === null) return null
    const screen = wallScreen(found, no, command)
    // A panel that is added to a draft has its data before the draft is saved.
    const kinds = draft === undefined ? screen.kinds : panelKinds
    const missing = await this.#cache.once(`gone ${scope}`, goneMs, () =>
      goneChoices(db.reads, plantId, queries, screen.scope),
    )
    return { ...screen, kinds, gone: missing }
  }
}

/** A deleted screen is not an error; anything else is. */
function gone(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not_found') return null
  throw error
}

type Chosen = Pick<WallScope, 'projectIds' | 'processIds' | 'machineIds'>

/** Number of projects, processes and machines in a layout that no longer exist; they are not shown. */
async function goneChoices(
  reads: Reads,
  plantId: number,
  queries: Pick<WallQueries, 'machines' | 'processes' | 'projects'>,
  { projectIds, processIds, machineIds }: Chosen,
): Promise<number> {
  const missing = async (chosen: readonly string[], known: () => Promise<Iterable<number>>) => {
    if (chosen.length === 0) return 0
    const there = new Set(await known())
    return chosen.filter((id) => !there.has(Number(id))).length
  }
  const [projects, processes, machines] = await Promise.all([
    missing(projectIds, async () => (await queries.projects(reads, plantId, projectIds.map(Number))).keys()),
    missing(processIds, async () =>
      (await queries.processes(reads, plantId)).flatMap(({ id, active }) => (active ? [id] : [])),
    ),
    missing(machineIds, async () => (await queries.machines(reads, plantId)).map(({ id }) => id)),
  ])
  return projects + processes + machines
}
