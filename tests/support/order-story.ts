import type { ProcessRow, RouteRow } from '@cloud-factory/contract/planning/processes'
import type { WorkPiece } from '@cloud-factory/contract/production/work'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visit } from './browser.ts'
import { becomes, type App } from './journey.ts'
import { fixture } from './order-import.ts'
import { field, pressInForm, showTab } from './shell.ts'
import { type Language, wordsOf } from './dictionary.ts'
import { confirm, got, report, reportsOf, result, scan, withoutNetwork } from './work.ts'

/** An order's progress, the people who work on it, and their language. */
export interface Story {
  readonly app: App
  readonly language: Language
  readonly t: ReturnType<typeof wordsOf>
  readonly no: string
  readonly planner: Page
  readonly foreman: Visit
  readonly viewer: Visit
}

/** Work of the short route, by the codes of its processes. */
export const shortRoute = ['CutComp', 'WeldComp', 'Packed', 'SentSite', 'ReceivedOnSite'] as const

const chooseFile = async (page: Page, name: string): Promise<void> => {
  await page.getByTestId('import-files').setInputFiles(fixture(name))
  await page.waitForURL('**/order/import/**')
}

export async function processesOf(app: App): Promise<ReadonlyMap<string, ProcessRow>> {
  const { items } = await got<{ items: ProcessRow[] }>(app, '/api/processes?pageSize=200')
  return new Map(items.map((process) => [process.code, process]))
}

/** Creates a short route without inspections, so that an order is finished within a test. */
export async function addShortRoute(app: App): Promise<RouteRow> {
  const processes = await processesOf(app)
  const processIds = shortRoute.map((code) => processes.get(code)?.id)
  const names = { zh: '短路线', en: 'Short way', es: 'Vía corta' }
  const { status, body } = await (await app.api('planner')).call('POST', '/api/routes', {
    code: 'SHORT',
    names,
    kinds: [],
    active: true,
    processIds,
  })
  expect(status).toBe(201)
  return body as RouteRow
}

