import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { thousands } from '../../apps/web/src/shared/format/numbers.ts'
import { becomes } from './journey.ts'
import { type Story, widerThanScreen } from './order-story.ts'
import { field, pressInForm } from './shell.ts'
import { got } from './work.ts'

type Words = Story['t']

/** Performs an action of the page and confirms its dialog. */
async function does(page: Page, t: Words, action: string, state: string): Promise<void> {
  await page
    .locator('.record-head')
    .getByRole('button', { name: t(`shipping:action.${action}`), exact: true })
    .click()
  await confirms(page, t, action)
  await page.locator('.record-title', { hasText: t(`shipping:${state}`) }).waitFor()
}

const confirms = (page: Page, t: Words, action: string): Promise<void> =>
  page
    .locator('.ant-modal-footer')
    .getByRole('button', { name: t(`shipping:action.${action}`), exact: true })
    .click()

/** Packs all ready pieces into one package as suggested, and closes it. */
export async function packs({ app, planner: page, t }: Story, orderId: string): Promise<PackageRow> {
  await page.goto(`/order/detail/${orderId}?part=shipping`)
  await page.getByRole('button', { name: t('shipping:plan.title') }).click()
  const dialog = page.getByRole('dialog')
  const limits = { maxKg: '20000', maxLengthMm: '13000', maxWidthMm: '2500', maxHeightMm: '2500' }
  for (const [limit, value] of Object.entries(limits))
    await dialog.getByLabel(t(`shipping:field.${limit}`)).fill(value)
  await dialog.locator('.plan-packages li').first().waitFor()
  await becomes(() => dialog.locator('.plan-packages li').count(), 1)
  await dialog.getByRole('button', { name: t('shipping:plan.open', { count: 1 }) }).click()
  await dialog.waitFor({ state: 'hidden' })
  const [pack] = (await got<{ items: PackageRow[] }>(app, `/api/packages?orderId=${orderId}`)).items
  if (pack === undefined) throw new Error('no package was opened')
  await page.getByRole('link', { name: pack.no, exact: true }).click()
  await page.waitForURL(`**/order/package/${pack.id}`)
  await does(page, t, 'close', 'packageStatus.closed')
  return pack
}

/** Loads a truck, weighs it and sends it. */
export async function ships(story: Story, orderId: string, pack: PackageRow): Promise<DeliveryRow> {
  const { app, planner: page, t, no } = story
  await page.goto(`/order/detail/${orderId}?part=shipping`)
  await page.getByRole('button', { name: t('shipping:newDelivery') }).click()
  await field(page, t('shipping:field.deliveryNo')).fill(`D-${no}`)
  await field(page, t('common:field.truckPlate')).fill('沪A·E2E01')
  await pressInForm(page, t('common:form.save'))
  await page.waitForURL('**/order/delivery/*')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await page
    .getByRole('button', { name: t('shipping:action.putOn') })
    .first()
    .click()
  await page.getByRole('dialog').locator('.ant-table-row', { hasText: pack.no }).locator('input').check()
  await confirms(page, t, 'putOn')
  await page.locator('.delivery-packages .list-rows', { hasText: pack.no }).waitFor()
  await does(page, t, 'load', 'deliveryStatus.loaded')
  const { grossKg } = await got<DeliveryRow>(app, `/api/deliveries/${id}`)
  await page.getByLabel(t('common:field.tareKg')).fill('9000')
  await page.getByLabel(t('common:field.weighbridgeKg')).fill(String(9010 + Math.round(grossKg)))
  await page.getByRole('button', { name: t('shipping:action.weigh') }).click()
  const weighed = thousands(10 + Math.round(grossKg))
  await page.locator('.key-facts', { hasText: weighed }).waitFor()
  // A difference of ten kilograms needs no explanation.
  await does(page, t, 'send', 'deliveryStatus.sent')
  return got<DeliveryRow>(app, `/api/deliveries/${id}`)
}

/** Receives the delivery on site by phone: complete, signed with a finger. */
export async function receives({ foreman: { page }, t }: Story, { id, no }: DeliveryRow): Promise<void> {
  await page.goto(`/order/delivery/${id}/receipt`)
  await page.getByLabel(t('common:field.receivedBy')).fill('李工')
  await signs(page)
  expect(await widerThanScreen(page)).toBe(0)
  await page.getByRole('button', { name: t('shipping:receipt.send') }).tap()
  await page.waitForURL(`**/order/delivery/${id}`)
  await page.locator('.record-title', { hasText: no }).waitFor()
  await page.locator('.record-title', { hasText: t('shipping:deliveryStatus.received') }).waitFor()
  await page.getByText(t('shipping:receipt.complete')).waitFor()
}

/** Draws a line in the field for the signature. */
export async function signs(page: Page): Promise<void> {
  // When they arrive, they move the field.
  await page.locator('.receipt-pieces li').first().waitFor()
  const pad = page.locator('.signature-pad canvas')
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (box === null) throw new Error('no field to sign in')
  await page.mouse.move(box.x + 30, box.y + 60)
  await page.mouse.down()
  for (const step of [1, 2, 3, 4]) await page.mouse.move(box.x + 30 + step * 60, box.y + 60 - (step % 2) * 30)
  await page.mouse.up()
  await page.locator('.signature-hint').waitFor({ state: 'detached' })
}

/** A person with read-only permission sees the signature and no action to receive. */
export async function seesReceipt({ viewer: { page }, t }: Story, { id }: DeliveryRow): Promise<void> {
  await page.goto(`/order/delivery/${id}`)
  const signature = page.getByAltText(t('shipping:receipt.signatureOf', { name: '李工' }))
  await signature.waitFor()
  await becomes(() => signature.evaluate((image: HTMLImageElement) => image.naturalWidth), 720)
  await page.goto(`/order/delivery/${id}/receipt`)
  await page.waitForURL('**/401')
}
