import { expect, test } from 'vitest'
import { inSlots, StoredValues } from './stored-values.rules.ts'

const current = {
  slot: 1,
  code: 'cur',
  low: 0,
  high: 800,
  deadband: 5,
  deadbandPercent: false,
  silenceS: 60,
}
const load = { ...current, slot: 2, code: 'load', low: null, high: null, deadband: 10, deadbandPercent: true }
const bySlot = new Map([current, load].map((signal) => [signal.code, signal]))
const value = (code: string, number: number, bad = false) => ({ code, value: number, bad })

test('values stand in their slots; what is beyond the signal is bad, what nobody knows is counted', () => {
  expect(inSlots(bySlot, 2, [value('load', 3), value('x', 1)], 0)).toEqual({
    values: [null, 3],
    qualities: null,
    unknown: 1,
    noStates: 0,
  })
  expect(inSlots(bySlot, 2, [value('cur', 801), value('load', 1, true)], 0).qualities).toEqual([1, 1])
  expect(inSlots(bySlot, 2, [value('cur', -1), value('load', 1)], 2).qualities).toEqual([1, 2])
})

test('a number of a state that there is not is bad', () => {
  const state = { ...load, slot: 1, code: 'st', role: 'state' }
  const judged = (number: number) => inSlots(new Map([['st', state]]), 1, [value('st', number)], 0)
  expect(judged(3)).toMatchObject({ qualities: null, noStates: 0 })
  for (const wrong of [6, -1, 2.5]) expect(judged(wrong)).toMatchObject({ qualities: [1], noStates: 1 })
})

test('a counter is kept whenever it rises, whatever its dead band', () => {
  const lastValues = new StoredValues()
  const counter = { ...load, kind: 'counter', deadband: 10, deadbandPercent: false }
  const wants = (seconds: number, count: number) => lastValues.wants([counter], seconds * 1000, [null, count])
  expect([wants(0, 5), wants(1, 5), wants(2, 6)]).toEqual([true, false, true])
})

test('a frame is kept when a value moved by its dead band, or after the silence', () => {
  const lastValues = new StoredValues()
  const wants = (seconds: number, cur: number | null, percent: number | null) =>
    lastValues.wants([current, load], seconds * 1000, [cur, percent])
  expect(wants(0, 100, 50)).toBe(true)
  expect(wants(1, 104.9, 54.9)).toBe(false)
  // Measured from the last one kept, not from the last one seen: a slow drift is not lost.
  expect(wants(2, 105, 50)).toBe(true)
  expect(wants(3, 105, 55)).toBe(true)
  expect(wants(4, 105, 60.4)).toBe(false)
  expect(wants(62, 105, null)).toBe(false)
  expect(wants(63, 105, null)).toBe(true)
  // Late: it stands before the last one kept.
  expect(wants(10, 105, 55)).toBe(true)
  expect(wants(64, null, null)).toBe(false)
})
