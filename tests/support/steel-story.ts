import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import type { StockBarRow } from '@cloud-factory/contract/material/stock-bars'
import type { MillCertificate } from '@cloud-factory/contract/material/mill-certificates'
import type { LotRow, MaterialPlan, ReceiptDetail } from '@cloud-factory/contract/material/receipts'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { ProjectRow } from '@cloud-factory/contract/projects/projects'
import type { Locator, Page } from 'playwright-core'
import { wordsOf } from './dictionary.ts'
import { becomes, type App } from './journey.ts'
import { readingOf } from './gates.ts'
import { piecesOf, processesOf } from './order-story.ts'
import { newPerson } from './people.ts'
import { got, sent } from './work.ts'

const t = wordsOf('zh')

/** The bars of the order, and what a metre of them weighs. */
export const beam = { profile: 'HM294*200*8*12', kgPerM: 55.8, grade: 'Q355B' } as const
/** One bar and one plate are bought, as the scale says. */
export const bought = { kg: 672 } as const
export const plate = { profile: '-10*1500*6000', kg: 706 } as const
export const heats = { stock: 'HEAT-A', bought: 'HEAT-B', plate: 'HEAT-P' } as const

/** An order that needs drawings, kits and heats, and what is ready before its list comes. */
export interface SteelOrder {
  readonly id: string
  readonly no: string
  /** Name of its route: cutting, fit-up, welding. */
  readonly route: string
  /** A second inspector: nobody judges their own work. */
  readonly judge: string
}

/** A project that demands drawings, kits and heats, with an order, a route of three processes, a supplier and one bar in stock. */
export async function prepareSteel(app: App): Promise<SteelOrder> {
  const judge = (await newPerson(app, 'inspector')).username
  const project = await sent<ProjectRow>(app, 'planner', 'POST', '/api/projects', {
    code: 'STEEL',
    name: '钢构全程',
    customer: '端到端客户',
    contractNo: null,
    acceptanceStandard: 'GB50205-2020',
    startsOn: null,
    endsOn: null,
    drawingsRequired: true,
    kitsRequired: true,
  })
  const { version, can: _can, ...plan } = await got<MaterialPlan>(app, '/api/material-plan')
  const heatProjects = [...plan.heatProjects, project.id]
  await sent(app, 'inspector', 'PUT', '/api/material-plan', { ...plan, version, heatProjects })
  const order = await sent<OrderRow>(app, 'planner', 'POST', '/api/orders', {
    projectId: project.id,
    no: 'STEEL-1',
    name: '',
    customerPo: null,
    priority: 'A',
    dueOn: '2027-06-30',
    contractTonnes: null,
    note: null,
  })
  const processes = await processesOf(app)
  const route = '下料装配焊接'
  await sent(app, 'planner', 'POST', '/api/routes', {
    code: 'STEEL',
    names: { zh: route, en: 'Cut, fit, weld', es: 'Cortar, armar, soldar' },
    kinds: [],
    active: true,
    processIds: ['CutComp', 'FitUpComp', 'WeldComp'].map((code) => processes.get(code)?.id),
  })
  await sent(app, 'buyer', 'POST', '/api/suppliers', {
    code: 'STEEL',
    name: '全程钢厂',
    contact: '',
    phone: '',
    email: '',
    note: '',
    active: true,
  })
  await stockOneBar(app, judge)
  return { id: order.id, no: order.no, route, judge }
}

/** Values of an ordinary heat of Q355B. */
export const steelValues = {
  C: '0.16',
  Si: '0.25',
  Mn: '1.24',
  P: '0.015',
  S: '0.008',
  Nb: '0.010',
  V: '0.004',
  Ti: '0.010',
  Cr: '0.04',
  Ni: '0.02',
  Cu: '0.05',
  Mo: '0.003',
  N: '0.0040',
  ReH: '390',
  Rm: '540',
  A: '26.0',
  KV: '120',
} as const

const today = (): string => new Date().toISOString().slice(0, 10)

/** One bar of 12 m with an accepted certificate. */
async function stockOneBar(app: App, judge: string): Promise<void> {
  const { items } = await got<{ items: { id: string; code: string; status: string }[] }>(
    app,
    '/api/steel-grades',
  )
  const grade = items.find(({ code, status }) => code === beam.grade && status !== 'retired')
  const receipt = await sent<ReceiptDetail>(app, 'inspector', 'POST', '/api/receipts', {
    supplier: '全程钢厂',
    deliveryNote: 'STOCK-1',
    receivedOn: today(),
    projectId: null,
    note: '',
    lots: [
      {
        form: 'section',
        profile: beam.profile,
        thicknessMm: '12',
        pieces: 1,
        kg: 12 * beam.kgPerM,
        lengthMm: 12_000,
        location: 'S-01',
        gradeId: grade?.id,
        heatNo: heats.stock,
        mill: '',
      },
    ],
  })
  const [lot] = receipt.items
  const certificate = await sent<MillCertificate>(app, 'inspector', 'POST', '/api/mill-certificates', {
    no: 'ZB-A',
    kind: '3.1',
    supplier: '全程钢厂',
    issuedOn: today(),
    note: '',
    lines: [{ heatId: lot?.heat.id, gradeCode: beam.grade, thicknessMm: '12', values: steelValues }],
  })
  await sent(app, judge, 'POST', `/api/mill-certificates/${certificate.id}/accept`, {
    version: certificate.version,
  })
  const { version } = await lotOf(app, heats.stock)
  await sent(app, judge, 'POST', `/api/lots/${lot?.id}/release`, { version })
}