/** Creates a project from its contract, and an order in it. */
export async function takesContract({ planner: page, t, no }: Story): Promise<string> {
  const projects = { name: t('common:filter.projectIds'), exact: true }
  await page.locator('main').getByRole('link', projects).first().click()
  await page
    .getByRole('button', { name: t('orders:form.createProject') })
    .first()
    .click()
  await field(page, t('orders:field.code')).fill(`P-${no}`)
  await field(page, t('common:field.name')).fill('Werkhalle 北区')
  await field(page, t('common:field.customer')).fill('Cliente S.A.')
  await field(page, t('orders:field.contractNo')).fill(`K-${no}`)
  await pressInForm(page, t('common:form.save'))
  await page.locator('.ant-table-row', { hasText: `P-${no}` }).waitFor()
  await showTab(page, t('shell:route.orderList'))
  await page.getByRole('button', { name: t('orders:form.create') }).click()
  await pressInForm(page, t('common:form.save'))
  await page.locator('.ant-form-item-explain-error').first().waitFor()
  await field(page, t('orders:field.no')).fill(no)
  await field(page, t('orders:field.projectId')).fill(`P-${no}`)
  await page.locator('.ant-select-item-option', { hasText: `P-${no}` }).click()
  await field(page, t('common:field.dueOn')).fill('2027-03-31')
  await page.keyboard.press('Enter')
  await pressInForm(page, t('common:form.save'))
  await page.waitForURL('**/order/detail/*')
  await page.getByRole('tab', { name: no }).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** The first list: everything in it is new. */
export async function importsList({ planner: page, t, no }: Story): Promise<void> {
  await page.locator('[data-part="imports"]').click()
  await chooseFile(page, 'frame.xls')
  const write = t('order-import:apply.button', { pieces: '7', tonnes: '2.034' })
  await page.getByRole('button', { name: write }).click()
  await page.getByText(t('order-import:end.applied', { order: no })).waitFor()
  await page.getByRole('button', { name: t('order-import:end.back', { order: no }) }).click()
  await page.locator('.record-title').waitFor()
}

/** Confirms the order and releases it to the workshop, every kind of mark with the short route. */
export async function releases({ planner: page, t, language }: Story, route: RouteRow): Promise<void> {
  await page.getByRole('button', { name: t('orders:action.confirm'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('orders:action.confirm'), exact: true }).click()
  await page.getByRole('button', { name: t('common:action.release'), exact: true }).click()
  const kinds = dialog.locator('.release-kinds').getByRole('combobox')
  await becomes(() => kinds.count(), 3)
  for (const kind of await kinds.all()) await chooseRoute(page, kind, route.names[language])
  await dialog.getByText(t('production:release.routesOk')).waitFor()
  await dialog.getByText(t('production:release.weightsOk')).waitFor()
  await dialog.getByRole('button', { name: t('common:action.release') }).click()
  await page.locator('.record-title', { hasText: t('orders:status.released') }).waitFor()
}

/** Pieces of the order by serial. */
export async function piecesOf(app: App, id: string): Promise<ReadonlyMap<string, WorkPiece>> {
  const { items } = await got<{ items: WorkPiece[] }>(app, `/api/orders/${id}/pieces?pageSize=200`)
  return new Map(items.map((piece) => [piece.serial, piece]))
}

/**
 * Reports one piece online, half of another, and three offline. These wait visibly and are then sent
 * automatically, each once.
 */
export async function cutsByScan({ app, t, foreman }: Story, id: string): Promise<void> {
  const { page, context } = foreman
  const pieces = await piecesOf(app, id)
  const piece = (serial: string): WorkPiece => {
    const found = pieces.get(serial)
    if (found === undefined) throw new Error(`no piece ${serial}`)
    return found
  }
  await report(page, piece('GZ-11-001'))
  await scan(page, piece('GL-12-001').qr)
  await page.getByLabel(t('production:report.part')).click()
  await page.locator('.ant-select-item-option', { hasText: '50 %' }).click()
  await confirm(page).click()
  await result(page, 'good').waitFor()
  const unsent = ['GZ-11-002', 'GL-12-002', 'GL-12-003'].map(piece)
  await withoutNetwork(context, async () => {
    for (const one of unsent) {
      await scan(page, one.qr)
      await page.getByText(t('production:scan.unseen')).waitFor()
      await confirm(page).click()
      await result(page, 'waits').waitFor()
    }
    const waiting = t('production:queue.waiting', { count: 3 })
    await page.locator('.queue-panel', { hasText: waiting }).waitFor()
    expect(await page.locator('.queue-list li').count()).toBe(3)
    expect(await Promise.all(unsent.map((one) => reportsOf(app, one.id)))).toEqual([0, 0, 0])
  })
  await becomes(() => page.locator('.queue-panel').count(), 0)
  expect(await Promise.all(unsent.map((one) => reportsOf(app, one.id)))).toEqual([1, 1, 1])
  expect(await widerThanScreen(page)).toBe(0)
}

/** Number of px by which a page is wider than its window. */
export const widerThanScreen = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/**
 * Imports the revised list: marks with started work wait for a decision, the columns stay unchanged, everything
 * else is applied.
 */
export async function revises({ planner: page, t }: Story): Promise<void> {
  await page.locator('[data-part="imports"]').click()
  await chooseFile(page, 'frame-r2.xls')
  await page.getByRole('radio', { name: t('order-import:revision.whole') }).click()
  const apply = (accepted: string, held: string) =>
    page.getByRole('button', { name: t('order-import:apply.revision', { accepted, held }) })
  // Work on the columns and beams has started, and no decision has been made yet.
  await apply('2', '2').waitFor()
  await page.getByText(t('order-import:revision.touched', { n: '2' })).waitFor()
  const row = (mark: string) => page.locator('.ant-table-row', { hasText: mark })
  const kinds = { 'GZ-11': 'changed', 'GL-12': 'changed', 'GL-14': 'added', 'PB-31': 'removed' }
  for (const [mark, kind] of Object.entries(kinds))
    await row(mark)
      .getByText(t(`order-import:revision.is.${kind}`), { exact: true })
      .waitFor()
  expect(await row('GZ-11').innerText()).toMatch(/674\.47 kg → 681\.25 kg/)
  expect(await page.locator('.ant-table-row.is-touched').count()).toBe(2)
  await row('GL-12')
    .locator('.ant-segmented-item', { hasText: t('order-import:revision.accept') })
    .click()
  await apply('3', '1').click()
  await page.getByText(t('order-import:end.revisedText', { accepted: '3', held: '1' })).waitFor()
  await row('GZ-11').getByText(t('order-import:revision.done.hold'), { exact: true }).waitFor()
}

/** A new mark of a revision gets the default route of its kind; the planner gives it the short route. */
export async function routesNewMark({ planner: page, t, no, language }: Story, route: RouteRow) {
  await page.getByRole('button', { name: t('order-import:end.back', { order: no }) }).click()
  await page.locator('[data-part="marks"]').click()
  const line = page.locator('.virtual-row', { hasText: 'GL-14' })
  await line.locator('.mark-route').click()
  const dialog = page.getByRole('dialog')
  await chooseRoute(page, dialog.getByRole('combobox'), route.names[language])
  await dialog.getByRole('button', { name: t('production:release.setRoutes') }).click()
  await line.locator('.mark-route', { hasText: route.names[language] }).waitFor()
}

async function chooseRoute(page: Page, box: Locator, name: string): Promise<void> {
  await box.click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: name }).click()
}

/** Reports the remaining work in bulk: these counts for each process in turn. */
export async function finishesByList(story: Story, id: string, counts: Readonly<Record<string, number>>) {
  const { app, t, language, foreman } = story
  const processes = await processesOf(app)
  for (const [code, count] of Object.entries(counts)) {
    const process = processes.get(code)
    await foreman.page.goto(`/order/work?part=list&orderId=${id}&processId=${process?.id}`)
    await foreman.page.locator('.ready-list .is-head').getByRole('checkbox').check()
    const words = { count, n: count, process: process?.names[language] ?? code }
    await foreman.page.getByRole('button', { name: t('production:list.report', words), exact: true }).click()
    await result(foreman.page, 'good').waitFor()
    await foreman.page.getByText(t('production:list.none')).waitFor()
  }
}

/** A person with read-only permission: every action of the order is blocked in the page, by URL and by API. */
export async function canOnlyLook({ app, t, viewer: { page } }: Story, id: string): Promise<void> {
  await page.goto(`/order/detail/${id}`)
  await page.locator('.record-title').waitFor()
  for (const action of ['edit', 'import']) {
    const button = page.locator('.record-head').getByRole('button', { name: t(`orders:action.${action}`) })
    expect(await button.getAttribute('aria-disabled'), action).toBe('true')
  }
  await page.goto('/order/work')
  await page.waitForURL('**/401')
  const api = await app.api('viewer')
  const hold = await api.call('POST', `/api/orders/${id}/hold`, { reason: 'no' })
  expect(hold.status).toBe(403)
}
