import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { becomes, intercept, journey, openApp } from '../support/journey.ts'
import { chooseInTabMenu, keysShown, openByMenu, pageOf } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'
import { withoutNetwork } from '../support/work.ts'

const t = wordsOf('zh')
const machines = '/equipment/list'
const list = /\/api\/machines\?/

/** Files that a visit of the machines page fetches, one of each class, with the message shown if it fails to load. */
const lost = [
  ["the page's own script", /assets\/base-[^/]+\.js/, 'lost:title'],
  ['the script of the shell', /assets\/frame-[^/]+\.js/, 'lost:title'],
  ['the style sheet of the shell', /assets\/frame-[^/]+\.css/, 'lost:title'],
  ['the words of the shell', /assets\/words-shell\.zh-/, 'lost:title'],
  ['the script of a page', /assets\/machines\.page-/, 'lost:title'],
  ['the style sheet of a page', /assets\/equipment-[^/]+\.css/, 'lost:title'],
  ['the words of a page', /assets\/words-equipment\.zh-/, 'lost:title'],
  ['the first data of a page', list, 'problem:offline'],
] as const

journey('what gets lost on the way', () => {
  const app = openApp()
  const rows = (page: Page) => pageOf(page, machines).locator('.ant-table-row')

  async function saysSo(page: Page, sentence: string): Promise<void> {
    await page.getByText(t(sentence)).first().waitFor()
    expect(await keysShown(page)).toEqual([])
    expect(await page.locator('.bug-button').count()).toBe(0)
  }

  it.each(lost)('%s: the page says so and comes back by itself', async (_, file, sentence) => {
    const { page } = await app.enter('admin', null, { losesNetwork: true })
    await page.route(file, (route) => route.abort())
    await page.goto(machines)
    await saysSo(page, sentence)
    await page.unroute(file)
    await rows(page).first().waitFor()
    await page.getByText(t(sentence)).waitFor({ state: 'hidden' })
    expect(await page.locator('.bug-button').count()).toBe(0)
  })
  describe('before the network is back', () => {
    const part = /assets\/machines\.page-/
    const health = '**/api/health'
    const openLost = async () => {
      const { page } = await app.enter('admin', '/dashboard', { losesNetwork: true })
      await pageOf(page, '/dashboard').locator('h1').waitFor()
      // The browser still considers itself online, and the server answers all other requests.
      await intercept(page, health, (route) => route.abort())
      await intercept(page, part, (route) => route.abort())
      await openByMenu(page, machines)
      await saysSo(page, 'lost:title')
      await page.unroute(part)
      return page
    }

    it('it comes by the button', async () => {
      const page = await openLost()
      await pageOf(page, machines)
        .getByRole('button', { name: t('lost:again') })
        .click()
      await rows(page).first().waitFor()
      await page.unroute(health)
    })

    it('it comes by a refresh of its tab', async () => {
      const page = await openLost()
      await chooseInTabMenu(page, t('shell:route.equipmentList'), 'refresh')
      await rows(page).first().waitFor()
      await page.unroute(health)
    })
  })

  describe('a page that broke on an answer asks for it again', () => {
    const openBroken = async () => {
      const { page, complaints } = await app.enter('admin', '/dashboard')
      await pageOf(page, '/dashboard').locator('h1').waitFor()
      await intercept(page, list, (route) => route.fulfill({ json: { rows: [null], total: 1 } }))
      await openByMenu(page, machines)
      await pageOf(page, machines).getByText(t('shell:broken.title')).waitFor()
      await page.unroute(list)
      expect(complaints.splice(0)).not.toEqual([])
      return page
    }

    it('by the button', async () => {
      const page = await openBroken()
      await page.getByRole('button', { name: t('shell:broken.again') }).click()
      await rows(page).first().waitFor()
    })

    it('by a refresh of its tab', async () => {
      const page = await openBroken()
      await chooseInTabMenu(page, t('shell:route.equipmentList'), 'refresh')
      await rows(page).first().waitFor()
    })
  })

  it('an installed app starts without network and says so; a tab of a browser has no worker', async () => {
    const { page, context } = await app.enter('foreman', '/order/work', {
      fresh: true,
      losesNetwork: true,
    })
    await page.locator('.scan-field').waitFor()
    const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    expect(await workers()).toBe(0)
    await page.addInitScript(() => {
      const real = matchMedia.bind(window)
      window.matchMedia = (query) => real(query.includes('display-mode') ? 'all' : query)
    })
    await page.reload()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await withoutNetwork(context, async () => {
      await page.reload()
      await page.locator('.scan-field').waitFor()
      await page.getByText(t('shell:banner.offline')).waitFor()
    })
    await page.getByText(t('shell:banner.offline')).waitFor({ state: 'hidden' })
  })

  it('a later visit takes the first files from the cache of a worker that is not started', async () => {
    const { page } = await app.enter('planner', '/dashboard', { fresh: true, ahead: true })
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.goto('/order/list')
    await page.locator('.list-row').first().waitFor()
    const sources = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => {
        const { pathname } = new URL(entry.name)
        const { deliveryType } = entry as PerformanceResourceTiming & { readonly deliveryType: string }
        return [pathname.replace(/-.*/, ''), deliveryType]
      }),
    )
    expect(sources).toContainEqual(['/assets/order', 'cache-storage'])
    expect(sources.find(([path]) => path === '/api/orders')).toEqual(['/api/orders', ''])
  })

  it('a language whose words do not arrive is not switched to', async () => {
    const { page } = await app.visit({ losesNetwork: true })
    await page.goto('/login')
    const words = /assets\/words-shell\.en-/
    await intercept(page, words, (route) => route.abort())
    const select = page.locator('.language-select')
    await select.selectOption('en')
    await page.getByRole('alert').getByText(t('lost:title')).waitFor()
    expect(await keysShown(page)).toEqual([])
    await page.unroute(words)
    await select.selectOption('en')
    await becomes(() => page.evaluate(() => document.documentElement.lang), 'en')
  })

  it('a stored person that cannot be read is asked for until the server says who it is', async () => {
    const { page } = await app.enter('viewer', null, { losesNetwork: true })
    // A page outside the shell, which would store the person again.
    await page.goto('/wx/transfer')
    await page.evaluate(() => localStorage.setItem('cloud-factory-user-info', 'unreadable'))
    await page.route('**/api/me{,/start}', (route) => route.abort())
    // The layout waits for its words, and is not there yet when the request is lost.
    const checked = page.waitForResponse('**/api/health')
    await page.route(/assets\/words-shell\.zh-/, async (route) => {
      await checked
      await route.continue()
    })
    await page.goto('/quality/list')
    await saysSo(page, 'lost:title')
    await page.unroute('**/api/me{,/start}')
    await pageOf(page, '/quality/list').waitFor()
  })
})
