import type { Language } from '@cloud-factory/contract/identity/access'
import { type Instant, dateOf, formatInstant } from './dates.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * English: minutes under an hour, hours under a day, otherwise days, all rounded down; plural except for 1.
 * @param at the instant
 * @param now in milliseconds
 */
export function timeAgo(at: Instant, now: number, words = english): string {
  const passed = Math.max(0, now - (dateOf(at)?.getTime() ?? now))
  if (passed < hour) return plural(passed / minute, words.minute)
  return passed < day ? plural(passed / hour, words.hour) : plural(passed / day, words.day)
}

function plural(value: number, word: string): string {
  const whole = Math.floor(value)
  return `${whole} ${word}${whole === 1 ? '' : 's'}`
}

/** Chinese: 刚刚 under 30 s, then minutes and hours rounded up, 1天前 under two days, then the date. */
export function timeAgoZh(at: Instant, now: number, timeZone: string, pattern?: string): string {
  const passed = now - (dateOf(at)?.getTime() ?? now)
  if (passed < 30 * second) return '刚刚'
  if (passed < hour) return `${Math.ceil(passed / minute)}分钟前`
  if (passed < day) return `${Math.ceil(passed / hour)}小时前`
  return passed < 2 * day ? '1天前' : formatInstant(at, timeZone, pattern)
}

interface RelativeOptions {
  /** In milliseconds. */
  readonly now: number
  readonly language: Language
  readonly timeZone: string
  /** Pattern for times that are not shown relatively. */
  readonly pattern?: string | undefined
}

/** A past instant relative to now, in the language; a future one in full. */
export function relativeTime(at: Instant, { now, language, timeZone, pattern }: RelativeOptions): string {
  const passed = now - (dateOf(at)?.getTime() ?? now)
  if (passed < -minute) return formatInstant(at, timeZone, pattern)
  if (language === 'zh') return timeAgoZh(at, now, timeZone, pattern)
  if (passed < minute) return justNow[language]
  return language === 'en' ? `${timeAgo(at, now)} ago` : `hace ${timeAgo(at, now, spanish)}`
}

const justNow = { en: 'just now', es: 'ahora mismo' }
const english = { minute: 'minute', hour: 'hour', day: 'day' }
const spanish = { minute: 'minuto', hour: 'hora', day: 'día' }
