// The page of an order's model in a real browser without a graphics card: `node bench/model-page.ts MINUTES [PARTS…]`. Imports
// the models of bench/model.ts into a real server, each with its order, and measures the time to the first picture and to the
// whole one, bytes to the browser, draw calls, triangles, frames a second while the view turns, memory at first and while it
// turns for so many minutes, and the time from a work report to the changed colour on the screen.
import type { CDPSession, Page } from 'playwright-core'
import { apiAs, dataFolder, signInOverApi, startServer } from '../tests/support/app.ts'
import { savedState, screens } from '../tests/support/browser.ts'
import { machineLoad } from './support/cpu.ts'
import {
  drawingOf,
  forgetChange,
  memoryOf,
  openGraphics,
  orbit,
  type PageMemory,
  watchDrawing,
} from './support/drawing.ts'
import { hallOrder, hallProject, sent } from './support/hall-order.ts'

const minutes = Number(process.argv[2] ?? 10)
const sizes = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [1000, 10_000, 50_000]
const reports = Number(process.env['REPORTS'] ?? 5)

const folder = dataFolder()
const app = await startServer(folder.path, { NODE_ENV: 'production' })
const planner = await apiAs(app.url, 'planner')
const foreman = await apiAs(app.url, 'foreman')
const person = await signInOverApi(app.url, 'planner')
try {
  const project = await hallProject(planner)
  for (const parts of sizes) {
    const { orderId, triangles } = await hallOrder(planner, project, parts)
    console.log(`${parts} parts, ${triangles} triangles, ${machineLoad()}`)
    const browser = await openGraphics()
    const context = await browser.newContext({
      baseURL: app.url,
      viewport: screens.desk,
      storageState: savedState(app.url, {}, person),
    })
    context.setDefaultTimeout(120_000)
    const first = await visit(await context.newPage(), orderId, triangles)
    print('  first visit', first)
    await first.page.close()
    const again = await visit(await context.newPage(), orderId, triangles)
    print('  from the cache', again)
    await measure(again, orderId, project.firstProcessId)
    await browser.close()
  }
} finally {
  await app.stop()
  folder.remove()
}

interface Visit {
  readonly page: Page
  readonly cdp: CDPSession
  readonly bytes: number
  readonly requests: number
  /** Until something of the model, and all of it, was on the screen. */
  readonly firstMs: number
  readonly allMs: number
}

async function visit(page: Page, orderId: string, triangles: number): Promise<Visit> {
  await watchDrawing(page)
  const cdp = await page.context().newCDPSession(page)
  const sum = { bytes: 0, requests: 0 }
  await cdp.send('Network.enable')
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sum.bytes += encodedDataLength
    sum.requests += 1
  })
  await page.goto(`/order/model/${orderId}`, { waitUntil: 'commit' })
  for (;;) {
    const { grown } = await drawingOf(page)
    if ((grown.at(-1)?.triangles ?? 0) >= triangles)
      return { page, cdp, ...sum, firstMs: grown[0]?.at ?? 0, allMs: grown.at(-1)?.at ?? 0 }
    await page.waitForTimeout(100)
  }
}

function print(name: string, { bytes, requests, firstMs, allMs }: Visit): void {
  const seconds = (ms: number) => (ms / 1000).toFixed(2)
  console.log(
    `${name}: first picture ${seconds(firstMs)} s, all ${seconds(allMs)} s, ${(bytes / 1024).toFixed(0)} KB, ${requests} requests`,
  )
}

async function measure({ page, cdp }: Visit, orderId: string, processId: string): Promise<void> {
  const { calls, triangles } = await drawingOf(page)
  console.log(`  ${calls} draw calls, ${triangles} triangles a frame`)
  printMemory('at first', await memoryOf(cdp))
  console.log(`  ${(await orbit(page, cdp, 10)).toFixed(1)} frames a second while it turns`)
  const delays: number[] = []
  for (let done = 0; done < reports; done += 1) delays.push(await delayOf(page, orderId, processId))
  const [low, middle, high] = [0, Math.floor(reports / 2), reports - 1].map(
    (at) => delays.toSorted((a, b) => a - b)[at],
  )
  console.log(`  work report → colour on the screen: ${low} to ${high} ms, median ${middle} ms`)
  for (let half = 1; half <= minutes * 2; half += 1) {
    const fps = await orbit(page, cdp, 30)
    printMemory(`after ${half / 2} min, ${fps.toFixed(1)} frames a second`, await memoryOf(cdp))
  }
}

/** From a work report of the foreman until the changed colour is drawn. */
async function delayOf(page: Page, orderId: string, processId: string): Promise<number> {
  const path = `/api/orders/${orderId}/pieces?status=issued&pageSize=1`
  const { items } = await sent<{ items: { id: string }[] }>(foreman, 'GET', path)
  const [piece] = items
  if (piece === undefined) throw new Error('nothing to report')
  await forgetChange(page)
  const began = Date.now()
  await sent(foreman, 'POST', '/api/work-reports', {
    clientKey: crypto.randomUUID(),
    processId,
    pieces: [piece.id],
    withEarlier: false,
    crewId: null,
    worker: null,
    hours: null,
    source: 'list',
  })
  for (;;) {
    const { changedAt } = await drawingOf(page)
    if (changedAt > 0) return changedAt - began
    await page.waitForTimeout(20)
  }
}

function printMemory(when: string, { heap, buffers, page, graphics }: PageMemory): void {
  const mb = (value: number) => `${value.toFixed(0)} MB`
  console.log(
    `  ${when}: heap ${mb(heap)}, buffers ${mb(buffers)}, page ${mb(page)}, graphics ${mb(graphics)}`,
  )
}
