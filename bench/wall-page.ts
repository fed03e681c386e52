// A wall in a real browser without a graphics card, on a real server with the sixty simulated machines at 1 Hz: `node
// bench/wall-page.ts 5` (minutes of heap measurement at ten times the pace). Measures the page's weight, the time to
// its first panel, frames a second, Chromium's processor time, the time from an MQTT publish to the changed number on
// the screen, the recovery time after a server restart, and the heap after a collection each half minute, with its
// slope. `PARTS=mqtt,heap` selects parts.
import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import type { CDPSession, Page } from 'playwright-core'
import { numbersIn } from '../apps/web/src/wall/figures.ts'
import { savedState, openBrowser } from '../tests/support/browser.ts'
import { apiAs, dataFolder, signInOverApi, startServer } from '../tests/support/app.ts'
import { browserTimes } from './support/browser-cpu.ts'
import { machineLoad } from './support/cpu.ts'
import { enterWelder } from './support/welder.ts'

const minutes = Number(process.argv[2] ?? 5)
const watchedS = Number(process.env['WATCHED_S'] ?? 20)
const publishes = Number(process.env['PUBLISHES'] ?? 60)
const parts = (process.env['PARTS'] ?? 'opening,drawing,mqtt,heap,restart').split(',')
const wants = (part: string): boolean => parts.includes(part)
const settings = { NODE_ENV: 'production', SIMULATOR: '1' }
const sizes = [
  { name: '1080p', width: 1920, height: 1080 },
  { name: '4K', width: 3840, height: 2160 },
] as const

const folder = dataFolder()
let app = await startServer(folder.path, settings)
const person = await signInOverApi(app.url, 'admin')
const browser = await openBrowser()
const pids = browserTimes()
try {
  console.log(machineLoad())
  if (wants('opening')) await opening()
  if (wants('drawing')) for (const size of sizes) await drawing(size)
  if (wants('mqtt')) await fromMqtt()
  if (wants('heap')) await heap()
  if (wants('restart')) await restart()
  console.log(machineLoad())
} finally {
  await browser.close()
  await app.stop()
  folder.remove()
}

async function open(path: string, size: { width: number; height: number } = sizes[0]) {
  const { width, height } = size
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width, height },
    storageState: savedState(app.url, {}, person),
  })
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  return { page, cdp, close: () => context.close(), visit: () => page.goto(path, { waitUntil: 'commit' }) }
}

async function lives(page: Page): Promise<void> {
  await page.locator('[data-testid="age-lamp"][data-state="live"]').waitFor()
}

/** The first visit on a fresh server, which starts its simulator, then a visit with an empty cache. */
async function opening(): Promise<void> {
  for (const when of ['first look, the simulated site begins', 'next look, empty cache']) {
    const { page, cdp, close, visit } = await open('/virtualData')
    let bytes = 0
    await cdp.send('Network.enable')
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
    await page.addInitScript(() => {
      const store = window as unknown as { panelMs?: number; machineMs?: number }
      const look = () => {
        if (document.querySelector('.panel') !== null) store.panelMs ??= performance.now()
        if (document.querySelector('.machine') !== null) store.machineMs ??= performance.now()
        if (store.machineMs === undefined) requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await visit()
    await page.locator('.machine').first().waitFor()
    const times = await page.evaluate(() => {
      const { panelMs = 0, machineMs = 0 } = window as unknown as { panelMs?: number; machineMs?: number }
      return { panelMs, machineMs }
    })
    console.log(
      `${when}: ${(bytes / 1024).toFixed(0)} KB as sent, first panel ${times.panelMs.toFixed(0)} ms, machines ${times.machineMs.toFixed(0)} ms`,
    )
    await close()
  }
}

/** Processor time of all of Chromium without counting frames, then the frame rate. */
async function drawing(size: (typeof sizes)[number]): Promise<void> {
  const { page, close, visit } = await open('/virtualData', size)
  await visit()
  await lives(page)
  await page.keyboard.press(' ')
  await pause(8_000)
  const [before, began] = [pids(), performance.now()]
  await pause(watchedS * 1_000)
  const share = ((pids() - before) / (performance.now() - began)) * 100
  const fps = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let frames = 0
        const from = performance.now()
        const count = (at: number) => {
          frames += 1
          if (at - from < 5_000) requestAnimationFrame(count)
          else resolve((frames * 1_000) / (at - from))
        }
        requestAnimationFrame(count)
      }),
  )
  console.log(`${size.name}: Chromium ${share.toFixed(0)} % of a core, ${fps.toFixed(0)} frames a second`)
  await close()
}

