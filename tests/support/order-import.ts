import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { becomes, type App } from './journey.ts'
import { got, newOrder } from './work.ts'

/** Path of a list for browser tests. */
export const fixture = (name: string): string => join(import.meta.dirname, '../e2e/fixtures', name)

/** Drops files and folders of this computer, as the desktop does. */
export async function drop(page: Page, target: Locator, files: string[]): Promise<void> {
  const box = await target.boundingBox()
  const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  const browser = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files, dragOperationsMask: 1 },
    })
  await browser.detach()
}

/** Uploads a list into an order, and waits until it is parsed. */
export async function uploadList(app: App, orderId: string, name: string): Promise<ImportView> {
  const api = await app.api('planner')
  const form = new FormData()
  form.append('files', new Blob([readFileSync(fixture(name))]), name)
  const { status, body } = await api.call('POST', `/api/orders/${orderId}/imports`, form)
  expect(status).toBe(202)
  const { id } = body as ImportView
  const read = () => got<ImportView>(app, `/api/imports/${id}`)
  await becomes(async () => (await read()).status, 'ready')
  return read()
}

export async function applyImport(app: App, { id }: ImportView): Promise<void> {
  const { status } = await (await app.api('planner')).call('POST', `/api/imports/${id}/apply`)
  expect(status).toBe(200)
}

/** A confirmed order with the pieces of a list. */
export async function newConfirmedOrder(app: App, no: string): Promise<OrderRow> {
  const { id } = await newOrder(app, no)
  await applyImport(app, await uploadList(app, id, 'brackets.kss'))
  const { version } = await got<OrderRow>(app, `/api/orders/${id}`)
  const api = await app.api('planner')
  const { status, body } = await api.call('POST', `/api/orders/${id}/status`, { version, to: 'confirmed' })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as OrderRow
}
