import { AxeBuilder } from '@axe-core/playwright'
import { expect, it } from 'vitest'
import { variants } from '../../apps/server/test/depth.ts'
import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import { becomes, journey, openApp } from '../support/journey.ts'
import { badItems } from '../support/wall-bad-items.ts'
import { emptyItems, wallItems, wallNow } from '../support/wall-items.ts'
import { fulfilWall, layoutTroubles, shownLayout, troubles, wallShapes } from '../support/wall-page.ts'
import { type Language, languages, wordsOf } from '../support/dictionary.ts'

journey('layouts of the wall', () => {
  const app = openApp()

  // The usual wall, an upright and a wide one. The deep run covers every shape in each language.
  // Spanish has the longest words, which wide screens put beside each other.
  it.each([
    ...wallShapes.slice(0, 3).map((shape, at) => ({ ...shape, language: languages[2 - at] as Language })),
    ...wallShapes.slice(2, 4).map((shape) => ({ ...shape, language: 'es' as const })),
  ])('$name, in $language: nothing overlaps or leaves its place', async ({ language, ...shape }) => {
    expect(await layoutTroubles(app, shape, language)).toEqual([])
  })

  it('built-in pages stand upright on an upright TV', async () => {
    const { page, context } = await app.enter('viewer', null)
    await page.setViewportSize({ width: 1080, height: 1920 })
    await fulfilWall(context, { ...layoutOf('usual'), takeover: null })
    await page.goto('/virtualData')
    await becomes(
      () => page.locator('.wall-stage').evaluate((stage) => stage.clientHeight > stage.clientWidth),
      true,
    )
    expect(await troubles(page)).toEqual([])
  })

  it('a panel with nothing to say is a line, and the map takes its room', async () => {
    const { page, context } = await app.enter('viewer', null)
    await page.setViewportSize({ width: 1920, height: 1080 })
    const heightOf = async (kind: string) =>
      (await page.locator(`[data-testid="panel-${kind}"]`).boundingBox())?.height ?? 0
    const quiet = { at: wallNow, trust: 'good' } as const
    const heights: number[] = []
    for (const items of [
      wallItems,
      {
        ...wallItems,
        alarms: { ...quiet, data: emptyItems.alarms },
        orders_at_risk: { ...quiet, data: emptyItems.orders_at_risk },
      },
    ]) {
      await fulfilWall(context, shownLayout('usual'), { items })
      await page.goto('/virtualData')
      await page.locator('.map .machine').first().waitFor()
      heights.push(await heightOf('workshop_map'), await heightOf('alarms'), await heightOf('orders_at_risk'))
    }
    const [map = 0, alarms = 0, orders = 0, mapNow = 0, ...lines] = heights
    expect(lines).toEqual([48, 48])
    expect(mapNow).toBeCloseTo(map + alarms + orders - 96, 0)
    expect(await troubles(page)).toEqual([])
  })

  it('whatever the factory sends, every panel stays in its place and can be read', async () => {
    const { page, context } = await app.enter('viewer', null)
    await page.setViewportSize({ width: 1920, height: 1080 })
    const layout = shownLayout('usual')
    const pages = variants(layout.pages)
    const found: string[] = []
    for (const [at, [name, items]] of Object.entries(badItems).entries())
      for (const [number, one] of pages.entries()) {
        // The number of machines concerns the map alone.
        if (/machine/.test(name) && number > 0) continue
        await fulfilWall(context, { ...layout, pages: [one] }, { items })
        await page.goto(`/virtualData?lang=${languages[at % languages.length]}`)
        await page.locator('.panel').first().waitFor()
        found.push(...(await troubles(page)).map((trouble) => `${name}, page ${number}: ${trouble}`))
      }
    expect(found).toEqual([])
  })

  it('a panel that fails says so in its own place, and the others go on', async () => {
    const { page, context, complaints } = await app.enter('viewer', null)
    const broken = { ...wallItems, orders_at_risk: { at: wallNow, trust: 'good', data: { orders: null } } }
    await fulfilWall(context, shownLayout('usual'), { items: broken })
    await page.goto('/virtualData')
    await page.locator('[data-testid="panel-workshop_map"] .machine').first().waitFor()
    await page
      .locator('[data-testid="panel-orders_at_risk"]')
      .getByText(wordsOf('zh')('wall:standing.broken'))
      .waitFor()
    for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/TypeError|orders/)
  })

  it('the band of simulated data lies above whatever is opened or takes the screen', async () => {
    const { page, context } = await app.enter('viewer', null, { fresh: true })
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const above = () =>
      page.evaluate(() =>
        [0.02, 0.5, 0.98].every((part) => {
          const top = document.elementFromPoint(innerWidth * part, 20)
          return Boolean(top?.closest('[data-testid="simulation-band"]'))
        }),
      )
    await fulfilWall(context, { ...shownLayout('usual'), takeover: 'critical' })
    await page.goto('/virtualData')
    await page.locator('[data-testid="takeover"]').waitFor()
    expect(await above()).toBe(true)
    // By keyboard: the alarm may cover the element for a mouse.
    await page.locator('[data-testid="panel-tonnes_today"] h2 button').focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-testid="explained"]').waitFor()
    expect(await above()).toBe(true)
    // The takeover ends by itself; a banner goes on naming the alarm.
    await fulfilWall(context, { ...shownLayout('usual'), takeover: 'critical' }, { ageMs: 10_000 })
    await page.reload()
    await page.locator('[data-testid="alarm-banner"]').waitFor()
    expect(await page.locator('[data-testid="takeover"]').count()).toBe(0)
    // The banner covers neither the panels above it nor the safety days and notices below it.
    const edges = await page.evaluate(() => {
      const boxes = (of: string) =>
        [...document.querySelectorAll(of)].map((one) => one.getBoundingClientRect())
      const [banner] = boxes('.alarm-banner')
      const panels = Math.max(...boxes('.panel').map(({ bottom }) => bottom))
      return [panels, banner?.top, banner?.bottom, boxes('.wall-ticker')[0]?.top].map((one) =>
        Math.round(one ?? 0),
      )
    })
    expect(edges).toEqual(edges.toSorted((a, b) => a - b))
  })

  it.each(variants(['deep', 'graphite', 'day'] as const))('axe finds nothing on it: %s', async (theme) => {
    const { page, context } = await app.enter('viewer', null, { fresh: true, bypassCSP: true })
    await page.setViewportSize({ width: 1920, height: 1080 })
    // During a fade, the contrast is lower than at its end.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await fulfilWall(context, { ...shownLayout('usual'), theme })
    await page.goto('/virtualData')
    await page.locator('.panel').first().waitFor()
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)).toEqual([])
  })
})