/** A welder of the real site sends a unique current, and the screen of the real factory shows it. */
async function fromMqtt(): Promise<void> {
  const admin = await apiAs(app.url, 'admin')
  const { topic, username, password, port } = await enterWelder(admin)
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { username, password })
  const { page, close, visit } = await open('/realData')
  await visit()
  await lives(page)
  await page.keyboard.press(' ')
  const boot = String(Date.now())
  const send = (seq: number, cur: number) =>
    client.publishAsync(
      topic,
      JSON.stringify({ v: 1, boot, seq, ts: Date.now(), m: { st: 3, cur, volt: 31 } }),
      { qos: 1 },
    )
  // The server reads the register every ten seconds; wait until the screen knows the machine.
  const welder = page.locator('.of-weld_trace b', { hasText: 'A-BENCH' })
  for (let seq = 1; (await welder.count()) === 0; seq += 1) {
    if (seq === 60) throw new Error('the screen does not show the welder')
    await send(seq, currentOf(-1))
    await pause(1_000)
  }
  const took: number[] = []
  for (let turn = 0; turn < publishes; turn += 1) {
    await pause(700 + Math.random() * 1_000)
    await watchFor(page, numbersIn('zh').figure(currentOf(turn)))
    const at = Date.now()
    await send(100 + turn, currentOf(turn))
    took.push((await whenDrawn(page)) - at)
    // Stop early: a screen that shows another machine would time out each time.
    if (took.length >= 5 && took.slice(-5).every(Number.isNaN)) break
  }
  await client.endAsync()
  await close()
  const known = took.filter((ms) => !Number.isNaN(ms)).toSorted((one, other) => one - other)
  const part = (share: number) => known[Math.min(known.length - 1, Math.floor(known.length * share))] ?? 0
  console.log(
    `MQTT publish → drawn: p50 ${part(0.5)} ms, p99 ${part(0.99)} ms, slowest ${known.at(-1) ?? 0} ms (${known.length} of ${took.length} seen)`,
  )
}

/**
 * Amperes outside every procedure, so that the screen selects this welder. Successive values differ by more than
 * the dead band (3 A), because smaller changes are not stored or shown.
 */
function currentOf(turn: number): number {
  return 1_000 + 6 * ((turn + 80) % 80)
}

interface Watched {
  drawn: Promise<number>
}

/** Lets the page wait for this number; after half a minute it counts as not seen. */
function watchFor(page: Page, expected: string): Promise<void> {
  return page.evaluate((text) => {
    const store = window as unknown as Watched
    store.drawn = new Promise((resolve) => {
      const end = (at: number) => {
        watch.disconnect()
        clearTimeout(limit)
        resolve(at)
      }
      const watch = new MutationObserver(() => {
        const now = document.querySelector('.of-weld_trace .now')?.textContent ?? ''
        if (now.startsWith(text)) requestAnimationFrame(() => setTimeout(() => end(Date.now()), 0))
      })
      watch.observe(document.body, { subtree: true, childList: true, characterData: true })
      const limit = setTimeout(() => end(Number.NaN), 30_000)
    })
  }, expected)
}

/** Time of the frame that showed it, ms since 1970; NaN: never shown. */
function whenDrawn(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as Watched).drawn)
}

async function heap(): Promise<void> {
  const { page, cdp, close, visit } = await open('/virtualData')
  await visit()
  await lives(page)
  const admin = await apiAs(app.url, 'admin')
  await admin.call('POST', '/api/simulator/start', { scenario: 'normal', seed: 42, speed: 10 })
  // Code that runs for the first time is compiled in the first minute.
  await pause(60_000)
  const points: { hours: number; mb: number }[] = []
  const began = performance.now()
  do {
    const mb = await heapMb(cdp)
    points.push({ hours: (performance.now() - began) / 3_600_000, mb })
    await pause(30_000)
  } while (performance.now() - began < minutes * 60_000)
  await close()
  const [first, last] = [points.at(0)?.mb ?? 0, points.at(-1)?.mb ?? 0]
  console.log(
    `heap over ${minutes} min at ×10: ${first.toFixed(1)} MB → ${last.toFixed(1)} MB, slope ${slopeOf(points).toFixed(2)} MB/h`,
  )
}

async function heapMb(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1024 / 1024
}

/** Slope of the least-squares line through the points. */
function slopeOf(points: readonly { readonly hours: number; readonly mb: number }[]): number {
  const mean = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(({ hours }) => hours), mean(({ mb }) => mb)]
  const down = points.reduce((sum, { hours }) => sum + (hours - x) ** 2, 0)
  return down === 0 ? 0 : points.reduce((sum, { hours, mb }) => sum + (hours - x) * (mb - y), 0) / down
}

async function restart(): Promise<void> {
  const { page, close, visit } = await open('/virtualData')
  await visit()
  await lives(page)
  const { port } = new URL(app.url)
  await app.stop()
  await page.locator('[data-testid="link-banner"]').waitFor()
  app = await startServer(folder.path, { ...settings, PORT: port })
  const began = performance.now()
  await lives(page)
  console.log(`server back → screen lives: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  await close()
}
