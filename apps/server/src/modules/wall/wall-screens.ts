import { panelKinds, type ScreenSource } from '@cloud-factory/domain/displays/display-enums'
import { dataKey, idsOf, thresholdsOf } from '@cloud-factory/contract/displays/screen-options'
import { wallColourings } from '@cloud-factory/domain/model/member-states'
import type { Panel, ScreenLayout } from '@cloud-factory/contract/displays/screens'
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
import type { ScreenPanel, Thresholds, WallScreen, WallScope } from './wall.types.ts'

/** Default limits of a screen. */
const usualThresholds: Thresholds = { oeeTarget: 0.65, firstPassTarget: 0.95, dewMarginK: 3, lateDays: 0 }
const usualHours = 12

type Laid = Pick<WallScreen, 'scope' | 'panels'>

/** Every kind of panel as the screen itself is limited. */
const everyKind = (scope: WallScope): ScreenPanel[] => panelKinds.map((kind) => ({ key: kind, kind, scope }))

/** All panels of a source in their default layout, for screens without a published layout. */
function shipped(source: ScreenSource): Laid {
  const scope: WallScope = {
    source,
    projectIds: [],
    processIds: [],
    machineIds: [],
    thresholds: usualThresholds,
    timelineHours: usualHours,
    tracedId: null,
    people: 'initial',
    orderId: null,
    colouring: 'status',
  }
  return { scope, panels: everyKind(scope) }
}

/** Ids of the machines in these workshops. */
type MachinesIn = (workshopIds: readonly string[]) => readonly string[]
/** No machine has it: what is limited to a workshop without machines shows none, not all. */
const noMachine = '0'

/** Requirements of a layout: its panels, and the filters and limits of the screen and of each panel. */
function laidOut(source: ScreenSource, layout: ScreenLayout, machinesIn: MachinesIn): Laid {
  const panels = layout.pages.flatMap((page) => page.panels)
  const hours = panels
    .filter(({ kind }) => kind === 'state_timeline')
    .flatMap(({ options }) => (typeof options['hours'] === 'number' ? [options['hours']] : []))
  const { oeeTarget, firstPassTarget, dewMarginK, lateDays } = layout.thresholds
  const scope: WallScope = {
    source,
    ...layout.filters,
    thresholds: { oeeTarget, firstPassTarget, dewMarginK, lateDays },
    timelineHours: Math.max(usualHours, ...hours),
    tracedId: null,
    people: 'initial',
    orderId: null,
    colouring: 'status',
  }
  const own = panels.map(({ kind, options }) => ({
    key: dataKey(kind, options),
    kind,
    scope: panelScope(scope, options, machinesIn),
  }))
  return { scope, panels: [...new Map(own.map((panel) => [panel.key, panel])).values()] }
}

/** What a panel is limited to: its own choices go before those of the screen. */
function panelScope(screen: WallScope, options: Panel['options'], machinesIn: MachinesIn): WallScope {
  const projectIds = idsOf(options, 'projectIds')
  const processIds = idsOf(options, 'processIds')
  const workshops = idsOf(options, 'workshopIds')
  const inWorkshops = workshops.length === 0 ? [] : [noMachine, ...machinesIn(workshops)]
  const machineIds = [...idsOf(options, 'machineIds'), ...inWorkshops]
  return {
    ...screen,
    projectIds: projectIds.length === 0 ? screen.projectIds : projectIds,
    processIds: processIds.length === 0 ? screen.processIds : processIds,
    machineIds: machineIds.length === 0 ? screen.machineIds : machineIds,
    thresholds: thresholdsOf(options, screen.thresholds),
    tracedId: typeof options['machine'] === 'string' ? options['machine'] : null,
    people: options['people'] === 'full' ? 'full' : 'initial',
    orderId: typeof options['order'] === 'string' ? options['order'] : null,
    colouring: wallColourings.find((one) => one === options['colouring']) ?? 'status',
  }
}

