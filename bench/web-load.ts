// Visits through a slow machine and network; SLOW (`4,40,10`) is the CPU throttle, ms and Mbit/s. Medians of RUNS (5). Prints
// milliseconds until the page is ready, of script on the main thread and of blocking (long tasks beyond 50 ms), the
// transfers in KB (as sent, compressed) and the requests until then. PEERS is a folder with the builds of others, which
// are visited in turn with ours. PAGES=1 visits every page of the menu, too; ONLY measures the rows whose name contains it.
import type { Page } from 'playwright-core'
import { dataFolder, startServer } from '../tests/support/app.ts'
import { ourSite, peerSites, type Site } from './support/sites.ts'
import {
  type Measured,
  measure,
  measureReturn,
  restore,
  type SavedState,
  withBrowser,
} from './support/visit.ts'

const runs = Number(process.env['RUNS'] ?? 5)
const only = process.env['ONLY'] ?? ''
const peerFolder = process.env['PEERS']

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

function print(name: string, all: Measured[]): void {
  const figure = (pick: (one: Measured) => number) => String(Math.round(median(all.map(pick)))).padStart(5)
  console.log(
    `${name.padEnd(44)} ready ${figure((m) => m.readyMs)} ms   script ${figure((m) => m.scriptMs)} ms   ` +
      `blocked ${figure((m) => m.blockedMs)} ms   ${figure((m) => m.kilobytes)} KB   ${figure((m) => m.requests)} requests`,
  )
}

const folder = dataFolder()
const app = await startServer(folder.path, { NODE_ENV: 'production' })
const ours = ourSite(app.url)
const sites = [ours, ...(peerFolder === undefined ? [] : await peerSites(peerFolder))]

const signedIn = new Map<Site, SavedState>()
for (const site of sites) {
  const state = await withBrowser(site.url, async (page) => {
    await page.goto(site.paths.login)
    const send = await site.signIn(page)
    await send()
    await page.locator(site.ready.home).first().waitFor()
    return page.context().storageState()
  })
  signedIn.set(site, state)
}

/** Measures a visit of each site `runs` times, each in a new browser; one site after the other. */
async function repeat(
  name: string,
  one: (page: Page, site: Site) => Promise<Measured>,
  { visited = sites, isSignedIn = true } = {},
): Promise<void> {
  if (!name.includes(only)) return
  const results = visited.map((site) => ({ site, all: [] as Measured[] }))
  for (let run = 0; run < runs; run += 1) {
    for (const { site, all } of results) {
      const state = signedIn.get(site)
      all.push(
        await withBrowser(site.url, async (page) => {
          if (isSignedIn && state !== undefined) await restore(page, state)
          return one(page, site)
        }),
      )
    }
  }
  for (const { site, all } of results) print(sites.length > 1 ? `${name}: ${site.name}` : name, all)
}

const byLink = (page: Page, path: string, ready: string) =>
  measure(page, () => page.goto(path, { waitUntil: 'commit' }), ready)
/** As long as a person looks at a page; the shell fetches what it will need meanwhile. */
const look = (page: Page) => page.waitForTimeout(6000)
async function visit(page: Page, path: string, ready: string): Promise<void> {
  await page.goto(path)
  await page.locator(ready).first().waitFor()
  await look(page)
}

await repeat('/login, first visit', (page, { paths, ready }) => byLink(page, paths.login, ready.login), {
  isSignedIn: false,
})
await repeat(
  'sign-in → home',
  async (page, site) => {
    await page.goto(site.paths.login)
    const send = await site.signIn(page)
    await look(page)
    return measure(page, send, site.ready.home)
  },
  { isSignedIn: false },
)
await repeat('home by link', (page, { paths, ready }) => byLink(page, paths.home, ready.home))
await repeat('list by link', (page, { paths, ready }) => byLink(page, paths.list, ready.list))
// In a new tab, because a tab that goes on to the next page of a site may still have its scripts compiled.
await repeat('list, repeat visit, warm cache', async (page, { paths, ready }) => {
  await visit(page, paths.list, ready.list)
  const next = await page.context().newPage()
  await page.close()
  return byLink(next, paths.list, ready.list)
})
await repeat('first visit of the list from home', async (page, site) => {
  await visit(page, site.paths.home, site.ready.home)
  await site.openMenu(page)
  return measure(page, () => page.locator(site.listEntry).click(), site.ready.list)
})
async function backToList(page: Page, site: Site, path: string): Promise<Measured> {
  await visit(page, path, site.ready.list)
  await page.locator(site.back.home).first().dispatchEvent('click')
  await page.locator(site.ready.home).first().waitFor()
  await look(page)
  return measureReturn(page, site.back.list, site.ready.list)
}
await repeat('back to an open list', (page, site) => backToList(page, site, site.paths.list))
await repeat(
  'back to an open list of 200 rows',
  (page, site) => backToList(page, site, `${site.paths.list}?pageSize=200`),
  { visited: [ours] },
)
await repeat('back to home', async (page, site) => {
  await visit(page, site.paths.home, site.ready.home)
  await site.openMenu(page)
  await page.locator(site.listEntry).click()
  await page.locator(site.ready.list).first().waitFor()
  await look(page)
  return measureReturn(page, site.back.home, site.ready.home)
})

if (process.env['PAGES'] === '1') await visitMenu()

/** Every page of the planner's menu by link. */
async function visitMenu(): Promise<void> {
  const state = signedIn.get(ours)
  const paths = await withBrowser(ours.url, async (page) => {
    if (state !== undefined) await restore(page, state)
    await visit(page, ours.paths.list, ours.ready.list)
    return page.evaluate(() => {
      const groups = document.querySelectorAll<HTMLElement>('.menu-group > button[aria-expanded="false"]')
      for (const group of groups) group.click()
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
  })
  // What a page shows when its data is there; a wait mark is none of it.
  const ready =
    '.tab-page:not(:has(.page-wait, .ant-skeleton, .ant-spin-spinning, [aria-busy="true"])) :is(h1, h2)'
  for (const path of new Set(paths))
    await repeat(path, (page) => byLink(page, path, ready), { visited: [ours] })
}

await app.stop()
folder.remove()
