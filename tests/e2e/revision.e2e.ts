import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { journey, openApp } from '../support/journey.ts'
import { applyImport, drop, fixture, uploadList } from '../support/order-import.ts'
import { wordsOf } from '../support/dictionary.ts'
import { got, newOrder } from '../support/work.ts'

const t = wordsOf('zh')
/** Two brackets of 31.4 kg, three of 39.25, one of 7.85. */
const first = { pieces: 6, weightKg: 188.4 }

const row = (page: Page, mark: string) => page.locator('.ant-table-row', { hasText: mark })
const applies = (page: Page, accepted: number, held: number) =>
  page.getByRole('button', {
    name: t('order-import:apply.revision', { accepted, held }),
  })
const shows = (page: Page, what: string) =>
  page.locator('.ant-segmented-item', { hasText: t(`order-import:revision.is.${what}`) }).first()

journey('a revised list', () => {
  const app = openApp()
  let made = 0
  let order: OrderRow

  const uploaded = (name: string) => uploadList(app, order.id, name)
  const figures = async () => {
    const { pieces, weightKg } = await got<OrderRow>(app, `/api/orders/${order.id}`)
    return { pieces, weightKg }
  }

  beforeEach(async () => {
    order = await newOrder(app, `REVISED-${++made}`)
    await applyImport(app, await uploaded('brackets.kss'))
    expect(await figures()).toEqual(first)
  })

  it('rows are held and accepted many at once; what was held comes again with the same file; undone, all is as before', async () => {
    const { page } = await app.enter('planner', `/order/detail/${order.id}?part=imports`)
    const choose = async () => {
      await page.getByTestId('import-files').setInputFiles(fixture('brackets-r2.kss'))
      await page.waitForURL('**/order/import/**')
    }
    const addsOnly = () => page.getByRole('radio', { name: t('order-import:revision.additional') }).click()
    await choose()
    // Items missing from the list are proposed for removal, except in an additional lot.
    await applies(page, 4, 0).waitFor()
    await page.getByText(t('order-import:revision.removes', { n: 1 })).waitFor()
    await row(page, 'KB-3').getByText(t('order-import:revision.is.removed'), { exact: true }).waitFor()
    await addsOnly()
    await row(page, 'KB-3').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: t('order-import:revision.holdAll', { n: 3 }) }).click()
    await applies(page, 0, 3).waitFor()
    await shows(page, 'added').click()
    await page.getByRole('button', { name: t('order-import:revision.acceptAll', { n: 1 }) }).click()
    await applies(page, 1, 2).click()
    await page.getByText(t('order-import:end.revisedText', { accepted: 1, held: 2 })).waitFor()
    expect(await figures()).toEqual({ pieces: 8, weightKg: 219.8 })

    await page.goto(`/order/detail/${order.id}?part=imports`)
    await choose()
    await applies(page, 3, 0).waitFor()
    await addsOnly()
    await applies(page, 2, 0).waitFor()
    expect(await row(page, 'KB-2').innerText()).toContain('39.25 kg → 47.1 kg')
    await applies(page, 2, 0).click()
    await page.getByText(t('order-import:end.applied', { order: order.no })).waitFor()
    expect(await figures()).toEqual({ pieces: 10, weightKg: 306.15 })
    await page.getByRole('button', { name: t('order-import:undo.button') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('order-import:undo.button') }).click()
    await page.getByText(t('order-import:end.undone')).waitFor()
    expect(await figures()).toEqual({ pieces: 8, weightKg: 219.8 })
  })

  it('the order changed meanwhile: nothing is written, the marks are named, and compared again it goes through', async () => {
    const [slow, quick] = [await uploaded('brackets-r2.kss'), await uploaded('brackets-r2.kss')]
    const { page } = await app.enter('planner', `/order/import/${slow.id}`)
    await applies(page, 4, 0).waitFor()
    await page.getByRole('radio', { name: t('order-import:revision.additional') }).click()
    await applies(page, 3, 0).waitFor()
    const api = await app.api('planner')
    expect((await api.call('POST', `/api/imports/${quick.id}/compare`, { whole: false })).status).toBe(200)
    await applyImport(app, quick)
    await applies(page, 3, 0).click()
    const message = page.locator('.problem-alert', { hasText: 'KB-1' })
    await message.waitFor()
    expect(await message.innerText()).toContain(
      t('problem:import.stale', { marks: 'KB-1, KB-2, KB-4', order: order.no }),
    )
    await page.getByRole('button', { name: t('order-import:revision.again') }).click()
    await applies(page, 0, 0).waitFor()
    await shows(page, 'same').click()
    await row(page, 'KB-1').waitFor()
    expect(await figures()).toEqual({ pieces: 10, weightKg: 306.15 })
  })

  it('who may only look sees the difference and can decide nothing', async () => {
    const { id } = await uploaded('brackets-r2.kss')
    const { page } = await app.enter('viewer', `/order/import/${id}`)
    await row(page, 'KB-4').getByText(t('order-import:revision.is.added'), { exact: true }).waitFor()
    expect(await page.locator('.ant-table-row .ant-segmented').count()).toBe(0)
    expect(await applies(page, 4, 0).getAttribute('aria-disabled')).toBe('true')
    const api = await app.api('viewer')
    expect((await api.call('POST', `/api/imports/${id}/apply`)).status).toBe(403)
    expect(await figures()).toEqual(first)
  })

  it('a folder of part files dropped with their list completes its parts, and what no list holds is asked for', async () => {
    const { page } = await app.enter('planner', `/order/detail/${order.id}?part=imports`)
    const list = ['Mark,Part,Profile,Length,Qty,Weight', 'GL-9,,,1000,2,62.8', ',P-100,PL10*400,1000,2,31.4']
    const nc1 = (mark: string, quantity: number) =>
      [
        'ST',
        'J',
        'D',
        '1',
        mark,
        'S355',
        quantity,
        'PL400*10',
        'B',
        1000,
        400,
        0,
        0,
        10,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        '',
        '',
        '',
        '',
      ]
        .map((field, at) => (at === 0 ? field : `  ${field}`))
        .concat(['BO', '  v  100.00o  100.00  22.00  0.00', 'EN'])
        .join('\n')
    await using folder = await mkdtempDisposable(join(tmpdir(), 'drop-'))
    const nc1s = join(folder.path, 'NC1')
    await mkdir(nc1s)
    await writeFile(join(folder.path, 'list.csv'), list.join('\n'))
    await writeFile(join(nc1s, 'P-100.nc1'), nc1('P-100', 4))
    await writeFile(join(nc1s, 'X-1.nc1'), nc1('X-1', 1))
    await writeFile(join(folder.path, 'GL-9.pdf'), '%PDF-1.7')
    await page.locator('.upload-box').waitFor()
    await drop(
      page,
      page.locator('.upload-box'),
      ['list.csv', 'NC1', 'GL-9.pdf'].map((name) => join(folder.path, name)),
    )
    await page.getByText(t('order-import:refused.drawing', { n: 1 })).waitFor()
    await page.getByRole('button', { name: t('order-import:refused.sendRest', { n: 3 }) }).click()
    await page.waitForURL('**/order/import/**')
    await page.getByText(t('order-import:partFiles.unlisted', { n: 1 })).waitFor()
    await page.locator('.ant-table-row', { hasText: 'P-100.nc1' }).waitFor()
    await page.getByText(t('order-import:partFiles.add')).click()
    await applies(page, 2, 0).click()
    await page.getByText(t('order-import:end.applied', { order: order.no })).waitFor()
    // Two girders of 62.8 kg, and a plate of 31.4 kg minus its hole.
    expect(await figures()).toEqual({ pieces: first.pieces + 3, weightKg: 345.37 })
  })
})
