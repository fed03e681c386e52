import type { ScreenSource, PanelKind } from '@cloud-factory/domain/displays/display-enums'
import type { ScreenItem, HeaderData, Item } from '@cloud-factory/domain/wall/wall-frame'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { LiveSource } from '../../platform/live/snapshot-reader.ts'
import { isDue, cadences, item, newest } from './wall.rules.ts'
import type { WallFacts, View, WallScreen, WallScope, MachineNow } from './wall.types.ts'
import { panelItems, safetyOf } from './items.ts'
import { valueOf } from './machine-memory.ts'

/** Data that is computed periodically for all readers. */
export interface BoardItem {
  /** Items with the same key share one result. */
  readonly key: string
  readonly everyMs: number
  make(): Promise<object | null>
}

interface CachedItem {
  value: object | null
  begunAt: number | null
  failed: boolean
  readAt: number
  work: Promise<void> | null
}

/** How long a reader waits for a computation that has just begun; a longer one is returned by a later read. */
const timeoutMs = 300
/** Items without a reader for this time are removed. */
const forgetMs = 300_000

/**
 * Latest results of items. Each item has its own interval and runs only while it has readers. A slow item does not delay others. After an error,
 * which is logged, the last result stays.
 */
export class ItemBoard {
  readonly #deps: { readonly clock: Clock; readonly log: Log }
  readonly #cached = new Map<string, CachedItem>()

  constructor(deps: { readonly clock: Clock; readonly log: Log }) {
    this.#deps = deps
  }

  /** Values in the order of the items; null if not available yet. An unchanged value is the same object. */
  async read(items: readonly BoardItem[]): Promise<(object | null)[]> {
    const now = this.#deps.clock.now().getTime()
    const cached = items.map((item) => this.#touch(item, now))
    const fresh = cached.flatMap(({ work, begunAt }) => (work !== null && begunAt === now ? [work] : []))
    if (fresh.length > 0) await Promise.race([Promise.all(fresh), afterMs(timeoutMs)])
    return cached.map(({ value }) => value)
  }

  /** Removes items without readers. */
  tidy(): void {
    const now = this.#deps.clock.now().getTime()
    for (const [key, { readAt }] of this.#cached) if (now - readAt > forgetMs) this.#cached.delete(key)
  }

  #touch(item: BoardItem, now: number): CachedItem {
    const cached: CachedItem = this.#cached.get(item.key) ?? {
      value: null,
      begunAt: null,
      failed: false,
      readAt: now,
      work: null,
    }
    this.#cached.set(item.key, cached)
    cached.readAt = now
    if (cached.work === null && isDue({ ...cached, everyMs: item.everyMs }, now)) {
      cached.begunAt = now
      cached.work = this.#make(item, cached).finally(() => {
        cached.work = null
      })
    }
    return cached
  }

  async #make(item: BoardItem, cached: CachedItem): Promise<void> {
    try {
      cached.value = await item.make()
      cached.failed = false
    } catch (error) {
      cached.failed = true
      this.#deps.log.warn({ err: error, item: item.key }, 'an item of the wall could not be worked out')
    }
  }
}

const afterMs = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

interface SourceDeps {
  readonly clock: Clock
  readonly log: Log
  readonly facts: Readonly<Record<ScreenSource, WallFacts>>
  /** The screen of a stream's scope; null: it no longer exists. */
  readonly screen: (scope: string) => Promise<WallScreen | null>
}

type Maker = (view: View) => Promise<object>

/**
 * Data of the whole screen, whichever panels it has: alarms take it over, and the map shows the waiting work of the
 * funnel, so that both have the same numbers.
 */
const ofScreen = (panels: WallScreen['panels']): readonly ('alarms' | 'process_funnel')[] =>
  panels.some(({ kind }) => kind === 'workshop_map') ? ['alarms', 'process_funnel'] : ['alarms']

/** Items of screens on the live stream. Screens with the same data share one result. */
export function wallSource({ clock, log, facts, screen }: SourceDeps): LiveSource {
  const board = new ItemBoard({ clock, log })
  const reported = new Map<string, ScreenItem>()

  const boardItem = (
    kind: PanelKind | 'header',
    make: Maker,
    scope: WallScope,
    state: string,
  ): BoardItem => ({
    key: `${kind} ${JSON.stringify(scope)} ${state}`,
    everyMs: cadences[kind],
    make: () => make({ facts: facts[scope.source], scope, now: clock.now().getTime() }),
  })

  /** Returns the same object while the content is unchanged. */
  function screenItem(of: string, { layout, info, gone }: WallScreen): ScreenItem {
    const before = reported.get(of)
    if (before?.layout === layout && before.info === info && before.gone === gone) return before
    const item = { layout, info, gone }
    reported.set(of, item)
    return item
  }

  return {
    topic: 'wall',
    rule: { permissionOr: ['screen.view', 'screen.show'] },
    async read(_plantId, of) {
      board.tidy()
      const shown = await screen(of)
      if (shown === null) return new Map()
      const { scope, panels, command, tvs, info } = shown
      // Results of one simulation run are not valid for the next. Published changes are shown immediately, not at the item's next cycle.
      const state = `${info} ${facts[scope.source].run()}`
      const requested: { readonly name: string; readonly item: BoardItem }[] = [
        { name: 'header', item: boardItem('header', header, scope, state) },
        ...ofScreen(panels).map((kind) => ({
          name: kind,
          item: boardItem(kind, panelItems[kind], scope, state),
        })),
      ]
      for (const { key, kind, scope: own } of panels)
        if (requested.every(({ name }) => name !== key))
          requested.push({ name: key, item: boardItem(kind, panelItems[kind], own, state) })
      const values = await board.read(requested.map(({ item }) => item))
      const items = new Map<string, unknown>([['screen', screenItem(of, shown)]])
      items.set('tvs', tvs)
      if (command !== null) items.set('command', command)
      for (const [place, { name }] of requested.entries()) {
        const value = values[place]
        if (value !== null && value !== undefined) items.set(name, value)
      }
      return items
    },
  }
}

/** Names, shift, climate of the hall and safety days. Its time is that of the newest value of any machine. */
async function header({ facts, scope, now }: View): Promise<Item<HeaderData>> {
  const [reported, day, machines] = await Promise.all([facts.reported(), facts.day(), facts.machines(scope)])
  const at = newest(machines.map(({ heardAt }) => heardAt))
  return item(at ?? now, at === null ? 'none' : 'good', {
    names: reported.names,
    slogan: reported.slogan,
    logo: reported.logo,
    shift: day.shift,
    timeZone: day.timeZone,
    safety: safetyOf(reported, day),
    temperatureC: weather(machines, 'temperature'),
    humidity: weather(machines, 'humidity'),
    duty: reported.duty,
    simulation: facts.simulation(),
  })
}

/** Of the coating line, which measures the air for its own process; otherwise of any machine with the values. */
function weather(machines: readonly MachineNow[], role: 'temperature' | 'humidity'): number | null {
  const inOrder = [
    ...machines.filter(({ machine }) => machine.class === 'coating_line'),
    ...(role === 'humidity' ? machines : []),
  ]
  for (const one of inOrder) {
    const value = valueOf(one, role)
    if (value !== null) return Math.round(value * 10) / 10
  }
  return null
}
