import { databaseExists, finished, openedWhenNeeded } from '../../shared/database.ts'
import type { CellAt } from './cells.rules.ts'

/** A reading that the server has not got yet. */
export interface Draft extends CellAt {
  readonly inspectionId: string
  /** `typed`: still in its field, perhaps half a number; `waits`: on its way. */
  readonly state: 'typed' | 'waits'
  /** Text in the field. For a reading not yet sent: a decimal, empty to remove the reading. */
  readonly text: string
  /** Previous value. */
  readonly was: string | null
  readonly instrumentId: string | null
}

/** Storage of this device for readings until they are saved; separate for each user. */
export interface DraftStore {
  put(person: string, draft: Draft): Promise<void>
  list(person: string, inspectionId: string): Promise<Draft[]>
  remove(person: string, inspectionId: string, cells: readonly CellAt[]): Promise<void>
}

const storeName = 'cloud-factory-readings'
const store = 'readings'
const keyPath = ['person', 'inspectionId', 'itemId', 'pieceId', 'point']

interface Kept extends Draft {
  readonly person: string
}

/** Readings in IndexedDB. It is made with the first one: looking for some makes none. */
export function draftStore(databases: Pick<IDBFactory, 'open' | 'databases'> = indexedDB): DraftStore {
  const database = openedWhenNeeded(
    { name: storeName, build: (made) => void made.createObjectStore(store, { keyPath }) },
    databases,
  )
  const within = async <T>(mode: IDBTransactionMode, act: (drafts: IDBObjectStore) => IDBRequest<T>) => {
    const transaction = (await database()).transaction(store, mode)
    return finished(transaction, act(transaction.objectStore(store)))
  }
  return {
    async put(person, draft) {
      await within('readwrite', (drafts) => drafts.put({ ...draft, person } satisfies Kept))
    },
    async list(person, inspectionId) {
      if (!(await databaseExists(storeName, databases))) return []
      const own = IDBKeyRange.bound([person, inspectionId], [person, inspectionId, []])
      return within<Kept[]>('readonly', (drafts) => drafts.getAll(own))
    },
    async remove(person, inspectionId, cells) {
      const keys = cells.map(({ itemId, pieceId, point }) => [person, inspectionId, itemId, pieceId, point])
      await Promise.all(keys.map((key) => within('readwrite', (drafts) => drafts.delete(key))))
    },
  }
}
