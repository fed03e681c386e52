import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { becomes, journey, openHouse } from '../support/journey.ts'
import { framesKept, fulfilWall, shownLayout, troubles, wallShapes } from '../support/wall-page.ts'
import type { Language } from '../support/words.ts'

const languages: readonly Language[] = ['zh', 'en', 'es']
const lamp = (page: Page) => page.locator('[data-testid="age-lamp"]').getAttribute('data-state')

journey('the wall lives, says when it does not, and comes back by itself', () => {
  const house = openHouse({ SIMULATOR: '1' })

  it('a newcomer opens /virtualData and sees a living factory within three seconds, marked as simulated', async () => {
    const { page } = await house.enter('viewer', '/virtualData')
    await page.locator('[data-testid="panel-workshop_map"] .machine').first().waitFor()
    await page.locator('[data-testid="simulation-band"]').waitFor()
    const numbers = () => page.locator('.wall-page').innerText()
    const before = await numbers()
    await expect.poll(numbers, { timeout: 3_000, interval: 200 }).not.toBe(before)
    await becomes(() => lamp(page), 'live')
    expect(await page.title()).toBe('工厂设备管理系统')
  })

  it('an address of the office leads there by a real navigation', async () => {
    const { page } = await house.enter('viewer', '/dashboard')
    await page.locator('.sidebar').waitFor()
    await page.evaluate(() => {
      history.pushState({}, '', '/realData')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await page.locator('main.wall').waitFor()
    expect(await page.locator('[data-testid="simulation-band"]').count()).toBe(0)
  })

  it('without the server it turns grey, says how old it is, starts from what it kept, and recovers', async () => {
    const { page, complaints } = await house.enter('viewer', '/realData?stagger=0', { fresh: true })
    await expect.poll(() => lamp(page), { timeout: 60_000 }).toBe('live')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await expect.poll(() => framesKept(page), { timeout: 45_000 }).toBe(1)
    await house.stop()
    await page.locator('[data-testid="link-banner"]').waitFor({ timeout: 60_000 })
    await becomes(() => lamp(page), 'lost')
    const grey = () => page.locator('.wall-shifted').getAttribute('data-grey')
    await becomes(async () => Number(await grey()) > 0.3, true)

    await page.reload()
    await page.locator('[data-testid="panel-workshop_map"]').waitFor()
    await page.locator('[data-testid="link-banner"]').waitFor()

    await house.start()
    await expect.poll(() => lamp(page), { timeout: 60_000 }).toBe('live')
    await becomes(() => page.locator('[data-testid="link-banner"]').count(), 0)
    await becomes(grey, '0.00')
    for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/Failed to load resource|ERR_/)
  }, 180_000)

  it('a token that was taken leads to the sign-in, and the office is not touched by the worker', async () => {
    const { page } = await house.enter('viewer', '/realData', { fresh: true })
    await page.locator('[data-testid="panel-workshop_map"]').waitFor()
    const scopes = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations())
        .map(({ scope }) => new URL(scope).pathname)
        .toSorted(),
    )
    expect(scopes).toEqual(['/realData', '/virtualData'])
    // Signed out elsewhere: the next request is refused.
    await page.route('**/api/screens/shown*', (route) =>
      route.fulfill({ status: 401, json: { code: 'session.expired' } }),
    )
    await page.reload()
    await page.waitForURL('**/login?redirect=%2FrealData')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })
})

journey('layouts of the wall', () => {
  const house = openHouse()

  it.each(wallShapes)(
    '$name: nothing overlaps or leaves its place in three languages',
    async ({ template, size }) => {
      for (const language of languages) {
        const { page, context } = await house.enter('viewer', '/404', { fresh: true })
        await page.setViewportSize(size)
        const layout = shownLayout(template)
        for (const [at] of layout.pages.entries()) {
          await fulfilWall(context, { ...layout, pages: layout.pages.slice(at, at + 1) })
          await page.goto(`/virtualData?lang=${language}`)
          await page.locator('.panel').first().waitFor()
          expect(await troubles(page), `${language}, page ${at}`).toEqual([])
        }
      }
    },
    240_000,
  )

  it('the band of simulated data lies above whatever is opened or takes the screen', async () => {
    const { page, context } = await house.enter('viewer', '/404', { fresh: true })
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const above = () =>
      page.evaluate(() =>
        [0.02, 0.5, 0.98].every((part) => {
          const top = document.elementFromPoint(innerWidth * part, 20)
          return Boolean(top?.closest('[data-testid="simulation-band"]'))
        }),
      )
    await fulfilWall(context, { ...shownLayout('usual'), takeover: 'warning' })
    await page.goto('/virtualData')
    await page.locator('[data-testid="takeover"]').waitFor()
    expect(await above()).toBe(true)
    // By the keyboard: a pointer would meet the alarm.
    await page.locator('[data-testid="panel-oee"] h2 button').focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-testid="explained"]').waitFor()
    expect(await above()).toBe(true)
  })

  it('axe finds nothing on it, in dark and in light', async () => {
    const { page, context } = await house.enter('viewer', '/404', { fresh: true, bypassCSP: true })
    await page.setViewportSize({ width: 1920, height: 1080 })
    // What fades in has the contrast of half its way.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const theme of ['deep', 'graphite', 'day'] as const) {
      await fulfilWall(context, { ...shownLayout('usual'), theme })
      await page.goto('/virtualData')
      await page.locator('.panel').first().waitFor()
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes[0]?.html.slice(0, 160)}`)).toEqual([])
    }
  }, 120_000)
})
