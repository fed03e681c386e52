import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  tilesOfEquipment,
  tilesOfOrders,
  tilesOfQuality,
  tilesOfSystem,
} from '../../apps/server/src/modules/dashboard/dashboard.tiles.ts'
import { isDeep } from '../../apps/server/test/depth.ts'
import { signIn } from '../support/browser.ts'
import { becomes, journey, openApp } from '../support/journey.ts'
import { doesFromHome } from '../support/mornings.ts'
import { openByMenu } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'
import { newPerson } from '../support/people.ts'
import { newOrder } from '../support/work.ts'

const tiles = { ...tilesOfOrders, ...tilesOfQuality, ...tilesOfEquipment, ...tilesOfSystem }
type TileId = keyof typeof tiles

const mend = ['alarms', 'repairs', 'rounds', 'plans']
/** The queues of each person, which follow from the permissions of the role. */
const people = {
  planner: { queues: ['orders'], language: 'en' },
  foreman: { queues: ['lots', 'alarms'], language: 'es' },
  inspector: { queues: ['inspections', 'approvals'], language: 'en' },
  equipment: { queues: mend, language: 'es' },
  viewer: { queues: ['orders'], language: 'zh' },
  admin: { queues: ['system', 'orders', 'lots', 'inspections', 'approvals', ...mend], language: 'zh' },
} as const

/** Waits until every part of the home page shows its figures. */
async function isCounted(page: Page): Promise<void> {
  await page.locator('.dashboard .card').first().waitFor()
  await becomes(() => page.locator('.dashboard').locator('[aria-busy="true"], .card-wait').count(), 0)
}

const figures = (page: Page) => page.locator('.figure[data-tile]')

/** Follows a link to a list. The list must request its filter, and its total must equal the number shown. */
async function follow(page: Page, link: ReturnType<Page['locator']>, list: string, shown: string) {
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
  expect(new URL(page.url()).pathname).toBe(target.pathname)
  expect(shown.replaceAll(/\D/g, ''), target.href).toBe(String(total))
  await page.goBack()
  await isCounted(page)
}

const lists: Readonly<Record<string, string>> = {
  orders: 'GET /api/orders',
  inspections: 'GET /api/due-inspections',
  approvals: 'GET /api/ncrs',
  alarms: 'GET /api/alarms',
  repairs: 'GET /api/repairs',
  rounds: 'GET /api/checks/due',
  plans: 'GET /api/maintenance-plans',
}

journey('the home page', () => {
  const app = openApp()
  let drafted = 0
  /**
   * The API tests compare all figures with their lists for every role. Here, a link to each page with each
   * combination of filters is followed once; the deep run follows every link.
   */
  const followed = new Set<string>()
  const followNew = async (page: Page, link: ReturnType<Page['locator']>, list: string, shown: string) => {
    const target = new URL((await link.getAttribute('href')) ?? '', page.url())
    const kind = isDeep ? target.href : [target.pathname, ...target.searchParams.keys()].join()
    if (followed.has(kind)) return
    followed.add(kind)
    await follow(page, link, list, shown)
  }

  it.each(Object.entries(people))(
    '%s: at most five numbers, and the queues of the role; each leads to its list',
    async (person, { queues, language }) => {
      const { page } = await app.enter(person, '/dashboard', { language })
      await isCounted(page)
      const say = wordsOf(language)
      const ids = await figures(page).evaluateAll((found) =>
        found.map(({ dataset }) => dataset['tile'] ?? ''),
      )
      expect(ids.length).toBeLessThanOrEqual(5)
      for (const id of ids as TileId[]) {
        const link = page.locator(`.figure[data-tile="${id}"]`)
        expect(await link.innerText()).toContain(say(`dashboard:tile.${id}`))
        await followNew(page, link, tiles[id].list, await link.locator('.figure-count').innerText())
      }
      const tabs = page.locator('.dashboard [role="tab"]')
      expect(await tabs.evaluateAll((found) => found.map(({ dataset }) => dataset['part']))).toEqual(queues)
      for (const queue of queues) {
        await page.locator(`.dashboard [data-part="${queue}"]`).click()
        await isCounted(page)
        const all = page.locator('.queue-all')
        const list = lists[queue]
        if (list !== undefined && (await all.count()) > 0)
          await followNew(page, all, list, (await all.getAttribute('data-total')) ?? '')
      }
    },
  )

  it('nothing of it is kept: who comes back sees what has happened meanwhile', async () => {
    const { page } = await app.enter('planner', '/dashboard')
    await isCounted(page)
    const request = page.waitForRequest('**/api/dashboard/orders')
    await openByMenu(page, '/order/list')
    await newOrder(app, `E2E-HOME-${++drafted}`)
    await openByMenu(page, '/dashboard')
    await request
  })
})

