import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { ProjectRow } from '@cloud-factory/contract/projects/projects'
import type { WorkPiece, WorkReportRow } from '@cloud-factory/contract/production/work'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { App } from './journey.ts'

export async function got<T>(app: App, path: string, username = 'admin'): Promise<T> {
  const { status, body } = await (await app.api(username)).call('GET', path)
  expect(status, path).toBe(200)
  return body as T
}

/** Sends a change as one person, which must succeed. Returns the response body. */
export async function sent<T>(
  app: App,
  username: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const reply = await (await app.api(username)).call(method, path, body)
  expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBeLessThan(300)
  return reply.body as T
}

/** A confirmed order with pieces, and after its release the pieces that wait for its first process. */
export async function confirmedOrder(app: App): Promise<OrderRow> {
  const { items } = await got<{ items: OrderRow[] }>(
    app,
    '/api/orders?status=confirmed&sort=-pieces&pageSize=1',
  )
  const [order] = items
  if (order === undefined || order.pieces < 20) throw new Error('the demo factory has no such order')
  return order
}

/** A draft without pieces, in the demo factory's first project. */
export async function newOrder(app: App, no: string): Promise<OrderRow> {
  const [project] = (await got<{ items: ProjectRow[] }>(app, '/api/projects?pageSize=1')).items
  const empty = { name: '', customerPo: null, priority: 'B', dueOn: null, contractTonnes: null, note: null }
  const api = await app.api('planner')
  const { status, body } = await api.call('POST', '/api/orders', { projectId: project?.id, no, ...empty })
  expect(status).toBe(201)
  return body as OrderRow
}

export const pieceOf = (app: App, id: string) => got<WorkPiece>(app, `/api/pieces/${id}`)

/** Number of reports of a piece. */
export async function reportsOf(app: App, pieceId: string): Promise<number> {
  const { items } = await got<{ items: WorkReportRow[] }>(app, `/api/work-reports?pieceId=${pieceId}`)
  return items.filter(({ undone }) => undone === null).length
}

/**
 * Runs `act` while the window is offline. On a busy machine, a page's next request can overtake the switch inside the
 * browser, so this waits until a request fails in each page.
 */
export async function withoutNetwork(context: BrowserContext, act: () => Promise<void>): Promise<void> {
  await context.setOffline(true)
  try {
    for (const page of context.pages())
      await page.waitForFunction(() =>
        fetch('/api/health', { cache: 'no-store' }).then(
          () => false,
          () => true,
        ),
      )
    await act()
  } finally {
    await context.setOffline(false)
  }
}

export const confirm = (page: Page) => page.locator('.report-button')
export const result = (page: Page, tone: string) => page.locator(`.report-result.is-${tone}`)

/** Simulates a keyboard scanner: types faster than the driver can, ends with Enter, and no field has the focus. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.locator('.scan-field').waitFor()
  await page.evaluate(
    (keys) => {
      ;(document.activeElement as HTMLElement | null)?.blur()
      for (const key of keys)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    },
    [...code.split(''), 'Enter'],
  )
  await confirm(page).waitFor()
}

/** Scans a piece and taps to confirm. */
export async function report(page: Page, { qr }: WorkPiece, tone = 'good'): Promise<void> {
  await scan(page, qr)
  await confirm(page).click()
  await result(page, tone).waitFor()
}
