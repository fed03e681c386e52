import type { AlarmBoard } from '@cloud-factory/domain/wall/wall-panels'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  reloadNow,
  staggerMs,
  standsStill,
  itemsAfter,
  nextLine,
  readingS,
  greyness,
  idleTimeoutMs,
  statusOf,
  criticalNow,
  grouped,
  takeoverMs,
  takesOver,
} from './trust.rules.ts'

test('what machines tell grows old; what is booked does not; no data is a standing of its own', () => {
  const at = 1_000_000
  const item = { at, trust: 'good' as const }
  expect(statusOf('workshop_map', item, at + 59_000, 60)).toBe('fresh')
  expect(statusOf('workshop_map', item, at + 61_000, 60)).toBe('stale')
  expect(statusOf('orders_at_risk', item, at + 9_000_000, 60)).toBe('fresh')
  expect(statusOf('paint', { at, trust: 'partial' }, at, 60)).toBe('partial')
  expect(statusOf('paint', { at: null, trust: 'none' }, at, 60)).toBe('none')
  expect(statusOf('paint', undefined, at, 60)).toBe('none')
})

test('silence greys the screen, more and more, and never beyond grey', () => {
  expect(greyness(idleTimeoutMs - 1)).toBe(0)
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(10_000_000), (one, more) => {
      expect(greyness(one + more)).toBeGreaterThanOrEqual(greyness(one))
      expect(greyness(one)).toBeLessThanOrEqual(1)
    }),
  )
  expect(greyness(Number.POSITIVE_INFINITY)).toBe(1)
})

const alarm = (id: string, more: Partial<AlarmBoard['rows'][number]> = {}) =>
  ({
    id,
    severity: 'critical',
    since: 1_000_000,
    acked: false,
    current: true,
    ...more,
  }) as AlarmBoard['rows'][number]

test('critical alarms that hold and nobody has acknowledged take the screen together, for twenty seconds', () => {
  const rows = [
    alarm('warned', { severity: 'warning' }),
    alarm('first'),
    alarm('second', { since: 1_010_000 }),
    alarm('acknowledged', { acked: true }),
    alarm('gone', { current: false }),
  ]
  const critical = criticalNow(rows, 'critical')
  expect(critical.map(({ id }) => id)).toEqual(['second', 'first'])
  expect(criticalNow(rows, null)).toEqual([])
  expect(takeoverMs).toBeLessThanOrEqual(20_000)
  expect(takesOver(critical, 1_010_000 + takeoverMs - 1)).toBe(true)
  // The banner stays; a new one takes over again, with those before it.
  expect(takesOver(critical, 1_010_000 + takeoverMs)).toBe(false)
  expect(takesOver([], 1_010_000)).toBe(false)
})

test('the same alarm on many machines is one group with their number', () => {
  const names = { zh: '过载', en: 'Overload', es: 'Sobrecarga' }
  const other = { zh: '断弧', en: 'Arc lost', es: 'Arco perdido' }
  const rows = Array.from({ length: 73 }, (_, at) =>
    alarm(String(at), { machine: `CUT-${at}`, names: at === 5 ? other : names }),
  )
  const groups = grouped(rows)
  expect(groups.map(({ id, machines }) => [id, machines.length])).toEqual([
    ['0', 72],
    ['5', 1],
  ])
})

test('the line that is read stays whatever comes; when it has gone the list begins anew', () => {
  expect(nextLine(['a', 'b'], 'a')).toBe('b')
  expect(nextLine(['new', 'a', 'b'], 'a')).toBe('b')
  expect(nextLine(['c', 'd'], 'a')).toBe('c')
  expect(nextLine([], 'a')).toBeNull()
  expect(readingS('x')).toBe(6)
  expect(readingS('x'.repeat(900))).toBe(20)
})

test('a page that does not get better loads itself anew at growing distances', () => {
  const first = reloadNow(null, 0)
  expect(first).toEqual({ count: 1, at: 0 })
  expect(reloadNow(first, 59_000)).toBeNull()
  const second = reloadNow(first, 60_000)
  expect(second?.count).toBe(2)
  expect(reloadNow(second, 300_000)).toBeNull()
  expect(reloadNow(second, 360_000)?.count).toBe(3)
  // It worked for hours, or the clock was set back: that is a new fault.
  expect(reloadNow({ count: 4, at: 0 }, 9_000_000)?.count).toBe(1)
  expect(reloadNow({ count: 4, at: 9_000 }, 10)?.count).toBe(1)
  expect(standsStill(61_000, true)).toBe(true)
  expect(standsStill(61_000, false)).toBe(false)
  expect(staggerMs(0.999_999, 300_000)).toBeLessThan(300_000)
})

test('items follow the stream; what a keyframe repeats keeps its object', () => {
  const text = JSON.stringify
  const first = itemsAfter({}, 'keyframe', text({ items: { oee: { at: 1 }, paint: { at: 2 } } }))
  const second = itemsAfter(first, 'delta', text({ set: { oee: { at: 3 } }, gone: ['paint'] }))
  expect(second).toEqual({ oee: { at: 3 } })
  const third = itemsAfter(second, 'keyframe', text({ items: { oee: { at: 3 }, paint: { at: 4 } } }))
  expect(third.oee).toBe(second.oee)
  expect(third.paint).toEqual({ at: 4 })
  expect(itemsAfter(third, 'beat', 'no json')).toBe(third)
})
