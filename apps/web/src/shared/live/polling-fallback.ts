import { isRequestFailure } from '../request.ts'

/** Polling interval while no stream gets through, ms. */
export const askEveryMs = 10_000

/** Polls once. */
export type Question = (signal: AbortSignal) => Promise<void>

export interface PollingFallback {
  /** Polls now and every few seconds from then on; does nothing while already polling. False: no polling function. */
  readonly begin: () => boolean
  /** Polls at once. */
  readonly pollNow: () => void
  readonly isAsking: () => boolean
  /** The last poll succeeded, so polling replaces the stream. */
  readonly isHeard: () => boolean
  readonly stop: () => void
}

/** Polling in place of a stream. @param onLost called after a poll without an answer */
export function pollingFallback(
  ask: Question | undefined,
  onLost: (status: number | null) => void,
): PollingFallback {
  let stopping: AbortController | null = null
  let pollNow: () => void = () => undefined
  let heard = false

  async function run(question: Question, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await question(signal)
        heard = !signal.aborted
      } catch (error) {
        if (signal.aborted) return
        heard = false
        onLost(isRequestFailure(error) ? error.state : null)
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, askEveryMs)
        pollNow = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  return {
    begin() {
      if (ask === undefined) return false
      if (stopping === null) {
        stopping = new AbortController()
        void run(ask, stopping.signal)
      }
      return true
    },
    pollNow: () => pollNow(),
    isAsking: () => stopping !== null,
    isHeard: () => heard,
    stop() {
      stopping?.abort()
      stopping = null
      heard = false
      pollNow()
    },
  }
}
