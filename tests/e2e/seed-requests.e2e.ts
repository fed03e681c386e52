import { createDecipheriv } from 'node:crypto'
import type { ConsoleMessage, Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signIn } from '../support/browser.ts'
import { addressOf, becomes, journey, openApp } from '../support/journey.ts'
import { chooseInUserMenu, openByMenu, pageOf, showTab, tab } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'

const t = wordsOf('zh')

/** The client's stored value of a key, decrypted as the specification requires: AES, ECB mode, PKCS7 padding. */
async function storedIn(page: Page, key: string): Promise<unknown> {
  const sealed = await page.evaluate((name) => localStorage.getItem(name), key)
  const open = createDecipheriv('aes-128-ecb', 'cloud-factory-pc', null)
  return JSON.parse(open.update(sealed ?? '', 'base64', 'utf8') + open.final('utf8'))
}

const ofOrders = (request: Request) => new URL(request.url()).pathname === '/api/orders'

/** The specification's requirements for storage, calls and their errors. */
journey('storage and calls', () => {
  const app = openApp()
  let uploads = 0

  describe('stored in the client', () => {
    it('token and user info: local storage, two fixed keys, AES-ECB with PKCS7, and nothing else', async () => {
      const { page } = await app.visit()
      await signIn(page, 'planner')
      await page.locator('.sidebar').waitFor()
      expect((await page.evaluate(() => Object.keys(window.localStorage))).toSorted()).toEqual([
        'cloud-factory-token',
        'cloud-factory-user-info',
      ])
      expect(await storedIn(page, 'cloud-factory-token')).toMatch(/^[\w-]{40,}$/)
      expect(await storedIn(page, 'cloud-factory-user-info')).toMatchObject({
        cnName: '李文静',
        permissionTags: expect.arrayContaining(['order.view', 'order.import']),
      })
      expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0)
      expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0)
    })

    it('a session-scoped store exists: the open tabs of this browser tab, unreadable at a glance', async () => {
      const { page } = await app.enter('planner', '/order/list')
      await pageOf(page, '/order/list').waitFor()
      await becomes(
        () => page.evaluate(() => Object.keys(sessionStorage).some((key) => key.startsWith('tabs.'))),
        true,
      )
      expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('/order/list')
    })

    it('app settings are cookies: sidebarStatus, language, size; the theme beside them', async () => {
      const { page } = await app.enter('planner', '/quality/list')
      await page.getByRole('button', { name: t('shell:sidebar.close') }).click()
      await chooseInUserMenu(page, t('shell:preferences.title'))
      const panel = page.getByRole('dialog')
      await panel.getByText(t('shell:preferences.sizes.mini'), { exact: true }).click()
      await panel.getByRole('switch').click()
      await panel.locator('#preferences-language').click()
      await page.locator('.ant-select-item-option', { hasText: 'English' }).click()
      await becomes(
        async () =>
          Object.fromEntries(
            (await page.context().cookies()).map(({ name, value }) => [name, decodeURIComponent(value)]),
          ),
        { sidebarStatus: '0', size: 'mini', language: 'en', theme: 'dark #409EFF' },
      )
    })
  })

  describe('every request', () => {
    it('is sent to the API base address with the product name, the app version and the token as it is', async () => {
      const { page } = await app.enter('planner', '/dashboard')
      const requested = page.waitForRequest(ofOrders)
      await openByMenu(page, '/order/list')
      const request = await requested
      expect(request.url().startsWith(`${app.url}/api/`)).toBe(true)
      expect(request.headers()).toMatchObject({
        'content-type': expect.stringMatching(/^application\/json;\s*charset=utf-8$/i),
        'x-product-name': 'PC-Cloud-Factory',
        'x-app-version': '1.5.8',
        authorization: await storedIn(page, 'cloud-factory-token'),
      })
    })

    it('without a stored token has no Authorization', async () => {
      const { page } = await app.visit()
      const requested = page.waitForRequest('**/api/auth/login')
      await signIn(page, 'viewer')
      expect((await requested).headers()).not.toHaveProperty('authorization')
    })

    it('GET sends its payload as query parameters', async () => {
      const { page } = await app.enter('planner', '/dashboard')
      const requested = page.waitForRequest(
        (request) => ofOrders(request) && request.url().includes('page=2'),
      )
      await page.goto('/order/list?page=2&pageSize=20&sort=-no')
      const request = await requested
      expect(Object.fromEntries(new URL(request.url()).searchParams)).toMatchObject({
        pageSize: '20',
        sort: '-no',
      })
      expect(request.postData()).toBeNull()
    })

    it('other methods send a JSON body by default', async () => {
      const { page } = await app.visit()
      const requested = page.waitForRequest('**/api/auth/login')
      await signIn(page, 'viewer')
      const request = await requested
      expect(request.headers()['content-type']).toMatch(/^application\/json/)
      expect(request.postDataJSON()).toMatchObject({ username: 'viewer' })
    })

    it('with the form-data option is multipart; the upload field is appended once per item; progress is told', async () => {
      const { page } = await app.enter('planner', await emptyOrder())
      const client = await page.context().newCDPSession(page)
      await client.send('Network.enable')
      await client.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: 150_000,
      })
      const requested = page.waitForRequest(
        (request) => request.url().endsWith('/imports') && request.method() === 'POST',
      )
      const file = (name: string) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(`** ${name}\n`.repeat(9_000)),
      })
      // Checked in the page at each frame, because the bar is only visible during the upload.
      const bar = `[role="progressbar"][aria-label="${t('order-import:upload.progress')}"]`
      const moved = page.waitForFunction(
        (one) => Number(document.querySelector(one)?.getAttribute('aria-valuenow')) > 0,
        bar,
      )
      const [request] = await Promise.all([
        requested,
        moved,
        page.getByTestId('import-files').setInputFiles([file('A1.nc1'), file('A2.nc1')]),
      ])
      expect(request.headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/)
      expect(request.headers()['authorization']).toBe(await storedIn(page, 'cloud-factory-token'))
      await page.waitForURL('**/order/import/**')
      await page.getByText('A2.nc1').first().waitFor()
    })
  })

  describe('errors', () => {
    it('any HTTP error: the status is logged to the console, and the page says what is wrong', async () => {
      const { page } = await app.enter('planner', '/dashboard')
      const logged: ConsoleMessage[] = []
      page.on('console', (message) => logged.push(message))
      await page.goto('/order/detail/999999999')
      await page.getByText(t('problem:not_found')).waitFor()
      expect(logged.map((message) => message.text())).toContain('GET /api/orders/999999999: 404')
    })

    it('an error with no response at all: the page says that nothing answers, and goes on when it is back', async () => {
      const { page } = await app.enter('planner', '/dashboard', { losesNetwork: true })
      await openByMenu(page, '/order/list')
      await page.getByRole('link', { name: /^\S+$/ }).first().waitFor()
      await page.locator('.view-menu').waitFor()
      await app.stop()
      // Use a page that is already loaded: any other would need the server for its scripts.
      await showTab(page, t('shell:route.dashboard'))
      await tab(page, t('shell:route.orderList')).click()
      await page.getByRole('button', { name: t('shell:table.refresh') }).click()
      await page
        .getByText(t('shell:banner.offline'))
        .or(page.getByText(t('problem:offline')))
        .first()
        .waitFor()
      expect(addressOf(page)).toContain('/order/list')
      await app.start()
      await page.getByText(t('shell:banner.offline')).waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: t('shell:table.refresh') }).click()
      await page.getByText(t('problem:offline')).waitFor({ state: 'hidden' })
    })
  })

  /** Path of the imports page of an order without imports. */
  async function emptyOrder(): Promise<string> {
    const planner = await app.api('planner')
    const no = `SEED-${++uploads}`
    const project = await planner.call('POST', '/api/projects', {
      code: no,
      name: '上传',
      customer: '客户',
      contractNo: null,
      acceptanceStandard: 'GB50205-2020',
      startsOn: null,
      endsOn: null,
    })
    const order = await planner.call('POST', '/api/orders', {
      projectId: (project.body as { id: string }).id,
      no,
      name: '',
      customerPo: null,
      priority: 'B',
      dueOn: null,
      contractTonnes: null,
      note: null,
    })
    return `/order/detail/${(order.body as { id: string }).id}?part=imports`
  }
})
