import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { typeSignIn } from '../support/browser.ts'
import { arrives, becomes, journey, openApp } from '../support/journey.ts'
import {
  chooseInUserMenu,
  field,
  isShown,
  markedPages,
  markPage,
  openByMenu,
  pageOf,
  pressInForm,
  showTab,
  tab,
  tabTitles,
} from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'

const t = wordsOf('zh')

/** Opens the form for a new order in the list's tab and types its number. */
async function beginOrder(page: Page, no: string): Promise<void> {
  await page.getByRole('button', { name: t('orders:form.create') }).click()
  await field(page, t('orders:field.no')).fill(no)
}

/** Opens the list of inspections, which an open drawer does not prevent. */
async function openByPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: t('shell:palette.placeholder') }).fill('质检')
  await page.keyboard.press('Enter')
  await arrives(page, '/quality/list')
}

journey('kept tabs', () => {
  const app = openApp()

  describe('a page shown again', () => {
    it('still has its scroll position, its page of the list and its rows', async () => {
      const { page } = await app.enter('manager', '/order/list?page=2&pageSize=20')
      // Narrower than the columns, so that the list scrolls sideways too.
      await page.setViewportSize({ width: 1200, height: 480 })
      const rows = pageOf(page, '/order/list').locator('.ant-table-row')
      await rows.first().waitFor()
      const first = await rows.first().locator('a').innerText()
      await markPage(page, '/order/list')
      const scroller = pageOf(page, '/order/list').locator('.list-scroller')
      await scroller.evaluate((box) => box.scrollTo({ top: 160, left: 120 }))
      await openByMenu(page, '/quality/list')
      // In the moment of the click, before anything is rendered.
      const isThere = await tab(page, '订单管理').evaluate((button: HTMLElement) => {
        const isVisible = () =>
          document.getElementById('page:/order/list')?.checkVisibility({ opacityProperty: true })
        const before = isVisible()
        button.click()
        return [before, isVisible()]
      })
      expect(isThere).toEqual([false, true])
      await arrives(page, '/order/list?page=2&pageSize=20')
      expect(await markedPages(page)).toBe(1)
      await becomes(() => scroller.evaluate((box) => [box.scrollTop, box.scrollLeft]), [160, 120])
      expect(await rows.first().locator('a').innerText()).toBe(first)
    })

    it('with an open drawer, comes back alive with its text', async () => {
      const { page } = await app.enter('planner', '/order/list')
      await beginOrder(page, 'KEPT-1')
      await openByPalette(page)
      await becomes(() => field(page, t('orders:field.no')).isVisible(), false)
      await showTab(page, '订单管理')
      await field(page, t('orders:field.no')).waitFor()
      expect(await field(page, t('orders:field.no')).inputValue()).toBe('KEPT-1')
      await field(page, t('common:field.name')).fill('钢柱')
      expect(await field(page, t('common:field.name')).inputValue()).toBe('钢柱')
      await pressInForm(page, t('common:form.cancel'))
      await page.getByRole('button', { name: t('shell:form.discard') }).click()
      await becomes(() => page.locator('.form-drawer:visible').count(), 0)
      await page.getByRole('button', { name: t('orders:form.create') }).click()
      await field(page, t('orders:field.no')).waitFor()
    })

    it('after an hour, with an open form, comes back with its text', async () => {
      const { page } = await app.enter('planner', '/order/list', { fresh: true })
      await page.clock.install()
      const order = pageOf(page, '/order/list').locator('.ant-table-row a').first()
      const path = (await order.getAttribute('href')) ?? ''
      await order.click()
      await pageOf(page, path)
        .getByRole('button', { name: t('orders:action.edit') })
        .click()
      await field(page, t('common:field.name')).fill('钢柱')
      await openByPalette(page)
      await page.clock.fastForward('01:00:00')
      const loaded = page.waitForResponse((reply) => reply.url().includes('/api/orders/'))
      await page.goBack()
      await loaded
      expect(await field(page, t('common:field.name')).inputValue()).toBe('钢柱')
    })

    it('with an open dialog, comes back alive and its buttons work', async () => {
      const { page } = await app.enter('admin', '/authority/users')
      const row = page.locator('.ant-table-row', { hasText: 'viewer' })
      await row.getByRole('button', { name: t('identity:action.more', { name: 'viewer' }) }).click()
      await page.getByRole('menuitem', { name: t('identity:action.reset') }).click()
      const dialog = page.getByRole('dialog', { name: t('identity:action.reset') })
      await dialog.waitFor()
      await page.evaluate(() => history.pushState(null, '', '/dashboard'))
      await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
      await arrives(page, '/dashboard')
      await becomes(() => dialog.isVisible(), false)
      await showTab(page, t('common:route.authorityUsers'))
      await dialog.waitFor()
      await dialog.getByRole('button', { name: t('common:form.cancel') }).click()
      await dialog.waitFor({ state: 'hidden' })
      await row.getByRole('button', { name: t('identity:action.more', { name: 'viewer' }) }).click()
      await page.getByRole('menuitem', { name: t('identity:action.reset') }).click()
      await dialog.waitFor()
    })
  })

  it('ten pages are kept; the one seen longest ago is built anew when shown again', async () => {
    const { page } = await app.enter('admin', '/order/list')
    await pageOf(page, '/order/list').waitFor()
    await markPage(page, '/order/list')
    const others = [
      '/quality/list',
      '/equipment/list',
      '/equipment/alarms',
      '/equipment/maintenance',
      '/baseInfo/edit',
      '/set/show',
      '/authority/users',
      '/authority/roles',
      '/authority/audit',
    ]
    await openByMenu(page, ...others)
    expect(await markedPages(page)).toBe(1)
    await page.locator('.user-button').click()
    await page.getByRole('menuitem', { name: t('shell:route.personal') }).click()
    await arrives(page, '/personal')
    await becomes(() => markedPages(page), 0)
    expect(await tabTitles(page)).toContain('订单管理')
    expect(await page.locator('.tab-page').count()).toBe(10)
    await showTab(page, '订单管理')
    await pageOf(page, '/order/list').locator('.ant-table-row').first().waitFor()
  })

  describe('after F5', () => {
    it('the tabs are there again, with their titles and queries', async () => {
      const { page } = await app.enter('manager', '/order/list?page=2&pageSize=20')
      const order = page.locator('.ant-table-row a').first()
      const no = await order.innerText()
      await order.click()
      await tab(page, no).waitFor()
      await openByMenu(page, '/quality/list')
      await page.reload()
      await becomes(() => tabTitles(page), ['首页', '订单管理', no, '质检管理'])
      await arrives(page, '/quality/list')
      await showTab(page, '订单管理')
      await arrives(page, '/order/list?page=2&pageSize=20')
    })

    it('another browser tab begins with tabs of its own', async () => {
      const { page, context } = await app.enter('manager', '/order/list')
      await openByMenu(page, '/quality/list')
      const second = await context.newPage()
      await second.goto('/equipment/list')
      await becomes(() => tabTitles(second), ['首页', '设备台账'])
      expect(await tabTitles(page)).toEqual(['首页', '订单管理', '质检管理'])
    })
  })

  it('a page opened again after its tab was closed begins without its filter', async () => {
    const { page } = await app.enter('manager', '/order/list?q=zzz')
    await pageOf(page, '/order/list').getByText(t('shell:table.noMatch')).waitFor()
    await openByMenu(page, '/quality/list')
    await page
      .locator('.tab')
      .filter({ has: tab(page, '订单管理') })
      .locator('.tab-close')
      .click()
    await becomes(() => tabTitles(page), ['首页', '质检管理'])
    await openByMenu(page, '/order/list')
    await pageOf(page, '/order/list').locator('.ant-table-row').first().waitFor()
    await arrives(page, '/order/list')
  })

  it('a page has one tab, however its address is written', async () => {
    const { page } = await app.enter('planner', '/Order/list/?page=2&pageSize=20')
    await arrives(page, '/order/list?page=2&pageSize=20')
    await becomes(() => tabTitles(page), ['首页', '订单管理'])
  })

  it('the palette begins with favourites and recent records, of this person on this device', async () => {
    const { page } = await app.enter('planner', '/order/list', { fresh: true })
    const options = page.getByRole('option')
    const search = async () => {
      await page.locator('.bar-search').click()
      await options.first().waitFor()
    }
    const order = page.locator('.ant-table-row a').first()
    const no = await order.innerText()
    await order.click()
    await tab(page, no).waitFor()
    await showTab(page, '订单管理')
    await page.getByRole('button', { name: t('shell:favourite.add') }).click()
    await page.getByRole('button', { name: t('shell:favourite.remove') }).waitFor()
    await page.goto('/dashboard')
    await search()
    const first = () => options.locator('.palette-text').allTextContents()
    await becomes(first, expect.arrayContaining(['订单管理', no]))
    expect((await first()).slice(0, 2)).toEqual(['订单管理', no])
    await page.getByRole('combobox').fill(no)
    await page.locator('.palette-note', { hasText: ' · ' }).first().waitFor()
    await page.keyboard.press('Escape')
    await chooseInUserMenu(page, t('shell:user.logOut'))
    await page.locator('#username').waitFor()
    await typeSignIn(page, 'manager')
    await page.locator('.tab [aria-selected=true]').waitFor()
    await search()
    expect(await first()).not.toContain(no)
  })

  it('? opens the guide of the page, which leads to the others; in a text it is a sign', async () => {
    const { page } = await app.enter('viewer', '/quality/list')
    await pageOf(page, '/quality/list').locator('.ant-table-row').first().waitFor()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: t('help:title') })
    const guide = (title: string) => help.getByRole('heading', { level: 1, name: title }).waitFor()
    await guide('质检：检验单与检验点')
    const picture = help.locator('.guide img').first()
    await picture.scrollIntoViewIfNeeded()
    await becomes(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true)
    await help.getByText(t('help:keys')).click()
    await help.getByText(t('help:key.search')).waitFor()
    await help.getByRole('button', { name: t('help:all') }).click()
    await help.getByRole('link', { name: '不合格品' }).click()
    await guide('不合格品')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    await page.locator('.bar-search').click()
    const search = page.locator('.palette-input')
    await search.press('?')
    expect(await search.inputValue()).toBe('?')
    expect(await help.count()).toBe(0)
  })

  it('tabs are dragged into another order', async () => {
    const { page } = await app.enter('manager', '/order/list')
    await openByMenu(page, '/quality/list', '/equipment/list')
    const places = page.locator('.tab')
    await places.nth(3).dragTo(places.nth(1))
    await becomes(() => tabTitles(page), ['首页', '设备台账', '订单管理', '质检管理'])
    await places.nth(2).dragTo(places.nth(0))
    await becomes(() => tabTitles(page), ['首页', '订单管理', '设备台账', '质检管理'])
    await page.reload()
    await becomes(() => tabTitles(page), ['首页', '订单管理', '设备台账', '质检管理'])
  })

  it('keyboard: arrows move, Enter shows, Shift+F10 opens the menu, Delete closes and the focus goes on', async () => {
    const { page } = await app.enter('manager', '/order/list')
    await openByMenu(page, '/quality/list')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await tab(page, '质检管理').focus()
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('首页')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    expect(await focused()).toBe('订单管理')
    await page.keyboard.press('Enter')
    await isShown(page, '订单管理')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menu', { name: '订单管理' }).waitFor()
    await becomes(focused, t('shell:tabs.refresh'))
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(t('shell:tabs.close'))
    await page.keyboard.press('Escape')
    await becomes(focused, '订单管理')
    await page.keyboard.press('Delete')
    await becomes(() => tabTitles(page), ['首页', '质检管理'])
    await becomes(focused, '质检管理')
    await arrives(page, '/quality/list')
  })
})
