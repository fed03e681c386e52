import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Reads } from '../../platform/db/handles.ts'
import { DomainError } from '../../platform/http/domain-error.ts'
import { systemActor } from '../../platform/auth/nobody.ts'
import { TtlCache } from './ttl-cache.ts'
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

/** A layout that was published is on the walls within so many ms; what TVs are to do is asked each second. */
const layoutMs = 2_000
const commandMs = 900
/** Projects and machines do not go away often. */
const goneMs = 10_000

/** Screens by the scope of their stream: their id, with ` draft` behind it where the draft is shown. */
export class WallScreens {
  readonly #deps: ScreensDeps
  readonly #asked: TtlCache

  constructor(deps: ScreensDeps) {
    this.#deps = deps
    this.#asked = new TtlCache(deps.clock)
  }

  /** The scope that somebody may listen to; rejects as the screen itself does. */
  async scopeFor(
    asker: ScreenAsker,
    { screen, source, draft }: Omit<ScreenQuery, 'id'> & { readonly screen?: string | undefined },
  ): Promise<string> {
    const { db, ports } = this.#deps
    const { id } = await ports.screen(db.reads, asker, { id: screen, source, draft })
    return draft === '1' ? `${id} draft` : id
  }

  /** The screen as it is now; null: it is gone. */
  async of(scope: string): Promise<WallScreen | null> {
    const { db, clock, plantId, ports, info } = this.#deps
    const [id = '', draft] = scope.split(' ')
    // Who listens has been judged at the route: here the app itself asks, for drafts too.
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

/** A screen that was taken away is no fault; anything else is. */
function gone(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not_found') return null
  throw error
}

type Chosen = Pick<WallScope, 'projectIds' | 'processIds' | 'machineIds'>

/** How many of the projects, processes and machines that a layout chose are not there any more: nothing is shown of them. */
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
