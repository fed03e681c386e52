/** Where time comes from; tests hand in one that stands still. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
