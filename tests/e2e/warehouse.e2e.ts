import { expect, it } from 'vitest'
import { becomes, journey, openApp } from '../support/journey.ts'
import { wordsOf } from '../support/dictionary.ts'

const t = wordsOf('zh')

journey('warehouse', () => {
  const app = openApp()

  it('finished goods say what is ready and what is not, and why', async () => {
    const planner = await app.api('planner')
    const { body } = await planner.call('GET', '/api/finished-pieces?state=ready&pageSize=1')
    const [piece] = (body as { items: { id: string; serial: string }[] }).items
    const held = await planner.call('POST', `/api/pieces/${piece?.id}/hold`, { reason: '等图纸' })
    expect(held.status).toBe(200)

    const { page } = await app.enter('viewer', '/warehouse/goods')
    const rows = page.locator('.ant-table-row')
    await rows.first().waitFor()
    await page.getByRole('button', { name: t('shipping:finished.state.not_ready') }).click()
    await page.getByLabel(t('shipping:finished.search')).fill(piece?.serial ?? '')
    await becomes(
      () => rows.first().locator('td:nth-child(3)').textContent(),
      t('shipping:finished.reason.piece_held'),
    )
  })

  it('steel is moved in the store and found where it lies; a phone shows cards', async () => {
    const { page } = await app.enter('inspector', '/warehouse/steel')
    const row = page.locator('.ant-table-row').first()
    const heat = (await row.locator('td').first().textContent()) ?? ''
    await row.getByRole('button', { name: t('material:moreOf', { name: heat }) }).click()
    await page.getByRole('menuitem', { name: t('material:action.place') }).click()
    const form = page.locator('.form-drawer')
    await form.locator('#location').fill('Z-99')
    await form.getByRole('button', { name: t('material:action.place') }).click()
    await row.getByText('Z-99').waitFor()

    const phone = await app.enter('inspector', '/warehouse/steel?q=Z-99', { screen: 'phone' })
    const card = phone.page.locator('.ant-table-row')
    await card.getByText('Z-99').waitFor()
    expect(await card.count()).toBe(1)
    const box = await card.boundingBox()
    expect(box?.width).toBeLessThan(390)
  })

  it('a price that is most likely a slip is asked about, and saved with its reason', async () => {
    const { page } = await app.enter('equipment', '/equipment/maintenance?part=stock')
    await page.getByRole('button', { name: t('maintenance:stock.add') }).click()
    const form = page.locator('.form-drawer')
    await form.locator('#code').fill('SP-DEAR')
    await form.locator('#name').fill('主轴总成')
    await form.locator('#price').fill('380000')
    await form.getByRole('button', { name: t('common:form.save') }).click()
    const why = form.getByRole('textbox', { name: t('shell:form.reason') })
    expect(await form.locator('.problem-alert').innerText()).not.toContain('当前状态不允许')
    await why.fill('进口件')
    await form.getByRole('button', { name: t('common:form.save') }).click()
    await page.locator('.ant-table-row', { hasText: 'SP-DEAR' }).waitFor()
  })
})
