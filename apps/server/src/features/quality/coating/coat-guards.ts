import type { CoatRow } from '@cloud-factory/contract/coatings'
import type { Actor } from '../../../platform/auth/actor.ts'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { oneCoat } from './coats.reads.ts'
import type { StoredCoat } from './coats.store.ts'

export const subjectOf = ({ id, no }: StoredCoat) =>
  ({ subjectKind: 'coat', subjectId: String(id), subjectName: no }) as const

/** Refuses a form that is older than the record, and a deed that its state forbids. */
export async function requireCoat(
  write: Write,
  actor: Actor,
  coat: StoredCoat,
  version: number,
  deed: keyof CoatRow['can'],
): Promise<void> {
  const current = await oneCoat(asReads(write), actor, String(coat.id))
  if (coat.version !== version) refuse('version.conflict', { current })
  const verdict = current.can[deed]
  if (verdict !== true) refuse('state.refused', { params: { reason: verdict } })
}