export async function lotOf(app: App, heatNo: string): Promise<LotRow> {
  const { items } = await got<{ items: LotRow[] }>(app, `/api/lots?q=${heatNo}`)
  const found = items.find(({ heat }) => heat.no === heatNo)
  if (found === undefined) throw new Error(`no lot of ${heatNo}`)
  return found
}

/** Bars of the profile that are in stock, remnants included. */
export const barsInStock = async (app: App): Promise<StockBarRow[]> =>
  (
    await got<{ items: StockBarRow[] }>(
      app,
      `/api/stock-bars?q=${encodeURIComponent(beam.profile)}&status=available,reserved&pageSize=100`,
    )
  ).items

/** The page that is shown; other tabs stay in the document. */
export const shown = (page: Page): Locator => page.locator('.tab-place:not([inert])')

/** Presses a button of the record and the same one in the dialog that asks. */
export async function agrees(page: Page, word: string): Promise<void> {
  await shown(page).getByRole('button', { name: word, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: word, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Sends the form at the right edge and waits until it is gone. */
export async function sends(page: Page): Promise<void> {
  const form = page.locator('.form-drawer')
  await form.locator('.dialog-buttons .ant-btn-primary').click()
  await form.waitFor({ state: 'detached' })
}

/** Chooses an option of the list that is open. */
export const picks = (page: Page, text: string): Promise<void> =>
  page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: text }).first().click()

/** Types the values of a heat into the certificate that is shown. */
export async function typesValues(page: Page, heat: string): Promise<void> {
  const cell = (name: string) => page.getByLabel(t('material:cellOf', { name, heat }), { exact: true })
  // The columns come with the limits of the grade.
  await cell('KV').waitFor()
  for (const [name, value] of Object.entries(steelValues)) {
    if ((await cell(name).count()) > 0) await cell(name).fill(value)
  }
}

/** Waits until a number of rows is listed. */
export const lists = (page: Page, count: number): Promise<void> =>
  becomes(() => page.locator('.ant-table-row').count(), count)

/** The last part of the page's path: the id of its record. */
export const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** Passes the gate of a process for all pieces that stand at it: measured by one inspector, judged and locked by the second. */
export async function passesGate(app: App, { id, judge }: SteelOrder, code: string): Promise<void> {
  const processId = (await processesOf(app)).get(code)?.id
  const pieces = [...(await piecesOf(app, id)).values()].map((piece) => piece.id)
  const made = await sent<{ items: { id: string }[] }>(app, 'inspector', 'POST', '/api/inspections', {
    pieces,
    processId,
  })
  for (const inspection of made.items) {
    const url = `/api/inspections/${inspection.id}`
    const empty = await got<InspectionForm>(app, url)
    const sizes = Object.fromEntries(empty.sizesAsked.map((name) => [name, empty.sizes[name] ?? '300']))
    const { version, note } = empty
    const form = await sent<InspectionForm>(app, 'inspector', 'PATCH', url, {
      version,
      sizes,
      places: [],
      note,
    })
    const readings = form.lot.flatMap((piece) =>
      form.items.flatMap((item) =>
        Array.from({ length: item.points }, (_, at) => ({
          pieceId: piece.id,
          itemId: item.id,
          point: at + 1,
          value: readingOf(item),
          was: null,
        })),
      ),
    )
    await sent(app, 'inspector', 'PUT', `${url}/readings`, { readings })
    const step = async (username: string, action: string, more: object = {}) => {
      const now = await got<InspectionForm>(app, url)
      await sent(app, username, 'POST', `${url}/${action}`, { version: now.version, ...more })
    }
    await step('inspector', 'submit')
    await step(judge, 'judge', { verdict: 'pass', note: '' })
    await step(judge, 'lock')
  }
}

/** The foreman cuts the gussets from the plate, reports the drilled parts, and makes the kits of both marks. */
export async function kitsSteel(app: App, order: SteelOrder): Promise<void> {
  const { page } = await app.enter('foreman', `/order/detail/${order.id}?part=parts`)
  await lists(page, 4)
  const report = async (parts: readonly string[], fill: () => Promise<void> = async () => undefined) => {
    for (const part of parts)
      for (const row of await page.locator('.ant-table-row', { hasText: part }).all())
        await row.getByRole('checkbox').check()
    await page
      .locator('.bulk-bar')
      .getByRole('button', { name: t('common:action.report') })
      .click()
    await fill()
    await sends(page)
  }
  await report(['7102'], async () => {
    await page.locator('.form-drawer #lotId').fill(heats.plate)
    await picks(page, heats.plate)
  })
  await report(['7101', '7102'])
  await page.locator('[data-part="marks"]').click()
  for (const mark of ['GL-71', 'GL-72']) {
    await page.getByRole('button', { name: mark, exact: true }).click()
    const drawer = page.locator('.ant-drawer')
    await drawer.getByText(t('parts:complete')).waitFor()
    await drawer.getByRole('button', { name: t('parts:kit'), exact: true }).click()
    await drawer.getByText(t('parts:kitOpen', { n: 0 })).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  }
}
