import { describe, expect, it } from 'vitest'
import { addressOf, arrives, becomes, journey, openApp } from '../support/journey.ts'
import {
  chooseInTabMenu,
  markedPages,
  markPage,
  openByMenu,
  pageOf,
  showTab,
  tab,
  tabMenu,
  tabTitles,
} from '../support/shell.ts'

/** The specification's requirements for tabs of visited views. */
journey('tabs for visited views', () => {
  const app = openApp()
  const threeTabs = async () => {
    const { page } = await app.enter('manager', '/dashboard')
    await openByMenu(page, '/order/list', '/quality/list')
    return page
  }

  it('every visited view has one tab, whatever its query, and the tab remembers the latest', async () => {
    const page = await threeTabs()
    await showTab(page, '订单管理')
    await page.getByRole('button', { name: '只看逾期' }).or(page.getByText('只看逾期')).first().click()
    await becomes(async () => addressOf(page), expect.stringContaining('late=true'))
    const filtered = addressOf(page)
    await showTab(page, '质检管理')
    await arrives(page, '/quality/list')
    expect(await tabTitles(page)).toEqual(['首页', '订单管理', '质检管理'])
    await showTab(page, '订单管理')
    await arrives(page, filtered)
  })

  describe('right-click menu', () => {
    it('offers refresh, close, close others and close all', async () => {
      const page = await threeTabs()
      const menu = await tabMenu(page, '订单管理')
      expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
        '刷新',
        '关闭',
        '关闭其它',
        '关闭所有',
      ])
    })

    it('refresh builds the page anew in its tab', async () => {
      const page = await threeTabs()
      await markPage(page, '/order/list')
      const steps = await page.evaluate(() => history.length)
      await chooseInTabMenu(page, '订单管理', 'refresh')
      await arrives(page, '/order/list')
      await becomes(() => markedPages(page), 0)
      expect(await tabTitles(page)).toEqual(['首页', '订单管理', '质检管理'])
      expect(await page.evaluate(() => history.length)).toBe(steps)
    })

    it('close', async () => {
      const page = await threeTabs()
      await chooseInTabMenu(page, '质检管理', 'close')
      await becomes(() => tabTitles(page), ['首页', '订单管理'])
    })

    it('close others keeps this one and the pinned, and goes to it', async () => {
      const page = await threeTabs()
      await openByMenu(page, '/equipment/list')
      await chooseInTabMenu(page, '订单管理', 'closeOthers')
      await becomes(() => tabTitles(page), ['首页', '订单管理'])
      await arrives(page, '/order/list')
    })

    it('close all never leaves you on a page without a tab', async () => {
      const page = await threeTabs()
      await chooseInTabMenu(page, '首页', 'closeAll')
      await becomes(() => tabTitles(page), ['首页'])
      await arrives(page, '/dashboard')
    })
  })

  describe('pinned tabs cannot be closed', () => {
    it('by ×, by the menu, by middle click, by Delete', async () => {
      const page = await threeTabs()
      const home = page.locator('.tab').filter({ has: tab(page, '首页') })
      expect(await home.locator('.tab-close').count()).toBe(0)
      const menu = await tabMenu(page, '首页')
      expect(await menu.getByRole('menuitem').allTextContents()).toEqual(['刷新', '关闭其它', '关闭所有'])
      await page.keyboard.press('Escape')
      await home.click({ button: 'middle' })
      await tab(page, '首页').focus()
      await page.keyboard.press('Delete')
      expect(await tabTitles(page)).toEqual(['首页', '订单管理', '质检管理'])
    })
  })

  it('middle-click also closes a tab', async () => {
    const page = await threeTabs()
    const windows = page.context().pages().length
    await tab(page, '订单管理').click({ button: 'middle' })
    await becomes(() => tabTitles(page), ['首页', '质检管理'])
    expect(page.context().pages()).toHaveLength(windows)
  })

  describe('after a close', () => {
    it('the user goes to the last remaining tab', async () => {
      const page = await threeTabs()
      await openByMenu(page, '/equipment/list')
      await showTab(page, '订单管理')
      await arrives(page, '/order/list')
      await page
        .locator('.tab')
        .filter({ has: tab(page, '订单管理') })
        .locator('.tab-close')
        .click()
      await arrives(page, '/equipment/list')
      await becomes(() => tabTitles(page), ['首页', '质检管理', '设备台账'])
    })

    it('of a tab that is not the active one nobody is led anywhere', async () => {
      const page = await threeTabs()
      await showTab(page, '首页')
      await arrives(page, '/dashboard')
      await page
        .locator('.tab')
        .filter({ has: tab(page, '订单管理') })
        .locator('.tab-close')
        .click()
      await becomes(() => tabTitles(page), ['首页', '质检管理'])
      expect(addressOf(page)).toBe('/dashboard')
    })

    it('of the only one besides the pinned the user is at home', async () => {
      const { page } = await app.enter('planner', '/quality/list')
      await pageOf(page, '/quality/list').waitFor()
      await chooseInTabMenu(page, '质检管理', 'close')
      await arrives(page, '/dashboard')
    })
  })
})
