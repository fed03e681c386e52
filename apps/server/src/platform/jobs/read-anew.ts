/**
 * Shares one read among many callers. Calls during a read wait for the next one, which they share, because the
 * running read may have seen older data. Errors go to the callers of that read.
 */
export function readAnew(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const begin = (): Promise<void> => {
    const reading = read().finally(() => {
      running = null
    })
    running = reading
    return reading
  }
  return () => {
    if (running === null && next === null) return begin()
    next ??= Promise.resolve(running)
      .catch(() => undefined)
      .then(() => {
        next = null
        return begin()
      })
    return next
  }
}
