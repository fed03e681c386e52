import { useCallback, useState } from 'react'
import { useSession } from '../session.ts'
import { absent } from './numbers.ts'

const parts = ['year', 'month', 'day', 'hour', 'minute', 'second', 'weekday'] as const
type Parts = Readonly<Record<(typeof parts)[number], string>>

const weekdays = ['日', '一', '二', '三', '四', '五', '六']
const englishDays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const formatters = new Map<string, Intl.DateTimeFormat>()

const defaultPattern = '{y}-{m}-{d} {h}:{i}:{s}'

/** ISO text, a Date, milliseconds, or seconds with ten digits. */
export type Instant = string | number | Date

/**
 * Formats an instant in a time zone by a pattern of `{y} {m} {d} {h} {i} {s} {a}` (a = day of the week, 日 to 六).
 * @returns `–` when it is missing, was never set (zero) or is invalid
 */
export function formatInstant(
  at: Instant | null | undefined,
  timeZone: string,
  pattern: string = defaultPattern,
): string {
  const date = dateOf(at)
  if (date === null) return absent
  const { year, month, day, hour, minute, second, weekday } = partsOf(date, timeZone)
  const words: Readonly<Record<string, string>> = {
    y: year,
    m: month,
    d: day,
    h: hour,
    i: minute,
    s: second,
    a: weekdays[englishDays.indexOf(weekday)] ?? '',
  }
  // An unknown letter is removed, so that no braces are shown.
  return pattern.replace(/\{([a-z])\1*\}/gi, (_, letter: string) => words[letter] ?? '')
}

/** The Date of an instant; null when it is missing or invalid. */
export function dateOf(at: Instant | null | undefined): Date | null {
  if (at === null || at === undefined || at === '') return null
  const numeric = typeof at === 'string' && /^\d+$/.test(at) ? Number(at) : at
  const inSeconds = typeof numeric === 'number' && String(numeric).length === 10
  const date = new Date(inSeconds ? numeric * 1000 : numeric)
  // Zero means that the time was never set.
  return Number.isNaN(date.getTime()) || date.getTime() === 0 ? null : date
}

function partsOf(date: Date, timeZone: string): Parts {
  const formatter = formatters.get(timeZone) ?? formatterOf(timeZone)
  formatters.set(timeZone, formatter)
  const found = new Map<string, string>(formatter.formatToParts(date).map(({ type, value }) => [type, value]))
  return Object.fromEntries(parts.map((part) => [part, found.get(part) ?? ''])) as Parts
}

/** The default replaces a zone that this browser does not know: a date must not break a whole page. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const pattern = {
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...pattern, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...pattern, timeZone: defaultZone })
  }
}

const defaultZone = 'Asia/Shanghai'

/** The factory's time zone, whatever that of the user's computer. */
export const useFactoryZone = (): string => useSession(({ user }) => user?.plant.timeZone ?? defaultZone)

/** The factory's day of this visit, `2026-03-21`: it does not change at midnight while somebody edits. */
export function useToday(): string {
  const instant = useInstant()
  const [today] = useState(() => instant(new Date(), '{y}-{m}-{d}'))
  return today
}

/** Formats instants in the factory's time zone, whatever that of the user's computer. */
export function useInstant(): (at: Instant | null | undefined, pattern?: string) => string {
  const timeZone = useFactoryZone()
  return useCallback((at, pattern) => formatInstant(at, timeZone, pattern), [timeZone])
}
