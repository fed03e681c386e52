import type { ModelRevision } from '@cloud-factory/contract/model/models'
import { expect, it } from 'vitest'
import { frameIfc, membersOfMarks } from '../../apps/server/src/modules/model/ifc.fixtures.ts'
import { wordsOf } from '../support/dictionary.ts'
import { type App, becomes, journey, openApp } from '../support/journey.ts'
import { shownLayout, troubles } from '../support/wall-page.ts'
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

journey('the model of an order', () => {
  const app = openApp({ browserArgs: softwareGraphics })

  it('is dropped, matched and put to use; a piece that is reported changes its colour on an open page', async () => {
    const id = await orderToReport(app)
    const marks = await got<{ items: Mark[] }>(app, `/api/orders/${id}/marks?pageSize=200`)
    const frame = frameIfc(membersOfMarks(marks.items))

    const { page } = await app.enter('planner', `/order/detail/${id}?part=model`)
    const file = { name: 'hall.ifc', mimeType: 'text/plain', buffer: Buffer.from(frame) }
    await page.getByTestId('model-file').setInputFiles([file])
    await page.getByRole('button', { name: t('model:use') }).click()
    await page.getByRole('link', { name: t('model:open') }).click()
    const canvas = page.locator('canvas[data-loaded]')
    await canvas.waitFor()
    await page.locator('.model-progress').waitFor({ state: 'detached' })
    const row = (state: string) => page.locator(`.model-legend tr[data-state=${state}] td`)
    const begun = Number(await row('issued').nth(1).textContent())

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

    const foreman = await app.api('foreman')
    const waiting = `/api/orders/${id}/pieces?status=issued&pageSize=1`
    const piece = (await got<{ items: { id: string }[] }>(app, waiting)).items[0]?.id ?? ''
    const detail = await got<{ nextProcessId: string }>(app, `/api/pieces/${piece}`)
    const step = { processId: detail.nextProcessId, pieces: [piece], part: 1, source: 'list' }
    const unspecified = { crewId: null, worker: null, hours: null, withEarlier: false }
    await foreman.call('POST', '/api/work-reports', {
      ...step,
      ...unspecified,
      clientKey: crypto.randomUUID(),
    })
    await becomes(() => row('issued').nth(1).textContent(), String(begun - 1))

    await page.getByText(t('common:field.list'), { exact: true }).click()
    await page.locator('.model-stage .list-table').waitFor()
  })

  it('turns on a wall, as pictures of the server', async () => {
    const { page, context } = await app.enter('viewer', null, { fresh: true })
    await context.route('**/api/screens/shown*', async (route) => {
      const screen = (await (await route.fetch()).json()) as object
      await route.fulfill({ json: { ...screen, layout: shownLayout('project') } })
    })
    await page.goto('/realData')
    const picture = page.locator('.model-picture')
    await picture.locator('img').waitFor()
    expect(await troubles(page)).toEqual([])
  })
})

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
