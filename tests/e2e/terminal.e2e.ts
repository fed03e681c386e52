import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import type { UserRow } from '@cloud-factory/contract/identity/people'
import { apiAs, password } from '../support/app.ts'
import { wordsOf } from '../support/dictionary.ts'
import { arrives, journey, openApp } from '../support/journey.ts'
import type { ReadyLot } from '@cloud-factory/contract/production/work'
import { newPerson } from '../support/people.ts'
import { field, pageOf } from '../support/shell.ts'
import { got } from '../support/work.ts'

const t = wordsOf('zh')

journey('a shared terminal', () => {
  const app = openApp()
  const lock = (page: Page) => page.getByRole('button', { name: t('shell:lockTerminal') }).click()
  const lockScreen = (page: Page) => page.locator('dialog.terminal-lock')
  async function typePin(page: Page, pin: string): Promise<void> {
    for (const digit of pin) await lockScreen(page).getByRole('button', { name: digit, exact: true }).click()
    await lockScreen(page)
      .getByRole('button', { name: t('sign-in:login.go'), exact: true })
      .click()
  }

  const fields = (page: Page) => page.locator('.worker-fields')
  /** The list of pieces that wait for a process, with the crew that reports them. */
  async function listed(page: Page): Promise<void> {
    const { items } = await got<{ items: ReadyLot[] }>(app, '/api/ready-lots?pageSize=1', 'foreman')
    await page.goto(`/order/work?part=list&processId=${items[0]?.process.id}`)
    await fields(page).waitFor()
  }

  it('changes hands by PIN and badge; who comes back finds the page with what was not saved', async () => {
    const [first, second] = [await newPerson(app, 'foreman'), await newPerson(app, 'foreman')]
    const pins = { [first.username]: '7391', [second.username]: '50274' }
    for (const { username } of [first, second]) {
      const own = await apiAs(app.url, username, password)
      expect((await own.call('PUT', '/api/me/pin', { password, pin: pins[username] })).status).toBe(204)
    }
    const { version, cnName, roles } = await got<UserRow>(app, `/api/users/${second.id}`)
    const roleIds = roles.map(({ id }) => id)
    const facts = { version, cnName, email: null, phone: null, roleIds, badge: `B-${second.id}` }
    const admin = await app.api('admin')
    expect((await admin.call('PATCH', `/api/users/${second.id}`, facts)).status).toBe(200)

    const { page } = await app.enter('admin', '/authority/terminals', { fresh: true })
    await page.getByRole('button', { name: t('identity:terminals.register') }).click()
    await field(page, t('common:field.name')).fill(`Terminal ${first.id}`)
    await field(page, t('common:field.people')).fill(first.username)
    await page.locator('.ant-select-item-option').first().click()
    await page
      .locator('.form-drawer')
      .getByRole('button', { name: t('common:form.save') })
      .click()
    await page.getByText(t('identity:terminals.here'), { exact: true }).waitFor()

    await lock(page)
    await page.reload()
    await lockScreen(page).getByRole('button', { name: first.username }).click()
    await typePin(page, '0000')
    await lockScreen(page).getByText(t('sign-in:terminal.wrong')).waitFor()
    await typePin(page, '7391')
    await page.getByRole('button', { name: first.username }).waitFor()
    await listed(page)
    await fields(page).locator('button').first().click()
    await fields(page).getByLabel(t('common:field.crew')).click()
    const crew = page.locator('.ant-select-item-option').first()
    const chosen = await crew.innerText()
    // What was chosen counts, even if a slow device leaves the page at once.
    await crew.evaluate((option: HTMLElement) => {
      option.click()
      setTimeout(() => {
        location.assign('/personal')
        for (const end = performance.now() + 200; performance.now() < end; );
      })
    })
    await page.waitForURL('**/personal')
    const nameOn = (where: Page) => pageOf(where, '/personal').getByLabel(t('account:profile.cnName'))
    await nameOn(page).fill('typed, not saved')
    const beside = await page.context().newPage()
    await beside.goto('/personal')
    await nameOn(beside).fill('typed beside it')

    await lock(page)
    await lockScreen(page)
      .getByText(t('sign-in:terminal.unsaved', { name: first.username }))
      .waitFor()
    await lockScreen(beside).waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['cloud-factory-terminal'])
    await lockScreen(page).getByRole('button', { name: first.username }).click()
    await page.keyboard.type('7391')
    await page.keyboard.press('Enter')
    for (const [where, typed] of [
      [page, 'typed, not saved'],
      [beside, 'typed beside it'],
    ] as const) {
      await lockScreen(where).waitFor({ state: 'detached' })
      expect(await nameOn(where).inputValue()).toBe(typed)
    }
    await beside.close()

    await lock(page)
    await lockScreen(page)
      .getByRole('heading', { name: t('sign-in:terminal.who') })
      .waitFor()
    await page.keyboard.type(`b-${second.id}`)
    await page.keyboard.press('Enter')
    await typePin(page, '50274')
    await page.getByRole('button', { name: second.username }).waitFor()
    await arrives(page, '/dashboard')
    // The crew is remembered by the terminal, whoever reports.
    await listed(page)
    await fields(page).getByText(chosen).first().waitFor()

    await lock(page)
    await lockScreen(page).getByRole('button', { name: first.username }).click()
    await typePin(page, '7391')
    await arrives(page, '/personal')
    await page.getByRole('button', { name: first.username }).waitFor()
  })
})
