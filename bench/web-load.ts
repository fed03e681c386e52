// Visits through a slow machine and network: 4× CPU throttle, 10 Mbit/s, 40 ms; medians of RUNS (5). Prints
// milliseconds until the page is ready, of script on the main thread and of blocking (long tasks beyond 50 ms), the
// transfers in KB (as sent, compressed) and the requests until then. PAGES=1 visits every page of the menu, too; ONLY
// measures the rows whose name contains it.
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { openBrowser, screens, signIn } from '../tests/support/browser.ts'
import { dataFolder, password, startServer } from '../tests/support/app.ts'

const runs = Number(process.env['RUNS'] ?? 5)
const only = process.env['ONLY'] ?? ''

interface Measured {
  readonly readyMs: number
  readonly scriptMs: number
  readonly blockedMs: number
  readonly kilobytes: number
  readonly requests: number
}

/** Slows the page down, and counts what it transfers from now on. */
async function slowDown(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const transfers = { bytes: 0, requests: 0 }
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => void (transfers.bytes += encodedDataLength))
  cdp.on('Network.responseReceived', ({ response }) => {
    if (response.url.startsWith('http') && response.fromDiskCache !== true) transfers.requests += 1
  })
  await cdp.send('Performance.enable')
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: (10 * 1024 * 1024) / 8,
    uploadThroughput: (10 * 1024 * 1024) / 8,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { cdp, transfers }
}

async function scriptMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0)
}

const blockedMs = (page: Page) =>
  page.evaluate(() => (window as unknown as { blocked?: number }).blocked ?? 0)

/** Adds up long tasks, in this document and in those to come. */
async function watchBlocking(page: Page): Promise<void> {
  const watch = () => {
    const store = window as unknown as { blocked?: number }
    if (store.blocked !== undefined) return
    store.blocked = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        store.blocked = (store.blocked ?? 0) + Math.max(0, duration - 50)
    }).observe({ type: 'longtask' })
  }
  await page.addInitScript(watch)
  await page.evaluate(watch)
}

/** @param ready selector of what makes the page usable */
async function measure(page: Page, act: () => Promise<unknown>, ready: string): Promise<Measured> {
  const { cdp, transfers } = await slowDown(page)
  await watchBlocking(page)
  const isNew = page.url() === 'about:blank'
  const before = isNew
    ? { script: 0, blocked: 0 }
    : { script: await scriptMs(cdp), blocked: await blockedMs(page) }
  const began = performance.now()
  await act()
  await page.locator(ready).first().waitFor({ state: 'visible' })
  const readyMs = performance.now() - began
  const { bytes, requests } = transfers
  return {
    readyMs,
    scriptMs: (await scriptMs(cdp)) - before.script,
    blockedMs: (await blockedMs(page)) - before.blocked,
    kilobytes: bytes / 1024,
    requests,
  }
}

