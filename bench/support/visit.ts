// One visit of a page through a slow machine and network: 4 times slower processor, 10 Mbit/s, 40 ms.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { chromiumPath, screens } from '../../tests/support/browser.ts'

export interface Measured {
  readonly readyMs: number
  readonly scriptMs: number
  readonly blockedMs: number
  readonly kilobytes: number
  readonly requests: number
}

/**
 * A new browser with nothing in its cache and a profile of its own on disk, as a person has. Unlike the tests' browser it
 * optimises scripts while they run.
 */
export async function withBrowser<T>(url: string, work: (page: Page) => Promise<T>): Promise<T> {
  if (chromiumPath === null) throw new Error('no Chromium here')
  const folder = mkdtempSync(join(tmpdir(), 'web-load-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath,
    baseURL: url,
    viewport: screens.laptop,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--lang=zh-CN',
    ],
  })
  try {
    return await work(context.pages()[0] ?? (await context.newPage()))
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

export type SavedState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Gives the page's browser these cookies and this local storage. */
export async function restore(page: Page, { cookies, origins }: SavedState): Promise<void> {
  await page.context().addCookies(cookies)
  const items = origins.flatMap(({ localStorage }) => localStorage)
  await page.addInitScript((saved) => {
    if (sessionStorage.getItem('restored') !== null) return
    sessionStorage.setItem('restored', '1')
    for (const { name, value } of saved) localStorage.setItem(name, value)
  }, items)
}

/** How many times slower than this machine, the network's delay in ms and its Mbit/s. */
const [slower, latency, mbit] = (process.env['SLOW'] ?? '4,40,10').split(',').map(Number) as [
  number,
  number,
  number,
]
const bytesPerSecond = (mbit * 1024 * 1024) / 8

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
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
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

/**
 * Notes in the page when it has painted what the selector finds. A test's own question waits behind the page's scripts, and so
 * does a message; a question before the frame would lay the page out, which then counted as script.
 */
const watchShown = (selector: string) => {
  const find = () => document.querySelector(selector)
  const look = (): void => {
    if (find() === null) return void requestAnimationFrame(look)
    const afterFrame = () => {
      if (find()?.checkVisibility() !== true) return void requestAnimationFrame(look)
      ;(window as unknown as { shownMs?: number }).shownMs ??= performance.now()
    }
    void scheduler.postTask(afterFrame, { priority: 'user-blocking' })
  }
  requestAnimationFrame(look)
}

/** @param ready selector of what makes the page usable */
export async function measure(page: Page, act: () => Promise<unknown>, ready: string): Promise<Measured> {
  const { cdp, transfers } = await slowDown(page)
  await watchBlocking(page)
  const isNew = page.url() === 'about:blank'
  const before = isNew
    ? { script: 0, blocked: 0 }
    : { script: await scriptMs(cdp), blocked: await blockedMs(page) }
  if (isNew) await page.addInitScript(watchShown, ready)
  const began = performance.now()
  await act()
  await page.locator(ready).first().waitFor({ state: 'visible' })
  const waited = performance.now() - began
  const readyMs = isNew ? await page.evaluate(shownMs) : waited
  const { bytes, requests } = transfers
  return {
    readyMs,
    scriptMs: (await scriptMs(cdp)) - before.script,
    blockedMs: (await blockedMs(page)) - before.blocked,
    kilobytes: bytes / 1024,
    requests,
  }
}

const shownMs = async (): Promise<number> => {
  const page = window as unknown as { shownMs?: number }
  while (page.shownMs === undefined) await new Promise((resolve) => setTimeout(resolve, 10))
  return page.shownMs
}

/**
 * From a click until the page behind it is painted.
 * @param clicked selector (Playwright's) of what is clicked on
 * @param shown selector of what the page then shows
 */
export async function measureReturn(page: Page, clicked: string, shown: string): Promise<Measured> {
  await page
    .locator(clicked)
    .first()
    .evaluate((element) => element.setAttribute('data-clicked', ''))
  const { cdp, transfers } = await slowDown(page)
  const before = await scriptMs(cdp)
  const readyMs = await page.evaluate(async (selector) => {
    const isShown = () =>
      document.querySelector(selector)?.checkVisibility({ opacityProperty: true }) === true
    const painted = () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        requestAnimationFrame(() => port2.postMessage(null))
      })
    const began = performance.now()
    document.querySelector<HTMLElement>('[data-clicked]')?.click()
    do await painted()
    while (!isShown())
    return performance.now() - began
  }, shown)
  const { bytes, requests } = transfers
  return {
    readyMs,
    scriptMs: (await scriptMs(cdp)) - before,
    blockedMs: 0,
    kilobytes: bytes / 1024,
    requests,
  }
}