journey("the morning's work from home", () => {
  const app = openApp()
  const t = wordsOf('en')
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  /** The deep run does all of them in two languages, on a laptop and on a phone. */
  it.each([
    ['releases an order', 'laptop'],
    ['reports a lot, and undoes it', 'phone'],
    ['opens the inspection of a due mark', 'laptop'],
    ['acknowledges an alarm', 'phone'],
  ] as const)('%s', (task, screen) => doesFromHome(app, task, { language: 'en', screen }))

  it('a foreman chooses the own processes once; home and the list of lots show only their lots', async () => {
    const { username } = await newPerson(app, 'foreman')
    const { page } = await app.enter(username, '/dashboard', { language: 'en' })
    const rows = page.locator('.queue li .queue-what > a')
    await rows.first().waitFor()
    const processOf = (row: string) => row.split(' · ').at(-1) ?? ''
    const process = processOf((await rows.first().textContent()) ?? '')
    await press(page, t('common:change')).click()
    const stored = page.waitForResponse('**/preferences/work.processes')
    await page.getByLabel(process, { exact: true }).check()
    await becomes(async () => [...new Set((await rows.allTextContents()).map(processOf))], [process])
    await stored
    await page.goto(`${app.url}/order/work?part=list`)
    const lots = page.locator('.piece-choice li b')
    await becomes(async () => [...new Set(await lots.allTextContents())], [process])
    await press(page, t('common:ownProcesses.showAll')).click()
    await becomes(async () => new Set(await lots.allTextContents()).size > 1, true)
  })

  it('an administrator unlocks an account', async () => {
    const { username } = await newPerson(app, 'viewer')
    const wrong = { method: 'POST', body: JSON.stringify({ username, password: 'wrong' }) }
    const headers = { 'content-type': 'application/json' }
    for (let times = 0; times < 10; times += 1)
      await fetch(`${app.url}/api/auth/login`, { ...wrong, headers })
    const { page } = await app.enter('admin', '/dashboard', { language: 'en' })
    await page.locator('.dashboard [data-part="system"]').click()
    const row = page.locator('.queue li').filter({ hasText: `(${username})` })
    await row.getByRole('button', { name: t('common:action.unlock') }).click()
    await row.waitFor({ state: 'detached' })
    await signIn((await app.visit()).page, username)
  })

  it('an administrator sees which messages do not arrive, and why', async () => {
    const { page } = await app.enter('admin', '/dashboard', { language: 'en' })
    const lastFailure = { reason: 'sign_in', detail: '535', at: new Date().toISOString() }
    const works = { channel: 'wecom', waiting: 1, failed: 0, lastSentAt: null, lastFailure: null }
    const items = [{ ...works, channel: 'email', waiting: 2, lastFailure }, works]
    await page.route('**/api/message-channels', (route) => route.fulfill({ json: { items, total: 2 } }))
    await page.reload()
    await page.locator('.dashboard [data-part="system"]').click()
    const row = page.locator('.queue [data-row="email"]')
    await row.waitFor()
    const text = await row.innerText()
    expect(text).toContain(t('dashboard:system.undelivered.email', { waiting: 2, failed: 0 }))
    expect(text).toContain(`${t('inbox:channel.reason.sign_in')} (535)`)
    expect(await page.locator('.queue [data-row="wecom"]').count()).toBe(0)
    let failure: object | null = { reason: 'sign_in', detail: '535' }
    await page.route('**/api/message-channels/email/test', (route) =>
      route.fulfill({ json: { address: 'a@example.com', failure } }),
    )
    const sendTest = async (place: Locator, result: string) => {
      await place.getByRole('button', { name: t('inbox:test.send') }).click()
      await place.getByRole('status').filter({ hasText: result }).waitFor()
    }
    await sendTest(row, `${t('inbox:test.failed')} ${t('inbox:channel.reason.sign_in')} (535)`)
    failure = null
    await row.getByRole('link', { name: t('dashboard:system.check'), exact: true }).click()
    await page.waitForURL('**/authority/users')
    await sendTest(page.locator('.problem-alert'), t('inbox:test.accepted', { address: 'a@example.com' }))
  })

  it('of two who accept a repair, the second is told, and the row goes', async () => {
    const { page } = await app.enter('equipment', '/dashboard', { language: 'en' })
    await page.locator('.dashboard [data-part="repairs"]').click()
    const row = page
      .locator('.queue li')
      .filter({ has: page.getByRole('button', { name: t('dashboard:queue.accept'), exact: true }) })
      .first()
    const id = (await row.getAttribute('data-row')) ?? ''
    await page.route('**/accept', async (route) => {
      const api = await app.api('admin')
      await api.call('POST', `/api/repairs/${id}/accept`, JSON.parse(route.request().postData() ?? '{}'))
      await route.continue()
    })
    await row.getByRole('button').click()
    await page.locator('.ant-message-warning').waitFor()
    await page.locator(`[data-row="${id}"]`).waitFor({ state: 'detached' })
  })
})

