/**
 * A reading that many ask for: one at a time. Who asks while one runs gets the next, which all who wait share: the one that runs
 * may have seen how things stood before what they want to see. What a reading throws is for those who wait for it.
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
