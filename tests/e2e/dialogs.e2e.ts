import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { becomes, eventually, intercept, journey, openApp } from '../support/journey.ts'
import { chooseInUserMenu, openByMenu, tabTitles } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'

const t = wordsOf('zh')
/** Accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    return at?.getAttribute('aria-label') ?? at?.textContent ?? ''
  })

/** Any script that a page fetches later. */
const script = /\/assets\/.*\.js$/

journey('dialogs', () => {
  const app = openApp()

  describe('closed, they give the focus back to what opened them', () => {
    it('a form', async () => {
      const { page } = await app.enter('planner', '/order/list')
      const button = page.getByRole('button', { name: t('orders:form.create') })
      await button.focus()
      await page.keyboard.press('Enter')
      await becomes(() => page.locator('.form-drawer input:focus').count(), 1)
      await page.keyboard.press('Escape')
      await becomes(() => focused(page), t('orders:form.create'))
    })

    it('a question out of a menu of a row', async () => {
      const { page } = await app.enter('admin', '/authority/users')
      const more = t('identity:action.more', { name: 'foreman' })
      await page.getByRole('button', { name: more }).click()
      await page.getByRole('menuitem', { name: t('identity:action.reset') }).click()
      await page.getByRole('dialog', { name: t('identity:action.reset') }).waitFor()
      await page.keyboard.press('Escape')
      await becomes(() => focused(page), more)
    })

    it('a menu that is opened while its list still scrolls stays open', async () => {
      const { page } = await app.enter('admin', '/authority/users')
      await page.setViewportSize({ width: 1366, height: 400 })
      const more = page.getByRole('button', { name: t('identity:action.more', { name: 'viewer' }) })
      // The browser reports scrolling in its next frame, after the click.
      await more.evaluate((button: HTMLElement) => {
        button.scrollIntoView()
        button.focus()
        button.click()
      })
      await page.evaluate(async () => {
        for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
      })
      expect(await page.getByRole('menu').count()).toBe(1)
    })

    it('the preferences', async () => {
      const { page } = await app.enter('viewer', '/dashboard')
      await chooseInUserMenu(page, t('shell:preferences.title'))
      await page.getByRole('dialog', { name: t('shell:preferences.title') }).waitFor()
      await page.keyboard.press('Escape')
      await becomes(() => page.locator('.user-button:focus').count(), 1)
    })
  })

  describe('a part that cannot be fetched', () => {
    /** Prevents automatic recovery before the test clicks. */
    const staysAway = (page: Page) => intercept(page, '**/api/health', (route) => route.abort())

    it('of a page says so, leaves the page as it is and can be tried again', async () => {
      const { page } = await app.enter('planner', '/order/list', { losesNetwork: true })
      await page.locator('.ant-table-row').first().waitFor()
      await staysAway(page)
      await intercept(page, script, (route) => route.abort())
      await page.getByRole('button', { name: t('orders:form.create') }).click()
      const message = page.locator('.missing-part')
      await message.getByText(t('lost:text')).waitFor()
      expect(await page.locator('.ant-table-row').count()).toBeGreaterThan(0)
      await page.unroute(script)
      await message.getByRole('button', { name: t('lost:again') }).click()
      await page.locator('.form-drawer input').first().waitFor()
    })

    it('that is the page breaks its own tab alone and can be tried again', async () => {
      const { page } = await app.enter('admin', '/order/list', { losesNetwork: true })
      await page.locator('.ant-table-row').first().waitFor()
      await staysAway(page)
      await intercept(page, script, (route) => route.abort())
      await page
        .locator('main')
        .getByRole('link', { name: t('common:filter.projectIds') })
        .click()
      await page.getByText(t('lost:title')).waitFor()
      await page.unroute(script)
      await page.getByRole('button', { name: t('lost:again') }).click()
      await page.getByRole('button', { name: t('orders:form.createProject') }).waitFor()
    })
  })

  it('a tab closed while its page is still being fetched stays closed', async () => {
    const { page } = await app.enter('admin', '/order/list')
    await page.locator('.ant-table-row').first().waitFor()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const fetched: string[] = []
    await intercept(page, script, async (route) => {
      fetched.push(route.request().url())
      await arrived
      await route.continue()
    })
    await openByMenu(page, '/authority/audit')
    await eventually(() => fetched.length).toBeGreaterThan(0)
    await page.locator('.tab.is-current .tab-close').click()
    arrive()
    // As a string: code in this file is compiled for Node, not for the browser.
    await page.evaluate(`Promise.all(${JSON.stringify(fetched)}.map((url) => import(url)))`)
    await becomes(() => tabTitles(page), ['首页', '订单管理'])
    // Opening the next page waits for what that script started.
    await openByMenu(page, '/quality/list')
    await becomes(() => tabTitles(page), ['首页', '订单管理', '质检管理'])
  })
})
