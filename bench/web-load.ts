// First visits through a slow machine and network: 4× CPU throttle, 10 Mbit/s, 40 ms; median of RUNS (5).
// Prints all transfers in KB (as sent, compressed), milliseconds until ready, and blocked milliseconds (long tasks beyond 50 ms).
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { openBrowser, screens, signIn } from '../tests/support/browser.ts'
import { dataFolder, startServer } from '../tests/support/app.ts'

const runs = Number(process.env['RUNS'] ?? 5)

interface Measured {
  readonly kilobytes: number
  readonly readyMs: number
  readonly blockedMs: number
}

async function slowDown(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: (10 * 1024 * 1024) / 8,
    uploadThroughput: (10 * 1024 * 1024) / 8,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return cdp
}

async function measure(page: Page, act: () => Promise<unknown>, ready: string): Promise<Measured> {
  const cdp = await slowDown(page)
  let bytes = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  await page.addInitScript(() => {
    const store = window as unknown as { blocked: number }
    store.blocked = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) store.blocked += Math.max(0, duration - 50)
    }).observe({ type: 'longtask', buffered: true })
  })
  const began = performance.now()
  await act()
  await page.locator(ready).first().waitFor({ state: 'visible' })
  const readyMs = performance.now() - began
  const atReady = bytes
  const blockedMs = await page.evaluate(() => (window as unknown as { blocked: number }).blocked)
  return { kilobytes: atReady / 1024, readyMs, blockedMs }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

function print(name: string, all: Measured[]): void {
  const figure = (pick: (one: Measured) => number) => Math.round(median(all.map(pick)))
  console.log(
    `${name.padEnd(34)} ${figure((m) => m.kilobytes)} KB   ready ${figure((m) => m.readyMs)} ms   blocked ${figure((m) => m.blockedMs)} ms`,
  )
}

const folder = dataFolder()
const app = await startServer(folder.path, { NODE_ENV: 'production' })
const browser = await openBrowser()
const fresh = (storage?: Awaited<ReturnType<BrowserContext['storageState']>>) =>
  browser.newContext({
    baseURL: app.url,
    viewport: screens.laptop,
    ...(storage !== undefined && { storageState: storage }),
  })

const first = await fresh()
await signIn(await first.newPage(), 'planner')
const signedIn = await first.storageState()
await first.close()

async function repeat(
  name: string,
  storage: typeof signedIn | undefined,
  one: (page: Page) => Promise<Measured>,
) {
  const all: Measured[] = []
  for (let run = 0; run < runs; run += 1) {
    const context = await fresh(storage)
    all.push(await one(await context.newPage()))
    await context.close()
  }
  print(name, all)
}

await repeat('first visit to /login', undefined, (page) =>
  measure(page, () => page.goto('/login', { waitUntil: 'commit' }), 'input[autocomplete="username"]'),
)
await repeat('deep link to /dashboard', signedIn, (page) =>
  measure(page, () => page.goto('/dashboard', { waitUntil: 'commit' }), 'main h2, main h1'),
)
await repeat('deep link to /order/list', signedIn, (page) =>
  measure(page, () => page.goto('/order/list', { waitUntil: 'commit' }), '.list-row'),
)
await repeat('warm: dashboard → order list', signedIn, async (page) => {
  await page.goto('/dashboard')
  await page.locator('main h2, main h1').first().waitFor()
  // The live stream keeps the network busy, and the shell prefetches after three seconds.
  await page.waitForTimeout(5000)
  const entry = page.locator('.sidebar a[href="/order/list"]')
  if (!(await entry.isVisible()))
    await page
      .locator('.menu-group', { has: page.locator('a[href="/order/list"]') })
      .locator('button')
      .click()
  return measure(page, () => entry.click(), '.list-row')
})
await browser.close()
await app.stop()
folder.remove()
