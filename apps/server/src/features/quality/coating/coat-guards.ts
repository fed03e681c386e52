import type { Actor } from '../../../platform/auth/actor.ts'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { oneCoat } from './coats.reads.ts'
import { coatCan } from './coats.rules.ts'
import type { StoredCoat } from './coats.store.ts'

export const subjectOf = ({ id, no }: StoredCoat) =>
  ({ subjectKind: 'coat', subjectId: String(id), subjectName: no }) as const

/** Refuses a form that is older than the record, and a deed that its state forbids. */
export async function requireCoat(
  write: Write,
  actor: Actor,
  coat: StoredCoat,
  version: number,
  deed: keyof ReturnType<typeof coatCan>,
): Promise<void> {
  const verdict = coatCan(coat)[deed]
  if (verdict !== true) refuse('state.refused', { params: { reason: verdict } })
  if (coat.version === version) return
  refuse('version.conflict', { current: await oneCoat(asReads(write), actor, String(coat.id)) })
}
