import type { QueuedReport } from './queue.rules.ts'

/** Where this device keeps its reports. All are of one person. */
export interface ReportShelf {
  add(report: Omit<QueuedReport, 'seq'>): Promise<QueuedReport>
  list(person: string): Promise<readonly QueuedReport[]>
  put(report: QueuedReport): Promise<void>
  remove(seqs: readonly number[]): Promise<void>
}

const shelfName = 'cloud-factory-work'
const store = 'reports'

/** Whether this browser keeps reports already: looking must not make a database. */
export async function shelfExists(databases: Pick<IDBFactory, 'databases'> = indexedDB): Promise<boolean> {
  try {
    return (await databases.databases()).some(({ name }) => name === shelfName)
  } catch {
    // A browser that does not tell: opening is the only way to know.
    return true
  }
}

/** Reports in IndexedDB, made when the first one is laid down. */
export function reportShelf(databases: Pick<IDBFactory, 'open'> = indexedDB): ReportShelf {
  let opened: Promise<IDBDatabase> | null = null
  const database = () => {
    opened ??= open(databases, () => (opened = null)).catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
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

function open(databases: Pick<IDBFactory, 'open'>, closed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = databases.open(shelfName, 1)
    request.onupgradeneeded = () => {
      const reports = request.result.createObjectStore(store, { keyPath: 'seq', autoIncrement: true })
      reports.createIndex('person', 'person')
    }
    request.onsuccess = () => {
      const database = request.result
      // A newer build in another tab may change it; this tab opens it anew when it needs it.
      database.onversionchange = () => {
        database.close()
        closed()
      }
      database.onclose = closed
      resolve(database)
    }
    request.onerror = () => reject(request.error ?? new Error('no database'))
    request.onblocked = () => reject(new Error('database is blocked'))
  })
}

/** The result of a request once its transaction is written. */
function finished<T>(transaction: IDBTransaction, request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const lost = () => reject(transaction.error ?? request.error ?? new Error('not written'))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', lost)
    transaction.addEventListener('error', lost)
  })
}
