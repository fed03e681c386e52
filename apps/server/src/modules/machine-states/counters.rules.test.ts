import { expect, test } from 'vitest'
import { type Carry, CounterSeries, type CounterProfile, type Reading, riseOf } from './count-series.rules.ts'

const pieces = { factor: 1, step: 1, high: null }

test('a counter goes up by the difference; one that was set back by what was made since', () => {
  expect(riseOf(10, 12, pieces)).toEqual({ rise: 2, stands: 12 })
  expect(riseOf(100, 3, pieces)).toEqual({ rise: 3, stands: 3 })
  expect(riseOf(100, 0, pieces)).toEqual({ rise: 0, stands: 0 })
})

test('one that rolls over goes on counting', () => {
  const odometer = { factor: 1, step: 1, high: 65_535 }
  expect(riseOf(65_530, 4, odometer)).toEqual({ rise: 10, stands: 4 })
  expect(riseOf(65_535, 0, odometer).rise).toBe(1)
  // Far from its highest it was set back.
  expect(riseOf(30_000, 4, odometer).rise).toBe(4)
})

test('one that trembles was not set back', () => {
  const energy = { factor: 1, step: 0.1, high: null }
  expect(riseOf(5000.2, 5000.1, energy)).toEqual({ rise: 0, stands: 5000.2 })
  expect(riseOf(5000.2, 4999, energy)).toEqual({ rise: 0, stands: 5000.2 })
})

const hour = 3_600_000
const shiftAt = (at: number) => ({
  day: '2026-03-20',
  shiftId: Math.floor(at / hour),
  to: (Math.floor(at / hour) + 1) * hour,
})
const profile: CounterProfile = {
  outputUnit: 'm',
  output: pieces,
  good: null,
  energy: { factor: 0.001, step: 1, high: null },
  arc: { share: 0.01, holdMs: 60_000 },
}
const reading = (at: number, more: Partial<Reading>): Reading => ({
  at,
  profileId: 1,
  output: null,
  good: null,
  energy: null,
  arc: null,
  ...more,
})
function counted(
  readings: readonly Reading[],
  profiles = new Map([[1, profile]]),
  carry: Carry | null = null,
) {
  const series = new CounterSeries({ profileOf: (id) => profiles.get(id), shiftAt }, carry)
  series.take(readings)
  return series.counted.map(({ shiftId, output, energy, arc }) => ({ shiftId, output, energy, arc }))
}

test('what was made between two readings belongs to the shift of the second; nothing made is 0, nothing told is not', () => {
  expect(
    counted([
      reading(1, { output: 10, energy: 5000 }),
      reading(2, { output: 10 }),
      reading(hour + 1, { output: 14 }),
      reading(2 * hour, { energy: 7000 }),
    ]),
  ).toEqual([
    { shiftId: 0, output: 0, energy: null, arc: null },
    { shiftId: 1, output: 4, energy: null, arc: null },
    { shiftId: 2, output: null, energy: 2, arc: null },
  ])
})

test('an arc burns until the next word of it, no longer than it is known, in each shift what burnt there', () => {
  expect(
    counted([
      reading(hour - 20_000, { arc: 50 }),
      reading(hour + 20_000, { arc: 100 }),
      reading(hour + 600_000, { arc: 0 }),
    ]),
  ).toEqual([
    { shiftId: 1, output: null, energy: null, arc: 70 },
    { shiftId: 0, output: null, energy: null, arc: 10 },
  ])
})

test('a machine that counts in another unit from now on begins anew', () => {
  const profiles = new Map([
    [1, profile],
    [2, { ...profile, outputUnit: 'pcs' }],
  ])
  const list = [
    reading(1, { output: 10 }),
    reading(2, { output: 900, profileId: 2 }),
    reading(3, { output: 902, profileId: 2 }),
  ]
  expect(counted(list, profiles)[0]?.output).toBe(2)
})
