import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SequenceWindow } from './sender.rules.ts'

test('a number that comes again is known, in whatever order, within the window', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(900), { maxLength: 300 }), (numbers) => {
      const window = new SequenceWindow()
      const received = new Set<number>()
      for (const number of numbers) {
        expect(window.repeats('b', number)).toBe(received.has(number))
        received.add(number)
      }
    }),
  )
})

test('numbers far apart, and those behind the window', () => {
  const window = new SequenceWindow()
  expect([5, 5000, 5, 5000, 4999, 4999, 3977, 3977, 3976, 3976].map((n) => window.repeats('b', n))).toEqual([
    false,
    false,
    // Behind the window nothing is known: the store knows it by its time.
    false,
    true,
    false,
    true,
    false,
    true,
    false,
    false,
  ])
})

test('a new boot counts anew', () => {
  const window = new SequenceWindow()
  expect([window.repeats('a', 7), window.repeats('b', 7), window.repeats('b', 7)]).toEqual([
    false,
    false,
    true,
  ])
})

test('what the boot before sent is still known when it comes again among what is new', () => {
  const window = new SequenceWindow()
  window.repeats('a', 7)
  window.repeats('b', 1)
  expect([window.repeats('a', 7), window.repeats('a', 8), window.repeats('b', 1)]).toEqual([
    true,
    false,
    true,
  ])
})

test('of eight boots each knows its own numbers; one more, and the first is forgotten', () => {
  const window = new SequenceWindow()
  const boots = Array.from({ length: 9 }, (_, n) => `b${n}`)
  for (const boot of boots.slice(0, 8)) window.repeats(boot, 7)
  expect(boots.slice(0, 8).map((boot) => window.repeats(boot, 7))).toEqual(Array(8).fill(true))
  expect(['b8', 'b1', 'b0'].map((boot) => window.repeats(boot, 7))).toEqual([false, true, false])
})
