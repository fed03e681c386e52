import { cpSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest'
import { chromiumPath, openBrowser, type Visit, type VisitOptions } from './browser.ts'
import { apiAs, dataFolder, type RunningHouse, type SignedIn, signInOverApi, startHouse } from './house.ts'
import { type WindowPool, windowPool } from './window-pool.ts'

/** A list of cases in the browser; skipped aloud where there is none. */
export const journey = describe.skipIf(chromiumPath === null)

export interface House {
  readonly url: string
  readonly server: RunningHouse
  /** Where the server keeps its data. */
  readonly folder: string
  /** Takes the server away, as a supervisor does. */
  stop(): Promise<void>
  /** Brings it back at the same address. */
  start(): Promise<void>
  /** Somebody who is not signed in. */
  visit(options?: VisitOptions): Promise<Visit>
  /** A person who signed in before, at `path`; `fresh`: in a session that no other window has. */
  enter(username: string, path?: string, options?: VisitOptions & { fresh?: boolean }): Promise<Visit>
  api(username: string): ReturnType<typeof apiAs>
}

/**
 * A server with the demo factory and a browser for the cases of this file. After each case its windows are closed, and
 * it fails when a page complained or asked an address outside the server.
 */
export function openHouse(env: Record<string, string> = {}, camera?: string): House {
  const data = dataFolder()
  const known = new Map<string, Promise<SignedIn>>()
  let running: RunningHouse | undefined
  let browser: Browser | undefined
  let windows: WindowPool | undefined
  beforeAll(async () => {
    cpSync(inject('demoFolder'), data.path, { recursive: true })
    ;[running, browser] = await Promise.all([startHouse(data.path, env), openBrowser(camera)])
    windows = windowPool(browser)
  })
  afterEach(async () => {
    expect(await windows?.giveBack()).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await running?.stop()
    data.remove()
  })
  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the house is not open yet')
    return value
  }
  const personOf = async (username: string): Promise<SignedIn> => {
    const person = known.get(username) ?? signInOverApi(there(running).url, username)
    known.set(username, person)
    return person
  }
  return {
    get url() {
      return there(running).url
    },
    get server() {
      return there(running)
    },
    folder: data.path,
    stop: async () => void (await there(running).stop()),
    async start() {
      running = await startHouse(data.path, { ...env, PORT: new URL(there(running).url).port })
    },
    visit: (options = {}) => there(windows).take(there(running).url, options),
    async enter(username, path = '/', { fresh = false, ...options } = {}) {
      const { url } = there(running)
      const person = await (fresh ? signInOverApi(url, username) : personOf(username))
      const opened = await there(windows).take(url, options, person)
      await opened.page.goto(path)
      return opened
    },
    api: (username) => apiAs(there(running).url, username),
  }
}

/** Path, query and hash the page is at. */
export function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

/** Waits until the page is at this address. */
export const arrives = (page: Page, address: string): Promise<void> =>
  expect.poll(() => addressOf(page), { timeout: 10_000 }).toBe(address)

/** Waits until a reading of the page is what it should be. */
export const becomes = <T>(read: () => Promise<T>, wanted: T): Promise<void> =>
  expect.poll(read, { timeout: 10_000 }).toEqual(wanted)
