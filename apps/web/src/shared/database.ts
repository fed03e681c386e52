/** Whether this browser has a database with that name, without creating one. */
export async function databaseExists(
  name: string,
  databases: Pick<IDBFactory, 'databases'> = indexedDB,
): Promise<boolean> {
  try {
    return (await databases.databases()).some((one) => one.name === name)
  } catch {
    // Some browsers do not list databases: opening one is the only way to find out.
    return true
  }
}

interface Database {
  readonly name: string
  /** Creates its stores. */
  readonly build: (database: IDBDatabase) => void
}

/** A database in IndexedDB, created when first needed, and reopened after another tab made it close. */
export function openedWhenNeeded(
  database: Database,
  databases?: Pick<IDBFactory, 'open'>,
): () => Promise<IDBDatabase> {
  let opened: Promise<IDBDatabase> | null = null
  return () => {
    opened ??= open(database, databases ?? indexedDB, () => (opened = null)).catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
}

function open(
  { name, build }: Database,
  databases: Pick<IDBFactory, 'open'>,
  closed: () => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = databases.open(name, 1)
    request.onupgradeneeded = () => build(request.result)
    request.onsuccess = () => {
      const database = request.result
      // A newer build in another tab may change it; this tab reopens it when needed.
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

interface Step {
  readonly store: string
  readonly mode: IDBTransactionMode
  /** `strict`: it counts as written only when it is on the disk. */
  readonly durability?: IDBTransactionDurability
}

/**
 * Makes requests that do not wait for each other, in one transaction of their own, which is committed at once: a page
 * that is left before the browser answers would lose what it stored.
 * @returns the result of the request that `act` returns, once all are written
 */
export async function inOneStep<T>(
  database: Promise<IDBDatabase>,
  { store, mode, durability = 'default' }: Step,
  act: (objects: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await database).transaction(store, mode, { durability })
  const written = finished(transaction, act(transaction.objectStore(store)))
  transaction.commit()
  return written
}

/** The result of a request once its transaction is written. */
export function finished<T>(transaction: IDBTransaction, request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const lost = () => reject(transaction.error ?? request.error ?? new Error('not written'))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', lost)
    transaction.addEventListener('error', lost)
  })
}
