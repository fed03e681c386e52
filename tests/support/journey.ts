import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest'
import { chromiumPath, fromOffice, openBrowser, timeout, type Visit, type VisitOptions } from './browser.ts'
import { DemoServer } from './demo-server.ts'
import { apiWith, signInOverApi } from './app.ts'
import { type WindowPool, windowPool } from './window-pool.ts'

/** A list of cases in the browser; skipped aloud where there is none. */
export const journey = describe.skipIf(chromiumPath === null)

export interface App {
  readonly url: string
  /** Takes the server away, as a supervisor does; it is back at the end of the case at the latest. */
  stop(): Promise<void>
  /** Brings it back at the same address. */
  start(): Promise<void>
  /** Somebody who is not signed in. */
  visit(options?: VisitOptions): Promise<Visit>
  /**
   * A person who signed in before, at `path`, `null`: in a window that shows nothing yet; `fresh`: in a session that no other
   * window has.
   */
  enter(username: string, path?: string | null, options?: VisitOptions & { fresh?: boolean }): Promise<Visit>
  api(username: string): Promise<ReturnType<typeof apiWith>>
}

export interface AppOptions {
  /** Settings of the server, which is then one of this file alone, on the demo factory as it is laid out. */
  readonly env?: Readonly<Record<string, string>>
  /** Arguments of Chromium, which is then one of this file alone. */
  readonly browserArgs?: readonly string[]
}

interface Windows extends WindowPool {
  close(): Promise<void>
}

/**
 * What Chromium does for people alone: it draws suggestions for an address bar that nobody sees, and keeps a spare process
 * for the next page. Of several lists it takes the last, so the first line is what Playwright turns off.
 */
const idleFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,PaintHolding,OptimizationHints',
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess',
]

async function openWindows(args: readonly string[] = []): Promise<Windows> {
  // All pages of a server in one process: the next one finds compiled what the last one has loaded.
  const idle = ['--process-per-site', `--disable-features=${idleFeatures.join()}`]
  const browser: Browser = await openBrowser([...idle, ...args])
  return { ...windowPool(browser), close: () => browser.close() }
}

// Starting a server or a browser takes as long as a case: the files that a worker runs, one after the other, share both.
let sharedServer: Promise<DemoServer> | undefined
let sharedWindows: Promise<Windows> | undefined
// The pool ends its workers by a signal, and a process that a signal ends leaves its children behind.
process.once('SIGTERM', () => process.exit())

/**
 * A server with the demo factory and a browser. Without settings both are those of the worker: what a case changes there
 * must not be what another one counts on, and what it counts on it makes itself. After each case its windows are closed,
 * and it fails when a page complained or asked an address outside the server.
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

/** Path, query and hash the page is at. */
export function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

/** What is expected of a reading of the page in the end. Each reading costs the browser time that it does not work meanwhile. */
export const eventually = <T>(read: () => T | Promise<T>) =>
  expect.poll(read, { timeout: timeout, interval: 100 })

/** Waits until the page is at this address. */
export const arrives = (page: Page, address: string): Promise<void> =>
  eventually(() => addressOf(page)).toBe(address)

/** Waits until a reading of the page is what it should be. */
export const becomes = <T>(read: () => Promise<T>, wanted: T): Promise<void> =>
  eventually(read).toEqual(wanted)
