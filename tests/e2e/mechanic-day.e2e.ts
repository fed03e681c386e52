import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import type { RepairDetail } from '@cloud-factory/contract/maintenance/repairs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { becomes, journey, openApp } from '../support/journey.ts'
import { png } from '../support/pictures.ts'
import { wordsOf } from '../support/dictionary.ts'
import { got } from '../support/work.ts'

const t = wordsOf('zh')

journey('a mechanic’s day on the phone', () => {
  const app = openApp()
  let id = ''
  const order = () => got<RepairDetail>(app, `/api/repairs/${id}`)
  const open = async (username: string) => {
    const { page } = await app.enter(username, `/equipment/repair/${id}`, { screen: 'phone' })
    await page.locator('.record-title').waitFor()
    return page
  }
  const press = (page: Page, action: string) =>
    page
      .locator('.record-head')
      .getByRole('button', { name: t(`maintenance:action.${action}`), exact: true })
      .click()
  const confirm = (page: Page, action: string) =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: t(`maintenance:action.${action}`), exact: true })
      .click()
  const stands = (page: Page, status: string) =>
    page.locator('.record-title', { hasText: t(`maintenance:status.${status}`) }).waitFor()

  it('a foreman scans the saw and reports it with two taps and a photo, without typing', async () => {
    const { page } = await app.enter('foreman', '/equipment/at/SAW-01', { screen: 'phone' })
    await page.getByRole('button', { name: t('maintenance:report') }).click()
    await page.getByRole('button', { name: t('maintenance:symptom.noise') }).click()
    await page.getByRole('switch').click()
    await page
      .locator('.at-end')
      .getByRole('button', { name: t('maintenance:report') })
      .click()
    await stands(page, 'reported')
    id = /repair\/(\d+)/.exec(page.url())?.[1] ?? ''
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'saw.png', mimeType: 'image/png', buffer: png })
    await becomes(async () => (await order()).photoList.length, 1)
    expect(await order()).toMatchObject({ source: 'qr', stopped: true, symptom: 'noise', description: '' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  it('the mechanic accepts it, begins and says what it was', async () => {
    const page = await open('equipment')
    await press(page, 'accept')
    await confirm(page, 'accept')
    await stands(page, 'accepted')
    await press(page, 'start')
    await confirm(page, 'start')
    await stands(page, 'working')
    await press(page, 'finish')
    await page
      .locator('.ant-drawer')
      .getByRole('button', { name: t('maintenance:action.finish') })
      .click()
    await stands(page, 'done')
    // Nobody may confirm their own work.
    const own = await got<RepairDetail>(app, `/api/repairs/${id}`, 'equipment')
    expect(own).toMatchObject({ status: 'done', can: { verify: 'four_eyes.repair_verify' } })
  })

  it('the foreman confirms it, and reads how long the saw stood', async () => {
    const page = await open('foreman')
    await press(page, 'verify')
    await confirm(page, 'verify')
    await stands(page, 'verified')
    const { downtimeS, downtimeFrom } = await order()
    expect(downtimeS).not.toBeNull()
    const shown = page.locator('dl div', { hasText: t('maintenance:field.downtime') })
    expect(await shown.textContent()).toContain(t(`maintenance:downtimeFrom.${downtimeFrom}`))
  })

  it('the buttons of an alarm have room in English', async () => {
    const { page } = await app.enter('foreman', '/equipment/alarms', { language: 'en' })
    const more = page.locator('tbody .row-more').first()
    await more.waitFor()
    const [button, cell] = await Promise.all(
      [more, page.locator('tbody td.is-actions').first()].map((one) => one.boundingBox()),
    )
    const rightOf = ({ x, width } = { x: Number.NaN, width: 0 }) => x + width
    expect(rightOf(button ?? undefined)).toBeLessThanOrEqual(rightOf(cell ?? undefined))
  })

  it('an alarm becomes one repair order, and both show each other', async () => {
    const { items } = await got<{ items: AlarmRow[] }>(app, '/api/alarms?view=active')
    // An acknowledged alarm leaves the list when it ends, which may be at any moment.
    const alarm = items.find(({ ackedAt }) => ackedAt === null) as AlarmRow
    const { page } = await app.enter('foreman', '/equipment/alarms')
    const row = page.locator('tbody tr', { hasText: alarm.machine.code }).first()
    await row.getByRole('button', { name: t('shell:bottomBar.fault'), exact: true }).click()
    const drawer = page.locator('.ant-drawer')
    await drawer.getByText(alarm.machine.code).first().waitFor()
    await drawer.getByRole('button', { name: t('maintenance:report') }).click()
    await stands(page, 'reported')
    id = /repair\/(\d+)/.exec(page.url())?.[1] ?? ''
    const { no, alarmId, description } = await order()
    expect(description).not.toBe('')
    // From the order to the alarm's history, and from there back to the order.
    await page.locator('.repair-alarm button').click()
    await page.locator('.ant-drawer').getByRole('link', { name: no }).waitFor()
    const made = await got<AlarmRow>(app, `/api/alarms/${alarmId}`)
    expect(made.repair).toMatchObject({ no, status: 'reported' })
    await page.goto(new URL('/equipment/alarms', page.url()).href)
    await page.getByRole('link', { name: no }).waitFor()
  })

  it('a rule is taken out of service on a machine, with the reason, and put back', async () => {
    // An alarm that is over stays in its list; an active one may end at any moment.
    const { items } = await got<{ items: AlarmRow[] }>(app, '/api/alarms?view=over&pageSize=1')
    const { machine, rule } = items[0] as AlarmRow
    const { page } = await app.enter('equipment', '/equipment/alarms?view=over')
    const row = page.locator('tbody tr', { hasText: machine.code }).filter({ hasText: rule.names.zh })
    await row.first().locator('.row-actions button').last().click()
    await page.getByRole('menuitem', { name: t('alarms:action.outOfService') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('textarea').fill('传感器送检')
    await dialog.getByRole('button', { name: t('alarms:action.outOfService') }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('tab', { name: t('alarms:part.outOfService') }).click()
    const out = page.locator('tbody tr', { hasText: '传感器送检' })
    await out.getByRole('link', { name: machine.code }).waitFor()
    await out.getByRole('button', { name: t('alarms:action.putBack') }).click()
    await dialog.getByRole('button', { name: t('alarms:action.putBack') }).click()
    await out.waitFor({ state: 'detached' })
    expect((await got<{ total: number }>(app, '/api/alarm-rules-out-of-service')).total).toBe(0)
  })
})
