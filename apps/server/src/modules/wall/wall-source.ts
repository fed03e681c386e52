import type { LiveSource } from '../../platform/live/snapshot-reader.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ScreenSource, PanelKind } from '@cloud-factory/domain/displays/screen-enums'
import type { ScreenItem, HeaderData, Item } from '@cloud-factory/domain/wall/wall-frame'
import { cadences } from './cadence.rules.ts'
import { type BoardItem, ItemBoard } from './item-board.ts'
import type { WallFacts } from './facts.types.ts'
import { panelItems } from './items.ts'
import type { View } from './view.types.ts'
import type { WallScreen, WallScope, MachineNow } from './wall.types.ts'
import { valueOf } from './readings.ts'
import { item, newest } from './trust.rules.ts'
import { dayNumber } from './civil-days.ts'

interface SourceDeps {
  readonly clock: Clock
  readonly log: Log
  readonly facts: Readonly<Record<ScreenSource, WallFacts>>
  /** The screen of a stream's scope; null: it no longer exists. */
  readonly screen: (scope: string) => Promise<WallScreen | null>
}

type Maker = (view: View) => Promise<object>

/** Items of screens on the live stream. Screens with the same data share one result. */
export function wallSource({ clock, log, facts, screen }: SourceDeps): LiveSource {
  const board = new ItemBoard({ clock, log })
  const reported = new Map<string, ScreenItem>()

  const boardItem = (kind: PanelKind | 'header', make: Maker, scope: WallScope, key: string): BoardItem => ({
    key: `${kind} ${key}`,
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
      const { scope, kinds, command, info } = shown
      // Results of one simulation run are not valid for the next. Published changes are shown immediately, not at the item's next cycle.
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

/** Names, shift, climate of the hall and safety days. Its time is that of the newest value of any machine. */
async function header({ facts, scope, now }: View): Promise<Item<HeaderData>> {
  const [said, day, machines] = await Promise.all([facts.said(), facts.day(), facts.machines(scope)])
  const at = newest(machines.map(({ heardAt }) => heardAt))
  const since = said.safetySince
  return item(at ?? now, at === null ? 'none' : 'good', {
    names: said.names,
    slogan: said.slogan,
    logo: said.logo,
    shift: day.shift,
    timeZone: day.timeZone,
    safety: since === null ? null : { since, days: Math.max(0, dayNumber(day.day) - dayNumber(since)) },
    temperatureC: weather(machines, 'temperature'),
    humidity: weather(machines, 'humidity'),
    duty: said.duty,
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
