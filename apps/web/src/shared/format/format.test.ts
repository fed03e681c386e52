import { describe, expect, test } from 'vitest'
import { dateOf, formatInstant } from './dates.ts'
import {
  bytesText,
  count,
  exactTonnes,
  hundredths,
  kilograms,
  shortNumber,
  thousands,
  tonnes,
  unitPrice,
  wholeKg,
} from './numbers.ts'
import { relativeTime, timeAgo, timeAgoZh } from './relative-time.ts'

const zone = 'Asia/Shanghai'
const now = Date.parse('2026-11-21T04:00:00Z')
const before = (seconds: number) => now - seconds * 1000

test.each([
  [1234.5, '1,234.50'],
  [0, '0.00'],
  [-0.05, '-0.05'],
  [-10_050, '-10,050.00'],
  [null, '–'],
])('money and hours have two digits: %s', (value, shown) => {
  expect(hundredths(value)).toBe(shown)
})

test.each([
  [4.6, '4.60'],
  [1200, '1,200.00'],
  [0.035, '0.035'],
  [null, '–'],
])('a unit price has two digits or as many as it needs: %s', (value, shown) => {
  expect(unitPrice(value)).toBe(shown)
})

describe('number formatter suffixes: k, M, G, T, P, E', () => {
  test.each([
    [999, 1, '999'],
    [1000, 1, '1k'],
    [1500, 1, '1.5k'],
    [-1500, 1, '-1.5k'],
    [1_234_567, 2, '1.23M'],
    [999_999, 1, '1M'],
    [999_949, 1, '999.9k'],
    [2e9, 1, '2G'],
    [3e12, 1, '3T'],
    [4e15, 1, '4P'],
    [5e18, 1, '5E'],
    [0, 1, '0'],
    [0.5, 1, '0.5'],
  ])('%d with %d digits is %s', (value, digits, text) => expect(shortNumber(value, digits)).toBe(text))
})

test.each([
  [1234567.891, '1,234,567.891'],
  [-1234, '-1,234'],
  [0, '0'],
  [999, '999'],
  ['12345', '12,345'],
  ['x', '0'],
])('a thousands-separator filter: %j is %s', (value, text) => expect(thousands(value)).toBe(text))

test('weights: kg with one digit at most, or none for many pieces; tonnes with one digit, or to the kilogram', () => {
  expect([kilograms(12345.67), wholeKg(12345.67)]).toEqual(['12,345.7', '12,346'])
  expect([12345.67, 1_234_567_890, 0].map(tonnes)).toEqual(['12.3', '1,234,567.9', '0.0'])
  expect([12345.67, 1_234_567_890].map(exactTonnes)).toEqual(['12.346', '1,234,567.890'])
  expect([kilograms(null), wholeKg(null), tonnes(undefined), exactTonnes(null), count(null)]).toEqual(
    Array.from({ length: 5 }, () => '–'),
  )
})

test('a weight that is not nothing is never shown as nothing', () => {
  expect([0.4, 49.9, 50].map(tonnes)).toEqual(['<0.1', '<0.1', '0.1'])
})

describe('default date format: year-month-day hour:minute:second', () => {
  test.each([
    ['2026-11-20T16:05:09Z', '2026-11-21 00:05:09'],
    [1_795_190_400, '2026-11-21 00:00:00'],
    ['1795190400', '2026-11-21 00:00:00'],
    [1_795_190_400_000, '2026-11-21 00:00:00'],
    [null, '–'],
    ['', '–'],
    ['never', '–'],
    [0, '–'],
    ['0', '–'],
    ['1970-01-01T00:00:00Z', '–'],
  ])('%j is %s in the factory', (at, text) => expect(formatInstant(at, zone)).toBe(text))

  test('patterns', () => {
    expect(formatInstant('2026-11-20T16:05:09Z', zone, '{m}月{d}日 {h}:{i} 周{a}')).toBe(
      '11月21日 00:05 周六',
    )
    expect(formatInstant('2026-11-20T16:05:09Z', 'UTC', '{d} {h}')).toBe('20 16')
    expect(formatInstant('2026-11-20T16:05:09Z', 'UTC', '{yyyy}-{mm} {x}{h}')).toBe('2026-11 16')
  })

  test('what is no instant is null', () => expect(dateOf('x')).toBeNull())
})

test.each([
  [59, '0 minutes'],
  [60, '1 minute'],
  [3599, '59 minutes'],
  [3600, '1 hour'],
  [86399, '23 hours'],
  [86400, '1 day'],
  [200000, '2 days'],
  [-5, '0 minutes'],
])('relative time, English: %d s ago is %s', (seconds, text) =>
  expect(timeAgo(before(seconds), now)).toBe(text),
)

test.each([
  [29, '刚刚'],
  [30, '1分钟前'],
  [61, '2分钟前'],
  [3599, '60分钟前'],
  [3600, '1小时前'],
  [3601, '2小时前'],
  [86399, '24小时前'],
  [86400, '1天前'],
  [172799, '1天前'],
  [172800, '2026-11-19 12:00:00'],
])('relative time, Chinese: %d s ago is %s', (seconds, text) =>
  expect(timeAgoZh(before(seconds), now, zone)).toBe(text),
)

test.each([
  ['zh', 61, '2分钟前'],
  ['en', 60, '1 minute ago'],
  ['en', 7200, '2 hours ago'],
  ['es', 3600, 'hace 1 hora'],
  ['es', 200000, 'hace 2 días'],
  ['es', 0, 'ahora mismo'],
  ['es', 60, 'hace 1 minuto'],
  ['en', 59, 'just now'],
  ['en', -3600, '2026-11-21 13:00:00'],
] as const)('relative time on the screen, %s: %d s ago is %s', (language, seconds, text) =>
  expect(relativeTime(before(seconds), { now, language, timeZone: zone })).toBe(text),
)

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1_600_000, '1.5 MB'],
  [20_971_520, '20 MB'],
  [5_368_709_120, '5 GB'],
])('%i bytes read as %s', (bytes, text) => expect(bytesText(bytes)).toBe(text))
