import { databaseExists, inOneStep, openedWhenNeeded } from '../../shared/database.ts'
import {
  type QueuedReport,
  answered,
  failed,
  type Failure,
  pauseAfter,
  type QueuedBody,
  requestOf,
} from './queue.rules.ts'
import type { WorkOutcome } from '@cloud-factory/contract/production/work'

/** Storage of this device's reports. All belong to one user. */
export interface ReportStore {
  add(report: Omit<QueuedReport, 'seq'>): Promise<QueuedReport>
  list(person: string): Promise<readonly QueuedReport[]>
  put(report: QueuedReport): Promise<void>
  remove(seqs: readonly number[]): Promise<void>
}

const storeName = 'cloud-factory-work'
const store = 'reports'

/** Whether this browser has stored reports; the check must not create a database. */
export const storeExists = (databases: Pick<IDBFactory, 'databases'> = indexedDB): Promise<boolean> =>
  databaseExists(storeName, databases)

/** Reports in IndexedDB, made when the first one is laid down. */
export function reportStore(databases: Pick<IDBFactory, 'open'> = indexedDB): ReportStore {
  const database = openedWhenNeeded({ name: storeName, build: buildStore }, databases)
  const within = <T>(mode: IDBTransactionMode, act: (reports: IDBObjectStore) => IDBRequest<T>) =>
    inOneStep(database(), { store, mode, durability: 'strict' }, act)
  return {
    async add(report) {
      const seq = await within('readwrite', (reports) => reports.add(report))
      return { ...report, seq: Number(seq) }
    },
    list: (person) => within<QueuedReport[]>('readonly', (reports) => reports.index('person').getAll(person)),
    async put(report) {
      await within('readwrite', (reports) => reports.put(report))
    },
    async remove(seqs) {
      await Promise.all(seqs.map((seq) => within('readwrite', (reports) => reports.delete(seq))))
    },
  }
}

function buildStore(database: IDBDatabase): void {
  const reports = database.createObjectStore(store, { keyPath: 'seq', autoIncrement: true })
  reports.createIndex('person', 'person')
}

interface SenderDeps {
  readonly person: string
  readonly store: Pick<ReportStore, 'list' | 'put'>
  /** Rejects with whatever a request rejects with. */
  readonly send: (body: QueuedBody) => Promise<{ readonly items: readonly WorkOutcome[] }>
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
export function reportSender(deps: SenderDeps) {
  const { person, store, send, failureOf, alone, changed, now } = deps
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
