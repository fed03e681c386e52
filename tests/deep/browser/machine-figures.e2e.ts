import { expect, it } from 'vitest'
import { becomes, journey, openApp } from '../../support/journey.ts'
import { field, pressInForm } from '../../support/shell.ts'
import { wordsOf } from '../../support/dictionary.ts'

const t = wordsOf('zh')

journey('stops and figures of machines', () => {
  const app = openApp()

  it('a foreman gives a reason on a phone with two taps, one to several, and takes it back', async () => {
    const { page } = await app.enter('foreman', '/equipment/stops', { screen: 'phone' })
    // Cards without a suggestion.
    const cards = page.locator('.prompt-list > li:not(:has(.proposal-line))')
    await cards.first().waitFor()
    const waiting = async () =>
      Number(/\d+/.exec((await page.locator('.prompts-bar [role="status"]').textContent()) ?? '')?.[0])
    const before = await waiting()
    await cards
      .first()
      .getByRole('button', { name: t('machine-states:action.reason') })
      .tap()
    await page.locator('.reason-buttons').getByRole('button', { name: '等行车吊运' }).tap()
    await page.getByText(t('stop-reasons:given', { reason: '等行车吊运', count: 1 })).waitFor()
    await becomes(waiting, before - 1)
    await cards.nth(0).getByRole('checkbox').tap()
    await cards.nth(1).getByRole('checkbox').tap()
    await page.getByRole('button', { name: t('stop-reasons:giveAll') }).tap()
    await page.locator('.reason-buttons').getByRole('button', { name: '缺料' }).tap()
    await page.getByText(t('stop-reasons:given', { reason: '缺料', count: 2 })).waitFor()
    await becomes(waiting, before - 3)
    await page.getByRole('button', { name: t('common:undo') }).tap()
    await becomes(waiting, before - 1)
  })

  it('a reason that is proposed is taken over with one tap, the others together', async () => {
    const { page } = await app.enter('foreman', '/equipment/stops', { screen: 'phone' })
    const cards = page.locator('.prompt-list > li', { has: page.locator('.proposal-line') })
    await cards.first().waitFor()
    const before = await cards.count()
    await cards
      .first()
      .getByRole('button', { name: t('machine-states:action.accept') })
      .tap()
    await page.getByText(t('stop-reasons:accepted', { count: 1 })).waitFor()
    await becomes(() => cards.count(), before - 1)
    await page.locator('.proposals-bar').getByRole('button').tap()
    await becomes(() => cards.count(), 0)
    await page.getByRole('button', { name: t('common:undo') }).tap()
    await becomes(() => cards.count(), before - 1)
  })

  it('a manager opens figures, what a number is made of, and the stops behind a bar', async () => {
    const { page } = await app.enter('manager', '/equipment/figures')
    const table = page.getByRole('table', { name: t('oee:table') })
    await table.waitFor()
    const machine = table.locator('tbody tr', { hasText: 'SAW-01' })
    const oee = machine.locator('.figure-open').first()
    const value = (await oee.textContent()) ?? ''
    expect(value).toMatch(/^\d+\.\d %$/)
    await oee.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(t('machine-states:formula.oee')).waitFor()
    expect(await dialog.locator('.figure-inputs dt').first().textContent()).toBe(t('oee:input.availability'))
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: t('oee:part.stops') }).click()
    const bars = page.getByRole('table', { name: t('oee:part.stops') })
    const first = bars.locator('tbody tr').first()
    await first.getByRole('button').click()
    const stops = page.locator('.stops-of tbody tr')
    await stops.first().waitFor()
    expect(await stops.count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: t('common:export') }).waitFor()
  })

  it('the register comes as a file, with the columns that are on the screen', async () => {
    const { page } = await app.enter('viewer', '/equipment/list')
    await page.locator('.list-table tbody tr').first().waitFor()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: t('common:export') }).click()
    expect((await coming).suggestedFilename()).toMatch(/\.xlsx$/)
  })

  it('a planner marks a day off: the month plans less, and more again when it follows the week', async () => {
    const { page } = await app.enter('planner', '/equipment/calendar?month=2027-03')
    const sum = async () => (await page.locator('.calendar-sum').textContent()) ?? ''
    await page.locator('.month-day').first().waitFor()
    const before = await sum()
    const worked = page.locator('.month-days > .is-work').first()
    const day = (await worked.locator('time').getAttribute('datetime')) ?? ''
    await worked.getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('work-calendar:name')).fill('检修日')
    await dialog.getByRole('button', { name: t('common:form.save') }).click()
    const marked = page.locator('.month-days > li', { has: page.locator(`time[datetime="${day}"]`) })
    await marked.getByText('检修日').waitFor()
    expect(await sum()).not.toBe(before)
    await marked.getByRole('button').click()
    await dialog.getByText(t('work-calendar:kind.usual')).click()
    await dialog.getByRole('button', { name: t('common:form.save') }).click()
    await becomes(sum, before)
  })

  it('a planner changes the week and sees beforehand what it comes to; a viewer may not', async () => {
    const { page } = await app.enter('planner', '/equipment/calendar?month=2027-03')
    await page.getByRole('button', { name: t('work-calendar:editPattern') }).click()
    const night = page.locator('.shift-fields').nth(1)
    const saturday = night.getByLabel(t('work-calendar:weekday.6'))
    const preview = page.locator('.pattern-preview')
    const before = await preview.textContent()
    await saturday.uncheck()
    await becomes(async () => (await preview.textContent()) !== before, true)
    await field(page, t('work-calendar:reason')).fill('周六不开夜班')
    await pressInForm(page, t('common:form.save'))
    const saturdays = page.locator('.month-days > li').nth(5)
    await becomes(() => saturdays.locator('.month-date b').textContent(), '11 h')
    const other = await app.enter('viewer', '/equipment/calendar?month=2027-03')
    await other.page.locator('.month-day').first().waitFor()
    expect(await other.page.locator('button.month-day').count()).toBe(0)
  })
})
