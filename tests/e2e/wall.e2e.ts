import { expect, it } from 'vitest'
import { becomes, eventually, journey, openApp } from '../support/journey.ts'
import { clock, lamp, lives, wrongClock } from '../support/wall-page.ts'

const dayMs = 86_400_000

journey('the wall lives, says when it does not, and comes back by itself', () => {
  const app = openApp({ env: { SIMULATOR: '1' } })

  it('a newcomer opens /virtualData and sees a living factory, marked as simulated', async () => {
    const { page } = await app.enter('viewer', '/virtualData')
    await page.locator('[data-testid="panel-workshop_map"] .machine').first().waitFor()
    await page.locator('[data-testid="simulation-band"]').waitFor()
    const numbers = () => page.locator('.wall-page').innerText()
    const before = await numbers()
    await eventually(numbers).not.toBe(before)
    await becomes(() => lamp(page), 'live')
    expect(await page.title()).toBe('工厂设备管理系统')
  })

  it('a dot leads to its page, and the keys go on from there', async () => {
    const { page } = await app.enter('viewer', '/virtualData')
    const shown = () => page.locator('.wall-page').getAttribute('data-page')
    await page.locator('.page-place button').nth(2).click()
    await becomes(shown, '2')
    await page.keyboard.press('ArrowRight')
    await becomes(shown, '3')
  })

  it('an address of the office leads there by a real navigation', async () => {
    const { page } = await app.enter('viewer', '/dashboard')
    await page.locator('.sidebar').waitFor()
    await page.evaluate(() => {
      history.pushState({}, '', '/realData')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await page.locator('main.wall').waitFor()
    expect(await page.locator('[data-testid="simulation-band"]').count()).toBe(0)
  })

  it('a token that was taken leads to the sign-in, and the office is not touched by the worker', async () => {
    const { page } = await app.enter('viewer', '/realData', { fresh: true })
    await page.locator('[data-testid="panel-workshop_map"]').waitFor()
    const scopes = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations())
        .map(({ scope }) => new URL(scope).pathname)
        .toSorted(),
    )
    expect(scopes).toEqual(['/realData', '/virtualData'])
    // Signed out elsewhere: the next request is rejected.
    await page.route('**/api/screens/shown*', (route) =>
      route.fulfill({ status: 401, json: { code: 'session.expired' } }),
    )
    await page.reload()
    await page.waitForURL('**/login?redirect=%2FrealData')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })

  it('a TV whose clock is a day wrong shows the hour, the page and the ages of the server', async () => {
    for (const byMs of [-dayMs, dayMs]) {
      const { page } = await app.enter('viewer', null, { fresh: true })
      await page.addInitScript(wrongClock, byMs)
      await page.goto('/virtualData?stagger=0')
      const shown = page.locator('.wall-page')
      await shown.waitFor()
      expect(await shown.getAttribute('data-page')).toBe('0')
      await lives(page)
      expect((await page.evaluate(() => Date.now())) - Date.now()).toSatisfy(
        (apart: number) => Math.abs(apart - byMs) < dayMs / 2,
      )
      const today = () => new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai' }).format(Date.now())
      await becomes(async () => (await clock(page)).includes(today()), true)
      // Partial, because the simulation has a machine without data. By the TV's own clock, all data would be a day
      // old. On a slow machine the wall may have changed pages; wait until this page returns.
      const map = page.locator('[data-testid="panel-workshop_map"]')
      const dataStatus = () => map.getAttribute('data-status', { timeout: 1_000 })
      await eventually(dataStatus).toMatch(/fresh|partial/)
      expect(await page.locator('[data-testid="link-banner"]').count()).toBe(0)
    }
  })
})
