import { setTimeout as pause } from 'node:timers/promises'

/** A number that has stood still for a while, as something that waits for its taker leaves it. */
export async function atRest(read: () => number): Promise<number> {
  for (;;) {
    const before = read()
    await pause(300)
    if (read() === before) return before
  }
}
