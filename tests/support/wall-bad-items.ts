import type { PanelData, WallItems } from '@cloud-factory/domain/wall/wall-frame'
import { shownStates } from '@cloud-factory/domain/machines/equipment-enums'
import { emptyItems, namesOf, wallItems, wallNow } from './wall-items.ts'

/** Forty characters in each language. */
const long = namesOf(
  '第三工程公司西北大区国际会展中心二期东侧钢结构连廊及附属用房吊装专项工程第一标段',
  'International exhibition centre phase II',
  'Centro internacional de exposiciones núm',
)

/** The same data, with long names wherever people give them. */
function renamed(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return ['project', 'customer', 'name'].includes(key) ? long.zh : value
  if (Array.isArray(value)) return value.map((one) => renamed(one))
  if (typeof value !== 'object' || value === null) return value
  if ('zh' in value && 'en' in value && 'es' in value) return long
  return Object.fromEntries(Object.entries(value).map(([part, one]) => [part, renamed(one, part)]))
}

type Machine = PanelData['workshop_map']['machines'][number]

function ofMachines(machines: readonly Machine[]): WallItems {
  const { workshop_map: map, state_counts: counts } = wallItems
  if (map === undefined || counts === undefined) throw new Error('the items have a map')
  const inState = (state: string) => machines.filter((one) => one.state === state).length
  return {
    ...wallItems,
    workshop_map: { ...map, data: { ...map.data, machines } },
    state_counts: {
      ...counts,
      data: Object.fromEntries(shownStates.map((state) => [state, inState(state)])) as typeof counts.data,
    },
  }
}

const known: readonly Machine[] = wallItems.workshop_map?.data.machines ?? []

/** So many machines, in rows over all halls. */
function manyMachines(count: number): WallItems {
  const columns = Math.ceil(Math.sqrt(count * 2.5))
  const rows = Math.ceil(count / columns)
  const machines = Array.from({ length: count }, (_, at) => ({
    ...(known[at % known.length] as Machine),
    id: String(at + 1),
    code: `CUT-${at + 1}`,
    xM: 3 + ((at % columns) * 170) / columns,
    yM: 3 + (Math.floor(at / columns) * 62) / rows,
    widthM: Math.min(9, 110 / columns),
    depthM: Math.min(5, 40 / rows),
  }))
  return ofMachines(machines)
}

/** All machines have stopped at once, with 73 critical alarms that nobody acknowledged. */
function allInFault(): WallItems {
  const items = ofMachines(known.map((one) => ({ ...one, state: 'fault', alarm: 'critical', load: null })))
  const { alarms } = wallItems
  const [first] = alarms?.data.rows ?? []
  if (alarms === undefined || first === undefined) throw new Error('the items have an alarm')
  const rows = Array.from({ length: 73 }, (_, at) => ({
    ...first,
    id: String(at + 1),
    machine: known[at % known.length]?.code ?? '',
    severity: 'critical' as const,
    since: wallNow - at * 7_000,
    acked: false,
  }))
  return {
    ...items,
    alarms: {
      ...alarms,
      data: { ...alarms.data, rows, active: { info: 0, warning: 0, critical: 73 }, unacked: 73 },
    },
  }
}

const nothing = Object.fromEntries(
  Object.entries(emptyItems).map(([kind, data]) => [kind, { at: null, trust: 'none', data }]),
) as WallItems

/** What a factory may send at its worst. */
export const badItems: Readonly<Record<string, WallItems>> = {
  'names of 40 characters': renamed(wallItems) as WallItems,
  'all in fault, 73 critical alarms': allInFault(),
  'nothing connected': { ...wallItems, ...nothing },
  'no machine': ofMachines([]),
  '1 machine': manyMachines(1),
  '200 machines': manyMachines(200),
  '500 machines': manyMachines(500),
}
