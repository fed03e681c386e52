import type { Language } from '@cloud-factory/contract/identity/access'
import { create } from 'zustand'

const year = 365 * 24 * 3600

/** Finds the value of a cookie by its name; null when there is none. */
function cookieReader(cookies: string): (name: string) => string | null {
  const pairs = cookies.split('; ')
  return (name) => {
    const pair = pairs.find((one) => one.startsWith(`${name}=`))
    return pair === undefined ? null : decode(pair.slice(name.length + 1))
  }
}

/** Stores a setting for a year, for every path of this origin. */
function writeCookie(name: string, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${year}; samesite=lax`
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

export const languageNames: Readonly<Record<Language, string>> = { zh: '中文', en: 'English', es: 'Español' }
export const languageWords = Object.keys(languageNames) as Language[]

/** Height of controls in px, by the value in the cookie. */
export const controlHeights = { default: 40, medium: 36, small: 32, mini: 28 } as const
export type Size = keyof typeof controlHeights
export const sizeWords = Object.keys(controlHeights) as Size[]

export const defaultColor = '#409EFF'
export const presetColors = [
  defaultColor,
  '#1890ff',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959CD',
  '#f5222d',
] as const

export interface Settings {
  readonly sidebarOpen: boolean
  readonly language: Language
  readonly size: Size
  /** Theme colour, `#rrggbb`. */
  readonly color: string
  readonly dark: boolean
}

/** Settings from their cookies; an unknown value counts as absent. */
export function settingsFrom(cookie: (name: string) => string | null): Settings {
  const [mode, color] = (cookie('theme') ?? '').split(' ')
  return {
    sidebarOpen: cookie('sidebarStatus') !== '0',
    language: oneOf(languageWords, cookie('language')) ?? 'zh',
    size: oneOf(sizeWords, cookie('size')) ?? 'medium',
    color: /^#[0-9a-f]{6}$/i.test(color ?? '') ? (color ?? defaultColor) : defaultColor,
    dark: mode === 'dark',
  }
}

const oneOf = <T extends string>(words: readonly T[], word: string | null): T | undefined =>
  words.find((candidate) => candidate === word)

/** The defaults until `readSettings` has run. */
export const useSettings = create<Settings>(() => settingsFrom(() => null))

/**
 * Reads the settings from their cookies. Each page calls it first, but not while its file runs: for a read of cookies
 * Chromium determines its line, and parses a file that is running again for that.
 */
export function readSettings(): void {
  useSettings.setState(settingsFrom(cookieReader(document.cookie)))
}

/**
 * Changes settings and stores them in the cookies `sidebarStatus` (1 open, 0 closed), `language`, `size`, `theme`.
 */
export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change)
  const { sidebarOpen, language, size, color, dark } = useSettings.getState()
  if (change.sidebarOpen !== undefined) writeCookie('sidebarStatus', sidebarOpen ? '1' : '0')
  if (change.language !== undefined) writeCookie('language', language)
  if (change.size !== undefined) writeCookie('size', size)
  if (change.color !== undefined || change.dark !== undefined)
    writeCookie('theme', `${dark ? 'dark' : 'light'} ${color}`)
}
