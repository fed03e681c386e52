import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { keyRoots, wordsOf } from './dictionary.ts'

const zh = wordsOf('zh')

/** Titles of the open tabs, from left to right. */
export const tabTitles = (page: Page): Promise<string[]> => page.locator('.tab-title').allTextContents()

/** A tab by its title, with or without the dot for unsaved changes. */
export const tab = (page: Page, title: string): Locator => page.locator(`[role="tab"][title="${title}"]`)

/** Clicks a tab and waits until its page is the one shown. */
export async function showTab(page: Page, title: string): Promise<void> {
  await tab(page, title).click()
  await isShown(page, title)
}

/** Waits until the page of a tab is the one shown. */
export const isShown = (page: Page, title: string): Promise<void> =>
  page.locator(`[role="tab"][aria-selected="true"][title="${title}"]`).waitFor()

/** The page of a tab, visible or hidden; absent if it was unmounted. */
export const pageOf = (page: Page, path: string): Locator => page.locator(`[id="page:${path}"]`)

/** Opens pages by their menu entries, after the drawer on a phone and collapsed groups from the outermost one. */
export async function openByMenu(page: Page, ...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const toggle = page.locator('.top-bar > .bar-button').first()
    const isPhone = (page.viewportSize()?.width ?? 0) < 768
    if (isPhone && (await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
    const entry = page.locator(`.sidebar a[href="${path}"]`)
    await entry.waitFor({ state: 'attached' })
    const groups = page.locator('.menu-group', { has: page.locator(`a[href="${path}"]`) })
    for (const group of await groups.all()) {
      const unfold = group.locator('> button')
      if ((await unfold.getAttribute('aria-expanded')) === 'false') await unfold.click()
    }
    await entry.click()
    await pageOf(page, path).waitFor()
  }
}

/** Right-clicks a tab and returns its menu. */
export async function tabMenu(page: Page, title: string): Promise<Locator> {
  await tab(page, title).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: title })
  await menu.waitFor()
  return menu
}

/** Chooses an entry of a tab's menu by its word in the translations: `close`, `closeOthers`, `closeAll`, `refresh`. */
export async function chooseInTabMenu(page: Page, title: string, word: string): Promise<void> {
  const menu = await tabMenu(page, title)
  await menu.getByRole('menuitem', { name: zh(`shell:tabs.${word}`), exact: true }).click()
}

/** Chooses an entry of the user's dropdown. */
export async function chooseInUserMenu(page: Page, entry: string): Promise<void> {
  await page.locator('.user-button').click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** A field of the form at the right edge, by its label. */
export const field = (page: Page, label: string): Locator =>
  page.locator('.form-drawer').getByLabel(label, { exact: true })

/** Presses the form's button. */
export const pressInForm = (page: Page, name: string): Promise<void> =>
  page.locator('.form-drawer').getByRole('button', { name }).click()

/** Presses the button that sends the form at the right edge, whatever it says. */
export const sendForm = (page: Page): Promise<void> =>
  page.locator('.form-drawer .dialog-buttons .ant-btn-primary').click()

/** Waits until the page has content and no loading is in progress. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1, main .plain-status, main[class] img').first().waitFor()
  await page.waitForFunction(
    () =>
      document.querySelector('.page-wait, .ant-skeleton, .virtual-wait, main [aria-busy="true"]') === null,
  )
}

/** Translation keys in the page's text or accessible names: a missing translation is shown as its key. */
export async function keysShown(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']
    const elements = document.querySelectorAll(attributes.map((name) => `[${name}]`).join())
    const values = [...elements].flatMap((element) => attributes.map((name) => element.getAttribute(name)))
    return [document.title, document.body.innerText, ...values].join('\n')
  })
  const tokens = text.match(/(?<![\w./@-])[a-z]\w*(?:[.:][A-Za-z]\w*)+(?![\w/@-])/g) ?? []
  return [...new Set(tokens)].filter((token) => keyRoots.has(token.split(/[.:]/)[0] ?? ''))
}

/** No word of the page is missing. */
export async function noWordMissing(page: Page): Promise<void> {
  expect(await keysShown(page)).toEqual([])
}

/** Marks the page of a tab. The mark is lost if the page is rebuilt. */
export const markPage = (page: Page, path: string): Promise<void> =>
  pageOf(page, path).evaluate((section) => section.setAttribute('data-mark', 'seen'))

/** Number of mounted pages with the mark: 1 while the marked page is the same one. */
export const markedPages = (page: Page): Promise<number> => page.locator('.tab-page[data-mark]').count()

/** Value of a cookie as the page has it; undefined when there is none. */
export async function cookie(page: Page, name: string): Promise<string | undefined> {
  const cookies = await page.context().cookies()
  return cookies.find((one) => one.name === name)?.value
}
