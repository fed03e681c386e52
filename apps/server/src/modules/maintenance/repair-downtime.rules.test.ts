import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Span } from '../work-calendar/work-windows.rules.ts'
import { downtimeOf, type StoodInterval, stoodFor } from './repairs.rules.ts'

const hour = 3_600_000
const at = (from: number, to: number): Span => ({ from: from * hour, to: to * hour })
const was = (state: StoodInterval['state'], from: number, to: number, isPlanned = false): StoodInterval => ({
  state,
  isPlanned,
  ...at(from, to),
})
const day = [was('running', 0, 9), was('fault', 9, 12), was('maintenance', 12, 14), was('idle', 14, 20)]
const worked = [at(8, 12), at(13, 17)]

test.each<[string, number | null, Span, Span[], StoodInterval[]]>([
  ['fault and maintenance in planned time', 4, at(9, 16), [], day],
  ['only from the report on', 3, at(10, 16), [], day],
  ['only to its end', 1, at(9, 10), [], day],
  ['idle is not standing', 0, at(14, 16), [], day],
  ['a break is not planned', 0, at(12, 13), [], day],
  ['a planned stop is none', 3, at(9, 16), [], [was('fault', 9, 12), was('maintenance', 12, 14, true)]],
  ['an order before it has its hours', 1, at(9, 16), [at(8, 13)], day],
  ['an order before it that is still open has all', 0, at(9, 16), [at(8, 99)], day],
  ['nothing recorded', null, at(9, 16), [], []],
  ['nothing heard', null, at(9, 16), [], [was('offline', 0, 24)]],
  ['heard only before', null, at(9, 16), [], [was('running', 0, 9)]],
])('%s: %s h', (_, hours, time, earlier, intervals) => {
  const seconds = hours === null ? null : hours * 3600
  expect(stoodFor({ time, earlier, planned: worked }, intervals)).toBe(seconds)
})

const spans = fc
  .tuple(fc.nat(40), fc.integer({ min: 1, max: 40 }))
  .map(([from, length]) => at(from, from + length))

test('orders on one machine never count more together than the machine stood', () => {
  fc.assert(
    fc.property(
      fc.array(spans, { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(3), { maxLength: 80 }),
      (orders, states) => {
        const words = ['running', 'fault', 'maintenance', 'idle'] as const
        const intervals = states.map((word, from) => was(words[word] ?? 'idle', from, from + 1))
        const planned = [at(0, 30), at(35, 70)]
        const sorted = orders.toSorted((one, other) => one.from - other.from)
        const each = sorted.map(
          (time, index) => stoodFor({ time, earlier: sorted.slice(0, index), planned }, intervals) ?? 0,
        )
        const whole = { from: sorted[0]?.from ?? 0, to: Math.max(...sorted.map(({ to }) => to)) }
        const together = each.reduce((sum, seconds) => sum + seconds, 0)
        expect(together).toBeLessThanOrEqual(stoodFor({ time: whole, earlier: [], planned }, intervals) ?? 0)
      },
    ),
  )
})

test.each<[string, number | null, boolean, Span[], object | null]>([
  ['its states go before its order', 60, true, [], { seconds: 60, from: 'states' }],
  ['states say that it ran', 0, true, [], { seconds: 0, from: 'states' }],
  ['nothing known: from report to end', null, true, [], { seconds: 7200, from: 'order' }],
  ['nothing known, another order before it', null, true, [at(0, 10)], { seconds: 3600, from: 'order' }],
  ['nothing known, and it did not stand', null, false, [], null],
])('%s', (_, ofStates, stopped, earlier, downtime) => {
  expect(downtimeOf(ofStates, { stopped, time: at(9, 11), earlier })).toEqual(downtime)
})
