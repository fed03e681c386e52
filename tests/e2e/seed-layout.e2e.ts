import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { arrives, becomes, journey, openApp } from '../support/journey.ts'
import { cookie, openByMenu, pageOf } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'

const t = wordsOf('zh')
const widthOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().width)
const styleOf = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
const crumbs = (page: Page) => page.locator('.breadcrumb li').allTextContents()

/** The specification's requirements for sidebar, top bar and mobile drawer. */
journey('layout', () => {
  const app = openApp()

  describe('a collapsible sidebar menu built from the permitted routes', () => {
    it('menu width is 250px', async () => {
      const { page } = await app.enter('admin', '/quality/list')
      await becomes(() => widthOf(page, '.sidebar'), 250)
    })

    it('holds the permitted routes in their order', async () => {
      const { page } = await app.enter('admin', '/quality/list')
      await page.locator('.sidebar .menu').waitFor()
      const entries = page.locator('.menu > li > a .menu-text, .menu > li > .menu-group > button .menu-text')
      expect(await entries.allTextContents()).toEqual([
        '首页',
        '订单管理',
        '质检管理',
        '设备管理',
        '统计报表',
        '展示',
        '基础数据',
        '系统',
      ])
    })

    it('toggled by the user; the cookie sidebarStatus is 1 when open and 0 when closed', async () => {
      const { page } = await app.enter('viewer', '/quality/list')
      await page.getByRole('button', { name: t('shell:sidebar.close') }).click()
      await becomes(() => widthOf(page, '.sidebar'), 54)
      expect(await cookie(page, 'sidebarStatus')).toBe('0')
      await page.reload()
      await becomes(() => widthOf(page, '.sidebar'), 54)
      await page.getByRole('button', { name: t('shell:sidebar.open') }).click()
      await becomes(() => widthOf(page, '.sidebar'), 250)
      expect(await cookie(page, 'sidebarStatus')).toBe('1')
    })

    it('collapsed, the pages of a group fly out whole: what the window has no room for is scrolled', async () => {
      const { page } = await app.enter('admin', '/dashboard')
      await page.setViewportSize({ width: 1366, height: 360 })
      await page.getByRole('button', { name: t('shell:sidebar.close') }).click()
      await becomes(() => widthOf(page, '.sidebar'), 54)
      const group = page.locator('.menu > li > .menu-group', {
        has: page.locator('a[href="/order/processes"]'),
      })
      await group.locator('> button').hover()
      const pages = group.locator('> .menu-sub')
      const last = pages.locator('a').last()
      await last.waitFor()
      const box = await pages.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(360)
      await last.scrollIntoViewIfNeeded()
      const path = await last.getAttribute('href')
      await last.click()
      await arrives(page, path ?? '')
    })

    it('/set is always shown as a submenu; a single child elsewhere stands in its place', async () => {
      const { page } = await app.enter('manager', '/dashboard')
      const group = page.locator('.menu-group > button', { hasText: t('shell:route.set') })
      await group.click()
      expect(await group.getAttribute('aria-expanded')).toBe('true')
      expect(await page.locator('.menu-sub a[href="/baseInfo/edit"]').textContent()).toBe('展示信息')
      await page.locator('.menu-sub a[href="/set/show"]').click()
      await arrives(page, '/set/show')
      expect(await page.locator('.menu > li > a[href="/authority/audit"]').count()).toBe(1)
    })

    it('menu colours: light grey-blue text, blue active text, dark slate background', async () => {
      const { page } = await app.enter('viewer', '/quality/list')
      await page.locator('.sidebar a[href="/quality/list"]').waitFor()
      expect(await styleOf(page, '.sidebar', 'background-color')).toBe('rgb(48, 65, 86)')
      expect(await styleOf(page, '.sidebar a[href="/order/list"]', 'color')).toBe('rgb(191, 203, 217)')
      expect(await styleOf(page, '.sidebar a[href="/quality/list"]', 'color')).toBe('rgb(64, 158, 255)')
    })

    it('a menu entry is hidden unless the permission tags satisfy its route', async () => {
      const { page } = await app.enter('inspector', '/dashboard')
      await page.locator('.menu-group > button', { hasText: t('shell:route.qualityList') }).waitFor()
      const menu = (await page.locator('.sidebar .menu').textContent()) ?? ''
      expect(menu.startsWith('首页质检管理待检清单质检管理不合格品')).toBe(true)
      for (const hidden of ['报工', '设备管理', '系统']) expect(menu).not.toContain(hidden)
    })
  })

  describe('a breadcrumb (a dashboard crumb is always prepended)', () => {
    it('says where a page is, from the dashboard on', async () => {
      const { page } = await app.enter('admin', '/dashboard')
      await becomes(() => crumbs(page), ['首页'])
      const expected = {
        '/order/list': ['首页', '订单管理'],
        '/set/show': ['首页', '展示', '展示设置'],
        '/baseInfo/edit': ['首页', '展示', '展示信息'],
        '/equipment/alarms': ['首页', '设备管理', '报警中心'],
        '/equipment/figures': ['首页', '统计报表', '设备绩效'],
      }
      for (const [path, names] of Object.entries(expected)) {
        await openByMenu(page, path)
        await becomes(() => crumbs(page), names)
      }
    })

    it('its dashboard crumb leads there', async () => {
      const { page } = await app.enter('admin', '/set/show')
      await page.locator('.breadcrumb a', { hasText: '首页' }).click()
      await arrives(page, '/dashboard')
    })
  })

  describe('an error-log bug button', () => {
    it('shows red with a dot when the log is non-empty, opens a dialog titled Error Log, and is reported', async () => {
      const { page, complaints } = await app.enter('viewer', '/quality/list')
      await pageOf(page, '/quality/list').waitFor()
      const bug = page.locator('.bug-button')
      expect(await bug.count()).toBe(0)
      await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('gauge without a zero'))))
      await bug.waitFor()
      expect(await styleOf(page, '.bug-button', 'background-color')).toBe('rgb(207, 19, 34)')
      expect(await page.locator('.bug-dot').isVisible()).toBe(true)
      await bug.click()
      const dialog = page.getByRole('dialog', { name: 'Error Log' })
      await dialog.waitFor()
      const text = await dialog.innerText()
      expect(text).toContain('gauge without a zero')
      expect(text).toContain(t('shell:errorLog.caught.promise'))
      expect(text).toContain(`${app.url}/quality/list`)
      expect(await dialog.locator('.error-stack').innerText()).toContain('Error: gauge without a zero')
      const admin = await app.api('admin')
      const reported = async () => JSON.stringify((await admin.call('GET', '/api/client-errors')).body)
      await becomes(reported, expect.stringContaining('gauge without a zero'))
      await dialog.getByRole('button', { name: t('shell:errorLog.clear') }).click()
      await becomes(() => bug.count(), 0)
      expect(complaints.splice(0)).toEqual(['script: gauge without a zero'])
    })
  })

  describe('a fullscreen toggle', () => {
    it('puts the document on the whole screen and back', async () => {
      const { page } = await app.enter('viewer', '/quality/list')
      await page.getByRole('button', { name: t('shell:fullscreen.enter'), exact: true }).click()
      await page.getByRole('button', { name: t('shell:fullscreen.leave') }).click()
      await page.getByRole('button', { name: t('shell:fullscreen.enter'), exact: true }).waitFor()
      expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
    })

    it("fullscreen unsupported: warning 'you browser can not work'", async () => {
      const { page } = await app.enter('viewer', '/quality/list')
      await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
      await page.getByRole('button', { name: t('shell:fullscreen.enter') }).click()
      await page.locator('.ant-message', { hasText: 'you browser can not work' }).waitFor()
    })
  })

  it("a user dropdown showing the user's cnName and a log-out item", async () => {
    const { page } = await app.enter('planner', '/dashboard')
    const user = page.getByRole('button', { name: '李文静' })
    await user.click()
    await page.getByRole('menu', { name: '李文静' }).waitFor()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(
      ['个人中心', '偏好设置', '在手机上继续', '退出登录'].map((word) => expect.stringContaining(word)),
    )
    await page.keyboard.press('Escape')
    await becomes(() => user.evaluate((button) => button === document.activeElement), true)
  })

  describe('below 992 px width', () => {
    it('the sidebar becomes a drawer: 991 is mobile, 992 is desktop', async () => {
      const { page } = await app.enter('viewer', '/quality/list')
      await page.setViewportSize({ width: 992, height: 700 })
      await becomes(() => page.locator('.sidebar').isVisible(), true)
      await page.setViewportSize({ width: 991, height: 700 })
      await becomes(() => page.locator('.sidebar').isVisible(), false)
      await page.setViewportSize({ width: 992, height: 700 })
      await becomes(() => page.locator('.sidebar').isVisible(), true)
      expect(await cookie(page, 'sidebarStatus')).toBeUndefined()
    })

    it('the drawer closes automatically on route change, and on a click beside it', async () => {
      const { page } = await app.enter('viewer', '/dashboard', { screen: 'phone' })
      const open = page.getByRole('button', { name: t('shell:sidebar.open') })
      await open.click()
      await openByMenu(page, '/quality/list')
      await becomes(() => page.locator('.sidebar').isVisible(), false)
      await open.click()
      await page.locator('.drawer-mask').click({ position: { x: 380, y: 400 } })
      await becomes(() => page.locator('.sidebar').isVisible(), false)
    })

    it('Esc closes it', async () => {
      const { page } = await app.enter('viewer', '/dashboard', { screen: 'phone' })
      await page.getByRole('button', { name: t('shell:sidebar.open') }).click()
      await page.locator('.sidebar').waitFor()
      await page.keyboard.press('Escape')
      await becomes(() => page.locator('.sidebar').isVisible(), false)
    })

    it('a change of height, as by an on-screen keyboard, does not close it', async () => {
      const { page } = await app.enter('viewer', '/dashboard', { screen: 'phone' })
      await page.getByRole('button', { name: t('shell:sidebar.open') }).click()
      await page.locator('.sidebar').waitFor()
      await page.setViewportSize({ width: 390, height: 420 })
      expect(await page.locator('.sidebar').isVisible()).toBe(true)
    })
  })

  it('a scroll-to-top button targets the main area', async () => {
    const { page } = await app.enter('viewer', '/personal')
    await page.setViewportSize({ width: 1366, height: 420 })
    const main = pageOf(page, '/personal')
    await main.locator('h2').first().waitFor()
    const top = page.getByRole('button', { name: t('shell:backToTop') })
    expect(await top.count()).toBe(0)
    await main.evaluate((section) => section.scrollTo({ top: 500 }))
    await top.click()
    await becomes(() => main.evaluate((section) => section.scrollTop), 0)
    await becomes(() => top.count(), 0)
  })
})
