import { setTimeout as pause } from 'node:timers/promises'

/** Waits until a number has stopped changing for a while, and returns it. */
export async function atRest(read: () => number): Promise<number> {
  for (;;) {
    const before = read()
    await pause(300)
    if (read() === before) return before
  }
}
