import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { encrypt, tokenKey, userInfoKey } from '../../apps/web/src/shared/storage.ts'
import { password, type SignedIn } from './house.ts'
import type { Language } from './words.ts'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** A Chromium of this machine (CHROMIUM names another); null when there is none, and browser tests are skipped aloud. */
export const chromiumPath: string | null =
  [process.env['CHROMIUM'] ?? '', ...places].find((path) => existsSync(path)) ?? null

/** `camera`: the film (Y4M) that its camera shows, looked at when a page turns the camera on. */
export async function openBrowser(camera?: string): Promise<Browser> {
  if (chromiumPath === null) throw new Error('no Chromium here')
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--lang=zh-CN',
      ...(camera === undefined
        ? []
        : [
            '--use-fake-ui-for-media-stream',
            '--use-fake-device-for-media-stream',
            `--use-file-for-fake-video-capture=${camera}`,
          ]),
    ],
  })
}

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
  /** Lets a test put its own script into pages, past the content security policy. */
  readonly bypassCSP?: boolean
}

type KeptState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>

/** A browser of its own (cookies, storage) for one person. */
export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const { screen = 'laptop', bypassCSP = false } = options
  const context = await browser.newContext({
    viewport: screens[screen],
    baseURL: url,
    hasTouch: screen === 'phone' || screen === 'tablet',
    bypassCSP,
    storageState: keptState(url, options),
  })
  // Nothing on these pages takes longer on the slowest machine.
  context.setDefaultTimeout(15_000)
  return { context, complaints: listen(context, url), page: await context.newPage() }
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

/** Cookies and local storage of a person who set these preferences, and perhaps signed in, before. */
export function keptState(
  url: string,
  { language, dark = false }: VisitOptions,
  person?: SignedIn,
): KeptState {
  const stored = person === undefined ? {} : { [tokenKey]: person.token, [userInfoKey]: person.user }
  const cookies = {
    ...(language === undefined ? {} : { language }),
    ...(dark ? { theme: encodeURIComponent('dark #409EFF') } : {}),
  }
  return {
    cookies: Object.entries(cookies).map(([name, value]) => ({
      name,
      value,
      domain: new URL(url).hostname,
      path: '/',
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax' as const,
    })),
    origins: [
      {
        origin: url,
        localStorage: Object.entries(stored).map(([name, value]) => ({
          name,
          value: encrypt(JSON.stringify(value)),
        })),
      },
    ],
  }
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
