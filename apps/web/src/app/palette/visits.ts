import { create } from 'zustand'
import { databaseExists, finished, openedWhenNeeded } from '../../shared/database.ts'
import { useSession } from '../../shared/session.ts'
import { type PageAt, starred, type VisitedPage, visited } from './visits.rules.ts'

interface StoredPages {
  readonly person: string
  readonly pages: readonly VisitedPage[]
}

const storeName = 'cloud-factory-visits'
const objectStore = 'pages'
/** Favourites and recent records stay on the device when their person signs out; nobody else sees them. */
const database = openedWhenNeeded({
  name: storeName,
  build: (made) => void made.createObjectStore(objectStore, { keyPath: 'person' }),
})

const person = (): string => useSession.getState().user?.id ?? ''

/** Favourites and recent records of the signed-in person, the latest first. */
export const useVisits = create<readonly VisitedPage[]>(() => [])

/** Reads what this device knows. Without storage, favourites last until the page is reloaded. */
export async function readVisits(): Promise<void> {
  try {
    if (!(await databaseExists(storeName))) return
    const transaction = (await database()).transaction(objectStore, 'readonly')
    const found = await finished<StoredPages | undefined>(
      transaction,
      transaction.objectStore(objectStore).get(person()),
    )
    useVisits.setState(found?.pages ?? [], true)
  } catch {
    // The list in memory remains.
  }
}

/** Remembers a record that was opened. */
export const recordVisit = (page: PageAt): Promise<void> => change((pages) => visited(pages, page))

export const star = (page: PageAt, isStarred: boolean): Promise<void> =>
  change((pages) => starred(pages, page, isStarred))

/** Reads and writes in one transaction, because other windows of this browser write too. */
async function change(apply: (pages: readonly VisitedPage[]) => readonly VisitedPage[]): Promise<void> {
  useVisits.setState(apply(useVisits.getState()), true)
  try {
    const transaction = (await database()).transaction(objectStore, 'readwrite')
    const rows = transaction.objectStore(objectStore)
    const owner = person()
    const reading: IDBRequest<StoredPages | undefined> = rows.get(owner)
    let pages: readonly VisitedPage[] = []
    reading.addEventListener('success', () => {
      pages = apply(reading.result?.pages ?? [])
      rows.put({ person: owner, pages } satisfies StoredPages)
      transaction.commit()
    })
    await finished(transaction, reading)
    useVisits.setState(pages, true)
  } catch {
    // The list in memory remains.
  }
}
