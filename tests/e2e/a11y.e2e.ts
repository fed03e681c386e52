import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { screens } from '../support/browser.ts'
import { journey, openHouse } from '../support/journey.ts'
import { pathsInside, publicPaths } from '../support/pages.ts'
import { chooseInUserMenu, field, settled } from '../support/shell.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('zh')

type Mode = 'light' | 'dark'

/** What axe finds on the page as it stands: rule and first place. The dark mode differs in its colours alone. */
async function violations(page: Page, mode: Mode): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations: found } = await (mode === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
  return found.map(
    ({ id, nodes }) => `${mode} ${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 160) ?? ''}`,
  )
}

const optionsOf = (mode: Mode) => ({ dark: mode === 'dark', bypassCSP: true })

/** Does the same in a light and in a dark window at once; answers all that was found. */
const inBothModes = async (look: (mode: Mode) => Promise<string[]>): Promise<string[]> =>
  (await Promise.all((['light', 'dark'] as const).map(look))).flat()

/** Pages on a desktop and on a phone: the page is the same, only the window changes. */
async function look(page: Page, mode: Mode, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    await page.setViewportSize(screens.laptop)
    await page.goto(path)
    await settled(page)
    for (const screen of ['laptop', 'phone'] as const) {
      await page.setViewportSize(screens[screen])
      found.push(...(await violations(page, mode)).map((violation) => `${path} ${screen} ${violation}`))
    }
  }
  return found
}

journey('axe finds nothing, light and dark', () => {
  const house = openHouse()

  it('on the public pages', async () => {
    const found = await inBothModes(async (mode) => {
      const { page } = await house.visit(optionsOf(mode))
      return look(page, mode, publicPaths)
    })
    expect(found).toEqual([])
  })

  it('on every page behind the sign-in', async () => {
    const paths = await pathsInside(house)
    const found = await inBothModes(async (mode) => {
      const { page } = await house.enter('admin', '/', optionsOf(mode))
      return look(page, mode, paths)
    })
    expect(found).toEqual([])
  }, 480_000)

  it('in forms, dialogs and menus', async () => {
    expect(await inBothModes(overlays)).toEqual([])
  }, 120_000)

  async function overlays(mode: Mode): Promise<string[]> {
    const { page } = await house.enter('admin', '/order/list', optionsOf(mode))
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
