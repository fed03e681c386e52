import { databaseExists, inOneStep, openedWhenNeeded } from '../../shared/database.ts'
import { type CellAt, cellKey } from './readings.rules.ts'
import { create } from 'zustand'
import { useSession } from '../../shared/session.ts'
import { copyName, deviceFact, keepDeviceFact } from '../../shared/terminal.ts'
import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'

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
interface DraftStore {
  put(person: string, draft: Draft): Promise<void>
  list(person: string, inspectionId: string): Promise<Draft[]>
  remove(person: string, inspectionId: string, cells: readonly CellAt[]): Promise<void>
}

const storeName = 'cloud-factory-readings'
const objectStore = 'readings'
const keyPath = ['person', 'inspectionId', 'itemId', 'pieceId', 'point']

interface StoredDraft extends Draft {
  readonly person: string
}

/** Readings in IndexedDB. It is made with the first one: looking for some makes none. */
export function draftStore(databases: Pick<IDBFactory, 'open' | 'databases'> = indexedDB): DraftStore {
  const database = openedWhenNeeded(
    { name: storeName, build: (made) => void made.createObjectStore(objectStore, { keyPath }) },
    databases,
  )
  const within = <T>(mode: IDBTransactionMode, act: (drafts: IDBObjectStore) => IDBRequest<T>) =>
    inOneStep(database(), { store: objectStore, mode, durability: 'strict' }, act)
  return {
    async put(person, draft) {
      await within('readwrite', (drafts) => drafts.put({ ...draft, person } satisfies StoredDraft))
    },
    async list(person, inspectionId) {
      if (!(await databaseExists(storeName, databases))) return []
      const own = IDBKeyRange.bound([person, inspectionId], [person, inspectionId, []])
      return within<StoredDraft[]>('readonly', (drafts) => drafts.getAll(own))
    },
    async remove(person, inspectionId, cells) {
      const keys = cells.map(({ itemId, pieceId, point }) => [person, inspectionId, itemId, pieceId, point])
      await Promise.all(keys.map((key) => within('readwrite', (drafts) => drafts.delete(key))))
    },
  }
}

/** An inspection as it was when the server last sent it to this device. */
export interface StoredForm {
  readonly form: InspectionForm
  /** Epoch milliseconds. */
  readonly at: number
}

/** Stores the inspection on which somebody works: the page opens with it while the server does not answer. */
export const keepForm = (form: InspectionForm): void =>
  void keepDeviceFact(copyName(person()), { form, at: Date.now() } satisfies StoredForm).catch(
    () => undefined,
  )

/** The stored copy of this inspection; null: this device has none. */
export async function storedForm(id: string): Promise<StoredForm | null> {
  const stored = (await deviceFact(copyName(person())).catch(() => null)) as StoredForm | null | undefined
  return stored?.form.id === id ? stored : null
}

let store: ReturnType<typeof draftStore> | undefined
const person = (): string => useSession.getState().user?.id ?? ''

/**
 * Stores a reading on this device until it is saved. Without browser storage it is lost with the
 * page.
 */
export function keepDraft(draft: Draft): void {
  store ??= draftStore()
  store.put(person(), draft).catch(() => undefined)
}

/** Forgets readings that are saved, or not wanted any more. */
export function dropDrafts(inspectionId: string, cells: readonly CellAt[]): void {
  store ??= draftStore()
  if (cells.length > 0) store.remove(person(), inspectionId, cells).catch(() => undefined)
}

/** This user's unsaved readings of an inspection on this device. */
export async function draftsOf(inspectionId: string): Promise<readonly Draft[]> {
  store ??= draftStore()
  return store.list(person(), inspectionId).catch(() => [])
}

/** Texts in fields that were not left yet, or that are no number, by inspection and point: pieces may be changed meanwhile. */
const useTexts = create<Readonly<Record<string, string>>>(() => ({}))
const nameOf = (inspectionId: string, at: CellAt) => `${inspectionId}/${cellKey(at)}`

/** Text typed at a point; null: none. */
export const useTyped = (inspectionId: string, at: CellAt): string | null =>
  useTexts((texts) => texts[nameOf(inspectionId, at)] ?? null)

export const isTyped = (inspectionId: string, at: CellAt): boolean =>
  nameOf(inspectionId, at) in useTexts.getState()

/** Puts a text into its field, without keeping it anywhere else. */
export const setTyped = (inspectionId: string, at: CellAt, text: string): void =>
  useTexts.setState({ [nameOf(inspectionId, at)]: text })

/** Discards the typed text: the field shows the saved value again. */
export function clearTyped(inspectionId: string, at: CellAt): void {
  const { [nameOf(inspectionId, at)]: _, ...rest } = useTexts.getState()
  useTexts.setState(rest, true)
}
