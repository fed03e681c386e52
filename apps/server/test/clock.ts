import type { Clock } from '../src/platform/clock/clock.ts'

/** A clock that moves only on request. */
export interface TestClock extends Clock {
  /** Moves the clock; a negative number sets it back. */
  advance(seconds: number): void
}

export function testClock(start = '2026-03-20T12:00:00Z'): TestClock {
  let time = new Date(start).getTime()
  return {
    now: () => new Date(time),
    advance: (seconds) => {
      time += seconds * 1000
    },
  }
}
