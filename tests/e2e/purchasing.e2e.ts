import { expect, it } from 'vitest'
import { wordsOf } from '../support/dictionary.ts'
import { journey, openApp } from '../support/journey.ts'

const t = wordsOf('zh')
const profile = 'HN250*125*6*9'

journey('purchasing', () => {
  const app = openApp()

  it('a shortage is requested, approved, ordered and received; its bars are in stock', async () => {
    const planner = await app.api('planner')
    const supplier = await planner.call('POST', '/api/suppliers', {
      code: 'E2E-1',
      name: '端到端钢厂',
      contact: '',
      phone: '',
      email: '',
      note: '',
      active: true,
    })
    expect(supplier.status).toBe(201)
    // Nobody finds the bars of this profile, so the demand lacks them.
    const admin = await app.api('admin')
    const take = await admin.call('POST', '/api/stock-takes', { location: '', profile })
    const { id, version } = take.body as { id: string; version: number }
    const closed = await admin.call('POST', `/api/stock-takes/${id}/close`, { version, reason: '盘亏' })
    expect(closed.status, JSON.stringify(closed.body)).toBe(200)

    const { page } = await app.enter('planner', `/order/nests?missing=true&q=${encodeURIComponent(profile)}`)
    const row = page.locator('.ant-table-row').first()
    await row.getByRole('button', { name: t('nesting:action.request') }).click()
    const request = page.locator('.form-drawer')
    await request.getByRole('button', { name: t('purchasing:action.request') }).click()
    await page.getByText(t('purchasing:status.draft'), { exact: true }).waitFor()

    await page.getByRole('button', { name: t('common:action.edit'), exact: true }).click()
    const edit = page.locator('.form-drawer')
    await edit.locator('#supplierId').fill('E2E-1')
    await page.locator('.ant-select-item-option', { hasText: 'E2E-1' }).click()
    await edit.locator('#lines_0_pricePerTonne').fill('4200')
    await edit.getByRole('button', { name: t('common:form.save') }).click()
    await edit.waitFor({ state: 'detached' })
    const path = new URL(page.url()).pathname

    const confirm = async (on: typeof page, word: string, state: string) => {
      await on.getByRole('button', { name: word, exact: true }).click()
      await on.getByRole('dialog').getByRole('button', { name: word, exact: true }).click()
      await on.getByText(state, { exact: true }).first().waitFor()
    }
    const manager = await app.enter('manager', path)
    await confirm(manager.page, t('common:action.approve'), t('purchasing:status.approved'))
    await page.reload()
    await confirm(page, t('purchasing:action.order'), t('purchasing:status.ordered'))
    const paper = (await app.enter('planner', `${path}/print`)).page
    const orderedOn = paper.locator('.paper-facts > *', { hasText: t('purchasing:field.orderedOn') })
    await orderedOn
      .filter({ hasText: /\d{4}-\d{2}-\d{2}/ })
      .first()
      .waitFor()

    const inspector = await app.enter('inspector', path)
    await inspector.page.getByRole('button', { name: t('purchasing:action.receive'), exact: true }).click()
    const receive = inspector.page.locator('.form-drawer')
    await receive.locator('#deliveryNote').fill('E2E-DN-1')
    await receive.locator('#lots_0_heatNo').fill('E2EHEAT1')
    await receive.locator('#lots_0_location').fill('E-01')
    // A second heat of the same line, with one of its pieces.
    const ordered = Number(await receive.locator('#lots_0_pieces').inputValue())
    const kg = Number(await receive.locator('#lots_0_kg').inputValue())
    await receive.getByRole('button', { name: t('purchasing:action.addHeat') }).click()
    await receive.locator('#lots_0_pieces').fill(String(ordered - 1))
    await receive.locator('#lots_0_kg').fill(String(Math.round((kg * (ordered - 1)) / ordered)))
    await receive.locator('#lots_1_pieces').fill('1')
    await receive.locator('#lots_1_kg').fill(String(Math.round(kg / ordered)))
    await receive.locator('#lots_1_heatNo').fill('E2EHEAT2')
    await receive.getByRole('button', { name: t('purchasing:action.receive'), exact: true }).click()
    await inspector.page.getByText(t('purchasing:status.received'), { exact: true }).first().waitFor()
    await inspector.page.goto('/warehouse/bars?q=E2EHEAT1')
    await inspector.page.locator('.ant-table-row', { hasText: 'E-01' }).first().waitFor()

    await inspector.page.goto('/warehouse/stock-takes')
    await inspector.page.getByRole('button', { name: t('material:take.start') }).click()
    const start = inspector.page.locator('.form-drawer')
    await start.locator('#location').fill('E-01')
    await start.getByRole('button', { name: t('material:take.start') }).click()
    const bar = inspector.page.locator('.row-table tbody tr').first()
    const code = ((await bar.textContent()) ?? '').match(/B\d+/)?.[0] ?? ''
    await inspector.page.getByLabel(t('material:take.scan')).fill(code)
    await inspector.page.keyboard.press('Enter')
    await inspector.page.getByRole('status').filter({ hasText: code }).waitFor()
  })
})
