import type { Log } from '../log/log.ts'

interface Job {
  readonly log: Log
  readonly everyMs: number
  /** What is logged when it fails; it is tried again at its next time. */
  readonly what: string
  readonly work: () => Promise<unknown>
}

/** Work that is done again and again, never twice at a time; the first time at the start. */
export function repeatedly({ log, everyMs, what, work }: Job) {
  let running: Promise<unknown> | null = null
  let timer: NodeJS.Timeout | undefined
  const run = () => {
    running ??= work()
      .catch((error: unknown) => log.error({ err: error }, what))
      .finally(() => {
        running = null
      })
  }
  return {
    start(): void {
      run()
      timer = setInterval(run, everyMs)
    },
    /** Resolves when the work that runs is done. */
    async close(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}
