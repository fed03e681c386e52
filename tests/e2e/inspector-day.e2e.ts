import { readFile } from 'node:fs/promises'
import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import type { DueRow } from '@cloud-factory/contract/inspection/inspections'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { pdfText } from '../../apps/server/test/pdf-text.ts'
import {
  blockedFor,
  does,
  draftsOn,
  dueBeams,
  fillsSizes,
  formAt,
  isSaved,
  itemWithLimit,
  ncrIs,
  photo,
  pressNcr,
  readingOf,
  failedFor,
  reports,
  submitNcr,
  shows,
  tapsReading,
  typesEach,
  typesReadings,
  valuesOf,
} from '../support/gates.ts'
import { becomes, intercept, journey, openApp } from '../support/journey.ts'
import { widerThanScreen } from '../support/order-story.ts'
import { wordsOf } from '../support/dictionary.ts'
import { got, pieceOf } from '../support/work.ts'

const t = wordsOf('zh')

/** An inspector's day on a tablet. Each case is one step and continues from the previous one. */
journey("an inspector's day", () => {
  const app = openApp()
  let due: DueRow
  let id = ''
  let repeated = ''
  let ncr = ''
  /** The piece of the lot that fails. */
  let bad = { id: '', serial: '' }
  const at = (username: string, path: string, losesNetwork = false) =>
    app.enter(username, path, { screen: 'tablet', losesNetwork })
  const inspection = async (username: string, which: string): Promise<Page> => {
    const { page } = await at(username, `/quality/inspection/${which}`)
    await page.locator('.record-title').waitFor()
    return page
  }
  const ncrAt = async (username: string): Promise<Page> => {
    const { page } = await at(username, `/quality/ncr/${ncr}`)
    await page.locator('.record-title').waitFor()
    return page
  }
  beforeAll(async () => {
    due = await dueBeams(app, 'DimInspected')
  })

  it('makes a lot of the pieces that stand before the gate', async () => {
    const { page } = await at('inspector', '/quality/due')
    await page.getByPlaceholder(t('inspection:due.search')).fill(`${due.order.no} ${due.mark}`)
    const row = page
      .locator('.list-row', { hasText: due.order.no })
      .filter({ hasText: due.mark })
      .filter({ hasText: new RegExp(`${due.process.names.zh}\\s*${t('common:gate.hold')}`) })
    await row.getByRole('button', { name: t('inspection:due.make'), exact: true }).tap()
    await page.locator('.made-link a').tap()
    await page.locator('.record-title', { hasText: t('inspection:status.draft') }).waitFor()
    id = /inspection\/(\d+)/.exec(page.url())?.[1] ?? ''
    const form = await formAt(app, id)
    expect(form.lot.map((piece) => piece.id).toSorted()).toEqual([...due.pieceIds].toSorted())
    const last = form.lot.at(-1)
    bad = { id: last?.id ?? '', serial: last?.serial ?? '' }
    expect(await widerThanScreen(page)).toBe(0)
  })

  it('adds an item that only some members have, and a note', async () => {
    const page = await inspection('inspector', id)
    await fillsSizes(page)
    const before = await formAt(app, id)
    await page.getByRole('button', { name: t('inspection:items.add') }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox').first().check()
    await dialog.getByRole('button', { name: t('inspection:items.add'), exact: true }).tap()
    await becomes(() => page.locator('.readings-table tbody tr').count(), before.items.length + 1)
    const note = page.getByLabel(t('common:field.note')).getByRole('textbox')
    await note.fill('东跨 3 号台位，构件温度 18 °C')
    await page.getByRole('button', { name: t('inspection:notes.save') }).tap()
    await becomes(async () => (await formAt(app, id)).note, '东跨 3 号台位，构件温度 18 °C')
  })

  it('reads point after point by the keyboard; what the network swallowed survives a reload', async () => {
    const { page } = await at('inspector', `/quality/inspection/${id}`, true)
    const form = await formAt(app, id)
    const values = valuesOf(form)
    await page.locator('.readings [data-point]').first().focus()
    await intercept(page, '**/api/inspections/*/readings', (route) => route.abort())
    const [first = '', second = '', third = '', ...rest] = values
    await tapsReading(page, first)
    await typesEach(page, [second])
    await page.keyboard.type(third)
    await page.getByText(t('inspection:unsaved', { count: 2 })).waitFor()
    await becomes(() => draftsOn(page), 3)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText(t('inspection:drafts.restored', { count: 3 })).waitFor()
    expect((await formAt(app, id)).readings).toEqual([])
    const field = page.locator('.readings [data-point]').nth(2)
    expect(await field.inputValue()).toBe(third)
    await page.unroute('**/api/inspections/*/readings')
    await field.focus()
    await page.keyboard.press('Enter')
    await typesEach(page, rest)
    await isSaved(page, form.lot[0]?.serial ?? '', values.length)
    expect((await formAt(app, id)).readings).toHaveLength(values.length)
    // The last Enter has moved to the next piece.
    await becomes(
      () => page.locator('.lot-piece[aria-selected="true"]').innerText(),
      expect.stringContaining(form.lot[1]?.serial ?? '-'),
    )
    await becomes(() => draftsOn(page), 0)
    await page.reload()
    await page.locator('.lot-piece').first().waitFor()
    await becomes(() => page.getByText(t('inspection:drafts.restoredText')).count(), 0)
  })

  it('finds the last piece outside, photographs it, and hands the lot in', async () => {
    const page = await inspection('inspector', id)
    const form = await formAt(app, id)
    const wrong = itemWithLimit(form)
    for (const { serial } of form.lot.slice(1)) {
      await shows(page, serial)
      await typesReadings(page, serial, valuesOf(form, serial === bad.serial ? wrong.id : null))
    }
    await shows(page, bad.serial)
    await page.locator('.reading.is-outside').first().waitFor()
    expect(await page.locator('.reading.is-outside').count()).toBe(1)
    const row = page.locator('.readings-table tr', { hasText: wrong.names.zh }).first()
    await row.locator('input[type="file"]').setInputFiles(photo)
    await page.locator('.photos small', { hasText: `${bad.serial} · ${wrong.names.zh}` }).waitFor()
    await does(page, 'submit', 'submitted')
    expect(await failedFor(page, 'judge')).toBe(t('problem:reason.four_eyes.inspection_judge'))
  })

  it('somebody else judges it failed and locks it: the good pieces go on, the bad one stays', async () => {
    const page = await inspection('admin', id)
    await does(page, 'judge', 'judged')
    await does(page, 'lock', 'locked')
    const others = due.pieceIds.length - 1
    await page.getByText(t('inspection:through.some', { pass: others, fail: 1 })).waitFor()
    await page.locator('.lot-piece.is-bad', { hasText: bad.serial }).waitFor()
    expect(await page.locator('.lot-piece.is-done').count()).toBe(others)
    const good = due.pieceIds.find((piece) => piece !== bad.id) ?? ''
    const { page: hall } = await app.enter('foreman', '/order/work', { screen: 'phone' })
    const before = await pieceOf(app, good)
    expect((await reports(app, hall, good)).stepsDone).toBe(before.stepsDone + 1)
    expect(await blockedFor(app, hall, bad.id)).toBe(t('problem:reason.work.inspection_open'))
  })

  it('raises a report from the reading and decides what to do; somebody else approves it', async () => {
    const page = await inspection('inspector', id)
    await shows(page, bad.serial)
    await page.locator('.raise-link').tap()
    const drawer = page.locator('.ant-drawer')
    await drawer.locator('.ant-select-selection-item', { hasText: bad.serial }).waitFor()
    await drawer.getByLabel(t('common:field.defect')).fill('DIM')
    await page.locator('.ant-select-item-option').first().tap()
    await drawer.getByLabel(t('common:field.description')).fill('超出允许偏差')
    await submitNcr(page, 'raise')
    await ncrIs(page, 'open')
    ncr = /ncr\/(\d+)/.exec(page.url())?.[1] ?? ''
    const detail = await got<NcrDetail>(app, `/api/ncrs/${ncr}`)
    expect(detail).toMatchObject({ source: 'reading', inspection: { id }, pieces: 1 })
    expect((await pieceOf(app, bad.id)).status).toBe('ncr_open')
    await pressNcr(page, 'dispose')
    await drawer.getByLabel(t('ncr:field.dispositionNote')).fill('火焰矫正后重新测量')
    await submitNcr(page, 'action.dispose')
    await ncrIs(page, 'dispositioned')
    expect((await got<NcrDetail>(app, `/api/ncrs/${ncr}`, 'inspector')).can.approve).toBe(
      'four_eyes.ncr_approve',
    )
    const other = await ncrAt('admin')
    await pressNcr(other, 'approve')
    await submitNcr(other, 'action.approve')
    await ncrIs(other, 'approved')
  })

  it('the foreman has it reworked', async () => {
    const page = await ncrAt('foreman')
    await pressNcr(page, 'start')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('ncr:action.start') })
      .tap()
    await ncrIs(page, 'executing')
    await pressNcr(page, 'finish')
    await page.locator('.ant-drawer').getByLabel(t('ncr:field.note')).fill('已矫正')
    await submitNcr(page, 'action.finish')
    await ncrIs(page, 'verify')
  })

  it('the inspector measures the piece again, alone; somebody else passes and locks it', async () => {
    const page = await inspection('inspector', id)
    await page
      .locator('.record-head')
      .getByRole('button', { name: t('inspection:action.repeat'), exact: true })
      .tap()
    await page
      .locator('.ant-modal-footer')
      .getByRole('button', { name: t('inspection:action.repeat'), exact: true })
      .tap()
    await page.waitForURL((url) => /inspection\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`))
    repeated = /inspection\/(\d+)/.exec(page.url())?.[1] ?? ''
    await page.locator('.tab-place:not([inert]) .lot-piece', { hasText: bad.serial }).waitFor()
    const form = await formAt(app, repeated)
    expect(form.lot.map((piece) => piece.id)).toEqual([bad.id])
    const fresh = await inspection('inspector', repeated)
    await typesReadings(fresh, bad.serial, valuesOf(form))
    await does(fresh, 'submit', 'submitted')
    const judge = await inspection('admin', repeated)
    await does(judge, 'judge', 'judged')
    await does(judge, 'lock', 'locked')
  })

  it('the report is verified by that inspection and closed', async () => {
    const page = await ncrAt('admin')
    await pressNcr(page, 'verify')
    const { no } = await formAt(app, repeated)
    await page.locator('.ant-drawer').getByLabel(t('ncr:field.reinspection')).tap()
    await page.locator('.ant-select-item-option', { hasText: no }).tap()
    await submitNcr(page, 'action.verify')
    await ncrIs(page, 'closed')
    await page.getByRole('link', { name: no }).waitFor()
  })

  it('the report of the inspection is a PDF that says so', async () => {
    const page = await inspection('inspector', repeated)
    await page.getByRole('button', { name: 'PDF' }).tap()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('menuitem', { name: t('quality-documents:language.zh') })
        .first()
        .tap(),
    ])
    const text = (await pdfText(await readFile(await saved.path()))).replaceAll(/\s+/g, '')
    const form = await formAt(app, repeated)
    const wrong = itemWithLimit(form)
    const first = (await formAt(app, id)).no
    for (const words of [
      form.no,
      first,
      bad.serial,
      due.order.no,
      wrong.names.zh,
      readingOf(wrong),
      '合格',
      '赵晓梅',
      '系统管理员',
    ])
      expect(text).toContain(words.replaceAll(/\s+/g, ''))
    expect(text).toContain(`sha256${form.hash}`)
  })

  it("the piece is free: the foreman reports it, and the planner's order has gone on", async () => {
    const { page: hall } = await app.enter('foreman', '/order/work', { screen: 'phone' })
    const before = await pieceOf(app, bad.id)
    const after = await reports(app, hall, bad.id)
    expect(after.stepsDone).toBe(before.stepsDone + 1)
    // A link of an earlier version, where the history was a part of the page.
    const { page } = await at('planner', `/order/detail/${due.order.id}?part=history`)
    await page.locator('.record-title', { hasText: due.order.no }).waitFor()
    const drawer = page.locator('.ant-drawer')
    await drawer.getByRole('tab', { name: t('common:part.history'), selected: true }).waitFor()
    await drawer.getByText(bad.serial).first().waitFor()
  })
})
