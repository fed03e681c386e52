import { describe, expect, it } from 'vitest'
import { DrawingPace, fine } from './drawing-pace.ts'

const plain = { pixels: 1, isCoarse: false }
const half = { pixels: 0.5, isCoarse: false }

describe('how much is drawn', () => {
  it('is everything, with smooth edges once that has proved to be quick', () => {
    const pace = new DrawingPace()
    expect([pace.whileMoving, pace.whenStill]).toEqual([plain, plain])
    pace.took(pace.whileMoving, 5)
    expect([pace.whileMoving, pace.whenStill]).toEqual([fine, fine])
    pace.took(fine, 90)
    expect([pace.whileMoving, pace.whenStill]).toEqual([plain, fine])
  })

  it('is less step by step while the view moves, until it is quick enough', () => {
    const pace = new DrawingPace()
    pace.took(pace.whileMoving, 900)
    expect([pace.whileMoving, pace.whenStill]).toEqual([half, plain])
    pace.took(pace.whileMoving, 700)
    const bars = pace.whileMoving
    expect(bars).toEqual({ pixels: 0.5, isCoarse: true })
    pace.took(bars, 50)
    expect(pace.whileMoving).toBe(bars)
    pace.took(bars, 90)
    const smallest = pace.whileMoving
    expect(smallest).toEqual({ pixels: 0.35, isCoarse: true })
    pace.took(smallest, 200)
    expect(pace.whileMoving).toBe(smallest)
  })

  it('is tried anew when the machine draws everything twice as fast, and after the size has changed', () => {
    const pace = new DrawingPace()
    const first = pace.whileMoving
    pace.took(first, 900)
    pace.took(pace.whileMoving, 700)
    pace.took(first, 800)
    expect(pace.whileMoving.isCoarse).toBe(true)
    pace.took(first, 300)
    expect(pace.whileMoving).toEqual(half)
    pace.took(first, 20)
    expect([pace.whileMoving, pace.whenStill]).toEqual([plain, fine])
    pace.took(first, 900)
    pace.forget()
    expect(pace.whileMoving).toEqual(plain)
  })
})
