import { create } from 'zustand'
import { api } from '../../shared/api.ts'
import { isLost } from '../../shared/lost.ts'
import { isRequestFailure } from '../../shared/request.ts'
import { useSession } from '../../shared/session.ts'

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

interface ErrorLog {
  readonly entries: readonly LoggedError[]
}

export const useErrorLog = create<ErrorLog>(() => ({ entries: [] }))
const reported = new Set<string>()

export const clearErrorLog = (): void => useErrorLog.setState({ entries: [] })

/** Logs an uncaught error and reports it to the server once per kind. */
export function catchError(error: unknown, info: string, component = ''): void {
  // Rejected requests and lost connections are shown where they were requested; they are not errors
  // of the page.
  if (
    isRequestFailure(error) ||
    isLost(error) ||
    (error instanceof DOMException && error.name === 'AbortError')
  )
    return
  const caught: CaughtError = {
    message: error instanceof Error ? error.message : String(error),
    stack: error instanceof Error ? (error.stack ?? '') : '',
    component,
    info,
    url: location.href,
  }
  useErrorLog.setState(({ entries }) => ({ entries: logError(entries, caught) }))
  void report(caught)
}

async function report(caught: CaughtError): Promise<void> {
  const kind = kindOf(caught)
  if (reported.has(kind) || reported.size >= 100 || useSession.getState().token === null) return
  reported.add(kind)
  try {
    await api('POST /api/me/errors', {
      body: {
        message: caught.message.slice(0, 2000),
        stack: caught.stack.slice(0, 8000),
        component: caught.component.slice(0, 200),
        info: caught.info,
        // The query may contain a search text: send the path only.
        url: location.origin + location.pathname,
      },
      quiet: true,
    })
  } catch {
    // The log on the page still shows it.
  }
}

/** Listens to errors outside React and to unhandled rejections. */
export function watchErrors(): void {
  window.addEventListener('error', (event) => {
    // The browser's harmless ResizeObserver warning comes without an error object.
    if (event.error !== null && event.error !== undefined) catchError(event.error, 'window')
  })
  window.addEventListener('unhandledrejection', (event) => catchError(event.reason, 'promise'))
}
