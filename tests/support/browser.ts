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

/** Debian's headless shell is the same browser without windows, and pages open in it in a third of the time. */
const places = [
  ...(isHeaded ? [] : ['/usr/bin/chromium-headless-shell']),
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** A Chromium of this machine (CHROMIUM names another); null when there is none, and browser tests are skipped aloud. */
export const chromiumPath: string | null =
  [process.env['CHROMIUM'] ?? '', ...places].find((path) => existsSync(path)) ?? null

/** A name of this machine as an office network has it: what comes from there by plain http is no secure context. */
const officeName = 'factory.lan'

/** The address of a server of this machine by that name. */
export const fromOffice = (url: string): string => url.replace('127.0.0.1', officeName)

/** `args`: what it is told beside the usual. */
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
      ...args,
    ],
  })
}

/** Arguments of a Chromium whose camera shows this film (Y4M), looked at when a page turns the camera on. */
export const cameraShows = (film: string): readonly string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
]

/** How long a case waits for what must come: long, since a busy machine is slow, not wrong. */
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
  /** Errors that the page's console and scripts raised, and requests that left the server's own origin. */
  readonly complaints: string[]
}

export interface VisitOptions {
  /** Chinese when left out. */
  readonly language?: Language
  readonly screen?: keyof typeof screens
  readonly dark?: boolean
  /** Reaches the server by its name on the office network, where there is no secure context. */
  readonly office?: boolean
  /** Lets a test put its own script into pages, past the content security policy. */
  readonly bypassCSP?: boolean
}

type KeptState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>

/** A browser of its own (cookies, storage) for one person; `complaints` grows with what its pages complain of. */
export async function newContext(
  browser: Browser,
  url: string,
  options: VisitOptions,
): Promise<Omit<Visit, 'page'>> {
  const { screen = 'laptop', bypassCSP = false } = options
  const context = await browser.newContext({
    viewport: screens[screen],
    baseURL: url,
    hasTouch: screen === 'phone' || screen === 'tablet',
    bypassCSP,
    // What moves while a page waits is painted anew all the time.
    reducedMotion: 'reduce',
    storageState: { cookies: cookiesOf(url, options), origins: [] },
  })
  context.setDefaultTimeout(timeout)
  return { context, complaints: listen(context, url) }
}

/** Such a browser with a window. */
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

type Cookies = KeptState['cookies']

/** Cookies of a person who set these preferences before. */
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

/** Local storage of a person who signed in before; of nobody: nothing. */
export function storedOf(person: SignedIn | undefined): Readonly<Record<string, string>> {
  const stored = person === undefined ? {} : { [tokenKey]: person.token, [userInfoKey]: person.user }
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, encrypt(JSON.stringify(value))]),
  )
}

/** Cookies and local storage of such a person, for a new context. */
export function keptState(url: string, options: VisitOptions, person?: SignedIn): KeptState {
  const localStorage = Object.entries(storedOf(person)).map(([name, value]) => ({ name, value }))
  return { cookies: cookiesOf(url, options), origins: [{ origin: url, localStorage }] }
}

/** Signs in through the page shown, as a person does. */
export async function typeSignIn(page: Page, username: string, secret = password): Promise<void> {
  await page.locator('input[autocomplete="username"]').fill(username)
  await page.locator('input[autocomplete="current-password"]').fill(secret)
  await page.locator('button[type="submit"]').click()
}

/** Opens the sign-in page, signs in, and waits until it led on. */
export async function signIn(page: Page, username: string, secret = password): Promise<void> {
  await page.goto('/login')
  await typeSignIn(page, username, secret)
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
}
