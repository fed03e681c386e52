import { create } from 'zustand'
import { useSession } from '../../shared/session.ts'
import { type CellAt, cellKey } from './cells.rules.ts'
import { type Draft, draftStore } from './draft-store.ts'

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
