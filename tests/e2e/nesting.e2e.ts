import type { NestDetail } from '@cloud-factory/contract/nesting/nests'
import { expect, it } from 'vitest'
import { wordsOf } from '../support/dictionary.ts'
import { journey, openApp } from '../support/journey.ts'
import { got } from '../support/work.ts'

const t = wordsOf('zh')

journey('nesting', () => {
  const app = openApp()

  it('the planner nests and releases, the foreman reports a bar, its remnant is in stock', async () => {
    const { page } = await app.enter('planner', '/order/nests?missing=true&q=CHS159')
    const row = page.locator('.ant-table-row').first()
    await row.getByRole('button', { name: t('nesting:action.nest') }).click()
    const form = page.locator('.form-drawer')
    await form.locator('#minRemnantMm').fill('1')
    await form.getByRole('button', { name: t('nesting:action.nest') }).click()
    await page.locator('.bar-strip').first().waitFor()
    await page.getByRole('button', { name: t('common:action.release') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common:action.release') })
      .click()
    await page.getByText(t('nesting:status.released'), { exact: true }).waitFor()

    const [bundle] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('common:action.bundle') }).click(),
    ])
    expect(bundle.suggestedFilename()).toMatch(/^NS-.*\.zip$/)

    // A label opens the parts of its order, on the page where people report with a scanner.
    const [, nestId = ''] = /(\d+)$/.exec(new URL(page.url()).pathname) ?? []
    const { items } = await got<NestDetail>(app, `/api/nests/${nestId}`)
    const part = items[0]?.parts[0]
    if (part === undefined || part.code === null) throw new Error('the nest has no parts')
    await page.getByRole('button', { name: t('shell:route.partLabels') }).click()
    await page.locator('.piece-label', { hasText: part.part }).first().waitFor()
    await page.goBack()
    const scanner = await app.enter('foreman', '/order/work')
    await scanner.page.getByLabel(t('production:scan.label')).fill(part.code)
    await scanner.page.getByRole('button', { name: t('production:scan.find') }).click()
    await scanner.page.waitForURL(/order\/detail\/\d+\?part=parts/)
    await scanner.page.locator('.ant-table-row', { hasText: part.part }).first().waitFor()

    const foreman = await app.enter('foreman', new URL(page.url()).pathname)
    await foreman.page
      .getByRole('button', { name: t('nesting:action.report') })
      .first()
      .click()
    const report = foreman.page.locator('.form-drawer')
    // What is left of the first bar depends on the plan; the field takes no more than that.
    await report.locator('#remnantMm').fill('150')
    await report.locator('#location').fill('R-77')
    await report.getByRole('button', { name: t('nesting:action.report') }).click()
    await foreman.page.getByText(new RegExp(`^${t('nesting:barStatus.cut')} · `)).waitFor()
    await foreman.page.goto('/warehouse/bars?remnant=true')
    await foreman.page.locator('.ant-table-row', { hasText: 'R-77' }).waitFor()
  })

  it('the foreman reports parts as cut and processed, and undoes a wrong report', async () => {
    const api = await app.api('foreman')
    const { body } = await api.call('GET', '/api/orders?status=released&pageSize=1')
    const [order] = (body as { readonly items: readonly { readonly id: string }[] }).items
    const { page } = await app.enter('foreman', `/order/detail/${order?.id}?part=parts`)
    const row = page.locator('.ant-table-row').nth(1)
    const report = async (kind: 'cut' | 'process') => {
      await row.getByRole('button', { name: t('common:action.report') }).click()
      const form = page.locator('.form-drawer')
      await form.getByTitle(t(`parts:kind.${kind}`)).waitFor()
      await form.getByRole('button', { name: t('common:action.report') }).click()
      await form.waitFor({ state: 'detached' })
    }
    await report('cut')
    await report('process')
    await page.getByRole('tab', { name: t('parts:reports') }).click()
    const last = page.locator('.ant-table-row').first()
    await last.getByText(t('parts:kind.process')).waitFor()
    await last.getByRole('button', { name: t('common:undo') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('报错了')
    await dialog.getByRole('button', { name: t('common:undo') }).click()
    await last.getByText(t('problem:reason.work.undone')).waitFor()
  })
})
