import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { encrypt, tokenKey, userInfoKey } from '../../apps/web/src/shared/storage.ts'
import { password, type SignedIn } from './app.ts'
import type { Language } from './dictionary.ts'

const isHeaded = process.env['HEADED'] === '1'

/** Debian's headless shell is the same browser without windows. It opens pages in a third of the time. */
const places = [
  ...(isHeaded ? [] : ['/usr/bin/chromium-headless-shell']),
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/**
 * Path of Chromium (the environment variable CHROMIUM overrides it). Null if not installed; browser tests are
 * then skipped with a message.
 */
export const chromiumPath: string | null =
  [process.env['CHROMIUM'] ?? '', ...places].find((path) => existsSync(path)) ?? null

/** A host name as in an office network: over plain http it is not a secure context. */
const officeName = 'factory.lan'

/** The URL of a local server with that host name. */
export const fromOffice = (url: string): string => url.replace('127.0.0.1', officeName)

/** `args`: additional arguments for Chromium. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  if (chromiumPath === null) throw new Error('no Chromium here')
  return chromium.launch({
    executablePath: chromiumPath,
    headless: !isHeaded,
    slowMo: Number(process.env['SLOW_MO'] ?? 0),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      `--host-resolver-rules=MAP ${officeName} 127.0.0.1`,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--lang=zh-CN',
      // A test's pages live for seconds: optimizing their scripts costs more processor time than it saves (a seventh of a page's).
      '--js-flags=--no-opt --no-maglev',
      ...args,
    ],
  })
}

/** Chromium arguments for a camera that plays this video (Y4M) when a page turns it on. */
export const cameraShows = (film: string): readonly string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
]

/** Timeout of expected changes, ms. Long, because a busy machine is slow but not wrong. */
export const timeout = 90_000

export const screens = {
  desk: { width: 1920, height: 1080 },
  laptop: { width: 1366, height: 768 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const

export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors of the page's console and scripts, and requests to other origins. */
  readonly complaints: string[]
}

export interface VisitOptions {
  /** Default: Chinese. */
  readonly language?: Language
  readonly screen?: keyof typeof screens
  readonly dark?: boolean
  /** Uses the office network host name, which is not a secure context. */
  readonly office?: boolean
  /** Allows a test to inject scripts despite the content security policy. */
  readonly bypassCSP?: boolean
  /** The case takes the network or a file away: the browser's messages about it are expected. */
  readonly losesNetwork?: boolean
  /** Pages are built before they are opened. Otherwise the browser saves data: a test finds only what it opened. */
  readonly ahead?: boolean
}

type SavedState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>

/** A browser context with its own cookies and storage. `complaints` collects the errors of its pages. */
export async function newContext(
  browser: Browser,
  url: string,
  options: VisitOptions,
): Promise<Omit<Visit, 'page'>> {
  const { screen = 'laptop', bypassCSP = false, ahead = false } = options
  const context = await browser.newContext({
    viewport: screens[screen],
    baseURL: url,
    hasTouch: screen === 'phone' || screen === 'tablet',
    bypassCSP,
    // Animations would repaint constantly while a page waits.
    reducedMotion: 'reduce',
    storageState: { cookies: cookiesOf(url, options), origins: [] },
  })
  context.setDefaultTimeout(timeout)
  if (!ahead)
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
  return { context, complaints: listen(context, url) }
}

/** A browser context with an open page. */
export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const { context, complaints } = await newContext(browser, url, options)
  return { context, complaints, page: await context.newPage() }
}

function listen(context: BrowserContext, url: string): string[] {
  const complaints: string[] = []
  context.on('weberror', (raised) => complaints.push(`script: ${raised.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      complaints.push(`console: ${message.text()}`)
  })
  context.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(`${url}/`))
      complaints.push(`left the origin: ${request.url()}`)
  })
  return complaints
}

type Cookies = SavedState['cookies']

/** Cookies of a person with these saved preferences. */
export function cookiesOf(url: string, { language, dark = false }: VisitOptions): Cookies {
  const cookies = {
    ...(language === undefined ? {} : { language }),
    ...(dark ? { theme: encodeURIComponent('dark #409EFF') } : {}),
  }
  return Object.entries(cookies).map(([name, value]) => ({
    name,
    value,
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax' as const,
  }))
}

/** Local storage of a signed-in person; empty without one. */
export function storedOf(person: SignedIn | undefined): Readonly<Record<string, string>> {
  const stored = person === undefined ? {} : { [tokenKey]: person.token, [userInfoKey]: person.user }
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, encrypt(JSON.stringify(value))]),
  )
}

/** Cookies and local storage for a new context. */
export function savedState(url: string, options: VisitOptions, person?: SignedIn): SavedState {
  const localStorage = Object.entries(storedOf(person)).map(([name, value]) => ({ name, value }))
  return { cookies: cookiesOf(url, options), origins: [{ origin: url, localStorage }] }
}

/** Signs in through the visible page, like a person. */
export async function typeSignIn(page: Page, username: string, secret = password): Promise<void> {
  await page.locator('input[autocomplete="username"]').fill(username)
  await page.locator('input[autocomplete="current-password"]').fill(secret)
  await page.locator('button[type="submit"]').click()
}

/** Opens the sign-in page, signs in, and waits for the redirect. */
export async function signIn(page: Page, username: string, secret = password): Promise<void> {
  await page.goto('/login')
  await typeSignIn(page, username, secret)
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
}
