// Takes the screenshots of the README and of the user guides from a fresh demo factory:
// `node_modules/.bin/node tools/pictures.ts`, after building the browser part. Needs Chromium. Words as arguments, such
// as `guide/en` or `alarms`, select the pictures with one of them in their names.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, savedState, screens } from '../tests/support/browser.ts'
import {
  apiAs,
  dataFolder,
  finishedTour,
  type SignedIn,
  signInOverApi,
  startServer,
} from '../tests/support/app.ts'
import { type Language, languages } from '../tests/support/dictionary.ts'
import { settled } from '../tests/support/shell.ts'

const folder = join(dirname(import.meta.dirname), 'docs/pictures')

interface Picture {
  readonly name: string
  /** Who is signed in; null: nobody. */
  readonly by: 'admin' | 'planner' | 'foreman' | 'inspector' | 'equipment' | null
  readonly path: string
  /** Selector of what must be there. */
  readonly ready: string
  /** Default: laptop. */
  readonly screen?: keyof typeof screens
  /** With menu and top bar; otherwise the page alone, which leaves more room for it. */
  readonly isWhole?: boolean
  readonly isWall?: boolean
  readonly act?: (page: Page) => Promise<void>
}

/** A detailer's list with a wrong quantity in its fourth row, which its total counts as two. */
const markList = [
  ['构件编号', '名称', '规格', '材质', '长度(mm)', '数量', '单重(kg)', '总重(kg)'],
  ['EL-101', '钢梁', 'HN400*200*8*13', 'Q355B', 6000, 4, 390.6, 1562.4],
  ['EL-102', '钢梁', 'HN500*200*10*16', 'Q355B', 7200, 2, 633.6, 1267.2],
  ['EZ-201', '钢柱', 'HW400*400*13*21', 'Q355B', 8400, '2.5', 1444.8, 2889.6],
  ['EC-301', '支撑', 'L100*8', 'Q235B', 3200, 8, 39.3, 314.4],
  ['合计', '', '', '', '', 16, '', 6033.6],
]
  .map((cells) => cells.join('\t'))
  .join('\r\n')

/** Uploads the list into an order that accepts imports; returns the path of its preview. */
async function importList(url: string): Promise<string> {
  const planner = await apiAs(url, 'planner')
  const { body: orders } = await planner.call('GET', '/api/orders?status=confirmed&pageSize=1')
  const [order] = (orders as { items: { id: string }[] }).items
  const form = new FormData()
  form.append('files', new Blob([markList]), '三层钢构件清单.xls')
  const { body } = await planner.call('POST', `/api/orders/${order?.id}/imports`, form)
  return `/order/import/${(body as { id: string }).id}`
}

/** Paths of records, which differ from one demo factory to the next. */
async function recordPaths(url: string) {
  const admin = await apiAs(url, 'admin')
  const first = async (list: string): Promise<string> => {
    const { body } = await admin.call('GET', `${list}pageSize=1`)
    const [item] = (body as { items: { id: string }[] }).items
    if (item === undefined) throw new Error(`${list} is empty`)
    return item.id
  }
  return {
    order: `/order/detail/${await first('/api/orders?status=in_production&')}`,
    import: await importList(url),
    inspection: `/quality/inspection/${await first('/api/inspections?status=draft&')}`,
    ncr: `/quality/ncr/${await first('/api/ncrs?status=dispositioned&')}`,
    machine: `/equipment/detail/${await first('/api/machines?')}`,
  }
}
type RecordPaths = Awaited<ReturnType<typeof recordPaths>>

const row = '.list-row, .ant-table-row, .list-card'
const list = (name: string, by: Picture['by'], path: string): Picture => ({ name, by, path, ready: row })
const wall = {
  name: 'wall',
  by: 'admin',
  path: '/virtualData',
  ready: '[data-testid="panel-tonnes_today"] .kpi-value',
  isWhole: true,
  isWall: true,
} as const
const signIn = { by: null, path: '/login', ready: 'input[autocomplete="username"]', isWhole: true } as const

const ofReadme = (paths: RecordPaths): readonly Picture[] => [
  { name: 'sign-in', ...signIn },
  { name: 'home', by: 'planner', path: '/dashboard', ready: '.queue li', isWhole: true },
  { ...list('order-list', 'planner', '/order/list?status=in_production'), screen: 'desk', isWhole: true },
  { name: 'order-detail', by: 'planner', path: paths.order, ready: '.order-page', isWhole: true },
  { ...list('import-preview', 'planner', paths.import), isWhole: true },
  { name: 'quality', by: 'admin', path: '/quality/statistics', ready: '.statistics-table', isWhole: true },
  { ...list('machines', 'admin', '/equipment/list'), isWhole: true },
  wall,
  { ...list('phone', 'foreman', '/order/list'), screen: 'phone', isWhole: true },
]

