import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  tilesOfEquipment,
  tilesOfOrders,
  tilesOfQuality,
} from '../../apps/server/src/modules/dashboard/dashboard.tiles.ts'
import { isDeep } from '../../apps/server/test/depth.ts'
import { becomes, journey, openApp } from '../support/journey.ts'
import { openByMenu } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'
import { newOrder } from '../support/work.ts'

const tiles = { ...tilesOfOrders, ...tilesOfQuality, ...tilesOfEquipment }
type TileId = keyof typeof tiles

const areas = {
  orders: ['orders_late', 'due_week', 'due_month', 'due_later', 'orders_running', 'orders_held'],
  equipment: [
    'machines_running',
    'machines_setup',
    'machines_idle',
    'machines_fault',
    'machines_maintenance',
    'machines_offline',
    'machines_unknown',
    'stops_unreasoned',
    'alarms_active',
    'alarms_critical',
    'checks_due',
    'plans_overdue',
    'plans_due',
    'repairs_waiting',
    'repairs_working',
    'parts_short',
  ],
  quality: ['ncrs_open', 'ncrs_overdue', 'inspections_due', 'ndt_due'],
} as const satisfies Record<string, readonly TileId[]>
const all = ['orders', 'equipment', 'quality'] as const
const sees = {
  planner: { areas: all, language: 'en' },
  foreman: { areas: all, language: 'es' },
  inspector: { areas: ['orders', 'quality'], language: 'en' },
  equipment: { areas: ['orders', 'equipment'], language: 'es' },
  manager: { areas: all, language: 'en' },
  viewer: { areas: all, language: 'es' },
  admin: { areas: all, language: 'zh' },
} as const

/** Figures that are not the total of a list. They link to a report. */
const reports = ['output_today', 'output_month', 'first_pass']

const idsOf = (page: Page, attribute: 'tile' | 'task') =>
  page
    .locator(`[data-${attribute}]`)
    .evaluateAll((found, name) => found.map((one) => (one as HTMLElement).dataset[name] ?? ''), attribute)

const linkOf = (page: Page, attribute: 'tile' | 'task', id: TileId) =>
  page.locator(`[data-${attribute}="${id}"]`)

/** Waits until every part of the home page shows its figures. */
async function isCounted(page: Page): Promise<void> {
  await page.locator('.dashboard .card').first().waitFor()
  await becomes(() => page.locator('.dashboard .card[aria-busy="true"]').count(), 0)
}

/** Follows a figure to its list. The list must request the tile's filter, and its total must equal the figure. */
async function follow(page: Page, attribute: 'tile' | 'task', id: TileId): Promise<void> {
  const link = linkOf(page, attribute, id)
  const text = await link
    .locator(attribute === 'tile' ? '.figure-count, .share-count' : '.task-count')
    .innerText()
  const { list, page: path } = tiles[id]
  const target = new URL((await link.getAttribute('href')) ?? '', page.url())
  const filter = [...target.searchParams].filter(([name]) => name !== 'part')
  const response = page.waitForResponse((reply) => {
    const url = new URL(reply.url())
    return (
      `GET ${url.pathname}` === list && filter.every(([name, value]) => url.searchParams.get(name) === value)
    )
  })
  await link.click()
  const { total } = (await (await response).json()) as { readonly total: number }
  expect(new URL(page.url()).pathname, id).toBe(path)
  expect(text.replaceAll(/\D/g, ''), id).toBe(String(total))
  await page.goBack()
  await isCounted(page)
}

journey('the home page', () => {
  const app = openApp()
  let drafted = 0
  /**
   * The API tests compare all figures with their lists for every role. Here, a link to each page with each
   * combination of filters is followed once; the deep run follows every link.
   */
  const followed = new Set<string>()
  const followNew = async (page: Page, attribute: 'tile' | 'task', id: TileId) => {
    const target = new URL((await linkOf(page, attribute, id).getAttribute('href')) ?? '', page.url())
    const kind = isDeep ? id : [target.pathname, ...target.searchParams.keys()].join()
    if (followed.has(kind)) return
    followed.add(kind)
    await follow(page, attribute, id)
  }

  // Roles that see the same areas are looked at in the deep run.
  const roles = Object.entries(sees)
  const different = [...new Map(roles.map((one) => [one[1].areas.join(), one])).values()]
  it.each(isDeep ? roles : different)(
    '%s: the tiles of the role are there by name, and what waits leads to its list',
    async (person, { areas: own, language }) => {
      const { page } = await app.enter(person, '/dashboard', { language })
      await isCounted(page)
      const lists = (await idsOf(page, 'tile')).filter((id) => !reports.includes(id))
      expect(lists.toSorted()).toEqual(own.flatMap((area) => [...areas[area]]).toSorted())
      const say = wordsOf(language)
      for (const id of lists)
        expect(await page.locator(`[data-tile="${id}"]`).innerText()).toContain(say(`dashboard:tile.${id}`))
      for (const id of await idsOf(page, 'task')) await followNew(page, 'task', id as TileId)
    },
  )

  it('tiles lead to their lists', async () => {
    const { page } = await app.enter('admin', '/dashboard')
    await isCounted(page)
    for (const area of all) for (const id of areas[area]) await followNew(page, 'tile', id)
  })

  it('nothing of it is kept: who comes back sees what has happened meanwhile', async () => {
    const { page } = await app.enter('planner', '/dashboard')
    await isCounted(page)
    const drafts = async () =>
      Number(await page.locator('[data-task="orders_draft"] .task-count').innerText())
    const before = await drafts()
    await openByMenu(page, '/order/list')
    await newOrder(app, `E2E-HOME-${++drafted}`)
    const request = page.waitForRequest('**/api/dashboard/orders')
    await openByMenu(page, '/dashboard')
    await request
    await becomes(drafts, before + 1)
  })
})
