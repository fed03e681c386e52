import { describe, expect, it } from 'vitest'
import { type Visit, signIn, typeSignIn } from '../support/browser.ts'
import { migratedFolder, password, prepareServer, startServer } from '../support/app.ts'
import { addressOf, arrives, becomes, journey, openApp } from '../support/journey.ts'
import { type NewPerson, newPerson } from '../support/people.ts'
import { chooseInUserMenu, field, openByMenu, pageOf, tab, tabTitles } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'

const t = wordsOf('zh')
const welder = { cnName: '郑一平', roleIds: [], phone: null, email: null, wecomId: null }

journey('sign-in', () => {
  const app = openApp()
  /** Counter for orders and people that a case creates, so that a retry creates new ones. */
  let made = 0

  /** Ends all sessions of a person, like an administrator. */
  async function revoke({ id }: NewPerson): Promise<void> {
    const admin = await app.api('admin')
    expect((await admin.call('DELETE', `/api/users/${id}/sessions`)).status).toBe(200)
  }

  it('the terminal of a first start prints a one-time link that signs the administrator in, once', async () => {
    const folder = await migratedFolder()
    const prepared = await prepareServer(folder.path, { DEMO: '0' })
    const first = await startServer(folder.path, { DEMO: '0' })
    try {
      expect(first.output()).not.toContain('ticket=')
      const [, path = ''] = /http:..[^/]+(\S+ticket=\S+)/.exec(prepared) ?? []
      const link = first.url + path
      const { page, complaints } = await app.visit()
      await page.goto(link)
      await page.getByRole('button', { name: t('sign-in:transfer.go') }).click()
      await page.locator('.user-button').waitFor()
      await page.evaluate(() => localStorage.clear())
      await page.goto(link)
      await page.getByRole('button', { name: t('sign-in:transfer.go') }).click()
      await page.getByText(t('problem:ticket.invalid')).waitFor()
      expect(complaints.splice(0).filter((one) => !one.startsWith(`left the origin: ${first.url}`))).toEqual(
        [],
      )
    } finally {
      await first.stop()
      folder.remove()
    }
  })

  it('a wrong password and an unknown name get the same sentence, and the name stays', async () => {
    const { page } = await app.visit()
    await page.goto('/login')
    await typeSignIn(page, 'viewer', 'not this one')
    await page.getByRole('alert').getByText(t('problem:signin.failed')).waitFor()
    expect(await page.locator('#username').inputValue()).toBe('viewer')
    await typeSignIn(page, 'nobody-here', 'not this one')
    await page.getByRole('alert').getByText(t('problem:signin.failed')).waitFor()
    await typeSignIn(page, 'viewer')
    await arrives(page, '/dashboard')
  })

  it('is sent before its scripts have arrived, and signs in when they have', async () => {
    const { page } = await app.visit()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/assets\/base-[^/]+\.js/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await typeSignIn(page, 'viewer')
    expect(addressOf(page)).toBe('/login')
    expect(await page.getByRole('button', { name: t('sign-in:login.show') }).isDisabled()).toBe(true)
    release()
    await arrives(page, '/dashboard')
  })

  it('after ten wrong passwords the account waits, and the page says so', async () => {
    const { username } = await newPerson(app, 'manager')
    const { page } = await app.visit()
    await page.goto('/login')
    const wrong = { username, password: 'wrong again' }
    for (let tries = 0; tries < 10; tries += 1)
      await page.request.post('/api/auth/login', {
        data: wrong,
        headers: { 'content-type': 'application/json' },
      })
    await typeSignIn(page, username)
    await page.getByRole('alert').getByText(t('problem:rate.limited')).waitFor()
    expect(addressOf(page)).toBe('/login')
  })

  describe('a session that was ended elsewhere', () => {
    const dialogOf = ({ page }: Visit) => page.getByRole('dialog', { name: t('shell:signInAgain.title') })

    it('asks for the password over the page; what was typed stays and the waiting request goes on', async () => {
      const no = `AGAIN-${++made}`
      const person = await newPerson(app, 'planner')
      const here = await app.enter(person.username, '/order/list')
      const { page } = here
      await page.getByRole('button', { name: t('orders:form.create') }).click()
      await field(page, t('orders:field.no')).fill(no)
      await field(page, t('orders:field.projectId')).click()
      await page.locator('.ant-select-item-option').first().click()
      await revoke(person)
      await page
        .locator('.form-drawer')
        .getByRole('button', { name: t('common:form.save') })
        .dispatchEvent('click')
      const dialog = dialogOf(here)
      await dialog.waitFor()
      expect(await dialog.getByLabel(t('common:field.username')).inputValue()).toBe(person.username)
      await dialog.locator('input[type="password"]').fill('not this one')
      await dialog.getByRole('button', { name: t('shell:signInAgain.go') }).click()
      await dialog.getByText(t('problem:signin.failed')).waitFor()
      await dialog.locator('input[type="password"]').fill(password)
      await dialog.getByRole('button', { name: t('shell:signInAgain.go') }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.waitForURL('**/order/detail/**')
      await tab(page, no).waitFor()
    })

    it('several requests wait for one sign-in', async () => {
      const person = await newPerson(app, 'foreman')
      const here = await app.enter(person.username, '/quality/list')
      await pageOf(here.page, '/quality/list').waitFor()
      await revoke(person)
      // No mouse click: if the live stream ends first, the dialog already covers the menu.
      await here.page.locator('.sidebar a[href="/dashboard"]').dispatchEvent('click')
      const dialog = dialogOf(here)
      await dialog.locator('input[type="password"]').fill(password)
      await dialog.getByRole('button', { name: t('shell:signInAgain.go') }).click()
      await dialog.waitFor({ state: 'hidden' })
      await here.page.locator('.queue a').first().waitFor()
      expect(await here.page.locator('.problem-line').count()).toBe(0)
    })

    it('another user who signs in there finds nothing of the former one', async () => {
      const person = await newPerson(app, 'inspector')
      const here = await app.enter(person.username, '/order/list')
      const { page } = here
      await openByMenu(page, '/quality/list')
      await revoke(person)
      await tab(page, '首页').dispatchEvent('click')
      const dialog = dialogOf(here)
      await dialog.getByLabel(t('common:field.username')).fill('equipment')
      await dialog.locator('input[type="password"]').fill(password)
      const reloaded = page.waitForEvent('load')
      await dialog.getByRole('button', { name: t('shell:signInAgain.go') }).click()
      await reloaded
      await page.getByRole('button', { name: '刘志强' }).waitFor()
      await becomes(() => tabTitles(page), ['首页'])
      expect(await page.locator('.sidebar a[href="/quality/list"]').count()).toBe(0)
    })

    it('whoever gives up is signed out', async () => {
      const person = await newPerson(app, 'equipment')
      const here = await app.enter(person.username, '/order/list')
      await pageOf(here.page, '/order/list').waitFor()
      await revoke(person)
      await tab(here.page, '首页').dispatchEvent('click')
      await dialogOf(here)
        .getByRole('button', { name: t('shell:signInAgain.leave') })
        .click()
      await here.page.locator('#username').waitFor()
      expect(await here.page.evaluate(() => localStorage.length)).toBe(0)
    })
  })

  it('continue on my phone: the code opens the same page there, signed in, once', async () => {
    const desk = await app.enter('planner', '/order/list?page=2&pageSize=20')
    await pageOf(desk.page, '/order/list').waitFor()
    const ticket = desk.page.waitForResponse('**/api/me/tickets')
    await chooseInUserMenu(desk.page, t('shell:phone.title'))
    await desk.page.getByRole('img', { name: t('shell:phone.code') }).waitFor()
    const { path } = (await (await ticket).json()) as { path: string }
    const phone = await app.visit({ screen: 'phone' })
    await phone.page.goto(path)
    expect(new URL(phone.page.url()).pathname).toBe('/wx/transfer')
    await phone.page.getByRole('button', { name: t('sign-in:transfer.go') }).click()
    await arrives(phone.page, '/order/list?page=2&pageSize=20')
    await phone.page.locator('.user-button').waitFor()
    const other = await app.visit({ screen: 'phone' })
    await other.page.goto(path)
    await other.page.getByRole('button', { name: t('sign-in:transfer.go') }).click()
    await other.page.getByText(t('problem:ticket.invalid')).waitFor()
  })

  it('a first password must be changed: the person is led there, and then no longer reminded', async () => {
    const admin = await app.api('admin')
    const username = `welder.${++made}`
    const { body } = await admin.call('POST', '/api/users', { ...welder, username })
    const { oneTimePassword } = body as { oneTimePassword: string }
    const { page } = await app.visit()
    await signIn(page, username, oneTimePassword)
    await arrives(page, '/personal')
    const step = page.getByText(t('account:mustChange'))
    await step.waitFor()
    // Nothing else can be done there.
    expect(await page.locator('.personal-card').count()).toBe(1)
    await page
      .getByRole('link', { name: t('shell:route.dashboard') })
      .first()
      .click()
    const reminder = page.getByText(t('shell:banner.mustChangePassword'))
    await reminder.getByRole('link').click()
    await page.getByLabel(t('account:password.current')).fill(oneTimePassword)
    await page.getByLabel(t('account:password.next'), { exact: true }).fill('Kehlnaht-a5-2026')
    await page.getByLabel(t('account:password.again')).fill('Kehlnaht-a5-2026')
    await page.getByRole('button', { name: t('account:password.title') }).click()
    await page.getByText(t('account:password.changed')).waitFor()
    await step.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: t('account:profile.title') }).waitFor()
    expect(await reminder.count()).toBe(0)
    const later = await app.visit()
    await signIn(later.page, username, 'Kehlnaht-a5-2026')
    await arrives(later.page, '/dashboard')
  })
})
