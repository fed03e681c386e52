import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { arrives, becomes, journey, openApp } from '../support/journey.ts'
import { chooseInTabMenu, chooseInUserMenu, pageOf, showTab, tab, tabTitles } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'

const t = wordsOf('zh')

journey('unsaved work', () => {
  const app = openApp()

  /** Two tabs; the personal page has an unsaved name. */
  async function typing(fresh = false): Promise<Page> {
    const { page } = await app.enter('planner', '/order/list', { fresh })
    await pageOf(page, '/order/list').waitFor()
    await chooseInUserMenu(page, t('shell:route.personal'))
    await page.getByLabel(t('account:profile.phone')).fill('13900000000')
    await tab(page, '个人中心').locator('.tab-dot').waitFor()
    return page
  }
  const question = (page: Page) => page.getByRole('dialog', { name: t('shell:leave.title') })
  const typed = (page: Page) => page.getByLabel(t('account:profile.phone')).inputValue()
  const stay = async (page: Page) => {
    await question(page).waitFor()
    expect(await question(page).locator('.leave-tabs').innerText()).toBe('个人中心')
    await question(page)
      .getByRole('button', { name: t('shell:leave.stay') })
      .click()
    await question(page).waitFor({ state: 'hidden' })
  }
  const discard = (page: Page) =>
    question(page)
      .getByRole('button', { name: t('shell:leave.discard') })
      .click()

  it('a dot on the tab says so, and goes when the text is as it was', async () => {
    const page = await typing()
    await page.getByLabel(t('account:profile.phone')).fill('13800001002')
    await becomes(() => page.locator('.tab-dot').count(), 0)
  })

  it('is kept without a question while other tabs are looked at', async () => {
    const page = await typing()
    await showTab(page, '订单管理')
    await arrives(page, '/order/list')
    expect(await tab(page, '个人中心').locator('.tab-dot').count()).toBe(1)
    await showTab(page, '个人中心')
    expect(await typed(page)).toBe('13900000000')
  })

  describe('one dialog asks, and staying loses nothing, before', () => {
    it('close', async () => {
      const page = await typing()
      await chooseInTabMenu(page, '个人中心', 'close')
      await stay(page)
      expect(await typed(page)).toBe('13900000000')
      await chooseInTabMenu(page, '个人中心', 'close')
      await discard(page)
      await becomes(() => tabTitles(page), ['首页', '订单管理'])
      await arrives(page, '/order/list')
    })

    it('close others', async () => {
      const page = await typing()
      await chooseInTabMenu(page, '订单管理', 'closeOthers')
      await stay(page)
      expect(await tabTitles(page)).toEqual(['首页', '订单管理', '个人中心'])
      await chooseInTabMenu(page, '订单管理', 'closeOthers')
      await discard(page)
      await becomes(() => tabTitles(page), ['首页', '订单管理'])
    })

    it('close all', async () => {
      const page = await typing()
      await chooseInTabMenu(page, '首页', 'closeAll')
      await stay(page)
      expect(await typed(page)).toBe('13900000000')
      await chooseInTabMenu(page, '首页', 'closeAll')
      await discard(page)
      await becomes(() => tabTitles(page), ['首页'])
    })

    it('refresh', async () => {
      const page = await typing()
      await chooseInTabMenu(page, '个人中心', 'refresh')
      await stay(page)
      expect(await typed(page)).toBe('13900000000')
      await chooseInTabMenu(page, '个人中心', 'refresh')
      await discard(page)
      await becomes(() => typed(page), '13800001002')
    })

    it('a change of size', async () => {
      const page = await typing()
      await chooseInUserMenu(page, t('shell:preferences.title'))
      await page.getByText(t('shell:preferences.sizes.mini'), { exact: true }).click()
      await stay(page)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /close|关闭/i })
        .click()
      expect(await typed(page)).toBe('13900000000')
    })

    it('log-out', async () => {
      const page = await typing(true)
      await chooseInUserMenu(page, t('shell:user.logOut'))
      await stay(page)
      expect(await typed(page)).toBe('13900000000')
      await chooseInUserMenu(page, t('shell:user.logOut'))
      await discard(page)
      await page.locator('#username').waitFor()
    })
  })

  const isWarned = async (page: Page) => {
    const warned = page.waitForEvent('dialog')
    const closed = page.close({ runBeforeUnload: true })
    const warning = await warned
    expect(warning.type()).toBe('beforeunload')
    await warning.dismiss()
    await closed
  }

  it('the browser warns before it is closed or reloaded', async () => {
    const page = await typing()
    await isWarned(page)
    expect(await typed(page)).toBe('13900000000')
  })

  it('and also while the not-found page stands in front of the tabs', async () => {
    const page = await typing()
    await page.evaluate(() => {
      history.pushState(null, '', '/no/such/page')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await page.locator('.plain-status').waitFor()
    await isWarned(page)
  })
})
