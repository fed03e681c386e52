import { dayNumber } from '@cloud-factory/domain/numbers/civil-days'

const dayMs = 86_400_000
const form =
  /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/i

/**
 * Parses a time in a vendor's format, returns ms since 1970. Accepts a number of seconds, ms, µs or ns, also as text, and ISO 8601 with or without
 * separators (`20191023T173625Z`), also with a space. A text without a zone is `zoneMinutes` ahead of UTC. Null = not a time.
 */
export function sentTime(value: unknown, zoneMinutes: number): number | null {
  if (typeof value === 'number') return epoch(value)
  if (typeof value !== 'string' || value.length > 40) return null
  const text = value.trim()
  return /^\d{1,19}(\.\d{1,9})?$/.test(text) ? epoch(Number(text)) : written(text, zoneMinutes)
}

/** Seconds, ms, µs or ns are distinguished by their size: no machine sent data before 1973. */
function epoch(number: number): number | null {
  if (!Number.isFinite(number) || number <= 0) return null
  if (number < 1e11) return Math.round(number * 1000)
  if (number < 1e14) return Math.round(number)
  if (number < 1e17) return Math.round(number / 1000)
  return number < 1e20 ? Math.round(number / 1e6) : null
}

function written(text: string, zoneMinutes: number): number | null {
  const found = form.exec(text)
  if (found === null) return null
  const part = (place: number): number => Number(found[place] ?? 0)
  const [year, month, day] = [part(1), part(2), part(3)]
  const [hour, minute, second] = [part(4), part(5), part(6)]
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 60) return null
  const zone = zoneOf(found[8], zoneMinutes)
  const fraction = Math.floor(Number(`0.${found[7] ?? 0}`) * 1000)
  const ofDay = (hour * 60 + minute - zone) * 60_000 + second * 1000 + fraction
  return dayNumber(`${year}-${month}-${day}`) * dayMs + ofDay
}

function zoneOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (text.toUpperCase() === 'Z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(3).replace(':', '') || 0)
  return text.startsWith('-') ? -minutes : minutes
}

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

function isDay(year: number, month: number, day: number): boolean {
  const length = (lengths[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0)
  return year >= 1970 && day >= 1 && day <= length
}
