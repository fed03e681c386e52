import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOfSession, isLive, isTouchDue } from './session.rules.ts'

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
  ])('%s', (_, seen, end, live) => {
    expect(isLive({ lastSeenAt: after(seen), expiresAt: after(end) }, now)).toBe(live)
  })
  it('never lives longer than twelve hours, wherever the clock goes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 12 * hours, max: 400 * hours }), (seconds) => {
        const times = { lastSeenAt: after(seconds), expiresAt: new Date(endOfSession(now)) }
        expect(isLive(times, after(seconds))).toBe(false)
      }),
    )
  })
  it('is written down as seen once a minute', () => {
    expect(isTouchDue(now, after(59))).toBe(false)
    expect(isTouchDue(now, after(60))).toBe(true)
  })
})
