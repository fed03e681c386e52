import { expect, test } from 'vitest'
import { placeOf } from './tour-steps.ts'

test('the card is below, beside or above the thing, otherwise in the corner, and always in the window', () => {
  const room = { width: 1366, height: 768 }
  const card = { width: 340, height: 180 }
  const place = (left: number, top: number, width: number, height: number) =>
    placeOf({ left, top, width, height }, card, room)
  expect(place(1200, 5, 40, 40)).toEqual({ left: 1014, top: 57 })
  expect(place(0, 700, 250, 50)).toEqual({ left: 262, top: 576 })
  expect(place(600, 600, 700, 150)).toEqual({ left: 600, top: 408 })
  expect(place(266, 100, 1084, 660)).toEqual({ left: 1014, top: 576 })
})
