import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { screens } from '../support/browser.ts'
import { journey, openHouse } from '../support/journey.ts'
import { pathsInside, publicPaths } from '../support/pages.ts'
import { chooseInUserMenu, field, settled } from '../support/shell.ts'
import { type Language, wordsOf } from '../support/words.ts'

const t = wordsOf('zh')

type Mode = 'light' | 'dark'

/**
 * What axe finds on the page as it stands: rule and first place. The dark mode differs in its colours alone. What passed is
 * not listed, which takes axe longer than to judge it.
 */
async function violations(page: Page, mode: Mode): Promise<string[]> {
  // What fades or slides in has the contrast of half its way.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations: found } = await (mode === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
  return found.map(
    ({ id, nodes }) => `${mode} ${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 160) ?? ''}`,
  )
}

/** How many px the document is wider than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))

/** Whether lists show all of their columns beside the open menu, where a scroll bar takes up to 17 px. */
const listsFit = () =>
  [...document.querySelectorAll<HTMLElement>('.list-scroller')].every(
    ({ offsetWidth, firstElementChild }) =>
      offsetWidth === 0 ||
      Number.parseFloat((firstElementChild as HTMLElement).style.width) <= offsetWidth - 17,
  )

interface Walk {
  readonly language: Language
  /** Null: axe is not asked. */
  readonly mode: Mode | null
}

/**
 * Every page is opened once in each language. Names, roles and order are the same in all three, so axe looks at one; colours
 * do not depend on the language and widths not on the colours, so the dark mode is looked at in another.
 */
const walks: readonly Walk[] = [
  { language: 'zh', mode: 'light' },
  { language: 'en', mode: 'dark' },
  { language: 'es', mode: null },
]

const optionsOf = ({ language, mode }: Walk) => ({ language, dark: mode === 'dark', bypassCSP: true })

/**
 * Pages on a desktop and on a phone: the page is the same, only the window changes. In Spanish, whose words are the longest,
 * the lists of quality must fit a laptop.
 */
async function look(page: Page, { language, mode }: Walk, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const check = async (where: string) => {
    if (mode !== null)
      found.push(...(await violations(page, mode)).map((violation) => `${where} ${violation}`))
  }
  for (const path of paths) {
    await page.setViewportSize(mode === null ? screens.phone : screens.laptop)
    await page.goto(path)
    await settled(page)
    if (mode !== null) await check(`${path} laptop`)
    await page.setViewportSize(screens.phone)
    await check(`${path} phone`)
    const px = await overflow(page)
    if (px > 0) found.push(`${path} in ${language} is ${px} px wider than a phone`)
    if (mode === null && path.startsWith('/quality/')) {
      await page.setViewportSize(screens.laptop)
      await page
        .waitForFunction(listsFit)
        .catch(() => found.push(`${path} scrolls on a laptop in ${language}`))
    }
  }
  return found
}

journey('axe finds nothing, light and dark, and nothing is wider than its window', () => {
  const house = openHouse()

  it('on the public pages', async () => {
    const found = await Promise.all(
      walks.map(async (walk) => look((await house.visit(optionsOf(walk))).page, walk, publicPaths)),
    )
    expect(found.flat()).toEqual([])
  })

  it('on every page behind the sign-in', async () => {
    const paths = await pathsInside(house)
    const found = await Promise.all(
      walks.map(async (walk) => {
        const { page } = await house.enter('admin', '/404', optionsOf(walk))
        return look(page, walk, paths)
      }),
    )
    expect(found.flat()).toEqual([])
  }, 900_000)

  it('in forms, dialogs and menus', async () => {
    const found = await Promise.all((['light', 'dark'] as const).map(overlays))
    expect(found.flat()).toEqual([])
  }, 120_000)

  async function overlays(mode: Mode): Promise<string[]> {
    const { page } = await house.enter('admin', '/order/list', optionsOf({ language: 'zh', mode }))
    const found: string[] = []
    const check = async (what: string) =>
      found.push(...(await violations(page, mode)).map((violation) => `${what} ${violation}`))
    await page.locator('.ant-table-row').first().waitFor()
    await page.getByRole('button', { name: t('orders:newOrder') }).click()
    await field(page, t('orders:field.no')).waitFor()
    await check('form')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: t('shell:palette.placeholder') }).waitFor()
    await check('palette')
    await page.keyboard.press('Escape')
    await page.locator('[role="tab"]').first().click({ button: 'right' })
    await page.getByRole('menu').waitFor()
    await check('tab menu')
    await page.keyboard.press('Escape')
    await chooseInUserMenu(page, t('shell:preferences.title'))
    await page.locator('#preferences-language').waitFor()
    await check('preferences')
    return found
  }
})
