import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { weldCan } from './weld.rules.ts'
import { oneWeld } from './welds.reads.ts'
import type { StoredWeld } from './welds.store.ts'

/** How the audit log names a weld. */
export const subjectOf = ({ id, serial, no }: Pick<StoredWeld, 'id' | 'serial' | 'no'>) =>
  ({ subjectKind: 'weld', subjectId: String(id), subjectName: `${serial} ${no}` }) as const

export async function requireVersion(
  write: Write,
  actor: Actor,
  weld: StoredWeld,
  version: number,
): Promise<void> {
  if (weld.version === version) return
  fail('version.conflict', { current: await oneWeld(asReads(write), actor, String(weld.id)) })
}

export function requireCan(weld: StoredWeld, action: keyof ReturnType<typeof weldCan>): void {
  const verdict = weldCan(weld)[action]
  if (verdict !== true)
    fail('state.refused', { params: { reason: verdict, weld: `${weld.serial} ${weld.no}` } })
}
