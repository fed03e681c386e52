import { expect, test } from 'vitest'
import { plannedOf } from './planned.rules.ts'

const shifts = [
  { id: '1', startsAt: '08:00', endsAt: '20:00' },
  { id: '2', startsAt: '20:00', endsAt: '08:00' },
]
const running = [
  { shiftId: '1', weekdays: [1, 2, 3, 4, 5], breaks: [{ minutes: 60 }] },
  { shiftId: '2', weekdays: [1], breaks: [] },
]
/** Friday the 20th to Monday the 23rd. */
const days = ['2026-03-20', '2026-03-21', '2026-03-22', '2026-03-23'].map((day) => ({ day, exception: null }))

test('shifts of the week less their breaks; a night shift is as long as it looks', () => {
  expect(plannedOf(days, shifts, running)).toBe(660 + 660 + 720)
})

test('a day off plans nothing, a worked day plans all shifts that run at all', () => {
  const [friday, saturday] = days
  if (friday === undefined || saturday === undefined) throw new Error('no days')
  expect(plannedOf([{ ...friday, exception: { kind: 'off' } }], shifts, running)).toBe(0)
  expect(plannedOf([{ ...saturday, exception: { kind: 'work' } }], shifts, running)).toBe(660 + 720)
  const none = [{ shiftId: '1', weekdays: [], breaks: [] }]
  expect(plannedOf([{ ...saturday, exception: { kind: 'work' } }], shifts, none)).toBe(0)
})
