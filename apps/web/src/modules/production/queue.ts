import { create } from 'zustand'
import { api } from '../../shared/api.ts'
import { newUuid } from '../../shared/new-uuid.ts'
import { queryClient } from '../../shared/query-client.ts'
import { isRequestFailure } from '../../shared/request.ts'
import { reportSender, reportStore, storeExists, type ReportStore } from './queue-sender.ts'
import {
  again,
  type Failure,
  isSiteReport,
  outdated,
  type QueuedReport,
  type ReportBody,
  type SiteReportBody,
} from './queue.rules.ts'

interface Queue {
  /** Reports of the signed-in person on this device, in the order of making. */
  readonly reports: readonly QueuedReport[]
  /** False where this browser cannot keep them over a reload. */
  readonly stored: boolean
}
export const useQueue = create<Queue>(() => ({ reports: [], stored: true }))

interface OpenQueue {
  readonly person: string
  readonly add: (report: Omit<QueuedReport, 'seq'>) => Promise<void>
  readonly put: (report: QueuedReport) => Promise<void>
  readonly remove: (seqs: readonly number[]) => Promise<void>
  readonly flush: () => Promise<void>
}
let open: OpenQueue | null = null
const timeoutMs = 30_000
const lockTimeoutMs = 20_000

let end: (() => void) | null = null
/** Number of callers that need the queue. */
let holders = 0

/**
 * Sends a user's reports as long as a caller needs it. Returns a function that releases the caller.
 */
export function startQueue(person: string): () => void {
  if (open?.person !== person) {
    end?.()
    holders = 0
    end = begin(person)
  }
  holders += 1
  let held = true
  return () => {
    if (!held || open?.person !== person) return
    held = false
    holders -= 1
    if (holders === 0) end?.()
  }
}

function begin(person: string): () => void {
  const window = channel()
  const store = storeOrMemory()
  const show = async () => {
    const reports = await store.list(person)
    if (open === queue) useQueue.setState({ reports })
  }
  let counted = false
  const sender = reportSender({
    person,
    store,
    send: (body) => {
      const signal = AbortSignal.timeout(timeoutMs)
      return isSiteReport(body)
        ? api('POST /api/site-reports', { body, signal })
        : api('POST /api/work-reports', { body, signal })
    },
    failureOf,
    alone: (act) => alone(`cloud-factory-work.${person}`, act),
    changed: ({ state }) => {
      counted ||= state !== 'waiting'
      window.notify()
      void show()
    },
    now: () => Date.now(),
  })
  const flush = async () => {
    await sender.flush()
    if (!counted) return
    counted = false
    await Promise.all(
      ['orders', 'erection'].map((root) => queryClient.invalidateQueries({ queryKey: [root] })),
    )
  }
  const reported = async () => {
    window.notify()
    await show()
  }
  const queue: OpenQueue = { person, flush, ...changesOf(store, reported) }
  const wake = async () => {
    if (!(await storeExists()) || open !== queue) return
    await store.remove(outdated(await store.list(person), Date.now()))
    await show()
    await flush()
  }
  const online = () => void flush()
  open = queue
  useQueue.setState({ reports: [], stored: true })
  globalThis.addEventListener('online', online)
  window.hear(() => void show())
  void wake()
  return () => {
    sender.stop()
    globalThis.removeEventListener('online', online)
    window.close()
    if (open === queue) open = null
  }
}

/** Changes to the stored reports, each followed by `reported`. */
function changesOf(
  store: ReportStore,
  reported: () => Promise<void>,
): Pick<OpenQueue, 'add' | 'put' | 'remove'> {
  return {
    add: async (report) => {
      await store.add(report)
      await reported()
    },
    put: async (report) => {
      await store.put(report)
      await reported()
    },
    remove: async (seqs) => {
      await store.remove(seqs)
      await reported()
    },
  }
}

/** Lays a report down on this device, then sends it. Resolves with its key once it is safe here. */
export async function enqueue(
  body: Omit<ReportBody, 'clientKey'> | Omit<SiteReportBody, 'clientKey'>,
  serials: readonly string[],
): Promise<string> {
  if (open === null) throw new Error('nobody is signed in')
  const { person, add, flush } = open
  const clientKey = newUuid()
  await add({
    person,
    madeAt: Date.now(),
    body: { ...body, clientKey },
    serials,
    state: 'waiting',
    attempts: 0,
    outcomes: [],
    problem: null,
  })
  void flush()
  return clientKey
}

/** Sends what waits now, instead of later. */
export const sendNow = (): void => void open?.flush()

export async function sendAgain(report: QueuedReport): Promise<void> {
  await open?.put(again(report))
  sendNow()
}

/** Forgets reports: what the server had counted stays counted. */
export const forget = async (reports: readonly QueuedReport[]): Promise<void> =>
  open?.remove(reports.map(({ seq }) => seq))

/** IndexedDB; memory where the browser rejects it. */
function storeOrMemory(): ReportStore {
  let store = reportStore()
  return {
    list: (person) => store.list(person),
    put: (report) => store.put(report),
    remove: (seqs) => store.remove(seqs),
    add: async (report) => {
      try {
        return await store.add(report)
      } catch {
        store = memoryStore()
        useQueue.setState({ stored: false })
        return store.add(report)
      }
    },
  }
}

/**
 * Runs in one browser window at a time. Without locks (no https), the idempotency keys of the
 * reports prevent duplicates.
 */
async function alone(name: string, act: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  if (locks === undefined) return act()
  let granted = false
  const run = () => {
    granted = true
    return act()
  }
  try {
    await locks.request(name, { signal: AbortSignal.timeout(lockTimeoutMs) }, run)
  } catch (error) {
    // A window that holds it and does not move must not stop this one.
    if (granted) throw error
    await act()
  }
}

function failureOf(error: unknown): Failure | null {
  if (!isRequestFailure(error)) return null
  const reason = error.problem?.params?.['reason']
  return {
    status: error.state,
    code: error.problem?.code ?? 'unknown',
    reason: typeof reason === 'string' ? reason : null,
  }
}

/**
 * Notifies the other windows of this browser about changes of the store, and receives their
 * notifications.
 */
function channel() {
  const line = new BroadcastChannel('cloud-factory-work')
  return {
    notify: () => line.postMessage('changed'),
    hear: (changed: () => void) => line.addEventListener('message', changed),
    close: () => line.close(),
  }
}

/** Reports in memory, for a browser without storage: lost on reload. */
function memoryStore(): ReportStore {
  const reports = new Map<number, QueuedReport>()
  let last = 0
  return {
    async add(report) {
      const added = { ...report, seq: ++last }
      reports.set(added.seq, added)
      return added
    },
    list: async (person) => [...reports.values()].filter((report) => report.person === person),
    put: async (report) => void reports.set(report.seq, report),
    remove: async (seqs) => {
      for (const seq of seqs) reports.delete(seq)
    },
  }
}
