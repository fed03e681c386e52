import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { variants } from '../../apps/server/test/depth.ts'
import { becomes, journey, openApp } from '../support/journey.ts'
import { chooseInUserMenu, cookie, markedPages, markPage, openByMenu, pageOf } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'

const zh = wordsOf('zh')

const openPreferences = async (page: Page) => {
  await chooseInUserMenu(page, zh('shell:preferences.title'))
  const panel = page.getByRole('dialog', { name: zh('shell:preferences.title') })
  await panel.waitFor()
  return panel
}
const themeOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--theme').trim())

/** The specification's requirements for size, language and theme colour. */
journey('preferences', () => {
  const app = openApp()

  it('size selector, language selector and theme colour picker exist, but are not placed in the bar', async () => {
    const { page } = await app.enter('planner', '/quality/list')
    await pageOf(page, '/quality/list').waitFor()
    expect(
      await page.locator('.top-bar :is(select, .ant-select, .ant-segmented, .color-preset)').count(),
    ).toBe(0)
    const panel = await openPreferences(page)
    expect(await panel.getByRole('radio').count()).toBe(4)
    expect(await panel.locator('#preferences-language').count()).toBe(1)
    expect(await panel.locator('.color-preset').count()).toBe(8)
  })

  describe('size', () => {
    it.each([
      ['default', 40],
      ['medium', 36],
      ['small', 32],
      ['mini', 28],
    ] as const)('%s makes controls %i px high', async (size, height) => {
      const { page, context } = await app.enter('planner', null)
      await context.addCookies([{ name: 'size', value: size, url: app.url }])
      await page.goto('/order/list')
      const search = page.locator('.list-search')
      await becomes(() => search.evaluate((box) => Math.round(box.getBoundingClientRect().height)), height)
    })

    it('default size is medium', async () => {
      const { page } = await app.enter('planner', '/order/list')
      const search = page.locator('.list-search')
      await becomes(() => search.evaluate((box) => Math.round(box.getBoundingClientRect().height)), 36)
      expect(await cookie(page, 'size')).toBeUndefined()
    })

    it('switching shows a success message, clears cached views and reloads the current view', async () => {
      const { page } = await app.enter('planner', '/quality/list')
      await openByMenu(page, '/order/list')
      await markPage(page, '/quality/list')
      await markPage(page, '/order/list')
      const panel = await openPreferences(page)
      await panel.getByText(zh('shell:preferences.sizes.small'), { exact: true }).click()
      await page.locator('.ant-message-success', { hasText: zh('shell:preferences.sizeSwitched') }).waitFor()
      expect(await cookie(page, 'size')).toBe('small')
      await becomes(() => markedPages(page), 0)
      await pageOf(page, '/order/list').waitFor()
      expect(await pageOf(page, '/quality/list').count()).toBe(0)
    })
  })

  describe('language', () => {
    it('is Chinese by default', async () => {
      const { page } = await app.visit()
      await page.goto('/login')
      await page.getByRole('button', { name: '登录' }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toMatch(/^zh/)
    })

    it.each(
      variants([
        ['es', 'Español'],
        ['en', 'English'],
      ] as const),
    )('switching to %s shows a success message in it and keeps the page as it is', async (language, name) => {
      const t = wordsOf(language)
      const { page } = await app.enter('planner', '/quality/list')
      await markPage(page, '/quality/list')
      const panel = await openPreferences(page)
      await panel.locator('#preferences-language').click()
      await page.locator('.ant-select-item-option', { hasText: name }).click()
      await page
        .locator('.ant-message-success', { hasText: t('shell:preferences.languageSwitched') })
        .waitFor()
      expect(await cookie(page, 'language')).toBe(language)
      expect(await markedPages(page)).toBe(1)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await becomes(() => page.title(), `${t('shell:route.qualityList')} - ${t('shell:app.name')}`)
      await page.getByRole('tab', { name: t('shell:route.qualityList') }).waitFor()
      await page.reload()
      await page.locator('.sidebar', { hasText: t('shell:route.orderList') }).waitFor()
    })

    it('is chosen on the sign-in page too', async () => {
      const { page } = await app.visit()
      await page.goto('/login')
      await page.getByLabel(zh('shell:preferences.language')).selectOption('es')
      await page.getByRole('button', { name: wordsOf('es')('sign-in:login.go') }).waitFor()
      expect(await cookie(page, 'language')).toBe('es')
    })
  })

  describe('theme colour', () => {
    it('is #409EFF by default; another one is kept over a reload', async () => {
      const { page } = await app.enter('planner', '/quality/list')
      await becomes(async () => (await themeOf(page)).toUpperCase(), '#409EFF')
      const panel = await openPreferences(page)
      await panel.getByRole('button', { name: '#11a983' }).click()
      await becomes(() => themeOf(page), '#11a983')
      await page.reload()
      await becomes(() => themeOf(page), '#11a983')
    })

    it('dark mode is kept over a reload', async () => {
      const { page } = await app.enter('planner', '/quality/list')
      const panel = await openPreferences(page)
      await panel.getByRole('switch').click()
      await becomes(() => page.locator('html').getAttribute('data-theme'), 'dark')
      await page.reload()
      await becomes(() => page.locator('html').getAttribute('data-theme'), 'dark')
    })
  })
})
