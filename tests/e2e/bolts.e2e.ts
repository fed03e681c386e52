import { expect, it } from 'vitest'
import { wordsOf } from '../support/dictionary.ts'
import { journey, openApp } from '../support/journey.ts'

const t = wordsOf('zh')

journey('bolts', () => {
  const app = openApp()

  it('bolts are pasted into an order, received, tested and issued', async () => {
    const planner = await app.api('planner')
    const orders = await planner.call('GET', '/api/orders?status=released,in_production&pageSize=1')
    const [order] = (orders.body as { items: { id: string }[] }).items
    const { page } = await app.enter('planner', `/order/detail/${order?.id}?part=bolts`)
    await page.getByRole('button', { name: t('bolts:action.paste') }).click()
    const paste = page.locator('.form-drawer')
    await paste.locator('#text').fill('M27*110 10.9S GB/T 3632\t200\tGL-9\n名称,数量')
    await paste.getByText('200 × M27×110 10.9S GB/T 3632 GL-9').waitFor()
    await paste.getByRole('button', { name: t('common:form.save') }).click()
    await paste.waitFor({ state: 'detached' })
    const row = page.locator('.ant-table-row', { hasText: 'M27×110' })
    await row.waitFor()

    const inspector = await app.enter('inspector', '/warehouse/bolts?part=lots')
    await inspector.page.getByRole('button', { name: t('bolts:action.receive') }).click()
    const receive = inspector.page.locator('.form-drawer')
    for (const [field, value] of [
      ['size', 'M27'],
      ['lengthMm', '110'],
      ['grade', '10.9S'],
      ['standard', 'GB/T 3632'],
      ['lotNo', 'E2E-27'],
      ['quantity', '150'],
    ] as const)
      await receive.locator(`#${field}`).fill(value)
    await receive.getByRole('button', { name: t('common:form.save') }).click()
    await receive.waitFor({ state: 'detached' })
    const lot = inspector.page.locator('.ant-table-row', { hasText: 'E2E-27' })
    await lot.getByRole('button', { name: t('bolts:action.test') }).click()
    const test = inspector.page.locator('.form-drawer')
    await test.locator('#reportNo').fill('E2E-R')
    for (let at = 0; at < 8; at += 1) await test.locator(`#readings_${at}`).fill(String(318 + at))
    await test.getByText(t('bolts:tested.passed')).waitFor()
    await test.getByRole('button', { name: t('common:form.save') }).click()
    await test.waitFor({ state: 'detached' })
    await lot.getByText(t('bolts:tested.passed')).waitFor()

    await row.getByRole('button', { name: t('bolts:action.issue') }).click()
    const issue = page.locator('.form-drawer')
    await issue.locator('#lotId').click()
    await page.locator('.ant-select-item-option', { hasText: 'E2E-27' }).click()
    await expect.poll(() => issue.locator('#quantity').inputValue()).toBe('150')
    await issue.getByRole('button', { name: t('bolts:action.issue') }).click()
    await issue.waitFor({ state: 'detached' })
    const needs = await planner.call('GET', `/api/bolt-needs?orderId=${order?.id}&q=M27`)
    expect((needs.body as { items: unknown[] }).items).toMatchObject([{ issued: 150, open: 50, short: 50 }])
  })
})
