import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SenderClock } from './sender.rules.ts'

const t0 = Date.UTC(2026, 2, 20, 8)
const minute = 60_000

test.each([
  ['right, 40 ms on the way', t0 - 40, { at: t0 - 40, quality: 0 }],
  ['two seconds behind', t0 - 2000, { at: t0 - 2000, quality: 0 }],
  ['a minute behind: shifted', t0 - minute, { at: t0, quality: 2 }],
  ['five seconds ahead: shifted back', t0 + 5000, { at: t0, quality: 2 }],
  ['eleven seconds ahead: the server’s time', t0 + 11_000, { at: t0, quality: 3 }],
  ['a day behind: the server’s time', t0 - 86_400_000, { at: t0, quality: 3 }],
  ['no time said', null, { at: t0, quality: 0 }],
])('%s', (_, ts, judged) => {
  expect(new SenderClock().live('b', ts, t0)).toEqual(judged)
})

test('a message that was long on the way keeps its time, the clock being known', () => {
  const clock = new SenderClock()
  clock.live('b', t0 - 30, t0)
  // Ten minutes without a link, then what was kept comes.
  const now = t0 + 10 * minute
  expect(clock.live('b', t0 + minute, now)).toEqual({ at: t0 + minute, quality: 0 })
  expect(clock.offset).toBe(30)
})

test('the same over a restart of the server, which remembers the offset of the boot', () => {
  const clock = new SenderClock()
  clock.remember('b', 25)
  expect(clock.live('b', t0 - 8 * minute, t0)).toEqual({ at: t0 - 8 * minute, quality: 0 })
  // Another boot may have another clock.
  expect(clock.live('c', t0 - 8 * minute, t0)).toMatchObject({ quality: 3 })
})

test('what the boot before sent keeps its time when it comes late, and says nothing of the clock that runs', () => {
  const clock = new SenderClock()
  clock.live('a', t0 - 30, t0)
  clock.live('b', t0 + 1000 - 20, t0 + 1000)
  const late = t0 + minute
  expect(clock.live('a', t0 + 500, late)).toEqual({ at: t0 + 500, quality: 0 })
  expect(clock.live('b', t0 + 40_000, late)).toEqual({ at: t0 + 40_000, quality: 0 })
  expect(clock.offset).toBe(20)
})

test('so does what a boot before that sent, however many have begun since', () => {
  const clock = new SenderClock()
  const boots = ['a', 'b', 'c', 'd']
  for (const [n, boot] of boots.entries()) clock.live(boot, t0 + n * 1000 - 10 * n, t0 + n * 1000)
  const late = t0 + minute
  for (const boot of boots.slice(0, 3))
    expect(clock.live(boot, t0 + 500, late)).toEqual({ at: t0 + 500, quality: 0 })
  expect(clock.offset).toBe(30)
})

test('sent once more by a boot that nobody here has heard, it keeps its time and says nothing of the clock', () => {
  const clock = new SenderClock()
  clock.remember('b', 25)
  expect(clock.live('a', t0 - minute, t0, { again: true })).toEqual({ at: t0 - minute, quality: 0 })
  expect([clock.offset, clock.isLatest('a'), clock.isLatest('b')]).toEqual([25, null, true])
  expect(clock.live('a', t0 + minute, t0, { again: true })).toEqual({ at: t0, quality: 3 })
  expect(clock.live('a', null, t0, { again: true })).toEqual({ at: t0, quality: 0 })
})

test('a clock that is set back is noticed within the span', () => {
  const clock = new SenderClock()
  for (let s = 0; s < 60; s += 1) clock.live('b', t0 + s * 1000 - 20, t0 + s * 1000)
  const qualities = new Set<number>()
  for (let s = 60; s < 60 + 620; s += 1)
    qualities.add(clock.live('b', t0 + s * 1000 - 60_000, t0 + s * 1000).quality)
  expect(clock.offset).toBe(60_000)
  expect(qualities).toEqual(new Set([0, 2]))
})

test('of values that are numbered it is noticed at once, and none lies before the one before it', () => {
  const clock = new SenderClock()
  const heard = (second: number, setBack: number) => {
    const now = t0 + second * 1000
    return clock.live('b', now - setBack - 20, now, { seq: second })
  }
  let last = -Infinity
  for (let second = 0; second < 300; second += 1) {
    // Right, a minute behind, a second more, and so far behind that its time is of no use.
    const setBack = second < 60 ? 0 : second < 120 ? 60_000 : second < 180 ? 61_000 : 3_600_000
    const { at, quality } = heard(second, setBack)
    expect(at).toBeGreaterThan(last)
    expect(Math.abs(at - (t0 + second * 1000))).toBeLessThan(1100)
    expect(quality).toBe(second < 60 ? 0 : second < 180 ? 2 : 3)
    last = at
  }
  // What was sent before comes again: it has its own time and moves no clock.
  const { offset } = clock
  clock.live('b', t0, t0 + 300_000, { again: true, seq: 5 })
  expect(clock.offset).toBe(offset)
})

test('so it is by the time of messages that come in order; old values in them say nothing of the clock', () => {
  const clock = new SenderClock()
  const heard = (second: number, setBack: number, age = 0) => {
    const sentAt = t0 + second * 1000 - setBack
    return clock.live('', sentAt - age, t0 + second * 1000, { sentAt })
  }
  expect(heard(0, 0, 3_600_000)).toEqual({ at: t0 - 3_600_000, quality: 0 })
  expect(heard(1, 0)).toEqual({ at: t0 + 1000, quality: 0 })
  expect(heard(2, 60_000)).toEqual({ at: t0 + 2000, quality: 2 })
  expect(heard(3, 60_000, 500)).toEqual({ at: t0 + 2500, quality: 2 })
})

test('stored values from the future are refused, the rest keep their time', () => {
  const clock = new SenderClock()
  expect(clock.stored(t0 + 11_000, t0)).toBeNull()
  expect(clock.stored(t0 - 3_600_000, t0)).toEqual({ at: t0 - 3_600_000, quality: 0 })
  clock.live('b', t0 - minute, t0)
  expect(clock.stored(t0 - 3_600_000, t0)).toEqual({ at: t0 - 3_600_000 + minute, quality: 2 })
})

test('whatever comes, no value is later than the server by more than two seconds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(5000)), { maxLength: 50 }),
      (sent) => {
        const clock = new SenderClock()
        let now = t0
        for (const [offset, step] of sent) {
          now += step
          expect(clock.live('b', now - offset, now).at).toBeLessThanOrEqual(now + 2000)
        }
      },
    ),
  )
})
