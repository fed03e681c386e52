import { type Instant, dateOf, formatInstant } from './dates.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * English: minutes under an hour, hours under a day, else days, all rounded down; the plural except at 1.
 * @param at when it was
 * @param now as milliseconds
 */
export function timeAgo(at: Instant, now: number): string {
  const passed = Math.max(0, now - (dateOf(at)?.getTime() ?? now))
  if (passed < hour) return plural(passed / minute, 'minute')
  return passed < day ? plural(passed / hour, 'hour') : plural(passed / day, 'day')
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
