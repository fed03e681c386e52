import type { ErectionLot, LotCounts } from '@cloud-factory/contract/erection/erection'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { ProductionReport } from '@cloud-factory/contract/production-reports/production-reports'
import type { ProjectRow } from '@cloud-factory/contract/projects/projects'
import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { frameIfc, membersOfMarks } from '../../apps/server/src/modules/model/ifc.fixtures.ts'
import { dataFolder } from '../support/app.ts'
import { wordsOf } from '../support/dictionary.ts'
import { becomes, journey, openApp } from '../support/journey.ts'
import { inLegend, legendOf, releasedFrame, statesOf, wallOf, works } from '../support/model-story.ts'
import { drop } from '../support/order-import.ts'
import { piecesOf } from '../support/order-story.ts'
import { shown } from '../support/steel-story.ts'
import { troubles } from '../support/wall-page.ts'
import { confirm, got, result, scan, sent, withoutNetwork } from '../support/work.ts'

const t = wordsOf('zh')

/** WebGL by the processor: test machines have no graphics card. */
const softwareGraphics = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']

const columns = ['GZ-11-001', 'GZ-11-002']
const beams = ['GL-12-001', 'GL-12-002', 'GL-12-003', 'GL-12-004']
const kg = { column: 674.47, beam: 163.5, plate: 31.4 }

