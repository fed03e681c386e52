import { isRequestFailure } from '../request.ts'

/** How often is asked while no stream gets through, ms. */
export const askEveryMs = 10_000

/** Asks once for what the stream would tell. */
export type Question = (signal: AbortSignal) => Promise<void>

export interface PollingFallback {
  /** Asks now and every few seconds from here on; nothing new while it is at it. False: there is nobody to ask. */
  readonly begin: () => boolean
  /** Does not wait for the next time. */
  readonly pollNow: () => void
  readonly isAsking: () => boolean
  /** The last answer came: it stands for the stream. */
  readonly isHeard: () => boolean
  readonly stop: () => void
}

/** Stands in for a stream. @param onLost hears of a question that nobody answered */
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
