/** An error the browser caught. */
export interface CaughtError {
  readonly message: string
  readonly stack: string
  /** Name of the page that broke; empty outside the pages. */
  readonly component: string
  /** Source of the error: `render`, `window`, `promise`. */
  readonly info: string
  readonly url: string
}

export interface LoggedError extends CaughtError {
  /** Number of occurrences. */
  readonly count: number
}

/** Maximum number of kinds; the oldest is dropped. */
export const loggedKinds = 100

/** Errors with the same message and place are of the same kind. */
export const kindOf = ({ message, component, info, stack }: CaughtError): string =>
  [message, component, info, stack.split('\n', 2).join()].join('|')

/** Newest kind first; a repeated error increases its count instead of adding an entry. */
export function logError(log: readonly LoggedError[], caught: CaughtError): readonly LoggedError[] {
  const kind = kindOf(caught)
  const known = log.find((entry) => kindOf(entry) === kind)
  const rest = log.filter((entry) => entry !== known)
  return [{ ...caught, count: (known?.count ?? 0) + 1 }, ...rest].slice(0, loggedKinds)
}
