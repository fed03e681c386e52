import { wordsOf } from './dictionary.ts'
import type { App } from './journey.ts'
import {
  agrees,
  beam,
  bought,
  heats,
  idIn,
  picks,
  plate,
  sends,
  shown,
  type SteelOrder,
  typesValues,
} from './steel-story.ts'

const t = wordsOf('zh')

/** The buyer requests the bars that a nest has to buy, adds a plate, and orders both once the manager has approved. Returns the purchase. */
export async function ordersSteel(app: App, nestId: string): Promise<string> {
  const { page } = await app.enter('buyer', `/order/nest/${nestId}`)
  await page.getByRole('button', { name: t('nesting:action.requestBars') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('nesting:action.request') })
    .click()
  await page.waitForURL('**/warehouse/purchase/*')
  const purchaseId = idIn(page)
  await shown(page)
    .locator('.record-title', { hasText: t('purchasing:status.draft') })
    .waitFor()
  await shown(page)
    .getByRole('button', { name: t('common:action.edit'), exact: true })
    .click()
  const form = page.locator('.form-drawer')
  await form.locator('#supplierId').fill('STEEL')
  await picks(page, 'STEEL')
  await form.locator('#lines_0_pricePerTonne').fill('4200')
  await form.getByRole('button', { name: t('purchasing:action.addLine') }).click()
  for (const [field, value] of Object.entries({
    profile: plate.profile,
    grade: beam.grade,
    lengthMm: '',
    pieces: '1',
    pricePerTonne: '4500',
  }))
    await form.locator(`#lines_1_${field}`).fill(value)
  await sends(page)
  const path = new URL(page.url()).pathname
  const manager = await app.enter('manager', path)
  await agrees(manager.page, t('common:action.approve'))
  await shown(page)
    .locator('.record-title', { hasText: t('purchasing:status.approved') })
    .waitFor()
  await agrees(page, t('purchasing:action.order'))
  return purchaseId
}

/** The inspector receives the ordered steel and enters its certificate; the second inspector accepts it and releases the lots. */
export async function receivesSteel(app: App, order: SteelOrder, purchaseId: string): Promise<void> {
  const { page } = await app.enter('inspector', `/warehouse/purchase/${purchaseId}`)
  await page.getByRole('button', { name: t('purchasing:action.receive'), exact: true }).click()
  const form = page.locator('.form-drawer')
  await form.locator('#deliveryNote').fill('DN-STEEL')
  for (const [at, heat, kg, thickness] of [
    [0, heats.bought, bought.kg, '12'],
    [1, heats.plate, plate.kg, '10'],
  ] as const) {
    await form.locator(`#lots_${at}_heatNo`).fill(heat)
    await form.locator(`#lots_${at}_kg`).fill(String(kg))
    await form.locator(`#lots_${at}_thicknessMm`).fill(thickness)
    await form.locator(`#lots_${at}_location`).fill('Q-09')
  }
  await sends(page)
  await page.locator('.record-title', { hasText: t('purchasing:status.received') }).waitFor()
  await page.locator('a[href^="/quality/receipt/"]').first().click()
  await shown(page)
    .getByRole('button', { name: t('material:action.enterCertificate') })
    .click()
  await form.locator('#no').fill('ZB-STEEL')
  await form.locator('#issuedOn').fill('2026-11-02')
  await page.keyboard.press('Enter')
  await sends(page)
  await page.waitForURL('**/quality/mill-certificate/*')
  for (const heat of [heats.bought, heats.plate]) await typesValues(page, heat)
  await shown(page)
    .getByRole('button', { name: t('material:action.saveValues') })
    .click()

  const judge = await app.enter(order.judge, new URL(page.url()).pathname)
  await agrees(judge.page, t('material:action.accept'))
  for (const heat of [heats.bought, heats.plate]) {
    await judge.page.goto(`/warehouse/steel?q=${heat}`)
    await agrees(judge.page, t('material:action.release'))
    await judge.page.locator('.ant-table-row', { hasText: t('material:lotStatus.released') }).waitFor()
  }
}
