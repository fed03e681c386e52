import { describe, expect, it } from 'vitest'
import { typeSignIn } from '../support/browser.ts'
import { addressOf, arrives, becomes, intercept, journey, openApp } from '../support/journey.ts'
import { wordsOf } from '../support/dictionary.ts'

const t = wordsOf('zh')

/** The specification's requirements for routes, the guard and unknown addresses. */
journey('screens and routes', () => {
  const app = openApp()

  describe('public routes (no shell)', () => {
    it('/login is the sign-in page', async () => {
      const { page } = await app.visit()
      await page.goto('/login')
      await page.locator('#password').waitFor()
      await becomes(() => page.title(), expect.stringContaining(t('sign-in:login.title')))
      expect(await page.locator('.sidebar').count()).toBe(0)
    })

    it.each([
      ['/404', 'not-found'],
      ['/401', 'unauthorised'],
    ])('%s is the %s page, and opens without a token', async (path) => {
      const { page } = await app.visit()
      await page.goto(path)
      await page.getByRole('heading', { name: t(`sign-in:missing.${path.slice(1)}.title`) }).waitFor()
      expect(addressOf(page)).toBe(path)
      expect(await page.locator('.sidebar').count()).toBe(0)
    })

    it('/wx/transfer is hidden, not cached, used for a transfer from a messaging app', async () => {
      const { page } = await app.enter('viewer', '/wx/transfer?ticket=one')
      await page.getByRole('button', { name: t('sign-in:transfer.go') }).waitFor()
      await page.goto('/wx/transfer')
      await page.getByText(t('sign-in:transfer.nothing')).waitFor()
      await page.goto('/dashboard')
      await page.locator('.tab').waitFor()
      expect(await page.locator('.tab').count()).toBe(1)
      expect(await page.locator('.sidebar a[href="/wx/transfer"]').count()).toBe(0)
    })
  })

  describe('hidden full-screen pages, titled as the factory equipment management system', () => {
    it.each(['/virtualData', '/realData'])('%s', async (path) => {
      const { page } = await app.enter('viewer', path)
      await page.locator('main.full-screen').waitFor()
      await becomes(() => page.title(), '工厂设备管理系统')
      expect(await page.locator('.sidebar:visible, .top-bar:visible, .tab-strip:visible').count()).toBe(0)
      await page.goto('/dashboard')
      await page.locator('.sidebar').waitFor()
      expect(await page.locator(`.sidebar a[href="${path}"]`).count()).toBe(0)
    })

    it('need a token', async () => {
      const { page } = await app.visit()
      await page.goto('/realData')
      await arrives(page, '/login?redirect=%2FrealData')
    })
  })

  describe('routes inside the shell', () => {
    it('/, /order, /quality, /baseInfo and /set lead to their first page, which is titled', async () => {
      const { page } = await app.enter('admin', '/')
      await arrives(page, '/dashboard')
      await page.locator('.tab [aria-selected=true]').waitFor()
      const firstPages = [
        ['/order', '/order/list', '订单管理'],
        ['/quality', '/quality/list', '质检管理'],
        ['/baseInfo', '/baseInfo/edit', '展示信息'],
        ['/set', '/set/show', '展示设置'],
      ] as const
      for (const [from, to, title] of firstPages) {
        await page.evaluate((path) => history.pushState(null, '', path), from)
        await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
        await arrives(page, to)
        await page.getByRole('tab', { name: title, selected: true }).waitFor()
        await becomes(() => page.title(), `${title} - ${t('shell:app.name')}`)
      }
    })

    it('dashboard is the home page, pinned as a tab, never cached', async () => {
      const { page } = await app.enter('planner', '/order/list')
      const home = page.getByRole('tab', { name: t('shell:route.dashboard') })
      await home.waitFor()
      expect(await page.locator('.tab', { has: home }).locator('.tab-close').count()).toBe(0)
      await home.click()
      const section = page.locator('[id="page:/dashboard"]')
      await section.waitFor()
      await page.getByRole('tab', { name: t('shell:route.orderList') }).click()
      await becomes(() => section.count(), 0)
    })

    it('/redirect/{path*} is a helper used to refresh a view; the query comes along', async () => {
      const { page } = await app.enter('planner', '/redirect/order/list?page=2')
      await arrives(page, '/order/list?page=2')
      await page.goto('/redirect')
      await arrives(page, '/dashboard')
    })

    it('any unknown path redirects to 404', async () => {
      const { page } = await app.enter('viewer', '/no/such/page')
      await arrives(page, '/404')
      await page.getByRole('link', { name: t('sign-in:missing.home') }).click()
      await arrives(page, '/dashboard')
    })
  })

  describe('route guard with a token', () => {
    it('going to /login redirects to /', async () => {
      const { page } = await app.enter('planner', '/login')
      await arrives(page, '/dashboard')
    })

    it('on the first protected navigation the permitted routes are there and navigation goes on', async () => {
      const { page } = await app.enter('planner', '/order/list?page=2&pageSize=20')
      await page.locator('.sidebar a[href="/order/list"]').waitFor()
      expect(addressOf(page)).toBe('/order/list?page=2&pageSize=20')
    })

    it('a route that the tags do not satisfy shows 401', async () => {
      const { page } = await app.enter('viewer', '/authority/users')
      await arrives(page, '/401')
      await page.getByRole('heading', { name: t('sign-in:missing.401.title') }).waitFor()
      await page.getByText('/authority/users').waitFor()
      await page.getByRole('button', { name: t('sign-in:missing.search') }).click()
      await page.getByRole('option', { name: '订单管理' }).click()
      await arrives(page, '/order/list')
    })
  })

  describe('route guard without a token', () => {
    it('only /login, /auth-redirect and /wx/transfer are allowed', async () => {
      const { page } = await app.visit()
      await page.goto('/wx/transfer')
      await page.getByText(t('sign-in:transfer.nothing')).waitFor()
      expect(addressOf(page)).toBe('/wx/transfer')
      // No identity provider is configured, so its return page redirects to the sign-in.
      await page.goto('/auth-redirect')
      await arrives(page, '/login')
    })

    it.each([
      ['/order/list', '/login?redirect=%2Forder%2Flist'],
      ['/order/list?page=2#x', '/login?redirect=%2Forder%2Flist%3Fpage%3D2%23x'],
      ['/no/such/page', '/login?redirect=%2Fno%2Fsuch%2Fpage'],
      ['/', '/login'],
    ])('%s redirects to %s', async (path, login) => {
      const { page } = await app.visit()
      await page.goto(path)
      await arrives(page, login)
    })

    it('sign-in leads on to the redirect, with query and hash', async () => {
      const { page } = await app.visit()
      await page.goto('/order/list?page=2&pageSize=20#top')
      await page.locator('#username').waitFor()
      await typeSignIn(page, 'planner')
      await arrives(page, '/order/list?page=2&pageSize=20#top')
    })

    it('a redirect to //evil.invalid/a is ignored', async () => {
      const { page } = await app.visit()
      await page.goto(`/login?redirect=${encodeURIComponent('//evil.invalid/a')}`)
      await page.locator('#username').waitFor()
      await typeSignIn(page, 'viewer')
      await arrives(page, '/dashboard')
    })
  })

  it('log-out clears stored user info and token and reloads the page', async () => {
    const { page } = await app.enter('foreman', '/order/list', { fresh: true })
    await page.getByRole('tab', { name: t('shell:route.orderList') }).waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage).length)).toBe(2)
    const token = page
      .waitForRequest('**/api/auth/logout')
      .then((request) => request.headers()['authorization'])
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: '王大勇' }).click()
    await page.getByRole('menuitem', { name: t('shell:user.logOut') }).click()
    await reloaded
    await page.locator('#username').waitFor()
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
    const after = await fetch(`${app.url}/api/me`, { headers: { authorization: (await token) ?? '' } })
    expect(after.status).toBe(401)
  })

  it('what the server says of the person after the log-out is not kept', async () => {
    const { page } = await app.enter('foreman', null, { fresh: true })
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    await page.route('**/api/me/start', async (route) => {
      const reply = await route.fetch()
      await left
      await route.fulfill({ response: reply })
    })
    await page.goto('/order/list')
    await page.getByRole('tab', { name: t('shell:route.orderList') }).waitFor()
    // The page that is left receives the event before the page that opens.
    await page.route('**/order/list', async (route) => {
      const heard = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/api/me/start'))
      leave()
      await heard
      await route.continue()
    })
    await page.getByRole('button', { name: '王大勇' }).click()
    await page.getByRole('menuitem', { name: t('shell:user.logOut') }).click()
    await page.locator('#username').waitFor()
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  })

  it('log-out clears them even if the server does not answer', async () => {
    const { page } = await app.enter('foreman', '/quality/list', { fresh: true, losesNetwork: true })
    await intercept(page, '**/api/auth/logout', (route) => route.abort())
    await page.getByRole('button', { name: '王大勇' }).click()
    await page.getByRole('menuitem', { name: t('shell:user.logOut') }).click()
    await page.locator('#username').waitFor()
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })

  it('log-out in one window is log-out in all of this browser', async () => {
    const { page, context } = await app.enter('foreman', '/quality/list', { fresh: true })
    const other = await context.newPage()
    await other.goto('/order/list')
    await other.locator('.sidebar').waitFor()
    await page.getByRole('button', { name: '王大勇' }).click()
    await page.getByRole('menuitem', { name: t('shell:user.logOut') }).click()
    await other.waitForURL('**/login?redirect=%2Forder%2Flist')
  })
})
