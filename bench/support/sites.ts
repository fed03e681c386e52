// What a visit needs to know of a back office: ours, and those it is compared with.
import { createServer } from 'node:http'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { password } from '../../tests/support/app.ts'

export interface Site {
  readonly name: string
  readonly url: string
  readonly paths: Record<'login' | 'home' | 'list', string>
  /** Selectors of what makes each page usable. */
  readonly ready: Record<'login' | 'home' | 'list', string>
  /** Selectors (Playwright's) of what a person clicks on to go to a page that was open. */
  readonly back: Record<'home' | 'list', string>
  /** Fills in the sign-in page. The result sends it. */
  readonly signIn: (page: Page) => Promise<() => Promise<unknown>>
  /** Opens the menu so far that the list's entry can be clicked on. */
  readonly openMenu: (page: Page) => Promise<void>
  /** Selector (Playwright's) of the list's entry in the menu. */
  readonly listEntry: string
}

type Peer = Omit<Site, 'name' | 'url'>

/** Both answer from a mock in the page; arco-design-pro's is set to 40 to 60 ms instead of 500 to 1 500. */
const peers: Record<'arco' | 'vue', Peer> = {
  arco: {
    paths: { login: '/login', home: '/dashboard/workplace', list: '/list/search-table' },
    ready: {
      login: '#userName_input',
      home: '.arco-layout-content canvas',
      list: ':has(> .arco-form) ~ .arco-table tbody tr:not(.arco-table-empty-row)',
    },
    back: {
      home: '.arco-menu-item:has-text("Workplace")',
      list: '.arco-menu-item:has-text("Search Table")',
    },
    signIn: async (page) => {
      await page.locator('#userName_input[value="admin"]').waitFor()
      return () => page.locator('button.arco-btn-primary').first().click()
    },
    openMenu: (page) => page.locator('.arco-menu-inline-header:has-text("List")').click(),
    listEntry: '.arco-menu-item:has-text("Search Table")',
  },
  vue: {
    paths: { login: '/#/login', home: '/#/dashboard', list: '/#/table/complex-table' },
    ready: {
      login: 'input[name="username"]',
      home: '.dashboard-editor-container canvas',
      list: '.filter-container ~ .el-table .el-table__row',
    },
    back: {
      home: '.tags-view-item:has-text("Dashboard")',
      list: '.tags-view-item:has-text("Complex Table")',
    },
    signIn: async (page) => {
      await page.locator('input[name="username"]').waitFor()
      return () => page.locator('button.el-button--primary').first().click()
    },
    openMenu: (page) => page.locator('.el-submenu__title:has-text("Table")').first().click(),
    listEntry: '.sidebar-container a[href="#/table/complex-table"]',
  },
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff': 'font/woff',
  '.ico': 'image/x-icon',
}

/** Serves a built site, compressed, unknown paths with its start page, hashed files for a year. */
async function serveFolder(folder: string): Promise<string> {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(folder.length).replaceAll('\\', '/'), gzipSync(readFileSync(path))] as const
      }),
  )
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://peer').pathname
    const isFile = files.has(path)
    response.setHeader('content-encoding', 'gzip')
    response.setHeader(
      'content-type',
      isFile ? (types[extname(path)] ?? 'application/octet-stream') : 'text/html',
    )
    response.setHeader('cache-control', isFile ? 'public, max-age=31536000, immutable' : 'no-cache')
    response.end(files.get(isFile ? path : '/index.html'))
  }).unref()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the peer has no port')
  return `http://127.0.0.1:${address.port}`
}

export const ourSite = (url: string): Site => ({
  name: 'ours',
  url,
  paths: { login: '/login', home: '/dashboard', list: '/order/list' },
  ready: {
    login: 'input[autocomplete="username"]',
    home: '.dashboard .queue li, .dashboard .queue-empty',
    list: '.list-row',
  },
  back: { home: '.tab-button >> nth=0', list: '.tab-button >> nth=1' },
  signIn: async (page) => {
    await page.locator('input[autocomplete="username"]').fill('planner')
    await page.locator('input[type="password"]').fill(password)
    return () => page.locator('input[type="password"]').press('Enter')
  },
  openMenu: async (page) => {
    const entry = page.locator('.sidebar a[href="/order/list"]')
    const group = page.locator('.menu-group', { has: page.locator('a[href="/order/list"]') })
    if (!(await entry.isVisible())) await group.locator('button').click()
    await entry.waitFor()
  },
  listEntry: '.sidebar a[href="/order/list"]',
})

/** The peers whose builds are in this folder: `arco` (arco-design-pro, Vite) and `vue` (vue-element-admin). */
export async function peerSites(folder: string): Promise<Site[]> {
  const sites: Site[] = []
  for (const [name, make] of Object.entries(peers)) {
    const built = join(folder, name)
    if (existsSync(built)) sites.push({ name, url: await serveFolder(built), ...make })
  }
  return sites
}
