/** Errors of requests that nothing answered. */
const unanswered = new WeakSet<object>()
const listeners = new Set<() => void>()

/** Whether an error says that a script or style sheet of the page could not be fetched. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|error loading|preload CSS/i.test(error.message)

/**
 * Whether something was lost on the way: a script, a style sheet, words, or the answer to a request. It says nothing
 * about the page itself, so it is no entry of the error log, and it is asked for again when the server is back.
 */
export const isLost = (error: unknown): boolean =>
  isMissingPart(error) || (typeof error === 'object' && error !== null && unanswered.has(error))

/** Notes a failure of the network. What was cancelled, and what the server answered, is none. */
export function noteUnanswered(error: unknown): void {
  if (!(error instanceof Error) || error.name === 'AbortError') return
  unanswered.add(error)
  reportLost()
}

/** Tells whoever watches the connection that something did not arrive. */
export function reportLost(): void {
  for (const listener of listeners) listener()
}

export function onLost(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
