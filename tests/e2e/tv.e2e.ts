import type { PairingReply } from '@cloud-factory/contract/displays/screen-devices'
import type { ScreenRow } from '@cloud-factory/contract/displays/screens'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { becomes, journey, openApp } from '../support/journey.ts'
import { wordsOf } from '../support/dictionary.ts'
import { got } from '../support/work.ts'

const say = wordsOf('zh')
const lamp = (page: Page) => page.locator('[data-testid="age-lamp"]').getAttribute('data-state')
const shownPage = (page: Page) => page.locator('.wall-page').getAttribute('data-page')

journey('a paired TV', () => {
  const app = openApp()
  const notify = async (body: object) => {
    const [screen] = (await got<{ items: ScreenRow[] }>(app, '/api/screens')).items
    const admin = await app.api('admin')
    const reported = { to: 'screen', id: screen?.id, page: null, text: '', ...body }
    expect((await admin.call('POST', '/api/screens/commands', reported)).status).toBe(201)
  }

  /** Shows a pairing code, is confirmed for the first screen, and opens its wall without further input. */
  async function pairedTv() {
    // A revoked TV's requests fail.
    const { page } = await app.visit({ losesNetwork: true })
    await page.goto('/login')
    const reply = page.waitForResponse('**/api/screens/pairing')
    await page.getByRole('button', { name: say('sign-in:tv.entry') }).click()
    const waiting = (await (await reply).json()) as PairingReply
    if (waiting.state !== 'waiting') throw new Error('paired already')
    const [screen] = (await got<{ items: ScreenRow[] }>(app, '/api/screens')).items
    const admin = await app.api('admin')
    const body = { code: waiting.code, name: '一号门', screenId: screen?.id }
    const confirmed = await admin.call('POST', '/api/screens/pairing/confirm', body)
    await page.waitForURL('**/realData?**')
    await becomes(() => lamp(page), 'live')
    return { page, id: (confirmed.body as { id: string }).id }
  }

  it('lands on its wall wherever it is switched on, does what it is told, and is at the sign-in within a minute of its revocation', async () => {
    const { page, id } = await pairedTv()
    for (const path of ['/', '/dashboard', '/login']) {
      await page.goto(path)
      await page.waitForURL((address) => address.pathname === '/realData')
    }
    await becomes(() => lamp(page), 'live')
    expect(await page.locator('.sidebar').count()).toBe(0)

    await notify({ command: 'page', page: 2 })
    await becomes(() => shownPage(page), '2')
    await notify({ command: 'message', text: '三点停电检修' })
    await page.getByText('三点停电检修').waitFor()
    await notify({ command: 'identify' })
    await page.locator('[data-testid="identify"]').getByText('一号门').waitFor()
    const picture = page.waitForRequest('**/api/screens/picture')
    await notify({ command: 'picture', to: 'device', id })
    const { picture: drawn } = (await picture).postDataJSON() as { picture: string | null }
    expect(drawn?.length).toBeGreaterThan(10_000)
    await page.evaluate(() => document.body.setAttribute('data-before', ''))
    await notify({ command: 'reload', to: 'device', id })
    await becomes(() => page.locator('body[data-before]').count(), 0)
    await becomes(() => lamp(page), 'live')

    // The screen of its group goes before its own, at once and without loading anew.
    const admin = await app.api('admin')
    const [live, simulated] = (await got<{ items: ScreenRow[] }>(app, '/api/screens')).items
    const named = { name: '门厅', screenId: simulated?.id, staggered: false, schedule: [] }
    const group = (await admin.call('POST', '/api/screen-groups', named)).body as { id: string }
    const placing = { version: 1, name: '一号门', screenId: live?.id, groupId: group.id }
    expect((await admin.call('PATCH', `/api/screens/devices/${id}`, placing)).status).toBe(200)
    await page.locator('.simulation-band').waitFor()
    await becomes(() => lamp(page), 'live')

    expect((await admin.call('POST', `/api/screens/devices/${id}/revoke`)).status).toBe(200)
    await page.waitForURL('**/login**')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })
})