/** Each case is one step and continues from the previous one. */
journey('a project, from its model to the erected piece', () => {
  const app = openApp({ browserArgs: softwareGraphics })
  let order: OrderRow
  let project: ProjectRow
  const modelPath = () => `/order/model/${order.id}`
  const lots = () =>
    got<{ items: ErectionLot[]; all: LotCounts }>(app, `/api/orders/${order.id}/erection-lots`)

  it('the model is dropped, matched and put to use; what the foreman reports changes colour on the open page', async () => {
    ;({ order, project } = await releasedFrame(app))
    const marks = [
      { mark: 'GZ-11', quantity: 2, lengthMm: 6200 },
      { mark: 'GL-12', quantity: 4, lengthMm: 5800 },
      { mark: 'PB-31', quantity: 1, lengthMm: 900 },
    ]
    const folder = dataFolder()
    const path = join(folder.path, 'hall.ifc')
    writeFileSync(path, frameIfc(membersOfMarks(marks)))
    const { page } = await app.enter('planner', `/order/detail/${order.id}?part=model`)
    await page.getByText(t('model:none')).waitFor()
    await drop(page, page.locator('.drop-area'), [path])
    await page.getByRole('button', { name: t('model:use') }).click()
    folder.remove()
    await page.getByRole('link', { name: t('model:open') }).click()
    await shown(page).locator('canvas[data-loaded="1"]').waitFor()
    await becomes(() => legendOf(page), ['issued 7 2.0 7'])
    await works(app, order.id, 'CutComp', columns.slice(0, 1))
    await becomes(() => legendOf(page), ['issued 6 1.4 6', 'in_process 1 0.7 1'])
  })

  it('what is made is loaded in the sequence of erection, and shipped', async () => {
    await works(app, order.id, 'CutComp', [...columns.slice(1), ...beams])
    await works(app, order.id, 'WeldComp', [...columns, ...beams.slice(1)])
    const { page } = await app.enter('planner', `/order/detail/${order.id}?part=erection`)
    await page.getByRole('button', { name: t('erection:action.plan') }).click()
    const dialog = page.getByRole('dialog')
    const pasted = dialog.getByLabel(t('erection:plan.pasted'))
    const check = () => dialog.getByRole('button', { name: t('erection:plan.check') }).click()
    const rows = 'GZ-11\tNORD\t10\t2026-01-15\nGL-12\tSUED\t20\t2026-01-22\nPB-31\tSUED\t30\t2026-01-22'
    await pasted.fill(`${rows}\nX-404\tNORD`)
    await check()
    await dialog.getByText(t('problem:reason.erection.unknown_piece')).waitFor()
    // What was pasted is still there to be corrected.
    await dialog.getByRole('button', { name: t('record-import:again') }).click()
    expect(await pasted.inputValue()).toContain('X-404')
    await pasted.fill(rows)
    await check()
    await dialog.getByRole('button', { name: t('record-import:apply', { n: 3 }) }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.ant-table-row', { hasText: 'NORD' }).getByText('2026-01-15').waitFor()

    const load = async (act: 'pack' | 'deliver') => {
      await page.goto(`/order/shipping?part=departures&q=NORD`)
      const row = page.locator('.ant-table-row', { hasText: order.no })
      await row.getByRole('button', { name: t(`erection:action.${act}`), exact: true }).click()
      await dialog.getByRole('button', { name: t(`erection:action.${act}`), exact: true }).click()
      await page.waitForURL(act === 'pack' ? '**/order/package/*' : '**/order/delivery/*')
      return new URL(page.url()).pathname.split('/').at(-1) ?? ''
    }
    const packageId = await load('pack')
    const { version } = await got<PackageRow>(app, `/api/packages/${packageId}`)
    const closed = { version, weighedKg: null }
    await sent(app, 'planner', 'POST', `/api/packages/${packageId}/close`, closed)
    const deliveryId = await load('deliver')
    const draft = await got<DeliveryRow>(app, `/api/deliveries/${deliveryId}`)
    const { version: was, no, driver, driverPhone, consignee, address, plannedOn, note } = draft
    const truck = { no, truckPlate: '沪A·3D001', driver, driverPhone, consignee, address, plannedOn, note }
    const limits = { alarmPercent: draft.alarmPercent, alarmKg: draft.alarmKg }
    const changed = { version: was, ...truck, ...limits }
    await sent(app, 'planner', 'PATCH', `/api/deliveries/${deliveryId}`, changed)
    for (const [action, status] of [
      ['load', 'loaded'],
      ['send', 'sent'],
    ] as const) {
      const name = t(`shipping:action.${action}`)
      await shown(page).locator('.record-head').getByRole('button', { name, exact: true }).click()
      await page.locator('.ant-modal-footer').getByRole('button', { name, exact: true }).click()
      const is = t(`shipping:deliveryStatus.${status}`)
      await shown(page).locator('.record-title', { hasText: is }).waitFor()
    }
    const delivery = await got<DeliveryRow>(app, `/api/deliveries/${deliveryId}`)
    expect(delivery).toMatchObject({ pieces: 2, netKg: 2 * kg.column })
  })

  it('a piece is erected by a scan without a network, and its lot counts it afterwards', async () => {
    const erected = async () => (await lots()).items.map(({ counts }) => counts.erected.pieces)
    const qr = (await piecesOf(app, order.id)).get('GZ-11-001')?.qr ?? ''
    const site = await app.enter('foreman', '/order/site', { screen: 'phone', losesNetwork: true })
    await site.page.locator('.scan-field').waitFor()
    await withoutNetwork(site.context, async () => {
      await scan(site.page, qr)
      await site.page.getByText(t('erection:site.unseen')).waitFor()
      await confirm(site.page).click()
      await result(site.page, 'waits').waitFor()
      expect(await erected()).toEqual([0, 0])
    })
    await result(site.page, 'good').waitFor()
    await becomes(erected, [1, 0])
    await site.page.locator('.site-latest li', { hasText: 'GZ-11-001' }).waitFor()
  })

  it('the office, a wall, the customer and the reports show the same numbers', async () => {
    const { sums } = await statesOf(app, order.id)
    const legend = inLegend(sums.status)
    expect(legend).toEqual(['issued 1 <0.1 1', 'in_process 4 0.7 4', 'shipped 1 0.7 1', 'erected 1 0.7 1'])
    const { page } = await app.enter('viewer', modelPath())
    await becomes(() => legendOf(page), legend)
    const names = () => page.locator('.model-legend tr[data-state] button').allTextContents()
    const colour = page.getByLabel(t('model:colourBy')).first()
    await colour.selectOption('erection_lot')
    await becomes(names, ['NORD', 'SUED'])
    await colour.selectOption('delivery')
    await becomes(() => legendOf(page), inLegend(sums.delivery))
    expect(sums.delivery.map(({ pieces }) => pieces)).toEqual([5, 2])

    const { page: wall } = await app.enter('viewer', `/realData?screen=${await wallOf(app, order.id)}`)
    await wall.locator('.model-picture img').waitFor()
    const counts = async () => await wall.locator('.model-legend li[data-state] b').allTextContents()
    await becomes(counts, ['1', '4', '1', '1'])
    expect(await troubles(wall)).toEqual([])

    await customerSees(legend)

    const all = (await lots()).all
    expect([all.planned, all.shipped, all.received, all.erected].map(({ pieces }) => pieces)).toEqual([
      7, 2, 1, 1,
    ])
    expect(all.shipped.kg).toBeCloseTo(2 * kg.column, 3)
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const { totals } = await got<ProductionReport>(
      app,
      `/api/reports/production?per=day&group=none&from=${day(-3)}&to=${day(1)}&orderId=${order.id}`,
    )
    const grams = (kilograms: number) => Math.round(kilograms * 1000)
    const cut = grams(2 * kg.column + 4 * kg.beam)
    const welded = grams(2 * kg.column + 3 * kg.beam)
    const left = grams(2 * kg.column)
    expect(totals.map((total) => grams(total.kg))).toEqual([cut, welded, left, left, grams(kg.column)])
    const whole = grams(2 * kg.column + 4 * kg.beam + kg.plate)
    expect(grams(sums.status.reduce((sum, one) => sum + one.kg, 0))).toBe(whole)
    expect(grams((await got<OrderRow>(app, `/api/orders/${order.id}`)).weightKg)).toBe(whole)
  })

  /** By the link that the planner makes, until it is revoked. */
  async function customerSees(legend: readonly string[]): Promise<void> {
    const { page } = await app.enter('planner', `/order/projects?q=${project.code}`)
    await page.getByRole('button', { name: `${t('common:action.more')} ${project.code}` }).click()
    await page.getByText(t('customer-links:action'), { exact: true }).click()
    const drawer = page.locator('.record-drawer')
    await drawer.locator('#name').fill('Ms. Site')
    await drawer.getByRole('button', { name: t('customer-links:create') }).click()
    const address = await drawer.getByLabel(t('customer-links:link')).inputValue()
    const password = await drawer.getByLabel(t('customer-links:password')).inputValue()

    const { page: outside } = await app.visit()
    await outside.goto(new URL(address).pathname)
    const field = outside.getByLabel(t('customer-links:password'))
    const open = outside.getByRole('button', { name: t('customer-links:page.open') })
    await field.fill('wrong')
    await open.click()
    await outside.getByText(t('customer-links:page.wrong')).waitFor()
    await field.fill(password)
    await open.click()
    await outside.getByRole('heading', { name: project.name }).waitFor()
    await outside.locator('.customer-steps progress').first().waitFor()
    await outside.getByRole('button', { name: t('customer-links:page.model') }).click()
    await becomes(() => legendOf(outside), legend)
    await outside.getByText(t('common:field.list'), { exact: true }).click()
    await outside.locator('.model-stage .list-table').waitFor()

    const revoke = { name: t('customer-links:revoke') }
    await drawer.getByRole('button', revoke).first().click()
    await page.locator('.ant-modal').getByRole('button', revoke).click()
    await drawer.getByText(t('customer-links:state.revoked')).waitFor()
    await outside.reload()
    await outside.getByText(t('customer-links:page.closed')).waitFor()
  }
})
