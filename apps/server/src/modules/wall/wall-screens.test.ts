import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import type { Panel, ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/db/handles.ts'
import { WallScreens } from './wall-screens.ts'

const machines = [
  { id: 1, workshopId: 7 },
  { id: 2, workshopId: 7 },
  { id: 3, workshopId: null },
]

const oee = (options: Panel['options'], x = 0): Panel => ({
  kind: 'oee',
  x,
  y: 0,
  width: 4,
  height: 2,
  options,
})

/** A screen with these panels, as its stream needs it. */
async function screenWith(
  panels: readonly Panel[],
  scope = '5',
  filters: Partial<ScreenLayout['filters']> = {},
) {
  const usual = layoutOf('usual')
  const [page] = usual.pages
  if (page === undefined) throw new Error('a template has pages')
  const layout: ScreenLayout = {
    ...usual,
    filters: { ...usual.filters, ...filters },
    pages: [{ ...page, panels: [...panels] }],
  }
  const queries = {
    screen: async () => ({ id: '5', source: 'live', no: 1, layout }),
    command: async () => null,
    tvs: async () => [],
    machines: async () => machines,
    processes: async () => [],
    projects: async () => new Map(),
  }
  const screens = new WallScreens({
    db: {} as Database,
    clock: { now: () => new Date('2026-11-27T08:00:00Z') },
    plantId: 1,
    queries: queries as never,
    info: async () => 1,
  })
  const screen = await screens.of(scope)
  if (screen === null) throw new Error('the screen exists')
  return { ...screen, by: new Map(screen.panels.map(({ key, scope: own }) => [key, own])) }
}

test('a panel is limited to what it has of its own, for the rest to what its screen has', async () => {
  const { scope, by } = await screenWith(
    [oee({ machineIds: ['3'], oeeTarget: 0.5 }), oee({ title: 'All of them' }, 4)],
    '5',
    { projectIds: ['9'], machineIds: ['1', '3'] },
  )
  expect(by.get('oee {"machineIds":["3"],"oeeTarget":0.5}')).toEqual({
    ...scope,
    machineIds: ['3'],
    thresholds: { ...scope.thresholds, oeeTarget: 0.5 },
  })
  expect(by.get('oee')).toEqual(scope)
})

test('a workshop means its machines; one without machines means none, not all', async () => {
  const { by, gone } = await screenWith([oee({ workshopIds: ['7'] }), oee({ workshopIds: ['8'] }, 4)])
  const [full, empty] = [...by.values()].map(({ machineIds }) =>
    machines.filter(({ id }) => machineIds.includes(String(id))).map(({ id }) => id),
  )
  expect(full).toEqual([1, 2])
  expect(empty).toEqual([])
  expect([...by.values()].every(({ machineIds }) => machineIds.length > 0)).toBe(true)
  expect(gone).toBe(0)
})

test('choices of a panel that no longer exist are counted', async () => {
  expect((await screenWith([oee({ machineIds: ['3', '4'] })])).gone).toBe(1)
})

test('a draft has the data of every kind, and what its panels have of their own', async () => {
  const { panels } = await screenWith([oee({ machineIds: ['3'] }), oee({}, 4)], '5 draft')
  const keys = panels.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).toEqual(expect.arrayContaining(['oee', 'alarms', 'oee {"machineIds":["3"]}']))
})
