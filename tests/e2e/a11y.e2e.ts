import { beforeAll, expect, it } from 'vitest'
import { variants } from '../../apps/server/test/depth.ts'
import { journey, openApp } from '../support/journey.ts'
import {
  allAppearances,
  faults,
  type Appearance,
  looked,
  prefer,
  show,
  violations,
} from '../support/page-states.ts'
import { pathsInside, publicPaths } from '../support/pages.ts'
import { chooseInUserMenu, field } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'

const t = wordsOf('zh')

/**
 * Every tenth route with one page and one combination of language, colours and width, in turn. The deep run
 * covers every page in all combinations.
 */
const inTurns = (paths: readonly string[]) =>
  [...Map.groupBy(paths, (path) => path.split('?')[0]).values()]
    .filter((_, at) => at % 10 === 0)
    .map(([path = ''], at) => ({
      path,
      appearance: allAppearances[at % allAppearances.length] as Appearance,
    }))

journey('pages: axe finds nothing, nothing is wider than its window, no word is missing', () => {
  const app = openApp({ env: {} })
  let shown: ReturnType<typeof inTurns> = []
  beforeAll(async () => {
    shown = inTurns([...publicPaths, ...(await pathsInside(app))])
  })

  it.each(looked)('on a %s', async (screen) => {
    const found: string[] = []
    for (const isPublic of [true, false]) {
      const options = { screen, bypassCSP: true }
      const { page, context } = await (isPublic ? app.visit(options) : app.enter('admin', null, options))
      for (const { path, appearance } of shown) {
        if (appearance.screen !== screen || publicPaths.some((one) => one === path) !== isPublic) continue
        await prefer(context, app.url, appearance)
        await show(page, path)
        found.push(...(await faults(page, path, appearance)))
      }
    }
    expect(found).toEqual([])
  })

  it.each(variants([false, true]))('in forms, dialogs and menus, dark: %s', async (dark) => {
    const { page } = await app.enter('admin', '/order/list', { dark, bypassCSP: true })
    const found: string[] = []
    const check = async (what: string) =>
      found.push(...(await violations(page, dark)).map((violation) => `${what}: ${violation}`))
    await page.locator('.ant-table-row').first().waitFor()
    await page.getByRole('button', { name: t('orders:form.create') }).click()
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
    expect(found).toEqual([])
  })
})
