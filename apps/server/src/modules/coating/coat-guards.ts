import type { CoatRow } from '@cloud-factory/contract/coating/coatings'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { oneCoat } from './coats.reads.ts'
import type { StoredCoat } from './coats.store.ts'

export const subjectOf = ({ id, no }: StoredCoat) =>
  ({ subjectKind: 'coat', subjectId: String(id), subjectName: no }) as const

/** Rejects a form older than the record, and an action that its status does not permit. */
export async function requireCoat(
  write: Write,
  actor: Actor,
  coat: StoredCoat,
  version: number,
  action: keyof CoatRow['can'],
): Promise<void> {
  const current = await oneCoat(asReads(write), actor, String(coat.id))
  if (coat.version !== version) fail('version.conflict', { current })
  const verdict = current.can[action]
  if (verdict !== true) fail('state.refused', { params: { reason: verdict } })
}
