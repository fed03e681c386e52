import { expect, it } from 'vitest'
import { arrives, becomes, intercept, journey, openApp } from '../support/journey.ts'
import { largestOrder } from '../support/pages.ts'
import { openByMenu, pageOf } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'
import { does, draftsOn, dueBeams, fillsSizes, formAt, tapsReading, valuesOf } from '../support/gates.ts'
import { got, result, withoutNetwork } from '../support/work.ts'
import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import type { CodeHit } from '@cloud-factory/contract/identity/access'
import type { ReadyLot } from '@cloud-factory/contract/production/work'
import type { Page } from 'playwright-core'

const t = wordsOf('zh')

/** Number of px by which the document is wider than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))

/** Holds replies back until the returned function is called. */
async function held(page: Page, url: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await intercept(page, url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Labels of the tables that do not end on the screen. */
const cut = (page: Page) =>
  page
    .locator('.tab-place:not([inert]) table:visible')
    .evaluateAll((tables) =>
      tables
        .filter((table) => table.getBoundingClientRect().right > window.innerWidth)
        .map((table) => table.ariaLabel),
    )

journey('on a phone, 390 × 844', () => {
  const app = openApp()
  let projects = 0
  /** The first reading of the first item. */
  const readAt = ({ items, readings }: InspectionForm) =>
    readings.find(({ itemId, point }) => itemId === items[0]?.id && point === 1)?.value

  it('the drawer menu leads to the orders, and the list is usable', async () => {
    const { page } = await app.enter('foreman', '/dashboard', { screen: 'phone' })
    const showOrders = await held(page, /\/api\/orders\?/)
    await openByMenu(page, '/order/list')
    await becomes(() => page.locator('.sidebar').isVisible(), false)
    const wait = page.locator('.list-wait span').last()
    await becomes(async () => ((await wait.boundingBox())?.height ?? 0) > 100, true)
    showOrders()
    const rows = page.locator('.ant-table-row')
    await rows.first().waitFor()
    const { no: expected } = await largestOrder(app)
    await page.getByLabel(t('orders:search')).fill(expected)
    await becomes(() => rows.count(), 1)
    const card = await rows.first().boundingBox()
    const action = await rows.first().locator('.row-button').boundingBox()
    expect((card?.x ?? 0) + (card?.width ?? Infinity)).toBeLessThanOrEqual(390)
    expect(action?.height).toBeGreaterThanOrEqual(44)
    expect(await overflow(page)).toBe(0)
    await page.getByRole('button', { name: t('shell:table.filters') }).tap()
    await page.getByLabel(t('common:field.status')).first().waitFor()
    await page.getByRole('button', { name: t('orders:field.no') }).tap()
    await page.waitForURL(/sort=no/)
    await page.getByLabel(t('order-list:box', { no: expected }), { exact: true }).check()
    await page.locator('.bulk-bar').waitFor()
    const showOrder = await held(page, /\/api\/orders\/\d+$/)
    await rows.first().locator('.is-fact').first().tap()
    await page.locator('.record-wait-tabs').waitFor()
    showOrder()
    await page.locator('.record-title', { hasText: expected }).waitFor()
    await page.getByRole('tab', { name: /^构件 / }).tap()
    await page.locator('.virtual-row').nth(1).waitFor()
    expect(await page.locator('.virtual-scroller').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(
      0,
    )
  })

  it('the bar at the bottom leads to scanning, work, faults and messages, and covers nothing', async () => {
    const { page } = await app.enter('foreman', '/dashboard', { screen: 'phone' })
    const bar = page.getByRole('navigation', { name: t('shell:bottomBar.label') })
    const entry = (word: string) => bar.getByRole('link', { name: t(`shell:${word}`), exact: true })
    const bottomOfPage = await page
      .locator('main#main')
      .evaluate((main) => main.getBoundingClientRect().bottom)
    const box = await entry('bottomBar.scan').boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(56)
    expect(box?.y).toBeGreaterThanOrEqual(bottomOfPage)

    await entry('bottomBar.scan').tap()
    const [machine] = (await got<{ items: { code: string }[] }>(app, '/api/machines?pageSize=1')).items
    const code = pageOf(page, '/find').getByLabel(t('production:find.label'))
    await code.fill('NO-SUCH-CODE')
    await code.press('Enter')
    await page.getByText(t('production:find.none', { code: 'NO-SUCH-CODE' })).waitFor()
    await code.fill(machine?.code.toLowerCase() ?? '')
    await code.press('Enter')
    await page.waitForURL(`**/equipment/at/${machine?.code}`)

    await entry('bottomBar.queue').tap()
    await page.waitForURL('**/order/work?part=list')
    await entry('route.messageList').tap()
    await arrives(page, '/message/list')
    await entry('bottomBar.fault').tap()
    await page.locator('.form-drawer').getByText(t('maintenance:report')).first().waitFor()
  })

  /** Pieces that the foreman may report together: those due first. */
  const waitingLot = async () => {
    const { items } = await got<{ items: ReadyLot[] }>(app, '/api/ready-lots?pageSize=1', 'foreman')
    const [lot] = items
    if (lot === undefined) throw new Error('nothing waits in the demo factory')
    const where = `processId=${lot.process.id}&orderId=${lot.order.id}`
    return { no: lot.productionLot?.no ?? lot.order.no, where }
  }

  it('a code that several orders have is chosen by its project', async () => {
    const { where } = await waitingLot()
    const ready = `/api/ready-pieces?${where}&pageSize=200`
    let hits: readonly CodeHit[] = []
    for (const { serial } of (await got<{ items: { serial: string }[] }>(app, ready)).items) {
      if (hits.length > 1) break
      hits = (await got<{ items: CodeHit[] }>(app, `/api/me/codes?code=${serial}`, 'foreman')).items
    }
    const { code = '', name = '', project } = hits[1] ?? {}
    const { page } = await app.enter('foreman', `/find?code=${code}`, { screen: 'phone' })
    const choice = page.locator('.piece-choice button', { hasText: name })
    expect(await choice.innerText()).toContain(project)
    await choice.tap()
    await page.locator('.work-card', { hasText: name }).waitFor()
  })

  it('the pieces of a lot are chosen with one tap and reported with the next', async () => {
    const lot = await waitingLot()
    // Without a remembered process all waiting lots are offered.
    await (await app.api('foreman')).call('PUT', '/api/me/preferences/work.report', { value: null })
    const { page } = await app.enter('foreman', '/order/work?part=list', { screen: 'phone' })
    await page.locator('.piece-choice button', { hasText: lot.no }).first().tap()
    const box = page.locator('.is-lot', { hasText: lot.no }).first()
    const [, pieces] = /（(\d+) 件）/.exec(await box.innerText()) ?? []
    await box.getByRole('checkbox').tap()
    await page.getByRole('button', { name: new RegExp(`^报 ${pieces} 件`) }).tap()
    await result(page, 'good').waitFor()
  })

  it('an inspection goes on in a gap of the network, over a reload, and a colleague’s reading is not overwritten', async () => {
    const due = await dueBeams(app, 'DimInspected', 'GKZ')
    const body = { pieces: due.pieceIds.slice(0, 1), processId: due.process.id }
    const made = await (await app.api('inspector')).call('POST', '/api/inspections', body)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const id = (made.body as { items: { id: string }[] }).items[0]?.id ?? ''
    const path = `/quality/inspection/${id}`
    const { page, context } = await app.enter('inspector', path, {
      screen: 'phone',
      fresh: true,
      losesNetwork: true,
    })
    await fillsSizes(page)
    await page.addInitScript(() => {
      const real = matchMedia.bind(window)
      window.matchMedia = (query) => real(query.includes('display-mode') ? 'all' : query)
    })
    await page.reload()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const form = await formAt(app, id)
    const [first = '', second = '', ...rest] = valuesOf(form)
    const point = page.locator('.readings [data-point]')
    await point.first().waitFor()
    await withoutNetwork(context, async () => {
      await point.first().tap()
      await tapsReading(page, first)
      await page.getByText(t('inspection:unsaved', { count: 1 })).waitFor()
      await becomes(() => draftsOn(page), 1)
      page.once('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await page.getByText(t('inspection:storedCopy', { at: '|' }).split('|')[1] ?? '').waitFor()
      await becomes(() => point.first().inputValue(), first)
      await point.nth(1).tap()
      await tapsReading(page, second)
      const at = { itemId: form.items[0]?.id, pieceId: form.lot[0]?.id, point: 1 }
      const readings = [{ ...at, value: String(Number(first) + 1), was: null, instrumentId: null }]
      const colleague = await (await app.api('admin')).call('PUT', `/api/inspections/${id}/readings`, {
        readings,
      })
      expect(colleague.status, JSON.stringify(colleague.body)).toBe(200)
    })
    await page
      .locator('.reading-conflict')
      .getByRole('button', { name: t('inspection:takeValue', { value: first }) })
      .tap()
    await point.nth(2).tap()
    for (const value of rest) await tapsReading(page, value)
    await becomes(async () => (await formAt(app, id)).readings.length, rest.length + 2)
    await becomes(async () => readAt(await formAt(app, id)), first)
    await becomes(() => draftsOn(page), 0)
    await does(page, 'submit', 'submitted')
    expect((await formAt(app, id)).status).toBe('submitted')
  })

  it('tables inside pages are cards, or fit', async () => {
    const { page } = await app.enter('manager', '/quality/grades', { screen: 'phone' })
    await page.getByRole('link', { name: 'Q355B' }).waitFor()
    expect(await cut(page)).toEqual([])
    await page.goto('/equipment/figures?part=stops')
    const reasons = page.getByRole('table', { name: t('oee:part.stops') })
    await reasons.getByRole('button').first().tap()
    await page.locator('.stops-of .list-card').first().waitFor()
    expect(await cut(page)).toEqual([])
    const [machine] = (await got<{ items: { id: string }[] }>(app, '/api/machines?pageSize=1')).items
    await page.goto(`/equipment/detail/${machine?.id}?part=signals`)
    await page
      .getByRole('table', { name: t('signals:values') })
      .getByRole('checkbox')
      .first()
      .waitFor()
    expect(await cut(page)).toEqual([])
  })

  it('a form fits the screen and saves', async () => {
    const { page } = await app.enter('planner', '/order/projects', { screen: 'phone' })
    await page
      .getByRole('button', { name: t('orders:form.createProject') })
      .first()
      .tap()
    const form = page.locator('.form-drawer')
    const code = `PHONE-${++projects}`
    await form.getByLabel(t('orders:field.code'), { exact: true }).fill(code)
    await form.getByLabel(t('common:field.name'), { exact: true }).fill('掌上项目')
    await form.getByLabel(t('common:field.customer'), { exact: true }).fill('客户')
    expect(await overflow(page)).toBe(0)
    await form.getByRole('button', { name: t('common:form.save') }).tap()
    await page.getByText(code).first().waitFor()
  })

  it('a narrow sign-in leads on', async () => {
    const { page } = await app.visit({ screen: 'phone' })
    await page.goto('/login?redirect=%2Forder%2Flist')
    await page.locator('#username').fill('viewer')
    await page.locator('#password').fill('Stahl-Bau-2026!')
    await page.locator('#password').press('Enter')
    await arrives(page, '/order/list')
    await pageOf(page, '/order/list').waitFor()
  })
})
