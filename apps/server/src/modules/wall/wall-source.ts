import type { LiveSource } from '../../platform/live/live-source.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ScreenSource, PanelKind } from '@cloud-factory/contract/screen-enums'
import type { ScreenItem } from '@cloud-factory/contract/wall-frame'
import { cadences } from './cadence.rules.ts'
import { type BoardItem, ItemBoard } from './item-board.ts'
import type { WallFacts } from './facts.types.ts'
import { header } from './header.item.ts'
import { panelItems } from './items.ts'
import type { View } from './view.types.ts'
import type { WallScreen, WallScope } from './wall.types.ts'

interface SourceDeps {
  readonly clock: Clock
  readonly log: Log
  readonly facts: Readonly<Record<ScreenSource, WallFacts>>
  /** The screen behind a scope of the stream; null: it is gone. */
  readonly screen: (scope: string) => Promise<WallScreen | null>
}

type Maker = (view: View) => Promise<object>

/** Items of screens on the live stream: two that show the same of the factory share what was worked out. */
export function wallSource({ clock, log, facts, screen }: SourceDeps): LiveSource {
  const board = new ItemBoard({ clock, log })
  const reported = new Map<string, ScreenItem>()

  const boardItem = (kind: PanelKind | 'header', make: Maker, scope: WallScope, key: string): BoardItem => ({
    key: `${kind} ${key}`,
    everyMs: cadences[kind],
    make: () => make({ facts: facts[scope.source], scope, now: clock.now().getTime() }),
  })

  /** The same object while it says the same. */
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
      const { scope, kinds, command, info } = shown
      // What was worked out of one play says nothing of the next; what is published is shown at once, not at an item's next turn.
      const key = `${JSON.stringify(scope)} ${info} ${facts[scope.source].run()}`
      const wanted: { readonly name: string; readonly item: BoardItem }[] = [
        { name: 'header', item: boardItem('header', header, scope, key) },
      ]
      for (const kind of new Set<PanelKind>([...kinds, 'alarms'])) {
        const make = panelItems[kind]
        if (make !== undefined) wanted.push({ name: kind, item: boardItem(kind, make, scope, key) })
      }
      const values = await board.read(wanted.map(({ item }) => item))
      const items = new Map<string, unknown>([['screen', screenItem(of, shown)]])
      if (command !== null) items.set('command', command)
      for (const [place, { name }] of wanted.entries()) {
        const value = values[place]
        if (value !== null && value !== undefined) items.set(name, value)
      }
      return items
    },
  }
}
