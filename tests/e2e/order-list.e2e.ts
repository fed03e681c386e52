import { readFileSync } from 'node:fs'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { sheetRows } from '../../apps/server/test/workbook.ts'
import { exactTonnes, tonnes } from '../../apps/web/src/shared/format/numbers.ts'
import { becomes, journey, openApp } from '../support/journey.ts'
import { newConfirmedOrder } from '../support/order-import.ts'
import { largestOrder } from '../support/pages.ts'
import { field, pressInForm } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'
import { got } from '../support/work.ts'

const t = wordsOf('zh')

interface Listed {
  readonly items: OrderRow[]
  readonly total: number
  readonly sums: { readonly pieces: number; readonly weightKg: number; readonly leftKg: number }
}

const numbers = (page: Page): Promise<string[]> => page.locator('.list-row td.is-pinned').allInnerTexts()
const total = (page: Page): Promise<string> => page.locator('.list-table tfoot').innerText()

/** Cells of the visible rows in one column. */
async function column(page: Page, title: string): Promise<string[]> {
  const titles = (await page.locator('.list-table thead th').allInnerTexts()).map((text) => text.trim())
  const cells = page.locator(`.list-row td:nth-child(${titles.indexOf(title) + 1})`)
  return (await cells.allInnerTexts()).map((text) => text.trim())
}

/** The file downloaded by an option of the export menu. */
async function exported(page: Page, choice: string) {
  await page
    .locator('.list-bar')
    .getByRole('button', { name: t('common:export') })
    .click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: t(`order-list:${choice}`) }).click()
  const file = await coming
  const rows = sheetRows(readFileSync(await file.path()))
  return { name: file.suggestedFilename(), rows: rows.slice(0, -1), sums: rows.at(-1) ?? {} }
}

const state = (word: string) => t(`orders:status.${word}`)