/** At least one for each page of the user guide. */
const ofGuide = (paths: RecordPaths): readonly Picture[] => [
  { name: 'sign-in', ...signIn },
  { name: 'home', by: 'foreman', path: '/dashboard', ready: '.queue li' },
  {
    name: 'search',
    by: 'planner',
    path: '/order/list',
    ready: row,
    isWhole: true,
    act: async (page) => {
      await page.keyboard.press('Control+K')
      await page.locator('.palette-input').fill('SO-2026')
      await page.locator('.palette-list [role="option"]').nth(2).waitFor()
    },
  },
  list('projects', 'planner', '/order/projects'),
  list('order-list', 'planner', '/order/list'),
  { name: 'order', by: 'planner', path: paths.order, ready: '.order-page' },
  list('import', 'planner', paths.import),
  { name: 'documents', by: 'planner', path: `${paths.order}?part=documents`, ready: '.order-page' },
  {
    name: 'report-phone',
    by: 'foreman',
    path: '/order/work',
    ready: 'main input',
    screen: 'phone',
    isWhole: true,
  },
  { name: 'schedule', by: 'planner', path: '/order/schedule', ready: 'main h1' },
  list('shipping', 'planner', '/order/shipping'),
  list('due', 'inspector', '/quality/due'),
  {
    name: 'inspection-phone',
    by: 'inspector',
    path: paths.inspection,
    ready: '.record-title',
    screen: 'phone',
    isWhole: true,
  },
  { name: 'ncr', by: 'inspector', path: paths.ncr, ready: 'main h1' },
  list('welds', 'inspector', '/quality/welds'),
  { name: 'standards', by: 'admin', path: '/quality/standards', ready: 'main h1' },
  list('incoming', 'admin', '/quality/incoming'),
  { name: 'statistics', by: 'admin', path: '/quality/statistics', ready: '.statistics-table' },
  list('machines', 'equipment', '/equipment/list'),
  list('maintenance', 'equipment', '/equipment/maintenance?part=checks'),
  list('alarms', 'equipment', '/equipment/alarms'),
  { name: 'oee', by: 'equipment', path: '/equipment/figures', ready: 'main h1' },
  { name: 'machine', by: 'equipment', path: paths.machine, ready: 'main h1' },
  list('users', 'admin', '/authority/users'),
  { name: 'screens', by: 'admin', path: '/set/show', ready: 'main h1' },
  wall,
]

/** What takes a picture: the demo factory, a browser, and where to put it. */
interface Camera {
  readonly url: string
  readonly browser: Browser
  readonly language: Language
  /** Folder below that of all pictures. */
  readonly place: '' | `guide/${Language}/`
}

const people = new Map<string, Promise<SignedIn>>()

/** A person who has seen the tour, so that it does not cover the home page; the same one for all pictures. */
async function personOf(url: string, username: string): Promise<SignedIn> {
  await (await apiAs(url, username)).call('PUT', '/api/me/preferences/tour', { value: finishedTour })
  return signInOverApi(url, username)
}

async function open({ url, browser, language }: Camera, { by, screen = 'laptop' }: Picture): Promise<Page> {
  if (by !== null && !people.has(by)) people.set(by, personOf(url, by))
  const person = by === null ? undefined : await people.get(by)
  const context = await browser.newContext({
    viewport: screens[screen],
    baseURL: url,
    hasTouch: screen === 'phone',
    reducedMotion: 'reduce',
    storageState: savedState(url, { language }, person),
  })
  context.setDefaultTimeout(120_000)
  return context.newPage()
}

/** The first quality at which a picture is small enough for readers on a phone. */
const qualities = { readme: [80, 70], guide: [40, 25, 15] } as const
const largest = { readme: 120_000, guide: 60_000 } as const

/** The screen as WebP, without menu and top bar if only the page is wanted. */
async function capture(page: Page, isWhole: boolean, use: keyof typeof largest): Promise<Buffer> {
  const box = isWhole ? null : await page.locator('main').boundingBox()
  const session = await page.context().newCDPSession(page)
  for (const quality of qualities[use]) {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      ...(box !== null && { clip: { ...box, scale: 1 } }),
    })
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length <= largest[use]) return bytes
  }
  throw new Error(`${page.url()} is larger than ${largest[use] / 1000} kB`)
}

async function take(camera: Camera, picture: Picture): Promise<void> {
  const { path, ready, isWhole = false, isWall = false, act } = picture
  const page = await open(camera, picture)
  await page.goto(path)
  await page.locator(ready).first().waitFor()
  if (!isWall) await settled(page)
  await act?.(page)
  await page.evaluate(() => document.fonts.ready)
  const bytes = await capture(page, isWhole, camera.place === '' ? 'readme' : 'guide')
  await page.context().close()
  const name = `${camera.place}${picture.name}`
  console.log(`${name.padEnd(32)} ${Math.round(bytes.length / 1000)} kB`)
  const file = join(folder, `${name}.webp`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
}

const words = process.argv.slice(2)
const data = dataFolder()
const app = await startServer(data.path, { SIMULATOR: '1' })
const browser = await openBrowser()
try {
  const paths = await recordPaths(app.url)
  const factory = { url: app.url, browser }
  const all = [
    ...ofReadme(paths).map((picture) => ({
      camera: { ...factory, language: 'zh', place: '' } as const,
      picture,
    })),
    ...languages.flatMap((language) =>
      ofGuide(paths).map((picture) => ({
        camera: { ...factory, language, place: `guide/${language}/` } as const,
        picture,
      })),
    ),
  ]
  for (const { camera, picture } of all) {
    const name = `${camera.place}${picture.name}`
    if (words.length === 0 || words.some((word) => name.includes(word))) await take(camera, picture)
  }
} finally {
  await browser.close()
  await app.stop()
  data.remove()
}
