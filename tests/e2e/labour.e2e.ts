import { it } from 'vitest'
import { wordsOf } from '../support/dictionary.ts'
import { journey, openApp } from '../support/journey.ts'

const t = wordsOf('zh')

journey('labour and cost', () => {
  const app = openApp()

  it('an order opens its processes and their reports; a month is closed; a statement is earned', async () => {
    const planner = await app.enter('planner', '/order/labour?part=standards')
    await planner.page.getByRole('button', { name: t('labour:standards.add') }).click()
    const standard = planner.page.locator('.form-drawer')
    await standard.locator('#code').fill('E2E-1')
    await standard.locator('#processId').fill('终检')
    await planner.page.locator('.ant-select-item-option', { hasText: '终检放行' }).click()
    await standard.locator('#hours').fill('1.5')
    await standard.getByRole('button', { name: t('common:form.save') }).click()
    await standard.waitFor({ state: 'detached' })

    const { page } = await app.enter('manager', '/order/labour?group=order')
    await page.locator('.link-button').first().click()
    await page.getByRole('columnheader', { name: t('labour:field.expected') }).waitFor()
    await page.locator('.link-button').first().click()
    await page.locator('section .row-table .ant-table-row').first().waitFor()

    const month = new Date()
    month.setUTCDate(0)
    const name = month.toISOString().slice(0, 7)
    await page.goto(`/order/labour?part=payroll&month=${name}`)
    const close = t('labour:close.action')
    await page.getByRole('button', { name: close, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: close, exact: true }).click()
    await page.getByRole('button', { name: close, exact: true, disabled: true }).waitFor()

    await page.goto('/order/labour?part=costs')
    await page.locator('.ant-table-row a').first().click()
    await page.getByRole('button', { name: t('labour:stage.edit') }).click()
    const form = page.locator('.form-drawer')
    await form.locator('#amount').fill('100000')
    await form.getByRole('button', { name: t('common:form.save') }).click()
    await form.waitFor({ state: 'detached' })
    await page.locator('.labour-sum', { hasText: '100,000.00' }).waitFor()
  })
})
