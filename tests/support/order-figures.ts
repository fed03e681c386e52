import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { ProcessRow } from '@cloud-factory/contract/planning/processes'
import type { ProductionReport } from '@cloud-factory/contract/production-reports/production-reports'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { tonnes } from '../../apps/web/src/shared/format/numbers.ts'
import { timeout } from './browser.ts'
import type { App } from './journey.ts'
import { got } from './work.ts'
import { type Language, wordsOf } from './dictionary.ts'

/** Figures of an order that must be equal wherever they are shown. */
export interface Figures {
  readonly pieces: number
  readonly kg: number
  /** Weighted kilograms still to be done. */
  readonly leftKg: number
  /** Kilograms done by process of its route, by code; null before its release. */
  readonly done: Readonly<Record<string, number>> | null
}

interface FigureSource {
  readonly app: App
  readonly id: string
  readonly no: string
  readonly language: Language
  /** Browser context for the pages; its person needs read permission. */
  readonly context: BrowserContext
}

/**
 * Opens the list, the order page and the report page of one order. The returned function asserts that they and
 * the API show the same figures, to the kilogram.
 */
export async function openFigures(source: FigureSource): Promise<(expected: Figures) => Promise<void>> {
  const { app, context, id, no, language } = source
  const t = wordsOf(language)
  const { items: processes } = await got<{ items: ProcessRow[] }>(app, '/api/processes?pageSize=200')
  const nameOf = (code: string) => processes.find((process) => process.code === code)?.names[language] ?? code
  const shows = async (path: string, read: Reader) => {
    const page = await context.newPage()
    return async (expected: unknown) => {
      await page.goto(path)
      await expect.poll(() => read(page, t), { timeout: timeout, message: path }).toEqual(expected)
    }
  }
  const list = await shows(`/order/list?q=${no}`, listed)
  const order = await shows(`/order/detail/${id}`, detailed)
  const report = await shows(`/order/report?${scopeOf(id)}`, totalled)

  return async ({ pieces, kg, leftKg, done }) => {
    const all = Object.entries(done ?? {})
    const begun = all.filter(([, doneKg]) => doneKg > 0)
    expect(await figuresOfApi(source, processes), 'API').toEqual({
      pieces,
      grams: grams(kg),
      listed: [pieces, grams(kg)],
      marks: [pieces, grams(kg)],
      done: all.map(([code, doneKg]) => `${code} ${grams(doneKg)}`),
      reported: begun.map(([code, doneKg]) => `${code} ${grams(doneKg)}`),
    })
    const named = ([code, doneKg]: readonly [string, number]) => `${nameOf(code)} ${tonnes(doneKg)}`
    const both = { pieces: String(pieces), tonnes: tonnes(kg) }
    await Promise.all([
      list({ ...both, left: tonnes(leftKg) }),
      order({ ...both, done: all.map(named) }),
      ...(begun.length > 0 ? [report(begun.map(named))] : []),
    ])
  }
}

const grams = (kg: number): number => Math.round(kg * 1000)

async function figuresOfApi({ app, id, no }: FigureSource, processes: readonly ProcessRow[]) {
  const codeOf = (id: string) => processes.find((process) => process.id === id)?.code
  const [order, list, marks, report] = await Promise.all([
    got<OrderRow>(app, `/api/orders/${id}`),
    got<{ sums: { pieces: number; weightKg: number } }>(app, `/api/orders?q=${no}`),
    got<{ sums: { pieces: number; weightKg: number } }>(app, `/api/orders/${id}/marks`),
    got<ProductionReport>(app, `/api/reports/production?per=day&group=none&${scopeOf(id)}`),
  ])
  return {
    pieces: order.pieces,
    grams: grams(order.weightKg),
    listed: [list.sums.pieces, grams(list.sums.weightKg)],
    marks: [marks.sums.pieces, grams(marks.sums.weightKg)],
    done: order.byProcess.map(({ processId, doneKg }) => `${codeOf(processId)} ${grams(doneKg)}`),
    reported: report.totals.map(({ processId, kg }) => `${codeOf(processId)} ${grams(kg)}`),
  }
}

/** All reports of the order in these days, whichever day is today in the zone. */
function scopeOf(orderId: string): string {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return `from=${day(-3)}&to=${day(1)}&orderId=${orderId}`
}

type Reader = (page: Page, t: ReturnType<typeof wordsOf>) => Promise<unknown>

/** Cells of the only row, by column title. */
const listed: Reader = async (page, t) => {
  const titles = await page.locator('.list-table thead th').allInnerTexts()
  const rows = await page.locator('.list-row').all()
  const cells = rows.length === 1 ? await rows[0]?.locator('td').allInnerTexts() : undefined
  const cell = (key: string) => cells?.[titles.findIndex((title) => title.trim() === t(key))]?.trim()
  const [left, tonnes] = cell('order-list:field.left')?.split(/\s*\/\s*/) ?? []
  return { pieces: cell('common:field.pieces'), tonnes, left }
}

/** Key facts, and the kilograms done per process. */
const detailed: Reader = async (page, t) => {
  const fact = (key: string) =>
    page
      .locator('.key-facts > div', { has: page.locator('dt').getByText(t(key), { exact: true }) })
      .locator('dd')
      .allInnerTexts()
  const [[pieces], [weight]] = await Promise.all([fact('common:field.pieces'), fact('orders:field.tonnes')])
  const names = await page.locator('.progress-name').allInnerTexts()
  const lines = await page.locator('.progress-figures').allInnerTexts()
  return {
    pieces: pieces?.trim(),
    tonnes: weight?.trim().split(/\s/)[0],
    done: names.map((name, at) => `${name} ${lines[at]?.trim().split(/\s/)[0]}`),
  }
}

/** The totals under the processes. */
const totalled: Reader = async (page) => {
  const names = await page.locator('.report-head').allInnerTexts()
  const totals = await page.locator('.report-table tfoot tr').first().locator('td').allInnerTexts()
  return names.map((name, at) => `${name.trim()} ${totals[at]?.trim()}`)
}
