import type { WorkOutcome } from '@cloud-factory/contract/production/work'
import {
  answered,
  failed,
  type Failure,
  pauseAfter,
  type QueuedReport,
  type ReportBody,
  requestOf,
} from './queue.rules.ts'
import type { ReportStore } from './queue-store.ts'

interface SenderDeps {
  readonly person: string
  readonly store: Pick<ReportStore, 'list' | 'put'>
  /** Rejects with whatever a request rejects with. */
  readonly send: (body: ReportBody) => Promise<{ readonly items: readonly WorkOutcome[] }>
  /** Failure of a rejected request; null: no response. */
  readonly failureOf: (error: unknown) => Failure | null
  /** Runs it while no other window of this browser does. */
  readonly alone: (act: () => Promise<void>) => Promise<void>
  /** Something on the shelf is not what it was. */
  readonly changed: (report: QueuedReport) => void
  readonly now: () => number
}

const storePause = 30_000

/**
 * Sends queued reports one by one in order of creation, until the queue is empty or the server
 * cannot be reached; then retries with increasing pauses. A report keeps its key: sent twice, it
 * counts once.
 */
export function reportSender(given: SenderDeps) {
  const { person, store, send, failureOf, alone, changed, now } = given
  let running: Promise<void> | null = null
  let once = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const next = async () => (await store.list(person)).find(({ state }) => state === 'waiting')

  /** @returns ms after which to try again; null when nothing waits any more */
  const sendAll = async (): Promise<number | null> => {
    for (let report = await next(); report !== undefined && !stopped; report = await next()) {
      const { report: after, goOn } = await sendOne(report)
      await store.put(after)
      changed(after)
      if (!goOn) return pauseAfter(after.attempts, Math.random())
    }
    return null
  }
  const sendOne = async (report: QueuedReport) => {
    try {
      const { items } = await send(requestOf(report, now(), (ms) => new Date(ms).toISOString()))
      return { report: answered(report, items), goOn: true }
    } catch (error) {
      return failed(report, failureOf(error))
    }
  }
  const run = async () => {
    let pause: number | null = null
    do {
      once = false
      // A shelf that cannot be read now may be readable in a while.
      await alone(async () => void (pause = await sendAll())).catch(() => (pause = storePause))
      // Requested while running: check once more for new reports.
    } while (once && !stopped)
    if (pause !== null && !stopped) timer = setTimeout(() => void flush(), pause)
  }
  /** Sends now; resolves when nothing more can be sent. */
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    once = true
    running ??= run().finally(() => (running = null))
    return running
  }
  return {
    flush,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