journey('a new person is shown around the home page', () => {
  const app = openApp()
  const t = wordsOf('zh')
  const card = (page: Page) => page.locator('.tour-card')
  const title = (page: Page) => card(page).getByRole('heading').textContent()
  const ring = (page: Page) => page.locator('.tour-ring').boundingBox()
  const help = (page: Page) => page.getByRole('dialog', { name: t('help:title') })
  const steps = [
    t('shell:bottomBar.queue'),
    t('shell:route.workReport'),
    t('shell:route.messageList'),
    t('shell:palette.open'),
    t('help:title'),
  ]

  /** Goes through the steps from one of them to the end. */
  async function finish(page: Page, from: number, next: () => Promise<void>): Promise<void> {
    for (const step of steps.slice(from)) {
      await becomes(() => title(page), step)
      await next()
    }
    await card(page).waitFor({ state: 'detached' })
  }

  it('once, by keyboard or by touch; Esc leaves it, and the help goes on with it', async () => {
    const { username } = await newPerson(app, 'foreman', { tour: null })
    const { page } = await app.visit()
    await signIn(page, username)
    await becomes(() => title(page), steps[0])
    await page.keyboard.press('Enter')
    await becomes(() => title(page), steps[1])
    await page.keyboard.press('Escape')
    await page.reload()
    await isCounted(page)
    expect(await card(page).count()).toBe(0)
    await page.keyboard.press('?')
    await help(page)
      .getByRole('button', { name: t('help:tour.resume', { n: '2' }) })
      .press('Enter')
    await finish(page, 1, () => page.keyboard.press('Enter'))

    const phone = (await app.visit({ screen: 'phone' })).page
    await signIn(phone, username)
    await isCounted(phone)
    expect(await card(phone).count()).toBe(0)
    await phone.getByRole('button', { name: t('shell:openHelp') }).tap()
    await help(phone)
      .getByRole('button', { name: t('help:tour.start') })
      .tap()
    await finish(phone, 0, async () => {
      const sheet = await card(phone).boundingBox()
      const { y = 0, height = 0 } = (await ring(phone)) ?? {}
      const middle = y + height / 2
      expect(middle < (sheet?.y ?? 0) || middle > (sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(true)
      await card(phone).locator('.tour-next').tap()
    })
  })
})
