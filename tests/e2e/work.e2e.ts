import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { PieceMatch, WorkPiece } from '@cloud-factory/contract/production/work'
import { beforeAll, expect, it } from 'vitest'
import { becomes, intercept, journey, openApp } from '../support/journey.ts'
import { wordsOf } from '../support/dictionary.ts'
import {
  confirm,
  confirmedOrder,
  got,
  pieceOf,
  report,
  reportsOf,
  result,
  scan,
  withoutNetwork,
} from '../support/work.ts'

const t = wordsOf('zh')

journey('work on an order, from release to report', () => {
  const app = openApp()
  let order: OrderRow
  let pieces: WorkPiece[] = []
  let at = 0
  /** A piece that no other case has used. */
  const fresh = (): WorkPiece => {
    const piece = pieces[at++]
    if (piece === undefined) throw new Error('too few pieces')
    return piece
  }
  const enterWork = (search = '', losesNetwork = false) =>
    app.enter('foreman', `/order/work${search}`, { screen: 'phone', losesNetwork })

  beforeAll(async () => {
    order = await confirmedOrder(app)
  })

  it('a planner releases it: what is missing is shown, the matrix shows what is next', async () => {
    const { page } = await app.enter('planner', `/order/detail/${order.id}`)
    await page.getByRole('button', { name: t('common:action.release'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(t('production:release.routesOk')).waitFor()
    await dialog.getByText(t('production:release.weightsOk')).waitFor()
    await dialog.getByRole('button', { name: t('common:action.release') }).click()
    await page.locator('.record-title', { hasText: t('orders:status.released') }).waitFor()
    await page.getByRole('tab', { name: t('orders:part.matrix') }).click()
    await page.locator('.matrix-cell.is-next').first().waitFor()
    const first = (await got<OrderRow>(app, `/api/orders/${order.id}`)).byProcess[0]
    const ready = `/api/ready-pieces?processId=${first?.processId}&orderId=${order.id}&pageSize=200`
    pieces = (await got<{ items: WorkPiece[] }>(app, ready)).items
    expect(pieces.length).toBeGreaterThan(15)
  })

  it('a serial that several orders have leads to a choice between them, with a typed report of what does not conform too', async () => {
    const { items } = await got<{ items: WorkPiece[] }>(
      app,
      `/api/ready-pieces?processId=${pieces[0]?.nextProcessId}&pageSize=200`,
    )
    const matchesOf = async (serial: string) =>
      (await got<{ items: PieceMatch[] }>(app, `/api/piece-matches?code=${encodeURIComponent(serial)}`)).items
    const serial = await firstOf(
      items.map((one) => one.serial),
      async (one) => (await matchesOf(one)).length > 1,
    )
    const [, meant] = await matchesOf(serial)
    const orderNo = meant?.orderNo ?? ''
    const { page } = await enterWork()
    await page.getByLabel(t('production:scan.label')).fill(serial)
    await page.getByRole('button', { name: t('common:scan.find') }).click()
    const choice = page.getByRole('region', { name: t('shell:pieceChoice.title', { code: serial }) })
    await choice.getByRole('button', { name: orderNo }).first().click()
    await page.locator('.work-card', { hasText: orderNo }).waitFor()

    await page.goto('/quality/ncrs')
    await page
      .getByRole('button', { name: t('ncr:raise') })
      .first()
      .click()
    const field = page.locator('.ant-drawer').getByLabel(t('common:pieces'))
    await field.fill(serial)
    await field.press('Enter')
    await choice.getByRole('button', { name: orderNo }).first().click()
    await page.locator('.ant-drawer .ant-select-selection-item', { hasText: orderNo }).waitFor()
  })

  it('a pasted list is found at once: what is sure is reported together, the rest is named', async () => {
    const { page } = await enterWork()
    const [one, two] = [fresh(), fresh()]
    await page.getByLabel(t('production:scan.label')).evaluate((field, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, `${one.qr}\n${two.qr},KEIN-1`)
    const card = page.locator('.work-card')
    await card.getByText(t('shell:pieceChoice.unknown', { count: 1, codes: 'KEIN-1' })).waitFor()
    await card.locator('.report-button').click()
    await becomes(async () => (await pieceOf(app, one.id)).stepsDone, 1)
    expect((await pieceOf(app, two.id)).stepsDone).toBe(1)
  })

  it('a foreman scans and confirms: two taps, counted at once', async () => {
    const { page } = await enterWork()
    const piece = fresh()
    await report(page, piece)
    expect((await pieceOf(app, piece.id)).stepsDone).toBe(1)
    await page.locator('.done-list li', { hasText: piece.serial }).waitFor()
  })

  it('a link of a label, as a phone opens it, shows the piece', async () => {
    const piece = fresh()
    const { page } = await enterWork(`?code=${encodeURIComponent(piece.qr)}`)
    await page.locator('.piece-head', { hasText: piece.serial }).waitFor()
    await becomes(async () => new URL(page.url()).search, '')
  })

  it('part of a step, then the rest', async () => {
    const { page } = await enterWork()
    const piece = fresh()
    await scan(page, piece.qr)
    await page.getByLabel(t('production:report.part')).click()
    await page.locator('.ant-select-item-option', { hasText: '50 %' }).click()
    await confirm(page).click()
    await result(page, 'good').waitFor()
    expect(await pieceOf(app, piece.id)).toMatchObject({ stepsDone: 0, stepPart: 0.5 })
    await report(page, piece)
    expect(await pieceOf(app, piece.id)).toMatchObject({ stepsDone: 1, stepPart: 0 })
  })

  it('without network: kept over the end of the page, sent once there is one, each exactly once', async () => {
    const three = [fresh(), fresh(), fresh()]
    const { page, context } = await enterWork('', true)
    // The process is preselected from the previous report.
    await report(page, fresh())
    await withoutNetwork(context, async () => {
      for (const piece of three) {
        await scan(page, piece.qr)
        await page.getByText(t('production:scan.unseen')).waitFor()
        await confirm(page).click()
        await result(page, 'waits').waitFor()
      }
      await page
        .getByText(t('production:queue.waiting_other', { count: 3 }))
        .first()
        .waitFor()
      await page.close()
    })
    const again = await context.newPage()
    await again.goto('/order/work')
    await becomes(async () => Promise.all(three.map(({ id }) => reportsOf(app, id))), [1, 1, 1])
    await becomes(() => again.locator('.queue-panel').count(), 0)
    await again.reload()
    await again.locator('.done-list li').first().waitFor()
    expect(await Promise.all(three.map(({ id }) => reportsOf(app, id)))).toEqual([1, 1, 1])
  })

  it('a reply that is lost on the way: sent again, counted once', async () => {
    const { page } = await enterWork('', true)
    const piece = fresh()
    let lost = 0
    await intercept(page, '**/api/work-reports', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      return route.abort()
    })
    await scan(page, piece.qr)
    await confirm(page).click()
    await page.locator('.report-result:is(.is-good, .is-already)').waitFor()
    expect(lost).toBe(1)
    expect(await reportsOf(app, piece.id)).toBe(1)
  })

  it('two windows of one browser: neither sends what the other sent', async () => {
    const { page, context } = await enterWork('', true)
    const two = [fresh(), fresh()]
    await report(page, fresh())
    const other = await context.newPage()
    await other.goto('/order/work')
    await other.locator('.done-list li').first().waitFor()
    await withoutNetwork(context, async () => {
      for (const piece of two) {
        await scan(page, piece.qr)
        await confirm(page).click()
        await result(page, 'waits').waitFor()
      }
      await other
        .getByText(t('production:queue.waiting_other', { count: 2 }))
        .first()
        .waitFor()
    })
    await becomes(() => page.locator('.queue-panel').count(), 0)
    await becomes(() => other.locator('.queue-panel').count(), 0)
    expect(await Promise.all(two.map(({ id }) => reportsOf(app, id)))).toEqual([1, 1])
  })

  it('takes a report back with a reason', async () => {
    const { page } = await enterWork()
    const piece = fresh()
    await report(page, piece)
    const line = page.locator('.done-list li', { hasText: piece.serial })
    await line.getByRole('button', { name: t('production:undo.action') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('shell:form.reason')).fill('扫错了')
    await dialog.getByRole('button', { name: t('production:undo.action') }).click()
    await page.locator('.done-list li.is-undone', { hasText: piece.serial }).waitFor()
    expect(await pieceOf(app, piece.id)).toMatchObject({ stepsDone: 0 })
  })

  it('a held piece is refused by name, and goes through once it is resumed', async () => {
    const piece = fresh()
    const planner = await app.api('planner')
    const { page } = await enterWork()
    await scan(page, piece.qr)
    // Held after the page loaded it: the server decides by its own data, not by the page's.
    await planner.call('POST', `/api/pieces/${piece.id}/hold`, { reason: '等图纸' })
    await confirm(page).click()
    await result(page, 'bad').waitFor()
    expect(await result(page, 'bad').innerText()).toContain(t('problem:reason.work.piece_held'))
    await planner.call('POST', `/api/pieces/${piece.id}/resume`, { reason: '图纸到了' })
    await page
      .locator('.queue-panel')
      .getByRole('button', { name: t('production:queue.again') })
      .click()
    await becomes(() => page.locator('.queue-panel').count(), 0)
    expect(await reportsOf(app, piece.id)).toBe(1)
  })

  it('many at once by list', async () => {
    const { page } = await enterWork(`?part=list&orderId=${order.id}&processId=${pieces[0]?.nextProcessId}`)
    const rows = page.locator('.ready-list li')
    await rows.first().waitFor()
    const serials = await rows.locator('b').allInnerTexts()
    await rows.nth(0).getByRole('checkbox').check()
    await rows.nth(1).getByRole('checkbox').check()
    await page.getByRole('button', { name: /^报 2 件/ }).click()
    await result(page, 'good').waitFor()
    const done = pieces.filter(({ serial }) => serials.slice(0, 2).includes(serial))
    expect(await Promise.all(done.map(({ id }) => reportsOf(app, id)))).toEqual([1, 1])
  })

  it('the matrix shows it; arrows move, Enter opens the piece', async () => {
    const { page } = await app.enter('planner', `/order/detail/${order.id}?part=matrix`)
    await page.locator('.matrix-cell.is-done').first().waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    const active = await page.getByRole('grid').getAttribute('aria-activedescendant')
    expect(active).toMatch(/-1-1$/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText(t('production:piece.reports')).waitFor()
  })

  it('a lot is made, filled and shown; a mark is held and resumed', async () => {
    const { page } = await app.enter('planner', `/order/detail/${order.id}?part=productionLots`)
    await page.getByRole('button', { name: t('production:productionLot.create') }).click()
    const form = page.locator('.form-drawer')
    await form.getByLabel(t('production:productionLot.no'), { exact: true }).fill('E2E-1')
    await form.getByRole('button', { name: t('common:form.save') }).click()
    const row = page.locator('.ant-table-row', { hasText: 'E2E-1' })
    await row.getByRole('button', { name: t('production:productionLot.assign') }).click()
    const dialog = page.getByRole('dialog')
    const serials = dialog.getByLabel(t('production:productionLot.serials'))
    await serials.fill(`${pieces[0]?.serial}\n${pieces[1]?.serial}`)
    await dialog.getByRole('button', { name: t('production:productionLot.add') }).click()
    await becomes(async () => (await row.locator('.is-number').first().innerText()).trim(), '2')
    await page.getByRole('tab', { name: t('orders:part.holds') }).click()
    await page.getByRole('button', { name: t('production:hold.holdMark') }).click()
    await page
      .getByRole('dialog')
      .getByRole('combobox')
      .fill(pieces[0]?.mark ?? '')
    await page
      .locator('.ant-select-item-option', { hasText: pieces[0]?.mark ?? '' })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel(t('shell:form.reason')).fill('缺料')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common:action.hold'), exact: true })
      .click()
    const held = page.locator('.ant-table-row', { hasText: '缺料' })
    await held.getByRole('button', { name: t('common:action.resume') }).click()
    await page.getByRole('dialog').getByLabel(t('shell:form.reason')).fill('到料')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common:action.resume') })
      .click()
    await held.getByText('到料').waitFor()
  })
})

async function firstOf(texts: readonly string[], fits: (text: string) => Promise<boolean>): Promise<string> {
  for (const text of texts) if (await fits(text)) return text
  throw new Error('the demo factory has no such serial')
}
