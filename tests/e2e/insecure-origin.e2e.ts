import { readFile } from 'node:fs/promises'
import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { InspectionRow } from '@cloud-factory/contract/inspection/inspection-forms'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { WorkPiece } from '@cloud-factory/contract/production/work'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { pdfText } from '../../apps/server/test/pdf-text.ts'
import { fromOffice, signIn, type VisitOptions } from '../support/browser.ts'
import { becomes, type App, journey, openApp } from '../support/journey.ts'
import { field, pressInForm } from '../support/shell.ts'
import { signs } from '../support/shipping-story.ts'
import { wordsOf } from '../support/dictionary.ts'
import { confirm, got, reportsOf, result, withoutNetwork } from '../support/work.ts'

const t = wordsOf('zh')

/** A piece whose next process may be reported. */
async function readyPiece(app: App): Promise<WorkPiece> {
  const { items } = await got<{ items: OrderRow[] }>(app, '/api/orders?status=in_production&pageSize=50')
  for (const { id, byProcess } of items)
    for (const { processId } of byProcess) {
      const path = `/api/ready-pieces?processId=${processId}&orderId=${id}&pageSize=20`
      const { items: pieces } = await got<{ items: WorkPiece[] }>(app, path)
      const piece = pieces.find(({ can }) => can.report === true)
      if (piece !== undefined) return piece
    }
  throw new Error('the demo factory has nothing to report on')
}

/** An order of the demo factory, and a piece of it that may be packed. */
async function packablePiece(app: App) {
  const { items } = await got<{ items: OrderRow[] }>(app, '/api/orders?status=in_production&pageSize=50')
  for (const { id } of items) {
    const found = await got<{ items: { serial: string }[] }>(app, `/api/orders/${id}/packable?pageSize=1`)
    const [piece] = found.items
    if (piece !== undefined) return { orderId: id, serial: piece.serial }
  }
  throw new Error('the demo factory has nothing to pack')
}

/** Reaches the server by its office network name over plain http, without the browser features that need https. */
journey('an office without https', () => {
  const app = openApp()
  const enter = async (username: string, path: string, options: VisitOptions = {}): Promise<Page> => {
    const { page } = await app.enter(username, path, { ...options, office: true })
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    return page
  }

  it('somebody signs in, and the first page has its figures', async () => {
    const { page } = await app.visit({ office: true })
    await signIn(page, 'planner')
    expect(new URL(page.url()).origin).toBe(fromOffice(app.url))
    expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])).toEqual([false, false])
    await page.locator('main h1').first().waitFor()
    await becomes(() => page.locator('.page-wait, .ant-skeleton').count(), 0)
  })

  it('the report of an inspection is made and saved', async () => {
    const [inspection] = (
      await got<{ items: InspectionRow[] }>(app, '/api/inspections?status=locked&pageSize=1')
    ).items
    const page = await enter('inspector', `/quality/inspection/${inspection?.id}`)
    await page.getByRole('button', { name: 'PDF' }).click()
    const [saved] = await Promise.all([
      page.waitForEvent('download', { timeout: 30_000 }),
      page
        .getByRole('menuitem', { name: t('quality-documents:language.zh'), exact: true })
        .first()
        .click(),
    ])
    expect(await pdfText(await readFile(await saved.path()))).toContain(inspection?.no)
  })

  it('the one-time password of a new person is copied', async () => {
    const page = await enter('admin', '/authority/users')
    await page.getByRole('button', { name: t('identity:users.add') }).click()
    await field(page, t('common:field.username')).fill('office.net')
    await field(page, t('identity:user.cnName')).fill('周办公')
    await field(page, t('identity:user.roles')).click()
    await page.locator('.ant-select-item-option', { hasText: t('permissions:role.foreman') }).click()
    await pressInForm(page, t('common:form.save'))
    const shown = page.getByLabel(t('identity:handOver.password'), { exact: true })
    const password = await shown.innerText()
    await page.getByRole('button', { name: t('common:handOver.copy') }).click()
    await page.getByRole('button', { name: t('identity:handOver.copied') }).waitFor()
    await page.getByRole('button', { name: t('identity:handOver.done') }).click()
    await shown.waitFor({ state: 'detached' })
    await page.locator('.bar-search').click()
    const search = page.getByRole('combobox', { name: t('shell:palette.placeholder') })
    await search.focus()
    await page.keyboard.press('ControlOrMeta+V')
    await becomes(() => search.inputValue(), password)
  })

  it('work is reported by a typed code, is kept without network, and counts once', async () => {
    const piece = await readyPiece(app)
    const { page, context } = await app.enter('foreman', '/order/work', {
      screen: 'phone',
      office: true,
      losesNetwork: true,
    })
    expect(await page.evaluate(() => 'locks' in navigator)).toBe(false)
    const before = await reportsOf(app, piece.id)
    await page.getByLabel(t('production:scan.label')).fill(piece.qr)
    await page.getByRole('button', { name: t('common:scan.find'), exact: true }).tap()
    await page.locator('.piece-head', { hasText: piece.serial }).waitFor()
    await withoutNetwork(context, async () => {
      await confirm(page).tap()
      await result(page, 'waits').waitFor()
    })
    await becomes(() => page.locator('.queue-panel').count(), 0)
    await becomes(() => reportsOf(app, piece.id), before + 1)
  })

  it('who wants to scan with the camera is told why it does not open, and what to do', async () => {
    const page = await enter('foreman', '/order/work', { screen: 'phone' })
    await page.getByRole('button', { name: t('production:scan.camera') }).tap()
    await page.getByText(t('camera:insecure')).waitFor()
    await page.getByRole('button', { name: t('camera:close') }).tap()
    await page.getByLabel(t('production:scan.label')).waitFor()
  })

  it('a package is opened and filled', async () => {
    const { orderId, serial } = await packablePiece(app)
    const page = await enter('planner', `/order/detail/${orderId}?part=shipping`)
    await page.getByRole('button', { name: t('shipping:newPackage') }).click()
    await field(page, t('shipping:field.packageNo')).fill('PK-OFFICE')
    await pressInForm(page, t('common:form.save'))
    await page.waitForURL('**/order/package/*')
    const code = page.getByLabel(t('shipping:pack.scan'))
    await code.fill(serial)
    await code.press('Enter')
    await page.locator('.outcome.is-added', { hasText: serial }).waitFor()
  })

  it('a delivery is received on site and signed', async () => {
    const [delivery] = (await got<{ items: DeliveryRow[] }>(app, '/api/deliveries?status=sent&pageSize=1'))
      .items
    const page = await enter('foreman', `/order/delivery/${delivery?.id}/receipt`, { screen: 'phone' })
    await page.getByLabel(t('common:field.receivedBy')).fill('李工')
    await signs(page)
    await page.getByRole('button', { name: t('shipping:receipt.send') }).tap()
    await page.waitForURL(`**/order/delivery/${delivery?.id}`)
    await page.locator('.record-title', { hasText: t('shipping:deliveryStatus.received') }).waitFor()
  })

  it('a wall screen opens', async () => {
    const page = await enter('viewer', '/virtualData')
    expect(await page.evaluate(() => 'serviceWorker' in navigator)).toBe(false)
    await page.locator('[data-testid="panel-workshop_map"]').waitFor()
    await becomes(() => page.locator('[data-testid="age-lamp"]').getAttribute('data-state'), 'live')
  })
})
