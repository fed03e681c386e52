import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import type { DemandRow, NestDetail } from '@cloud-factory/contract/nesting/nests'
import { pdfText } from '../../apps/server/test/pdf-text.ts'
import { wordsOf } from '../support/dictionary.ts'
import { journey, openApp } from '../support/journey.ts'
import { drop, fixture } from '../support/order-import.ts'
import {
  agrees,
  barsInStock,
  beam,
  bought,
  heats,
  idIn,
  kitsSteel,
  lists,
  passesGate,
  picks,
  plate,
  prepareSteel,
  sends,
  shown,
  type SteelOrder,
} from '../support/steel-story.ts'
import { steelFigures } from '../support/steel-figures.ts'
import { ordersSteel, receivesSteel } from '../support/steel-purchase.ts'
import { piecesOf, processesOf } from '../support/order-story.ts'
import { confirm, got, result, scan } from '../support/work.ts'

const t = wordsOf('zh')

/** Two beams of 321.9 kg, one of 199.14 kg. */
const listed = { kg: 842.94 }
/** Kilograms by heat, as the list weighs the parts: one long and one short beam, the other long one, six gussets. */
const cutFrom = { stock: 502.2, bought: 312.48, plate: 28.26 }

/** Each case is one step and continues from the previous one. */
journey('steel, from the list to the finished piece', () => {
  const app = openApp()
  let order: SteelOrder
  let nestId = ''
  let secondNestId = ''
  let purchaseId = ''
  const demand = async () =>
    (await got<{ items: DemandRow[] }>(app, `/api/part-demand?q=${encodeURIComponent(beam.profile)}`))
      .items[0]
  const nestAt = (id: string) => got<NestDetail>(app, `/api/nests/${id}`)

  beforeAll(async () => {
    order = await prepareSteel(app)
  })

  it('the planner drops the list with its folder of part files', async () => {
    const { page } = await app.enter('planner', `/order/detail/${order.id}?part=imports`)
    await page.locator('.upload-box').waitFor()
    await drop(page, page.locator('.upload-box'), [fixture('steel/beams.xls'), fixture('steel/nc1')])
    await page.waitForURL('**/order/import/**')
    const write = t('order-import:apply.button', { pieces: '3', tonnes: '0.843' })
    await page.getByRole('button', { name: write }).click()
    await page.getByText(t('order-import:end.applied', { order: order.no })).waitFor()
    await page.getByRole('button', { name: t('order-import:end.back', { order: order.no }) }).click()
    await agrees(page, t('orders:action.confirm'))
  })

  it('drops the folder of drawings, says what one of them is, and issues the valid revisions', async () => {
    const { page } = await app.enter('planner', `/order/detail/${order.id}?part=drawings`)
    await page.getByText(t('drawings:none')).waitFor()
    await drop(page, page.locator('.drop-area'), [fixture('steel/drawings')])
    await page.getByText(t('drawings:progress', { done: 3, total: 3 })).waitFor()
    await page.getByText(t('drawings:notPdf', { n: 1 })).waitFor()
    await lists(page, 3)
    await page
      .locator('.ant-table-row', { hasText: 'scan-0072.pdf' })
      .getByRole('button', { name: t('drawings:assign') })
      .click()
    const form = page.locator('.form-drawer')
    await form.locator('#drawingNo').fill('GL-72')
    await form.locator('#revision').fill('0')
    await form.getByRole('combobox').last().click()
    await picks(page, 'GL-72')
    await sends(page)
    await page.getByRole('button', { name: t('drawings:confirm', { n: 3 }) }).click()
    await page.getByText(t('drawings:confirmed', { revisions: 3, drawings: 2 })).waitFor()
    await page.getByRole('tab', { name: t('drawings:view.register') }).click()
    await lists(page, 2)
    await page.getByRole('button', { name: t('drawings:issueAll') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('drawings:issue') })
      .click()
    await page
      .locator('.ant-table-row', { hasText: 'GL-71' })
      .getByText(t('drawings:status.issued'))
      .waitFor()
  })

  it('releases the order; the demand has its beams', async () => {
    const { page } = await app.enter('planner', `/order/detail/${order.id}`)
    await page.getByRole('button', { name: t('common:action.release'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('.release-kinds').getByRole('combobox').click()
    await picks(page, order.route)
    await dialog.getByText(t('production:release.routesOk')).waitFor()
    await dialog.getByRole('button', { name: t('common:action.release') }).click()
    await page.locator('.record-title', { hasText: t('orders:status.released') }).waitFor()
    expect(await demand()).toMatchObject({
      needed: 3,
      missing: 3,
      missingM: 14.6,
      stockM: 12,
      onOrderM: 0,
      shortM: 2.6,
    })
  })

  it('nests them: one bar is in stock, one is to be bought', async () => {
    const { page } = await app.enter('planner', `/order/nests?q=${encodeURIComponent(beam.profile)}`)
    await page
      .locator('.ant-table-row')
      .getByRole('button', { name: t('nesting:action.nest') })
      .click()
    const form = page.locator('.form-drawer')
    for (const [field, value] of Object.entries({
      kerfMm: '4',
      trimMm: '0',
      clampMm: '0',
      minRemnantMm: '1000',
      pricePerTonne: '4000',
      remnantPercent: '80',
      buy: '12000',
    }))
      await form.locator(`#${field}`).fill(value)
    await sends(page)
    await page.locator('.record-title', { hasText: t('nesting:status.planned') }).waitFor()
    nestId = idIn(page)
    const { items } = await nestAt(nestId)
    expect(items.map(({ stockBarId }) => stockBarId === null)).toEqual([false, true])
  })

  it('the buyer requests the missing bar and a plate, the manager approves, the buyer orders', async () => {
    purchaseId = await ordersSteel(app, nestId)
    expect(await demand()).toMatchObject({ onOrderM: 12, shortM: 0 })
  })

  it('the planner releases the nest: what has no bar yet is needed again', async () => {
    const { page } = await app.enter('planner', `/order/nest/${nestId}`)
    await agrees(page, t('common:action.release'))
    await page.locator('.record-title', { hasText: t('nesting:status.released') }).waitFor()
    expect(await demand()).toMatchObject({ needed: 3, nested: 2, missing: 1, shortM: 0 })
  })

  it('the inspector receives the steel by heats and enters its certificate; a second one accepts and releases', async () => {
    await receivesSteel(app, order, purchaseId)
    expect(await demand()).toMatchObject({ missing: 1, stockM: 12, onOrderM: 0, shortM: 0 })
  })

  it('the planner nests what was needed again on the bar that came', async () => {
    const { page } = await app.enter('planner', `/order/nests?q=${encodeURIComponent(beam.profile)}`)
    await page
      .locator('.ant-table-row')
      .getByRole('button', { name: t('nesting:action.nest') })
      .click()
    // The rules of the last nest are proposed.
    await sends(page)
    await shown(page)
      .locator('.record-title', { hasText: t('nesting:status.planned') })
      .waitFor()
    await agrees(page, t('common:action.release'))
    await shown(page)
      .locator('.record-title', { hasText: t('nesting:status.released') })
      .waitFor()
    secondNestId = idIn(page)
    expect(await demand()).toMatchObject({ needed: 3, nested: 3, missing: 0, stockM: 0 })
  })

  it('the foreman reports both bars as cut: their remnants lie in stock with the heats', async () => {
    const { page } = await app.enter('foreman', null)
    for (const [id, place] of [
      [nestId, 'R-A'],
      [secondNestId, 'R-B'],
    ] as const) {
      await page.goto(`/order/nest/${id}`)
      await page.getByRole('button', { name: t('nesting:action.report') }).click()
      await page.locator('.form-drawer #location').fill(place)
      await sends(page)
      await page.locator('.record-title', { hasText: t('nesting:status.cut') }).waitFor()
    }
    const remnants = (await barsInStock(app))
      .toSorted((one, other) => one.lengthMm - other.lengthMm)
      .map(({ heat, location, parentId, lengthMm }) => [heat.no, location, parentId !== null, lengthMm])
    expect(await demand()).toMatchObject({ needed: 3, nested: 0, cut: 3, missing: 0, stockM: 9.4, shortM: 0 })
    expect(remnants).toEqual([
      [heats.stock, 'R-A', true, 2992],
      [heats.bought, 'R-B', true, 6396],
    ])
  })

  it('cuts the gussets from the plate, drills, and makes the kits', () => kitsSteel(app, order))

  it('reports cutting by list, fit-up by scan after its inspection, then welding, all with hours', async () => {
    const { page } = await app.enter('foreman', null)
    const processes = await processesOf(app)
    const byList = async (code: string, hours: string) => {
      const process = processes.get(code)
      await page.goto(`/order/work?part=list&orderId=${order.id}&processId=${process?.id}`)
      await page.locator('.ready-list .is-head').getByRole('checkbox').check()
      await page.locator('.worker-fields > button').click()
      await page.getByLabel(t('production:worker.hoursOfAll')).fill(hours)
      const words = { count: 3, n: 3, process: process?.names.zh ?? code }
      await page.getByRole('button', { name: t('production:list.report', words), exact: true }).click()
      await result(page, 'good').waitFor()
    }
    await byList('CutComp', '1.5')
    await passesGate(app, order, 'FitUpComp')
    await page.goto('/order/work')
    for (const [at, piece] of [...(await piecesOf(app, order.id)).values()].entries()) {
      await scan(page, piece.qr)
      if (at === 0) {
        await page.locator('.worker-fields > button').click()
        await page.getByLabel(t('production:worker.hours'), { exact: true }).fill('2')
        await page.keyboard.press('Tab')
      }
      await confirm(page).click()
      await result(page, 'good').waitFor()
    }
    await byList('WeldComp', '4.5')
  })

  it('the inspector traces a piece to its heats and makes the dossier, which names them and the revisions', async () => {
    const pieces = await piecesOf(app, order.id)
    const { page } = await app.enter('inspector', `/quality/trace?piece=${pieces.get('GL-71-001')?.id}`)
    for (const text of [heats.plate, 'ZB-STEEL', 'DN-STEEL']) await page.getByText(text).first().waitFor()
    await page.goto(`/quality/papers?orderId=${order.id}`)
    await page.getByRole('button', { name: t('quality-documents:dossierPart.make') }).click()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('menuitem', { name: t('quality-documents:language.zh'), exact: true })
        .first()
        .click(),
    ])
    const text = (await pdfText(await readFile(await saved.path()))).replaceAll(/\s+/g, ' ')
    for (const [heat, certificate, kg] of [
      [heats.stock, 'ZB-A', cutFrom.stock],
      [heats.bought, 'ZB-STEEL', cutFrom.bought],
      [heats.plate, 'ZB-STEEL', cutFrom.plate],
    ] as const) {
      expect(text).toContain(heat)
      expect(text).toContain(certificate)
      expect(text).toContain(kg.toFixed(1))
    }
    expect(text).toMatch(/GL-71 GL-71 B 2 HEAT-A, HEAT-B, HEAT-P/)
    expect(text).toMatch(/GL-72 GL-72 0 1 HEAT-A, HEAT-P/)
  })

  it('stock, demand, nests, pieces, trace and reports agree', async () => {
    // The order is finished: nothing of it is needed any more.
    expect(await demand()).toBeUndefined()
    const figures = await steelFigures(app, order.id, [nestId, secondNestId])
    expect(figures).toMatchObject({
      orderKg: listed.kg,
      pieceKg: listed.kg,
      partKg: listed.kg,
      builtKg: listed.kg,
      tracedKg: listed.kg,
      byHeat: {
        [heats.stock]: cutFrom.stock,
        [heats.bought]: cutFrom.bought,
        [heats.plate]: cutFrom.plate,
      },
      reportedKg: [listed.kg, listed.kg, listed.kg],
      labourKg: [listed.kg, listed.kg, listed.kg],
      hours: [1.5, 6, 4.5],
      labourHours: [1.5, 6, 4.5],
      revisions: ['B', 'B', '0'],
      nestedMm: 14_600,
    })
    // A bar is parts, remnant, and the width of its cuts.
    expect(figures.nestedMm + figures.remnantMm + figures.wasteMm).toBe(2 * 12_000)
    expect(figures.wasteMm).toBe(3 * 4)
    // What came is in stock or was used. Lots count what the scale says of cut bars, pieces what the list says.
    const received = 12 * beam.kgPerM + bought.kg + plate.kg
    expect(figures.usedKg + figures.leftKg).toBeCloseTo(received, 2)
    expect(figures.leftKg).toBeCloseTo(figures.remnantKg + plate.kg - cutFrom.plate, 2)
    const scale = (bought.kg / (12 * beam.kgPerM) - 1) * (cutFrom.bought + 0.004 * beam.kgPerM)
    const kerf = (figures.wasteMm / 1000) * beam.kgPerM
    expect(figures.usedKg - kerf - scale).toBeCloseTo(listed.kg, 2)
  })
})
