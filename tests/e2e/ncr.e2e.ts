import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import type { WorkPiece } from '@cloud-factory/contract/production/work'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { becomes, journey, openApp } from '../support/journey.ts'
import { languages, wordsOf } from '../support/dictionary.ts'
import { got, pieceOf } from '../support/work.ts'

const t = wordsOf('zh')

journey('a non-conformance, from the scan of a piece to its release', () => {
  const app = openApp()
  let piece: WorkPiece
  let id = ''
  const detail = () => got<NcrDetail>(app, `/api/ncrs/${id}`)
  const open = async (
    username: string,
    options: { screen?: 'phone'; language?: 'zh' | 'en' | 'es' } = {},
  ) => {
    const { page } = await app.enter(username, `/quality/ncr/${id}`, options)
    await page.locator('.record-title').waitFor()
    return page
  }
  const press = (page: Page, action: string) =>
    page
      .locator('.record-head')
      .getByRole('button', { name: t(`ncr:action.${action}`), exact: true })
      .click()
  const submit = (page: Page, word: string) =>
    page
      .locator('.ant-drawer')
      .getByRole('button', { name: t(`ncr:${word}`), exact: true })
      .click()

  beforeAll(async () => {
    const processes = await got<{ items: { id: string; code: string }[] }>(app, '/api/processes?pageSize=200')
    const cut = processes.items.find(({ code }) => code === 'CutComp')?.id
    const { items } = await got<{ items: WorkPiece[] }>(app, `/api/ready-pieces?processId=${cut}&pageSize=50`)
    const found = items.find(({ held, status }) => !held && (status === 'in_process' || status === 'issued'))
    if (found === undefined) throw new Error('no piece is ready')
    piece = found
  })

  it('a foreman scans a piece on the phone and raises a report: the piece stops', async () => {
    const { page } = await app.enter('foreman', `/order/work?code=${encodeURIComponent(piece.qr)}`, {
      screen: 'phone',
    })
    await page.locator('.piece-ncr').click()
    const drawer = page.locator('.ant-drawer')
    await drawer.getByLabel(t('common:field.defect')).fill('WLD-01')
    await page.locator('.ant-select-item-option', { hasText: 'WLD-01' }).click()
    await drawer.getByLabel(t('common:field.description')).fill('翼缘角焊缝咬边 1.1 mm')
    await submit(page, 'raise')
    await page.locator('.record-title', { hasText: t('ncr:status.open') }).waitFor()
    id = /ncr\/(\d+)/.exec(page.url())?.[1] ?? ''
    expect(await detail()).toMatchObject({ source: 'scan', pieces: 1, raisedBy: expect.any(String) })
    expect((await pieceOf(app, piece.id)).status).toBe('ncr_open')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  it('an inspector assigns it in the list, undoes that, and assigns it in its head: the foreman finds it', async () => {
    const { page } = await app.enter('inspector', '/quality/ncrs')
    const { no } = await detail()
    const label = `${t('common:field.assignee')}: ${no}`
    const choose = () => page.locator('.ant-select-item-option', { hasText: '(foreman)' }).click()
    await page.getByRole('button', { name: label }).click()
    await choose()
    await becomes(async () => (await detail()).assignee?.name, '王大勇')
    await page
      .locator('.ant-message')
      .getByRole('button', { name: t('common:undo') })
      .click()
    await becomes(async () => (await detail()).assignee, null)
    const record = await open('inspector')
    await record
      .getByRole('button', { name: `${t('common:field.assignee')}: ${t('common:assignee.none')}` })
      .click()
    await record.locator('.ant-select-item-option', { hasText: '(foreman)' }).click()
    await becomes(async () => (await detail()).assignee?.name, '王大勇')
    const { page: own } = await app.enter('foreman', '/quality/ncrs')
    await own.getByRole('button', { name: new RegExp(`^${t('common:assignee.mine')} `) }).click()
    await own.locator('.list-row', { hasText: no }).waitFor()
  })

  it('an inspector decides and approves', async () => {
    const page = await open('inspector')
    await press(page, 'dispose')
    await page.getByLabel(t('ncr:field.dispositionNote')).fill('打磨补焊')
    await submit(page, 'action.dispose')
    await page.locator('.record-title', { hasText: t('ncr:status.dispositioned') }).waitFor()
    await press(page, 'approve')
    await submit(page, 'action.approve')
    await page.locator('.record-title', { hasText: t('ncr:status.approved') }).waitFor()
  })

  it('the foreman does the work, and may not verify it', async () => {
    const page = await open('foreman', { screen: 'phone' })
    await press(page, 'start')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('ncr:action.start') })
      .click()
    await page.locator('.record-title', { hasText: t('ncr:status.executing') }).waitFor()
    expect((await pieceOf(app, piece.id)).status).toBe('rework')
    await press(page, 'finish')
    await page.locator('.ant-drawer').getByLabel(t('ncr:field.note')).fill('已打磨补焊')
    await submit(page, 'action.finish')
    await page.locator('.record-title', { hasText: t('ncr:status.verify') }).waitFor()
    expect((await detail()).finished?.note).toBe('已打磨补焊')
    const verify = page
      .locator('.record-head')
      .getByRole('button', { name: t('ncr:action.verify'), exact: true })
    expect(await verify.getAttribute('aria-disabled')).toBe('true')
  })

  it('the inspector verifies it: closed, and the piece is free where it stood', async () => {
    const page = await open('inspector')
    await press(page, 'verify')
    await submit(page, 'action.verify')
    await page.locator('.record-title', { hasText: t('common:status.closed') }).waitFor()
    const now = await pieceOf(app, piece.id)
    expect(now.status).toBe(piece.status)
    expect(now.stepsDone).toBe(piece.stepsDone)
  })

  it.each(languages)('ages and list in %s: a box of the ages filters the list', async (language) => {
    const words = wordsOf(language)
    const { page } = await app.enter('inspector', '/quality/ncrs', { language })
    const box = page.locator('.ncr-ageing button', { hasText: words('ncr:age.older') })
    await box.click()
    await becomes(async () => new URL(page.url()).searchParams.get('age'), 'older')
    const { total } = await got<{ total: number }>(app, '/api/ncrs?age=older')
    await becomes(
      async () => page.locator('.ncr-ageing [aria-pressed="true"] strong').innerText(),
      String(total),
    )
  })
})

journey('a piece that a supplier welded badly', () => {
  const app = openApp()

  it('gets its non-conformance with the supplier, the order and the reason of the rejection', async () => {
    type Outside = { serial: string; reason: string }
    const { items } = await got<{ items: { id: string; no: string; order: { no: string } }[] }>(
      app,
      '/api/subcontracts',
    )
    const rejected = await Promise.all(
      items.map(async ({ id, no, order }) => {
        const pieces = await got<{ items: Outside[] }>(app, `/api/subcontracts/${id}/pieces?status=rejected`)
        return pieces.items.map((piece) => ({ ...piece, id, no, order: order.no }))
      }),
    )
    const [piece] = rejected.flat()
    if (piece === undefined) throw new Error('no piece is rejected')
    const { page } = await app.enter('admin', `/warehouse/subcontract/${piece.id}?part=pieces`)
    await page
      .locator('.ant-table-row', { hasText: piece.serial })
      .getByText(t('subcontracting:action.raise'))
      .click()
    const drawer = page.locator('.ant-drawer')
    await drawer.getByText(piece.serial).last().waitFor()
    const text = await drawer.getByLabel(t('common:field.description')).inputValue()
    for (const fact of [piece.no, piece.order, piece.reason, '宏泰外协加工']) expect(text).toContain(fact)
  })
})
