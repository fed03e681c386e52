import { readFile } from 'node:fs/promises'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type {
  DossierState,
  IssuedDocument,
} from '@cloud-factory/contract/quality-documents/quality-documents'
import { beforeAll, expect, it } from 'vitest'
import { pdfText } from '../../apps/server/test/pdf-text.ts'
import { journey, openApp } from '../support/journey.ts'
import { wordsOf } from '../support/dictionary.ts'
import { got } from '../support/work.ts'

const t = wordsOf('zh')

journey('papers of quality', () => {
  const app = openApp()
  let order: DossierState['order']
  const documents = async () =>
    (await got<{ items: IssuedDocument[] }>(app, `/api/quality-documents?orderId=${order.id}`)).items
  const dossier = async () => (await documents()).find(({ kind }) => kind === 'dossier')

  beforeAll(async () => {
    const { items } = await got<{ items: OrderRow[] }>(app, '/api/orders?status=closed&pageSize=5')
    for (const { id } of items) {
      const state = await got<DossierState>(app, `/api/orders/${id}/dossier`)
      order = state.order
      if (state.parts.some(({ ready }) => ready > 0) && (await documents()).length === 0) return
    }
    throw new Error('every closed order has its dossier')
  })

  it('the dossier of an order is made while somebody sees how far it is, and saved', async () => {
    const { page } = await app.enter('inspector', `/quality/papers?orderId=${order.id}`)
    await page.locator('.dossier-head', { hasText: order.no }).waitFor()
    await page.getByRole('button', { name: t('quality-documents:dossierPart.make') }).click()
    // Start waiting before the action: on a fast machine it finishes quickly.
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('progressbar', { name: t('quality-documents:making') }).waitFor(),
      page
        .getByRole('menuitem', { name: t('quality-documents:language.zh'), exact: true })
        .first()
        .click(),
    ])
    expect(saved.suggestedFilename()).toContain(order.no)
    const text = await pdfText(await readFile(await saved.path()))
    expect(text).toContain(order.no)
    expect(text).toContain((await dossier())?.hash)
    const row = page.locator('.list-row', { hasText: t('quality-documents:kind.dossier') })
    await row.getByRole('link', { name: order.no }).first().waitFor()
  })

  it('with the paper in the hand: its checksum finds it, and leads to the order', async () => {
    const hash = (await dossier())?.hash ?? ''
    const { page } = await app.enter('manager', '/quality/verify')
    const field = page.getByRole('searchbox', { name: t('quality-documents:verify.hash') })
    const check = page.getByRole('button', { name: t('quality-documents:verify.check') })
    await field.fill(`${hash.slice(1)}0`)
    await check.click()
    await page.getByText(t('quality-documents:verify.unknown')).waitFor()
    // As printed on paper: in groups, or in capitals.
    await field.fill(`sha256 ${hash.slice(0, 32)} ${hash.slice(32).toUpperCase()}`)
    await check.click()
    await page.getByText(t('quality-documents:verify.issued')).waitFor()
    await page.getByRole('link', { name: t('quality-documents:verify.open') }).click()
    await page.getByRole('link', { name: order.no }).first().waitFor()
  })
})

journey('a trial assembly', () => {
  const app = openApp()

  it('is planned, measured and released by different people', async () => {
    const { items } = await got<{ items: OrderRow[] }>(app, '/api/orders?status=in_production&pageSize=1')
    const [order] = items
    const pieces = await got<{ items: { serial: string; status: string }[] }>(
      app,
      `/api/orders/${order?.id}/pieces?pageSize=50&status=in_process,issued,accepted,coated`,
    )
    const serial = pieces.items[0]?.serial ?? ''
    const { page } = await app.enter('planner', '/quality/trial-assemblies')
    await page.getByRole('button', { name: t('trial-assembly:newTitle') }).click()
    const form = page.locator('.form-drawer')
    await form.locator('#orderId').fill(order?.no ?? '')
    await page
      .locator('.ant-select-item-option', { hasText: order?.no ?? '' })
      .first()
      .click()
    await form.locator('#name').fill('T1')
    await form.locator('#heldOn').fill('2026-03-20')
    await form.locator('#heldOn').press('Enter')
    await form.locator('#pieces').fill(`${serial}, A/1`)
    await form.locator('#measurements_0_name').fill('跨度')
    await form.locator('#measurements_0_nominal').fill('12000')
    await form.locator('#measurements_0_upperTol').fill('5')
    await form.getByRole('button', { name: t('common:form.save') }).click()
    await page.getByText('跨度').first().waitFor()
    const path = new URL(page.url()).pathname

    const inspector = (await app.enter('inspector', path)).page
    await inspector.getByRole('button', { name: t('trial-assembly:action.measure') }).click()
    const values = inspector.locator('.form-drawer')
    await values.locator('.ant-input-number-input').fill('12006')
    await values.getByRole('button', { name: t('common:form.save') }).click()
    await inspector.getByText(t('trial-assembly:verdict.fail'), { exact: true }).first().waitFor()
    await values.waitFor({ state: 'hidden' })
    await inspector.getByRole('button', { name: t('trial-assembly:action.measure') }).click()
    await values.locator('.ant-input-number-input').fill('12004')
    await values.getByRole('button', { name: t('common:form.save') }).click()
    await inspector.getByText(t('trial-assembly:verdict.pass'), { exact: true }).first().waitFor()

    const chief = (await app.enter('admin', path)).page
    await chief.getByRole('button', { name: t('trial-assembly:action.release') }).click()
    const dialog = chief.getByRole('dialog')
    await dialog.locator('textarea').fill('合格')
    await dialog.getByRole('button', { name: t('trial-assembly:action.release') }).click()
    await chief.getByText(t('trial-assembly:status.released')).first().waitFor()
    await chief.getByText('合格', { exact: true }).waitFor()
  })
})
