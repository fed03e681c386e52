import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Reads } from '../../platform/db/handles.ts'
import { DomainError } from '../../platform/http/domain-error.ts'
import { systemActor } from '../../platform/auth/actor.ts'
import { TtlCache } from './live-context.ts'
import { wallScreen } from './shown-screen.ts'
import type { ScreenQuery, ScreenAsker, WallPorts } from './wall.ports.ts'
import type { WallScreen, WallScope } from './wall.types.ts'

interface ScreensDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
  readonly ports: Pick<WallPorts, 'screen' | 'command' | 'machines' | 'processes' | 'projects'>
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
  readonly #asked: TtlCache

  constructor(deps: ScreensDeps) {
    this.#deps = deps
    this.#asked = new TtlCache(deps.clock)
  }

  /** The scope that a user may subscribe to; fails like the screen query. */
  async scopeFor(
    asker: ScreenAsker,
    { screen, source, draft }: Omit<ScreenQuery, 'id'> & { readonly screen?: string | undefined },
  ): Promise<string> {
    const { db, ports } = this.#deps
    const { id } = await ports.screen(db.reads, asker, { id: screen, source, draft })
    return draft === '1' ? `${id} draft` : id
  }

  /** The current screen; null: it no longer exists. */
  async of(scope: string): Promise<WallScreen | null> {
    const { db, clock, plantId, ports, info } = this.#deps
    const [id = '', draft] = scope.split(' ')
    // The route has already checked the subscriber's permission. This query runs as the app itself, also for drafts.
    const app: ScreenAsker = { ...systemActor(plantId), tags: ['display.set', 'screen.view'] }
    const asked: ScreenQuery = { id, draft: draft === undefined ? undefined : '1' }
    const [found, command, no] = await Promise.all([
      this.#asked.once(`screen ${scope}`, layoutMs, () =>
        ports.screen(db.reads, app, asked).catch((error: unknown) => gone(error)),
      ),
      this.#asked.once(`command ${id}`, commandMs, () => ports.command(db.reads, plantId, id, clock.now())),
      info(),
    ])
    if (found === null) return null
    const screen = wallScreen(found, no, command)
    const missing = await this.#asked.once(`gone ${scope}`, goneMs, () =>
      goneChoices(db.reads, plantId, ports, screen.scope),
    )
    return { ...screen, gone: missing }
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
  ports: Pick<WallPorts, 'machines' | 'processes' | 'projects'>,
  { projectIds, processIds, machineIds }: Chosen,
): Promise<number> {
  const missing = async (chosen: readonly string[], known: () => Promise<Iterable<number>>) => {
    if (chosen.length === 0) return 0
    const there = new Set(await known())
    return chosen.filter((id) => !there.has(Number(id))).length
  }
  const [projects, processes, machines] = await Promise.all([
    missing(projectIds, async () => (await ports.projects(reads, plantId, projectIds.map(Number))).keys()),
    missing(processIds, async () =>
      (await ports.processes(reads, plantId)).flatMap(({ id, active }) => (active ? [id] : [])),
    ),
    missing(machineIds, async () => (await ports.machines(reads, plantId)).map(({ id }) => id)),
  ])
  return projects + processes + machines
}
