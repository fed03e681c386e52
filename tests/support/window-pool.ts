import type { Browser, BrowserContext, Page } from 'playwright-core'
import { cookiesOf, newContext, storedOf, type Visit, type VisitOptions } from './browser.ts'
import type { SignedIn } from './app.ts'

interface Pooled {
  readonly kind: string
  readonly context: BrowserContext
  readonly complaints: string[]
  /** Messages of the current case that say nothing bad. */
  expected: RegExp | null
  /** A page that stays open as long as its context. Its process keeps compiled scripts for the next window. */
  readonly anchor: Page
}

/** What the browser says of requests, scripts and style sheets that did not arrive. */
const aboutNetwork = /net::ERR_|dynamically imported|preload CSS/

export interface WindowPool {
  /** A window with exactly the state given by options and person. */
  take(url: string, options: VisitOptions, person?: SignedIn): Promise<Visit>
  /** Closes all windows and keeps their contexts. Returns the pages' errors. */
  giveBack(): Promise<string[]>
  /** Closes the contexts of an address that is no longer used. */
  forget(url: string): Promise<void>
}

/** Reuses windows: cookies and storage are reset for each case, fetched files and compiled scripts stay. */
export function windowPool(browser: Browser): WindowPool {
  const free: Pooled[] = []
  const used: Pooled[] = []

  const open = async (kind: string, url: string, options: VisitOptions): Promise<Pooled> => {
    const { context, complaints } = await newContext(browser, url, options)
    const anchor = await context.newPage()
    await anchor.goto('/favicon.svg')
    return { kind, context, complaints, expected: null, anchor }
  }
  return {
    async take(url, options, person) {
      const { screen = 'laptop', bypassCSP = false, ahead = false } = options
      const kind = JSON.stringify([url, screen, bypassCSP, ahead])
      const at = free.findIndex((pooled) => pooled.kind === kind)
      const [known] = at === -1 ? [] : free.splice(at, 1)
      const pooled = known ?? (await open(kind, url, options))
      used.push(pooled)
      const { context, complaints, anchor } = pooled
      await context.clearCookies()
      await context.addCookies(cookiesOf(url, options))
      await anchor.evaluate(storeOnly, storedOf(person))
      complaints.length = 0
      pooled.expected = options.losesNetwork === true ? aboutNetwork : null
      return { context, complaints, page: await context.newPage() }
    },
    async giveBack() {
      const back = used.splice(0)
      await Promise.all(back.map(clear))
      free.push(...back)
      return back.flatMap(({ complaints, expected }) =>
        complaints.filter((one) => expected?.test(one) !== true),
      )
    },
    async forget(url) {
      const left = free.filter(({ kind }) => (JSON.parse(kind) as unknown[])[0] === url)
      for (const pooled of left) free.splice(free.indexOf(pooled), 1)
      await Promise.all(left.map(({ context }) => context.close()))
    },
  }
}

/** Closes the windows and resets what a case set for all of them. */
async function clear({ context, anchor }: Pooled): Promise<void> {
  const windows = context.pages().filter((page) => page !== anchor)
  await Promise.all(windows.map((page) => page.close()))
  await context.unrouteAll()
}

/** Runs in a page of the server: replaces the browser's storage by these items. */
async function storeOnly(items: Readonly<Record<string, string>>): Promise<void> {
  // On an insecure origin, browsers have neither workers nor caches.
  const workers = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistrations() : []
  await Promise.all(workers.map((worker) => worker.unregister()))
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name)
  for (const { name } of await indexedDB.databases())
    await new Promise<void>((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(name ?? '')
      deleting.onsuccess = () => resolve()
      deleting.onerror = () => reject(deleting.error ?? new Error(`${name} cannot be deleted`))
    })
  localStorage.clear()
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
}
