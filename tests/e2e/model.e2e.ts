import type { ModelRevision } from '@cloud-factory/contract/model/models'
import type { Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { frameIfc, membersOfMarks } from '../../apps/server/src/modules/model/ifc.fixtures.ts'
import { wordsOf } from '../support/dictionary.ts'
import { type App, becomes, journey, openApp } from '../support/journey.ts'
import { got } from '../support/work.ts'

const t = wordsOf('zh')

/** WebGL by the processor: test machines have no graphics card. */
const softwareGraphics = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']

type Mark = { readonly mark: string; readonly quantity: number; readonly lengthMm: number | null }

/** The smallest order with pieces that wait for their first work report. */
async function orderToReport(app: App): Promise<string> {
  const { items } = await got<{ items: { id: string; pieces: number }[] }>(
    app,
    '/api/orders?status=in_production&pageSize=50',
  )
  for (const { id } of items.toSorted((a, b) => a.pieces - b.pieces)) {
    const { total } = await got<{ total: number }>(app, `/api/orders/${id}/pieces?status=issued&pageSize=1`)
    if (total > 0) return id
  }
  throw new Error('no order with work to report')
}

/** Id of the order of the demo factory that has a model in use. */
async function orderWithModel(app: App): Promise<string> {
  const { items } = await got<{ items: { id: string }[] }>(
    app,
    '/api/orders?status=in_production&pageSize=200',
  )
  for (const { id } of items) {
    const models = await got<{ items: ModelRevision[] }>(app, `/api/orders/${id}/models`)
    if (models.items.some(({ status }) => status === 'current')) return id
  }
  throw new Error('no order has a model')
}

journey('the model of an order', () => {
  const app = openApp({ browserArgs: softwareGraphics })

  it('is selected, measured, shown over time and saved; graphics that the browser takes away come back', async () => {
    const { page } = await app.enter('planner', `/order/model/${await orderWithModel(app)}`)
    const canvas = page.locator('canvas[data-loaded]')
    await canvas.waitFor()
    await page.locator('.model-progress').waitFor({ state: 'detached' })

    // Something of the model is in the middle of the picture; a click selects it.
    const box = await canvas.boundingBox()
    if (box === null) throw new Error('no canvas')
    await expect
      .poll(async () => {
        for (const share of [0.5, 0.45, 0.55, 0.4, 0.6]) {
          await page.mouse.click(box.x + box.width * share, box.y + box.height * share)
          if ((await page.locator('.model-selected').count()) > 0) return true
        }
        return false
      })
      .toBe(true)

    // On its first day nothing of the order was begun.
    const states = () =>
      page
        .locator('.model-legend tr[data-state]')
        .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['state']))
    await page.getByRole('button', { name: t('model:time.title') }).click()
    await page.getByLabel(t('model:time.day')).press('Home')
    await becomes(states, ['planned'])

    // Two clicks where something is are measured.
    await page.getByRole('button', { name: t('model:measure.title') }).click()
    const value = page.locator('.model-measure-value')
    await expect
      .poll(async () => {
        for (const share of [0.5, 0.42, 0.58, 0.46, 0.54, 0.38]) {
          await page.mouse.click(box.x + box.width * share, box.y + box.height * share)
          if (((await value.textContent()) ?? '').includes('mm')) return true
        }
        return false
      })
      .toBe(true)
    await page.keyboard.press('Escape')
    await value.waitFor({ state: 'detached' })

    const before = await savedPicture(page)
    const context = await canvas.evaluateHandle((element: HTMLCanvasElement) =>
      element.getContext('webgl2')?.getExtension('WEBGL_lose_context'),
    )
    await context.evaluate((graphics) => graphics?.loseContext())
    await page.getByText(t('model:graphics.lost')).waitFor()
    await page.locator('.model-stage .list-table').waitFor()
    await context.evaluate((graphics) => graphics?.restoreContext())
    await page.getByText(t('model:graphics.lost')).waitFor({ state: 'detached' })
    await canvas.waitFor()
    expect((await savedPicture(page)).equals(before)).toBe(true)

    await page.getByText(t('common:field.list'), { exact: true }).click()
    await page.locator('.model-stage .list-table').waitFor()
  })
})

/** The picture with its legend, as a file. */
async function savedPicture(page: Page): Promise<Buffer> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('model:picture') }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/\.png$/)
  return readFile(await saved.path())
}

journey('a browser without graphics', () => {
  const app = openApp({ browserArgs: ['--disable-3d-apis'] })

  it('says so and lists what the colours would say', async () => {
    const id = await orderToReport(app)
    const marks = await got<{ items: Mark[] }>(app, `/api/orders/${id}/marks?pageSize=200`)
    const form = new FormData()
    form.append('files', new Blob([frameIfc(membersOfMarks(marks.items))]), 'hall.ifc')
    const planner = await app.api('planner')
    await planner.call('POST', `/api/orders/${id}/models`, form)
    const latest = async () =>
      (await got<{ items: ModelRevision[] }>(app, `/api/orders/${id}/models`)).items[0]
    await becomes(async () => (await latest())?.status, 'waiting')
    const model = await latest()
    await planner.call('POST', `/api/models/${model?.id}/use`, { version: model?.version })
    const { page } = await app.enter('foreman', `/order/model/${id}`, { screen: 'phone' })
    await page.getByText(t('model:graphics.none')).waitFor()
    await page
      .getByText(marks.items[0]?.mark ?? '', { exact: true })
      .first()
      .waitFor()
  })
})
