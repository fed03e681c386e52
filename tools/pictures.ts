// Takes the README's screenshots from a fresh demo factory: `node_modules/.bin/node tools/pictures.ts`, after
// building the browser part. Needs Chromium.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser, screens, signIn, visit } from '../tests/support/browser.ts'
import { apiAs, dataFolder, startServer } from '../tests/support/app.ts'

const folder = join(dirname(import.meta.dirname), 'docs/pictures')
/** Maximum size in bytes, for readers of the README on a phone. */
const largest = 120_000

/** A detailer's list with a wrong quantity in its fourth row, which its total counts as two. */
const list = [
  ['构件编号', '名称', '规格', '材质', '长度(mm)', '数量', '单重(kg)', '总重(kg)'],
  ['EL-101', '钢梁', 'HN400*200*8*13', 'Q355B', 6000, 4, 390.6, 1562.4],
  ['EL-102', '钢梁', 'HN500*200*10*16', 'Q355B', 7200, 2, 633.6, 1267.2],
  ['EZ-201', '钢柱', 'HW400*400*13*21', 'Q355B', 8400, '2.5', 1444.8, 2889.6],
  ['EC-301', '支撑', 'L100*8', 'Q235B', 3200, 8, 39.3, 314.4],
  ['合计', '', '', '', '', 16, '', 6033.6],
]
  .map((cells) => cells.join('\t'))
  .join('\r\n')

async function settle(page: Page): Promise<void> {
  // A page with an open stream never becomes idle.
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
  await page.evaluate(() => document.fonts.ready)
}

async function take(page: Page, name: string): Promise<void> {
  await settle(page)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  const bytes = Buffer.from(data, 'base64')
  console.log(`${name.padEnd(16)} ${Math.round(bytes.length / 1000)} kB`)
  if (bytes.length > largest) throw new Error(`${name} is larger than ${largest / 1000} kB`)
  writeFileSync(join(folder, `${name}.webp`), bytes)
}

/** Uploads the list into an order that accepts imports; returns the path of its preview. */
async function importList(url: string): Promise<string> {
  const planner = await apiAs(url, 'planner')
  const { body: orders } = await planner.call('GET', '/api/orders?status=confirmed&pageSize=1')
  const [order] = (orders as { items: { id: string }[] }).items
  const form = new FormData()
  form.append('files', new Blob([list]), '三层钢构件清单.xls')
  const { body } = await planner.call('POST', `/api/orders/${order?.id}/imports`, form)
  return `/order/import/${(body as { id: string }).id}`
}

mkdirSync(folder, { recursive: true })
const data = dataFolder()
const app = await startServer(data.path, { SIMULATOR: '1' })
const browser = await openBrowser()
try {
  const desk = await visit(browser, app.url)
  await desk.page.goto('/login')
  await desk.page.locator('input[autocomplete="username"]').waitFor()
  await take(desk.page, 'sign-in')
  await signIn(desk.page, 'planner')
  await take(desk.page, 'home')
  await desk.page.setViewportSize(screens.desk)
  await desk.page.goto('/order/list?status=in_production')
  await desk.page.locator('.list-row').first().waitFor()
  await take(desk.page, 'order-list')
  await desk.page.setViewportSize(screens.laptop)
  await desk.page.locator('.list-row a').first().click()
  await desk.page.locator('.order-page').waitFor()
  await take(desk.page, 'order-detail')
  await desk.page.goto(await importList(app.url))
  await desk.page.locator('.findings .ant-table-row').first().waitFor()
  await take(desk.page, 'import-preview')

  const chief = await visit(browser, app.url)
  await signIn(chief.page, 'admin')
  await chief.page.goto('/quality/statistics')
  await chief.page.locator('.statistics-table').first().waitFor()
  await take(chief.page, 'quality')
  await chief.page.goto('/equipment/list')
  await chief.page.locator('.ant-table-row').first().waitFor()
  await take(chief.page, 'machines')
  await chief.page.goto('/virtualData')
  await chief.page.locator('[data-testid="age-lamp"][data-state="live"]').waitFor()
  await chief.page.locator('[data-testid="panel-welding"] .is-good').first().waitFor({ timeout: 120_000 })
  await take(chief.page, 'wall')

  const phone = await visit(browser, app.url, { screen: 'phone' })
  await signIn(phone.page, 'foreman')
  await phone.page.goto('/order/list')
  await phone.page.locator('.list-row').first().waitFor()
  await take(phone.page, 'phone')
} finally {
  await browser.close()
  await app.stop()
  data.remove()
}
