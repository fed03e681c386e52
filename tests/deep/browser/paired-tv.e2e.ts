import { expect, it } from 'vitest'
import { outputTarget } from '../../support/display.ts'
import { becomes, eventually, journey, openApp } from '../../support/journey.ts'
import { newScreen, publishScreen } from '../../support/screens.ts'
import { wordsOf } from '../../support/dictionary.ts'
import { turnTo } from '../../support/wall-page.ts'

const t = wordsOf('zh')

journey('a paired TV', () => {
  const app = openApp()

  it('follows what is published, greys without the server, and recovers', async () => {
    const { id } = await publishScreen(app, await newScreen(app, '一号门屏'))
    const { page: tv, complaints } = await app.visit({ screen: 'desk' })
    await tv.goto('/login')
    await tv.getByRole('button', { name: t('sign-in:tv.entry') }).click()
    const code = tv.getByRole('status').getByText(/^\d{3} \d{3}$/)
    await code.waitFor()
    const { page } = await app.enter('admin', '/set/show?part=devices', { screen: 'desk' })
    await page.getByRole('button', { name: t('displays:pair') }).click()
    await page.getByLabel(t('common:code')).fill(await code.innerText())
    await page.keyboard.press('Enter')
    await page.locator('#name').fill('一号门电视')
    await page.locator('#screenId').click()
    await page.locator('.ant-select-item-option', { hasText: '一号门屏' }).click()
    await page.getByRole('button', { name: t('displays:pairConfirm') }).click()
    await page.getByText(t('displays:paired', { name: '一号门电视' })).waitFor()
    await tv.waitForURL('**/realData?screen=*')
    const panel = (kind: string) => tv.locator(`[data-testid="panel-${kind}"]`)
    // TVs of a screen change pages together, by the clock. Stay on the page that shows the target.
    await turnTo(tv, 'tonnes_month')
    await tv.keyboard.press(' ')
    await panel('tonnes_month').locator('.panel-note').waitFor()
    await tv.evaluate(() => Object.assign(window, { asItWas: true }))

    // Content: a target and a notice.
    const info = (word: string) => t(`display-info:${word}`)
    await page.goto('/baseInfo/edit?part=targets')
    const { cell } = await outputTarget(page)
    await cell.fill('654')
    await cell.press('Enter')
    await page.locator('[data-part="notices"]').click()
    await page.locator('.sorted-row textarea').first().fill('今晚八点后厂区停水')
    await page
      .locator('.page-actions')
      .getByRole('button', { name: info('publish') })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: info('publish') })
      .click()
    await page.getByText(info('state.settled'), { exact: true }).waitFor()
    const text = (of: ReturnType<typeof panel>) => () => of.innerText()
    await eventually(text(panel('tonnes_month'))).toContain('654')
    // The ticker shows notices in turn.
    await tv.locator('.wall-ticker .line', { hasText: '今晚八点后厂区停水' }).waitFor()

    // Layout: two panels of the first page swap places; the moved one pushes the other aside.
    await turnTo(tv, 'workshop_map')
    await tv.keyboard.press(' ')
    await page.goto(`/set/screen/${id}`)
    const box = (kind: string) => page.locator(`.layout-panel[data-kind=${kind}]`).first()
    await box('orders_at_risk').focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await page.getByText(t('displays:noProblems')).waitFor()
    const isAbove = async () => {
      const [upper, lower] = await Promise.all([
        panel('alarms').boundingBox(),
        panel('orders_at_risk').boundingBox(),
      ])
      return upper !== null && lower !== null && upper.y < lower.y
    }
    expect(await isAbove()).toBe(false)
    await page.keyboard.press('Control+s')
    await page.getByText(t('displays:state.differs')).waitFor()
    await page
      .locator('.page-actions')
      .getByRole('button', { name: t('common:publish'), exact: true })
      .click()
    await page
      .locator('.ant-modal-footer')
      .getByRole('button', { name: t('common:publish') })
      .click()
    await eventually(isAbove).toBe(true)
    await page.close()

    await app.stop()
    const banner = tv.locator('[data-testid="link-banner"]')
    await banner.waitFor()
    // Age of the data in seconds; it increases.
    const age = async () => Number(/(\d+) s/.exec(await banner.innerText())?.[1] ?? 0)
    await eventually(age).toBeGreaterThan(0)
    const before = await age()
    await eventually(age).toBeGreaterThan(before)
    expect(Number(await tv.locator('.wall-shifted').getAttribute('data-grey'))).toBeGreaterThan(0.3)
    await app.start()
    await eventually(() => tv.locator('[data-testid="age-lamp"]').getAttribute('data-state')).toBe('live')
    await becomes(() => banner.count(), 0)
    await becomes(() => tv.locator('.wall-shifted').getAttribute('data-grey'), '0.00')
    // The page never reloaded, neither after publishing nor to recover.
    expect(await tv.evaluate(() => 'asItWas' in window)).toBe(true)
    for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/Failed to load resource|ERR_/)
  })
})
