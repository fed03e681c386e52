import { databaseExists, finished, openedWhenNeeded } from '../../shared/database.ts'
import type { QueuedReport } from './queue.rules.ts'

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
  const within = async <T>(mode: IDBTransactionMode, act: (reports: IDBObjectStore) => IDBRequest<T>) => {
    const transaction = (await database()).transaction(store, mode, { durability: 'strict' })
    return finished(transaction, act(transaction.objectStore(store)))
  }
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
      if (seqs.length === 0) return
      const transaction = (await database()).transaction(store, 'readwrite')
      const reports = transaction.objectStore(store)
      const requests = seqs.map((seq) => reports.delete(seq))
      await Promise.all(requests.map((request) => finished(transaction, request)))
    },
  }
}

function buildStore(database: IDBDatabase): void {
  const reports = database.createObjectStore(store, { keyPath: 'seq', autoIncrement: true })
  reports.createIndex('person', 'person')
}
