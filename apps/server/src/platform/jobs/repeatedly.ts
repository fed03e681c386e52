import type { Log } from '../log/log.ts'

interface Job {
  readonly log: Log
  readonly everyMs: number
  /** Log message when it fails; it runs again at its next time. */
  readonly what: string
  readonly work: () => Promise<unknown>
}

/** Repeated work that never overlaps itself; it first runs at the start. */
export function repeatedly({ log, everyMs, what, work }: Job) {
  let running: Promise<unknown> | null = null
  let timer: NodeJS.Timeout | undefined
  let failing: Date | null = null
  const run = () => {
    running ??= work()
      .then(
        () => {
          failing = null
        },
        (error: unknown) => {
          failing ??= new Date()
          log.error({ err: error }, what)
        },
      )
      .finally(() => {
        running = null
      })
  }
  return {
    start(): void {
      run()
      timer = setInterval(run, everyMs)
    },
    /** When the first of its latest runs failed that all failed; null: the last one did not. */
    failingSince: (): Date | null => failing,
    /** Resolves when the running work is done. */
    async idle(): Promise<void> {
      await running
    },
    /** The same, and ends the repetition. */
    async close(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}

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
