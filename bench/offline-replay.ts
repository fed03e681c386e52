// Offline reports: REPORTS (200) pieces are scanned and confirmed on a phone's screen while it is offline. Prints how
// long the device took to store them, and the time from the network's return until its queue is empty.
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import type { RouteRow } from '@cloud-factory/contract/planning/processes'
import type { WorkPiece, WorkReportRow } from '@cloud-factory/contract/production/work'
import type { Page } from 'playwright-core'
import { openBrowser, screens, signIn } from '../tests/support/browser.ts'
import { apiAs, dataFolder, startServer } from '../tests/support/app.ts'

type Piece = Pick<WorkPiece, 'id' | 'qr'>

const reports = Number(process.env['REPORTS'] ?? 200)
const folder = dataFolder()
const app = await startServer(folder.path, { NODE_ENV: 'production' })
const browser = await openBrowser()
try {
  await measure()
} finally {
  await browser.close()
  await app.stop()
  folder.remove()
}

async function measure(): Promise<void> {
  const { orderId, pieces } = await releasedOrder()
  const context = await browser.newContext({ baseURL: app.url, viewport: screens.phone, hasTouch: true })
  const page = await context.newPage()
  await signIn(page, 'foreman')
  await page.goto('/order/work')
  const [first, ...rest] = pieces
  // Online first, so that the device knows the process to report.
  await reportAll(page, [first?.qr ?? ''], 'good')
  await context.setOffline(true)
  const stored = await reportAll(
    page,
    rest.map(({ qr }) => qr),
    'waits',
  )
  await page.locator('.queue-panel').waitFor()
  const began = performance.now()
  await context.setOffline(false)
  await page.locator('.queue-panel').waitFor({ state: 'detached', timeout: 600_000 })
  const emptied = performance.now() - began
  const once = await countedOnce(orderId, pieces)
  console.log(`${rest.length} reports kept offline in ${(stored / 1000).toFixed(1)} s`)
  console.log(
    `queue empty ${(emptied / 1000).toFixed(1)} s after the network, ${Math.round(emptied / rest.length)} ms each`,
  )
  console.log(`counted exactly once: ${once} of ${pieces.length} pieces`)
}

/** Creates an order of light pieces, released with one route. */
async function releasedOrder(): Promise<{ orderId: string; pieces: readonly Piece[] }> {
  const api = await apiAs(app.url, 'planner')
  const get = async <T>(path: string): Promise<T> => (await api.call('GET', path)).body as T
  const post = async <T>(path: string, body?: unknown, method = 'POST'): Promise<T> => {
    const answer = await api.call(method, path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }
  const [project] = (await get<{ items: { id: string }[] }>('/api/projects?pageSize=1')).items
  const { id } = await post<OrderRow>('/api/orders', {
    projectId: project?.id,
    no: 'OFFLINE-1',
    name: '',
    customerPo: null,
    priority: 'B',
    dueOn: null,
    contractTonnes: null,
    note: null,
  })
  const list = `KISS,1.1,Bench\nH,B,B,B,11/21/26,09:00,T\nD,BR-1,0,BR-1,BR-1,${reports + 1},PL,10x200,Q355B,2000,,BRACE\n`
  const form = new FormData()
  form.append('files', new Blob([list]), 'offline.kss')
  const upload = await post<ImportView>(`/api/orders/${id}/imports`, form)
  for (let view = upload; view.status !== 'ready'; ) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    view = await get<ImportView>(`/api/imports/${upload.id}`)
    if (view.status === 'failed') throw new Error('the list could not be read')
  }
  await post(`/api/imports/${upload.id}/apply`)
  const order = await get<OrderRow>(`/api/orders/${id}`)
  await post(`/api/orders/${id}/status`, { version: order.version, to: 'confirmed' })
  const { items: routes } = await get<{ items: RouteRow[] }>('/api/routes?pageSize=50')
  const { items: marks } = await get<{ items: { id: string }[] }>(`/api/orders/${id}/marks`)
  const route = routes.find(({ kinds }) => kinds.includes('brace'))
  await post(`/api/orders/${id}/routes`, { routeId: route?.id, markIds: marks.map((mark) => mark.id) }, 'PUT')
  const { version } = await get<OrderRow>(`/api/orders/${id}`)
  await post(`/api/orders/${id}/release`, { version })
  const pieces: Piece[] = []
  for (let page = 1; pieces.length <= reports; page += 1)
    pieces.push(
      ...(await get<{ items: Piece[] }>(`/api/orders/${id}/pieces?pageSize=200&page=${page}`)).items,
    )
  return { orderId: id, pieces }
}

/** Scans and confirms pieces as fast as the page allows. Returns ms. */
async function reportAll(page: Page, codes: readonly string[], tone: string): Promise<number> {
  await page.locator('.scan-field').waitFor()
  const began = performance.now()
  await page.evaluate(
    async ({ codes: scanned, tone: expected }) => {
      const shown = async (selector: string) => {
        for (const until = performance.now() + 30_000; performance.now() < until; ) {
          const found = document.querySelector<HTMLElement>(selector)
          if (found !== null) return found
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
        throw new Error(`no ${selector}`)
      }
      for (const code of scanned) {
        ;(document.activeElement as HTMLElement | null)?.blur()
        for (const key of [...code.split(''), 'Enter'])
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        const button = await shown('.report-button')
        button.click()
        await shown(`.report-result.is-${expected}`)
      }
    },
    { codes: [...codes], tone },
  )
  return performance.now() - began
}

/** Number of pieces with exactly one report. */
async function countedOnce(orderId: string, pieces: readonly Piece[]): Promise<number> {
  const api = await apiAs(app.url, 'foreman')
  const counts = new Map<string, number>()
  for (let page = 1, more = true; more; page += 1) {
    const path = `/api/work-reports?orderId=${orderId}&pageSize=200&page=${page}`
    const { items, total } = (await api.call('GET', path)).body as { items: WorkReportRow[]; total: number }
    for (const { pieceId } of items) counts.set(pieceId, (counts.get(pieceId) ?? 0) + 1)
    more = page * 200 < total
  }
  return pieces.filter(({ id }) => counts.get(id) === 1).length
}
