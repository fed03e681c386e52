import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOfSession, isLive, isTouchDue, deviceOf } from './sessions.ts'

const now = new Date('2026-03-20T12:00:00Z')
const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)
const minutes = 60
const hours = 3600

describe('a session', () => {
  it.each([
    ['just opened', 0, 12 * hours, true],
    ['seen 29 minutes ago', -29 * minutes, 1 * hours, true],
    ['seen 30 minutes ago', -30 * minutes, 1 * hours, false],
    ['at its end, however busy', 0, 0, false],
    ['a second before its end', 0, 1, true],
    ['seen half a minute ahead by another instance', 30, 1 * hours, true],
    ['seen an hour ahead: the clock was set back', 1 * hours, 10 * hours, false],
  ])('%s', (_, lastSeen, end, live) => {
    expect(isLive({ lastSeenAt: after(lastSeen), expiresAt: after(end), idleMinutes: null }, now)).toBe(live)
  })
  it.each([
    ['that should have locked a minute ago', -6 * minutes, true],
    ['that should have locked two minutes ago', -7 * minutes, false],
  ])('on a terminal that locks after five minutes, %s', (_, lastSeen, live) => {
    const times = { lastSeenAt: after(lastSeen), expiresAt: after(1 * hours), idleMinutes: 5 }
    expect(isLive(times, now)).toBe(live)
  })
  it('never lives longer than twelve hours, wherever the clock goes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 12 * hours, max: 400 * hours }), (seconds) => {
        const times = {
          lastSeenAt: after(seconds),
          expiresAt: new Date(endOfSession(now)),
          idleMinutes: null,
        }
        expect(isLive(times, after(seconds))).toBe(false)
      }),
    )
  })
  it('is written down as seen once a minute', () => {
    expect(isTouchDue(now, after(59))).toBe(false)
    expect(isTouchDue(now, after(60))).toBe(true)
  })
})

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    'Chrome · Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge · Windows'],
  [
    'Mozilla/5.0 (Linux; Android 14; PJF110) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0',
    'WeChat · Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 wxwork/4.1.20 MicroMessenger/7.0.1',
    'WeCom · iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1',
    'Safari · macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Linux'],
  ['curl/8.5.0', 'curl'],
  ['', ''],
  ['x'.repeat(400), 'x'.repeat(60)],
])('%s is shown as %j', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})
