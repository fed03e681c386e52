// What a work report costs while others have pages of the same factory open: `node bench/live-pages.ts 40 15` (pages, reports).
// The planner's pages are opened in turns in a real browser; a foreman reports one piece a second, first without them. Prints
// the requests of each kind of page for a report, and the server's processor time for a report. Embedded database, whose
// time is the server's. Needs Chromium. Linux.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { WorkPiece } from '@cloud-factory/contract/production/work'
import { apiAs, dataFolder, signInOverApi, startServer } from '../tests/support/app.ts'
import { openBrowser, savedState, screens } from '../tests/support/browser.ts'
import { machineLoad, processTimes } from './support/cpu.ts'

const [pages = '40', reports = '15'] = process.argv.slice(2)
/** Longer than the pause between two refetches of sums, ms. */
const settledMs = 10_000

const folder = dataFolder()
const app = await startServer(folder.path, { SIMULATOR: '0' })
const browser = await openBrowser()
try {
  const foreman = await apiAs(app.url, 'foreman')
  const reply = async <T>(path: string) => (await foreman.call('GET', path)).body as T
  const { items: orders } = await reply<{ items: OrderRow[] }>(
    '/api/orders?status=in_production&sort=-pieces&pageSize=20',
  )
  const work = await readyWork(orders, 2 * Number(reports))
  const paths = [
    '/dashboard',
    '/order/list',
    `/order/detail/${work.orderId}`,
    '/order/work',
    '/order/schedule',
    '/quality/due',
    '/warehouse/steel',
    '/equipment/list',
  ]

  /** Reports pieces, one a second, and waits for what follows; processor time of the server for one of them, ms. */
  async function reportAll(pieces: readonly string[]): Promise<number> {
    const before = processTimes(app.pid)
    for (const piece of pieces) {
      const { status } = await foreman.call('POST', '/api/work-reports', {
        clientKey: randomUUID(),
        processId: work.processId,
        pieces: [piece],
        crewId: null,
        worker: null,
        hours: null,
        source: 'list',
        withEarlier: false,
      })
      if (status !== 200) throw new Error(`a report was answered with ${status}`)
      await pause(1000)
    }
    await pause(settledMs)
    return (processTimes(app.pid) - before) / pieces.length
  }

  const alone = await reportAll(work.pieces.slice(0, Number(reports)))
  const requests = new Map(paths.map((path) => [path, 0]))
  let counts = false
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: screens.laptop,
    storageState: savedState(app.url, { language: 'zh' }, await signInOverApi(app.url, 'planner')),
  })
  for (let at = 0; at < Number(pages); at += 1) {
    const path = paths[at % paths.length] ?? ''
    const page = await context.newPage()
    page.on('request', (request) => {
      if (counts && request.url().includes('/api/')) requests.set(path, (requests.get(path) ?? 0) + 1)
    })
    const follows = page.waitForResponse((response) => response.url().includes('/api/live?topics=changes'))
    await page.goto(path)
    await follows
  }
  await pause(settledMs)
  counts = true
  const together = await reportAll(work.pieces.slice(Number(reports)))
  console.log(
    `a report: ${alone.toFixed(0)} ms of processor time without pages, ${together.toFixed(0)} ms with ${pages} pages, ${machineLoad()}`,
  )
  for (const [path, count] of requests) {
    const each = count / (Number(pages) / paths.length) / Number(reports)
    console.log(`  ${path.padEnd(48)} ${each.toFixed(2)} requests a page and report`)
  }

  /** Pieces of one order that wait for one process. */
  async function readyWork(among: readonly OrderRow[], count: number) {
    for (const { id: orderId, byProcess } of among) {
      for (const { processId } of byProcess) {
        const { items } = await reply<{ items: WorkPiece[] }>(
          `/api/ready-pieces?processId=${processId}&orderId=${orderId}&pageSize=200`,
        )
        if (items.length >= count)
          return { orderId, processId, pieces: items.slice(0, count).map(({ id }) => id) }
      }
    }
    throw new Error(`no order has ${count} pieces that wait for a process`)
  }
} finally {
  await browser.close()
  await app.stop()
  folder.remove()
}