/** A screen as its stream needs it. */
const wallScreen = (
  { source, no, layout }: FoundScreen,
  now: Pick<WallScreen, 'info' | 'command' | 'tvs'>,
  machinesIn: MachinesIn,
): Omit<WallScreen, 'gone'> => ({
  layout: no ?? 0,
  ...now,
  ...(layout === null ? shipped(source) : laidOut(source, layout, machinesIn)),
})

interface ScreensDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
  readonly queries: Pick<WallQueries, 'screen' | 'command' | 'tvs' | 'machines' | 'processes' | 'projects'>
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
    const { db, plantId, queries, info } = this.#deps
    const [id = '', draft] = scope.split(' ')
    // The route has already checked the subscriber's permission. This query runs as the app itself, also for drafts.
    const app: ScreenAsker = { ...systemActor(plantId), tags: ['display.set', 'screen.view'] }
    const query: ScreenQuery = { id, draft: draft === undefined ? undefined : '1' }
    const [found, commanded, no] = await Promise.all([
      this.#cache.once(`screen ${scope}`, layoutMs, () =>
        queries.screen(db.reads, app, query).catch((error: unknown) => gone(error)),
      ),
      this.#cache.once(`commanded ${id}`, commandMs, () => this.#commanded(id)),
      info(),
    ])
    if (found === null) return null
    const screen = wallScreen(found, { info: no, ...commanded }, await this.#machinesIn(found))
    // A panel that is added to a draft has its data before the draft is saved.
    const kinds = draft === undefined ? [] : everyKind(screen.scope)
    const panels = [...kinds, ...screen.panels.filter(({ key, kind }) => kinds.length === 0 || key !== kind)]
    const missing = await this.#cache.once(`gone ${scope}`, goneMs, () =>
      goneChoices(db.reads, plantId, queries, screen),
    )
    return { ...screen, panels, gone: missing }
  }

  /** The TVs of a screen, and what they were commanded last. */
  async #commanded(screenId: string): Promise<Pick<WallScreen, 'command' | 'tvs'>> {
    const { db, clock, plantId, queries } = this.#deps
    const showing = await this.#cache.once('tvs', commandMs, () => queries.tvs(db.reads, plantId))
    const tvs = showing.filter((tv) => String(tv.screenId) === screenId)
    return {
      command: await queries.command(db.reads, plantId, { screenId, tvs }, clock.now()),
      tvs: Object.fromEntries(tvs.map(({ id, ahead, dark }) => [id, { ahead, dark }])),
    }
  }

  async #machinesIn({ layout }: FoundScreen): Promise<MachinesIn> {
    const { db, plantId, queries } = this.#deps
    const hasWorkshops = layout?.pages.some(({ panels }) =>
      panels.some(({ options }) => idsOf(options, 'workshopIds').length > 0),
    )
    if (hasWorkshops !== true) return () => []
    const machines = await this.#cache.once('machines', goneMs, () => queries.machines(db.reads, plantId))
    return (workshopIds) =>
      machines.flatMap(({ id, workshopId }) =>
        workshopId !== null && workshopIds.includes(String(workshopId)) ? [String(id)] : [],
      )
  }
}

/** A deleted screen is not an error; anything else is. */
function gone(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not_found') return null
  throw error
}

/** Number of projects, processes and machines in a layout that no longer exist; they are not shown. */
async function goneChoices(
  reads: Reads,
  plantId: number,
  queries: Pick<WallQueries, 'machines' | 'processes' | 'projects'>,
  { scope, panels }: Laid,
): Promise<number> {
  const all = (name: 'projectIds' | 'processIds' | 'machineIds') => [
    ...new Set([scope, ...panels.map((panel) => panel.scope)].flatMap((one) => one[name])),
  ]
  const [projectIds, processIds] = [all('projectIds'), all('processIds')]
  const machineIds = all('machineIds').filter((id) => id !== noMachine)
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
