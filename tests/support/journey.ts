import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest'
import { chromiumPath, fromOffice, openBrowser, timeout, type Visit, type VisitOptions } from './browser.ts'
import { DemoServer } from './demo-server.ts'
import { apiWith, signInOverApi } from './app.ts'
import { type WindowPool, windowPool } from './window-pool.ts'

/** A list of browser test cases; skipped with a message without a browser. */
export const journey = describe.skipIf(chromiumPath === null)

export interface App {
  readonly url: string
  /** Stops the server like a supervisor. It restarts at the end of the case at the latest. */
  stop(): Promise<void>
  /** Restarts the server at the same address. */
  start(): Promise<void>
  /** Opens a window of a visitor who is not signed in. */
  visit(options?: VisitOptions): Promise<Visit>
  /**
   * Opens a window of a signed-in person at `path`; `null`: an empty window. `fresh`: a session that no other
   * window uses.
   */
  enter(username: string, path?: string | null, options?: VisitOptions & { fresh?: boolean }): Promise<Visit>
  api(username: string): Promise<ReturnType<typeof apiWith>>
}

export interface AppOptions {
  /** Server settings. With them, the file gets its own server on the initial demo factory. */
  readonly env?: Readonly<Record<string, string>>
  /** Chromium arguments. With them, the file gets its own browser. */
  readonly browserArgs?: readonly string[]
}

interface Windows extends WindowPool {
  close(): Promise<void>
}

/**
 * Features that tests do not need, such as address bar suggestions and a spare process for the next page. Scripts that
 * are parsed while they arrive would be parsed for each page; without that, the process finds them compiled.
 * Chromium only uses the last list, so the first line repeats the features that Playwright turns off.
 */
const idleFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,PaintHolding,OptimizationHints',
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess',
  'ScriptStreaming,BackgroundResourceFetch',
]

async function openWindows(args: readonly string[] = []): Promise<Windows> {
  // All pages of a server share a process, so the next page finds scripts already compiled.
  const idle = ['--process-per-site', `--disable-features=${idleFeatures.join()}`]
  const browser: Browser = await openBrowser([...idle, ...args])
  return { ...windowPool(browser), close: () => browser.close() }
}

// Starting a server or browser takes as long as a case, so the files of a worker share both.
let sharedServer: Promise<DemoServer> | undefined
let sharedWindows: Promise<Windows> | undefined
// The pool ends its workers by a signal, and a process that a signal ends leaves its children running.
process.once('SIGTERM', () => process.exit())

/**
 * A server with the demo factory and a browser. Without settings, both are shared within the worker: a case must
 * not change what another one relies on, and must create its own data. After each case its windows are closed,
 * and the case fails if a page logged errors or requested another origin.
 */
export function openApp({ env, browserArgs }: AppOptions = {}): App {
  let server: DemoServer | undefined
  let windows: Windows | undefined
  beforeAll(async () => {
    const folder = inject('demoFolder')
    ;[server, windows] = await Promise.all([
      env === undefined ? (sharedServer ??= DemoServer.create(folder)) : DemoServer.create(folder, env),
      browserArgs === undefined ? (sharedWindows ??= openWindows()) : openWindows(browserArgs),
    ])
  })
  afterEach(async () => {
    const complaints = await windows?.giveBack()
    await server?.start()
    expect(complaints).toEqual([])
  })
  afterAll(async () => {
    if (browserArgs !== undefined) await windows?.close()
    else if (env !== undefined && server !== undefined) await windows?.forget(server.url)
    if (env !== undefined) await server?.remove()
  })
  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the app is not open yet')
    return value
  }
  const addressFor = ({ office = false }: VisitOptions): string =>
    office ? fromOffice(there(server).url) : there(server).url
  return {
    get url() {
      return there(server).url
    },
    stop: () => there(server).stop(),
    start: () => there(server).start(),
    visit: (options = {}) => there(windows).take(addressFor(options), options),
    async enter(username, path = '/', { fresh = false, ...options } = {}) {
      const { url } = there(server)
      const person = await (fresh ? signInOverApi(url, username) : there(server).personOf(username))
      const opened = await there(windows).take(addressFor(options), options, person)
      if (path !== null) await opened.page.goto(path)
      return opened
    },
    async api(username) {
      const { token } = await there(server).personOf(username)
      return apiWith(there(server).url, token)
    },
  }
}

/**
 * Routes requests of a page that is already open. Chromium lets requests pass until the page's process has got the
 * route, so this waits until it answers one that nothing else can answer.
 */
export async function intercept(
  page: Page,
  url: string | RegExp,
  act: (route: Route) => Promise<unknown>,
): Promise<void> {
  await page.route(url, act)
  const probe = '/is-routed'
  await page.route(`**${probe}`, (route) => route.fulfill({ body: probe }))
  await eventually(() => page.evaluate(async (path) => (await fetch(path)).text(), probe)).toBe(probe)
  await page.unroute(`**${probe}`)
}

/** Path, query and hash of the page. */
export function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

/** Polls a value of the page until it matches. Each read takes browser time. */
export const eventually = <T>(read: () => T | Promise<T>) =>
  expect.poll(read, { timeout: timeout, interval: 100 })

/** Waits until the page is at this address. */
export const arrives = (page: Page, address: string): Promise<void> =>
  eventually(() => addressOf(page)).toBe(address)

/** Waits until a reading of the page is what it should be. */
export const becomes = <T>(read: () => Promise<T>, expected: T): Promise<void> =>
  eventually(read).toEqual(expected)
