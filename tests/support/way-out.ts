import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { becomes, type App } from './journey.ts'
import { widerThanScreen } from './order-story.ts'
import { field, pressInForm } from './shell.ts'
import { signs } from './shipping-story.ts'
import { type Language, wordsOf } from './dictionary.ts'

interface Ready {
  readonly orderId: string
  readonly serials: readonly string[]
}

/** An order of the demo factory with pieces ready to pack. */
async function readyOrder(app: App): Promise<Ready> {
  const api = await app.api('planner')
  const get = async <T>(path: string) => (await api.call('GET', path)).body as T
  const { items } = await get<{ items: { id: string }[] }>('/api/orders?status=in_production&pageSize=50')
  for (const { id } of items) {
    const path = `/api/orders/${id}/packable?pageSize=2`
    const { items: pieces } = await get<{ items: { serial: string }[] }>(path)
    if (pieces.length === 2) return { orderId: id, serials: pieces.map(({ serial }) => serial) }
  }
  throw new Error('the demo factory has nothing to pack')
}

/** From ready pieces to the signature on site, in one language. Each step continues from the previous one. */
export function wayOut(app: App, language: Language): void {
  const t = wordsOf(language)
  const no = `E2E-${language.toUpperCase()}`
  let ready: Ready = { orderId: '', serials: [] }
  let packagePath = ''
  let deliveryPath = ''

  const open = (path: string, person = 'planner') => app.enter(person, path, { language })
  const button = (page: Page, key: string) =>
    page.locator('.record-head').getByRole('button', { name: t(`shipping:${key}`), exact: true })
  const confirm = (page: Page, key: string) =>
    page
      .locator('.ant-modal-footer')
      .getByRole('button', { name: t(`shipping:${key}`), exact: true })
      .click()
  const stateIs = (page: Page, key: string) =>
    page.locator('.record-title', { hasText: t(`shipping:${key}`) }).waitFor()

  it('a package is opened and filled by scanning; what does not belong is refused', async () => {
    ready = await readyOrder(app)
    const { page } = await open(`/order/detail/${ready.orderId}?part=shipping`)
    await page.getByRole('button', { name: t('shipping:newPackage') }).click()
    await field(page, t('shipping:field.packageNo')).fill(`PK-${no}`)
    await pressInForm(page, t('common:form.save'))
    await page.waitForURL('**/order/package/*')
    packagePath = new URL(page.url()).pathname
    expect(await button(page, 'action.close').getAttribute('aria-disabled')).toBe('true')
    const scan = page.getByLabel(t('shipping:pack.scan'))
    for (const serial of ready.serials) {
      await scan.fill(serial)
      await scan.press('Enter')
      await page.locator('.outcome.is-added', { hasText: serial }).waitFor()
    }
    await scan.fill('CF1:1:nothing')
    await scan.press('Enter')
    await page.locator('.outcome.is-refused', { hasText: t('problem:reason.pack.unknown_piece') }).waitFor()
    await scan.fill(ready.serials[0] ?? '')
    await scan.press('Enter')
    await page.locator('.outcome.is-already').waitFor()
  })

  it('it is closed, opened again with a reason, and closed', async () => {
    const { page } = await open(packagePath)
    await button(page, 'action.close').click()
    await confirm(page, 'action.close')
    await stateIs(page, 'packageStatus.closed')
    await button(page, 'action.reopen').click()
    await confirm(page, 'action.reopen')
    await page.getByRole('dialog').getByText(t('shell:form.required')).waitFor()
    await page.getByRole('dialog').getByRole('textbox').fill('重新打包')
    await confirm(page, 'action.reopen')
    await stateIs(page, 'packageStatus.open')
    await button(page, 'action.close').click()
    await confirm(page, 'action.close')
    await stateIs(page, 'packageStatus.closed')
  })

  it('a truck takes it; the weighbridge differs, so sending asks why', async () => {
    const { page } = await open(`/order/detail/${ready.orderId}?part=shipping`)
    await page.getByRole('button', { name: t('shipping:newDelivery') }).click()
    await field(page, t('shipping:field.deliveryNo')).fill(no)
    await field(page, t('common:field.truckPlate')).fill('沪A·E2E01')
    await pressInForm(page, t('common:form.save'))
    await page.waitForURL('**/order/delivery/*')
    deliveryPath = new URL(page.url()).pathname
    expect(await button(page, 'action.load').getAttribute('aria-disabled')).toBe('true')
    await page
      .getByRole('button', { name: t('shipping:action.putOn') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('.ant-table-row', { hasText: `PK-${no}` })
      .locator('input')
      .check()
    await confirm(page, 'action.putOn')
    await page.locator('.delivery-packages .list-rows', { hasText: `PK-${no}` }).waitFor()
    await button(page, 'action.load').click()
    await confirm(page, 'action.load')
    await stateIs(page, 'deliveryStatus.loaded')
    await page.getByLabel(t('common:field.tareKg')).fill('9000')
    await page.getByLabel(t('common:field.weighbridgeKg')).fill('99000')
    await page.getByRole('button', { name: t('shipping:action.weigh') }).click()
    await page.locator('.key-facts', { hasText: t('shipping:differs') }).waitFor()
    await button(page, 'action.send').click()
    await confirm(page, 'action.send')
    await page.getByRole('dialog').getByText(t('shell:form.required')).waitFor()
    await page.getByRole('dialog').getByRole('textbox').fill('地磅故障')
    await confirm(page, 'action.send')
    await stateIs(page, 'deliveryStatus.sent')
    await page.getByText('地磅故障').waitFor()
  })

  it('on a phone it is received: one piece damaged, signed with the finger', async () => {
    const { page } = await app.enter('foreman', `${deliveryPath}/receipt`, { language, screen: 'phone' })
    await page.getByRole('button', { name: t('shipping:receipt.send') }).tap()
    await page.getByText(t('shipping:receipt.signFirst')).waitFor()
    await page.getByRole('button', { name: `${t('shipping:exception.damaged')}: ${ready.serials[0]}` }).tap()
    await page.getByPlaceholder(t('shipping:receipt.what')).fill('翼缘变形')
    await page.getByLabel(t('common:field.receivedBy')).fill('李工')
    await signs(page)
    expect(await widerThanScreen(page)).toBe(0)
    await page.getByRole('button', { name: t('shipping:receipt.send') }).tap()
    await page.waitForURL(`**${deliveryPath}`)
    await stateIs(page, 'deliveryStatus.received')
    await page.locator('.receipt-exceptions', { hasText: '翼缘变形' }).waitFor()
  })

  it('a viewer sees the signature and the printed note, and may do nothing', async () => {
    const { page } = await open(deliveryPath, 'viewer')
    const signature = page.getByAltText(t('shipping:receipt.signatureOf', { name: '李工' }))
    await signature.waitFor()
    await becomes(() => signature.evaluate((image: HTMLImageElement) => image.naturalWidth), 720)
    await page.getByRole('button', { name: t('common:action.print'), exact: true }).click()
    await page.locator('.print-sheets .paper-head', { hasText: t('shipping:print.note') }).waitFor()
    await page.locator('.print-sheets', { hasText: `PK-${no}` }).waitFor()
    await page.goto(`${deliveryPath}/receipt`)
    await page.waitForURL('**/401')
  })
}
