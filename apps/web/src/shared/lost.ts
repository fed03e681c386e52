/** Errors of requests without any response. */
const unanswered = new WeakSet<object>()
const listeners = new Set<() => void>()

/** Whether an error means that a script or style sheet of the page could not be loaded. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|error loading|preload CSS/i.test(error.message)

/**
 * Whether something was lost on the way: a script, a style sheet, a dictionary, or the response to a request. It is
 * not a bug of the page, so it is not in the error log, and it is requested again when the server is back.
 */
export const isLost = (error: unknown): boolean =>
  isMissingPart(error) || (typeof error === 'object' && error !== null && unanswered.has(error))

/** Records a network failure. Cancelled requests, and those that the server answered, do not count. */
export function noteUnanswered(error: unknown): void {
  if (!(error instanceof Error) || error.name === 'AbortError') return
  unanswered.add(error)
  reportLost()
}

/** Notifies the connection watcher that something did not arrive. */
export function reportLost(): void {
  for (const listener of listeners) listener()
}

export function onLost(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