/** Time from a click on a tab until its page is painted with its rows; what it requested before is counted. */
async function measureReturn(page: Page, tab: string, rows: string): Promise<Measured> {
  const { cdp, transfers } = await slowDown(page)
  const before = await scriptMs(cdp)
  const readyMs = await page.evaluate(
    async ([name, shown]) => {
      const button = [...document.querySelectorAll<HTMLElement>('.tab-button')].find(
        ({ title }) => title === name,
      )
      const isShown = () => document.querySelector(shown)?.checkVisibility() === true
      const painted = () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = resolve
          requestAnimationFrame(() => port2.postMessage(null))
        })
      const began = performance.now()
      button?.click()
      do await painted()
      while (!isShown())
      return performance.now() - began
    },
    [tab, rows] as const,
  )
  const { bytes, requests } = transfers
  return {
    readyMs,
    scriptMs: (await scriptMs(cdp)) - before,
    blockedMs: 0,
    kilobytes: bytes / 1024,
    requests,
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

function print(name: string, all: Measured[]): void {
  const figure = (pick: (one: Measured) => number) => String(Math.round(median(all.map(pick)))).padStart(5)
  console.log(
    `${name.padEnd(40)} ready ${figure((m) => m.readyMs)} ms   script ${figure((m) => m.scriptMs)} ms   ` +
      `blocked ${figure((m) => m.blockedMs)} ms   ${figure((m) => m.kilobytes)} KB   ${figure((m) => m.requests)} requests`,
  )
}

const folder = dataFolder()
const app = await startServer(folder.path, { NODE_ENV: 'production' })
const browser = await openBrowser()
type Storage = Awaited<ReturnType<BrowserContext['storageState']>>
const fresh = (storage?: Storage) =>
  browser.newContext({
    baseURL: app.url,
    viewport: screens.laptop,
    ...(storage !== undefined && { storageState: storage }),
  })

const first = await fresh()
await signIn(await first.newPage(), 'planner')
const signedIn = await first.storageState()
await first.close()

async function repeat(name: string, storage: Storage | undefined, one: (page: Page) => Promise<Measured>) {
  if (!name.includes(only)) return
  const all: Measured[] = []
  for (let run = 0; run < runs; run += 1) {
    const context = await fresh(storage)
    all.push(await one(await context.newPage()))
    await context.close()
  }
  print(name, all)
}

const home = '.dashboard .queue li, .dashboard .queue-empty'
const row = '.list-row'
const byLink = (path: string, ready: string) => (page: Page) =>
  measure(page, () => page.goto(path, { waitUntil: 'commit' }), ready)
/** As long as a person looks at a page; the shell fetches what it will need meanwhile. */
const look = (page: Page) => page.waitForTimeout(6000)
/** The entry of a page in the menu; its group is opened. */
async function menuEntry(page: Page, path: string) {
  const entry = page.locator(`.sidebar a[href="${path}"]`)
  const group = page.locator('.menu-group', { has: page.locator(`a[href="${path}"]`) }).locator('button')
  if (!(await entry.isVisible())) await group.click()
  await entry.waitFor()
  return entry
}
async function visit(page: Page, path: string, ready: string): Promise<void> {
  await page.goto(path)
  await page.locator(ready).first().waitFor()
  await look(page)
}

await repeat('/login, first visit', undefined, byLink('/login', 'input[autocomplete="username"]'))
await repeat('sign-in → home', undefined, async (page) => {
  await page.goto('/login')
  await page.locator('input[autocomplete="username"]').fill('planner')
  await page.locator('input[type="password"]').fill(password)
  await look(page)
  return measure(page, () => page.locator('input[type="password"]').press('Enter'), home)
})
await repeat('home by link', signedIn, byLink('/dashboard', home))
await repeat('order list by link', signedIn, byLink('/order/list', row))
await repeat('order list, repeat visit, warm cache', signedIn, async (page) => {
  await visit(page, '/order/list', row)
  await page.goto('about:blank')
  return measure(page, () => page.goto('/order/list', { waitUntil: 'commit' }), row)
})
await repeat('first visit of the list from home', signedIn, async (page) => {
  await visit(page, '/dashboard', home)
  const entry = await menuEntry(page, '/order/list')
  return measure(page, () => entry.click(), row)
})
for (const size of [20, 200]) {
  await repeat(`back to a kept list of ${size} rows`, signedIn, async (page) => {
    await visit(page, `/order/list?pageSize=${size}`, row)
    const title = await page.locator('.tab-button[aria-selected="true"]').getAttribute('title')
    await page.locator('.tab-button').first().click()
    await page.locator(home).first().waitFor()
    await look(page)
    return measureReturn(page, title ?? '', row)
  })
}
await repeat('back to home', signedIn, async (page) => {
  await visit(page, '/order/list', row)
  const title = await page.locator('.tab-button').first().getAttribute('title')
  await page.locator('.tab-button').first().click()
  await page.locator(home).first().waitFor()
  await (await menuEntry(page, '/order/list')).click()
  await look(page)
  return measureReturn(page, title ?? '', home)
})
if (process.env['PAGES'] === '1') {
  const context = await fresh(signedIn)
  const page = await context.newPage()
  await visit(page, '/order/list', row)
  const paths = await page.evaluate(() => {
    for (const group of document.querySelectorAll<HTMLElement>('.menu-group > button[aria-expanded="false"]'))
      group.click()
    return new Promise<string[]>((resolve) => {
      requestAnimationFrame(() =>
        resolve(
          [...document.querySelectorAll('.sidebar a[href^="/"]')].map(
            (link) => link.getAttribute('href') ?? '',
          ),
        ),
      )
    })
  })
  await context.close()
  // What a page shows when its data is there; a wait mark is none of it.
  const ready =
    '.tab-page:not(:has(.page-wait, .ant-skeleton, .ant-spin-spinning, [aria-busy="true"])) :is(h1, h2)'
  for (const path of new Set(paths)) await repeat(path, signedIn, byLink(path, ready))
}
await browser.close()
await app.stop()
folder.remove()