journey('the order list', () => {
  const app = openApp()
  let tries = 0

  it('copies an order: its values, and each time the number that continues the last one', async () => {
    const { page } = await app.enter('planner', '/order/list')
    const no = await page.locator('.list-row a').first().innerText()
    const nextNo = async () => (await got<{ no: string }>(app, '/api/next-order-no')).no
    const copy = async (of: string) => {
      const more = { name: `${t('orders:action.more')}: ${of}` }
      await page.locator('.tab-place:not([inert])').getByRole('button', more).click()
      await page.getByRole('menuitem', { name: t('shell:form.copy') }).click()
      await field(page, t('orders:field.no')).waitFor()
    }
    const next = await nextNo()
    await copy(no)
    expect(await field(page, t('orders:field.no')).inputValue()).toBe(next)
    await pressInForm(page, t('shell:form.save'))
    await page.locator('.record-title', { hasText: next }).waitFor()
    const { items } = await got<Listed>(app, '/api/orders?pageSize=200')
    const [made, original] = [next, no].map((one) => items.find((order) => order.no === one))
    expect(made).toMatchObject({
      name: original?.name,
      project: original?.project,
      status: 'draft',
      pieces: 0,
    })
    await copy(next)
    expect(await field(page, t('orders:field.no')).inputValue()).toBe(await nextNo())
  })

  it('as a file and on paper: the same orders in the same order, and the same tonnes', async () => {
    const filter = 'sort=-weightKg'
    const { page } = await app.enter('viewer', `/order/list?${filter}`)
    await becomes(() => page.locator('.list-row').count(), 20)
    const all = await got<Listed>(app, `/api/orders?${filter}&pageSize=200`)
    expect(all.total).toBeGreaterThan(20)
    const { name, rows, sums } = await exported(page, 'exportAll')
    expect(name).toMatch(/^订单 \d{4}-\d\d-\d\d\.xlsx$/)
    const cells = (title: string) => rows.map((row) => row[title])
    expect(cells(t('orders:field.no'))).toEqual(all.items.map(({ no }) => no))
    expect(sums[t('orders:field.no')]).toBe(t('common:ncr.total'))
    const weights = { 'orders:field.tonnes': all.sums.weightKg, 'order-list:field.left': all.sums.leftKg }
    for (const [key, kg] of Object.entries(weights)) {
      const title = t(key)
      expect(exactTonnes(Number(sums[title]) * 1000)).toBe(exactTonnes(kg))
      expect(await total(page)).toContain(tonnes(kg))
    }
    const [left, weight] = ['order-list:field.left', 'orders:field.tonnes'].map((key) => cells(t(key)))
    const shown = (await column(page, t('order-list:field.left'))).map((text) => text.split(/\s*\/\s*/))
    expect(shown).toEqual(shown.map((_, at) => [left, weight].map((of) => tonnes(Number(of?.[at]) * 1000))))
    const onPage = await exported(page, 'exportPage')
    expect(onPage.rows).toEqual(rows.slice(0, 20))
    // Headless Chromium has no printer.
    await page.evaluate(() => {
      window.print = () => undefined
    })
    await page.getByRole('button', { name: t('shell:table.print') }).click()
    await becomes(() => page.locator('.print-sheet tbody tr').count(), all.total)
  })

  it('several at once: each order answers for itself, and the list follows', async () => {
    tries += 1
    const own = (name: string) => newConfirmedOrder(app, `BULK-${tries}-${name}`)
    const [closed] = (await got<Listed>(app, '/api/orders?status=closed&sort=no&pageSize=1')).items
    if (closed === undefined) throw new Error('the demo factory has no closed order')
    const planner = await app.api('planner')
    const held = await own('HELD')
    const answer = await planner.call('POST', `/api/orders/${held.id}/hold`, { reason: '等图' })
    expect(answer.status).toBe(200)
    const going = await own('GOING')
    const expected = [held, going, closed].map(({ no }) => no)
    const { page } = await app.enter(
      'planner',
      `/order/list?status=on_hold,confirmed,closed&sort=no&pageSize=100`,
    )
    const boxOf = (no: string) => page.getByLabel(t('order-list:box', { no }), { exact: true })
    const bar = page.locator('.bulk-bar')
    // The last part of the page that shifts the rows.
    await page.getByRole('button', { name: t('common:export') }).waitFor()
    await boxOf(held.no).waitFor()
    const box = await boxOf(going.no).boundingBox()
    await boxOf(held.no).check()
    await bar.waitFor()
    expect(await boxOf(going.no).boundingBox()).toEqual(box)
    for (const no of expected) await boxOf(no).check()
    await bar.getByText(t('order-list:picked_other', { count: 3 })).waitFor()
    await bar.getByRole('button', { name: t('common:action.hold'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('shell:form.reason')).fill('停电')
    await dialog.getByRole('button', { name: t('order-list:do.hold_other', { count: 3 }) }).click()
    const line = (no: string) => dialog.locator('.bulk-results tr', { hasText: no })
    await line(going.no).getByText(t('order-list:outcome.done')).waitFor()
    await line(held.no).getByText(t('order-list:outcome.already')).waitFor()
    const refused = await line(closed.no).innerText()
    expect(refused).toContain(t('order-list:outcome.refused'))
    expect(refused).toContain(t('problem:reason.order.wrong_state'))
    await dialog.getByRole('button', { name: t('order-list:retry_other', { count: 1 }) }).waitFor()
    await dialog
      .locator('.ant-modal-footer')
      .getByRole('button', { name: t('common:close') })
      .click()
    const row = page.locator('.list-row', { hasText: going.no })
    await row.getByText(state('on_hold')).waitFor()
    expect(await got<OrderRow>(app, `/api/orders/${going.id}`)).toMatchObject({ status: 'on_hold' })
    expect(await got<OrderRow>(app, `/api/orders/${closed.id}`)).toMatchObject({ status: 'closed' })
  })

  it('a filter is opened, set and emptied by keyboard, and keeps the focus', async () => {
    const { page } = await app.enter('planner', '/order/list')
    const chosen = async () => new URL(page.url()).searchParams.get('status')
    const label = t('orders:field.status')
    await page.getByRole('combobox', { name: label }).press('ArrowDown')
    await page.locator('.ant-select-item-option-active').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await becomes(focused, `${label}: ${state('draft')}`)
    expect(await chosen()).toBe('draft')
    await page.keyboard.press('Delete')
    await becomes(chosen, null)
    await becomes(focused, label)
  })

  it('all that match, beyond the page; who may only look sees why not', async () => {
    const { total: matches } = await got<Listed>(app, '/api/orders')
    const { page } = await app.enter('planner', '/order/list?sort=no')
    await page.getByLabel(t('shell:table.pickPage')).check()
    const bar = page.locator('.bulk-bar')
    await bar.getByRole('button', { name: t('order-list:pickMatches', { count: matches }) }).click()
    await bar.getByText(t('order-list:pickedAll_other', { count: matches })).waitFor()
    const boxes = page.locator('.list-row .is-box input')
    await page.getByLabel(t('shell:table.pickPage')).uncheck()
    await boxes.nth(1).check()
    await boxes.nth(4).click({ modifiers: ['Shift'] })
    await bar.getByText(t('order-list:picked_other', { count: 4 })).waitFor()
    const looking = (await app.enter('viewer', '/order/list')).page
    await looking.getByLabel(t('shell:table.pickPage')).check()
    const priority = looking
      .locator('.bulk-bar')
      .getByRole('button', { name: t('order-list:action.priority') })
    expect(await priority.getAttribute('aria-disabled')).toBe('true')
    expect(await priority.getAttribute('title')).toBe(t('problem:reason.permission.denied'))
  })

  it('views: one’s own stays one’s own, a shared one shows everybody the same list', async () => {
    tries += 1
    const [own, shared] = [`只给自己 ${tries}`, `车间在制 ${tries}`]
    const { page } = await app.enter('planner', '/order/list?status=in_production&sort=-weightKg')
    await page.locator('.list-row').first().waitFor()
    await page.getByRole('button', { name: t('common:field.columns') }).click()
    const columns = page.locator('.column-settings')
    await columns.getByLabel(t('common:field.pieces'), { exact: true }).uncheck()
    await columns.getByLabel(`${t('shell:table.pin')}: ${t('orders:field.progress')}`).click()
    await page.getByLabel(t('shell:table.groupBy')).click()
    await page.getByTitle(t('orders:field.status'), { exact: true }).click()
    await page.keyboard.press('Escape')
    const groups = (on: Page) => on.locator('.list-group').allInnerTexts()
    await becomes(async () => (await groups(page)).length, 1)
    expect((await groups(page))[0]).toContain(state('in_production'))
    const menu = page.locator('.view-menu')
    const saveAs = async (name: string, forAll: boolean) => {
      await menu.click()
      await page.getByRole('menuitem', { name: t('views:saveAs') }).click()
      await field(page, t('views:name')).fill(name)
      if (forAll) await page.getByRole('checkbox', { name: t('views:shareWith') }).check()
      await pressInForm(page, t('common:form.save'))
      await menu.getByText(name).waitFor()
    }
    await saveAs(own, false)
    await saveAs(shared, true)
    const shown = await numbers(page)
    const titles = await page.locator('.list-table thead th').allInnerTexts()
    expect(titles.map((title) => title.trim())).not.toContain(t('common:field.pieces'))

    const other = (await app.enter('foreman', '/order/list')).page
    await other.locator('.list-row').first().waitFor()
    await other.locator('.view-menu').click()
    await other.getByRole('menuitem', { name: shared }).waitFor()
    expect(await other.getByRole('menuitem', { name: own }).count()).toBe(0)
    await other.getByRole('menuitem', { name: shared }).click()
    await becomes(() => numbers(other), shown)
    expect(await other.locator('.list-table thead th').allInnerTexts()).toEqual(titles)
    expect(titles[2]?.trim()).toBe(t('orders:field.progress'))
    expect(await groups(other)).toEqual(await groups(page))
    await other.locator('.view-menu').click()
    const rename = other.getByRole('menuitem', { name: t('views:rename') })
    expect(await rename.isDisabled()).toBe(true)

    await menu.click()
    await page.getByRole('menuitem', { name: t('views:delete') }).click()
    await page.getByRole('dialog').getByText(t('views:deleteShared')).waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('views:delete') })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await other.reload()
    await other.locator('.list-row').first().waitFor()
    await other.locator('.view-menu').click()
    await other.getByRole('menuitem', { name: t('views:saveAs') }).waitFor()
    expect(await other.getByRole('menuitem', { name: shared }).count()).toBe(0)
  })

  it('on paper: all its rows with their columns, nothing of what stands around it', async () => {
    const { page } = await app.enter('planner', '/order/list')
    const rows = page.locator('.tab-page .ant-table-row')
    await rows.first().waitFor()
    await page.setViewportSize({ width: 718, height: 400 })
    await page.emulateMedia({ media: 'print' })
    for (const around of ['.sidebar', '.top-bar', '.tab-strip', '.list-bar'])
      expect(await page.locator(around).isVisible(), around).toBe(false)
    const { cut, bottom, wide } = await page.locator('.list-table').evaluate((table) => {
      const boxes = []
      for (let at = table.parentElement; at !== null; at = at.parentElement) boxes.push(at)
      return {
        cut: boxes.filter(
          (box) => box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== 'visible',
        ).length,
        bottom: table.getBoundingClientRect().bottom,
        wide: table.scrollWidth,
      }
    })
    expect(cut).toBe(0)
    expect(bottom).toBeGreaterThan(400)
    expect(wide).toBeLessThanOrEqual(718)
  })

  it('a long table is printed with all its rows, not those in view', async () => {
    const { id } = await largestOrder(app, '&status=in_production')
    const { page } = await app.enter('viewer', `/order/detail/${id}?part=marks`)
    // Headless Chromium has no printer, so the test checks the print layout.
    await page.evaluate(() => {
      window.print = () => void window.dispatchEvent(new Event('beforeprint'))
    })
    const printed = page.locator('.print-sheet tbody tr')
    await page.locator('.virtual-row').nth(2).waitFor()
    const marks = Number(await page.locator('.virtual-table [role=table]').getAttribute('aria-rowcount')) - 1
    await page.getByRole('button', { name: t('shell:table.print') }).click()
    await becomes(() => printed.count(), marks)

    await page.goto(page.url().replace('part=marks', 'part=matrix'))
    const grid = page.locator('.matrix')
    await grid.waitFor()
    const pieces = Number(await grid.getAttribute('aria-rowcount')) - 1
    expect(await page.locator('.matrix-line').count()).toBeLessThan(pieces)
    await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')))
    await becomes(() => printed.count(), pieces)
    await page.emulateMedia({ media: 'print' })
    expect(await grid.isVisible()).toBe(false)
    expect(await printed.last().isVisible()).toBe(true)
  })
})
