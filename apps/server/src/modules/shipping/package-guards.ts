import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { onePackage } from './packages.reads.ts'
import type { LockedOrder, StoredPackage } from './packages.store.ts'
import { orderMoves, packageCan } from './shipping.rules.ts'

export function requireMoving(order: LockedOrder): void {
  if (orderMoves(order.status)) return
  fail('state.refused', {
    params: { reason: 'pack.order_state', order: order.no, status: order.status },
  })
}

/** Fails with the current package when another user changed it since `version`. */
export async function requirePackageVersion(
  write: Write,
  actor: Actor,
  pack: StoredPackage,
  version: number,
): Promise<void> {
  if (pack.version === version) return
  fail('version.conflict', { current: await onePackage(asReads(write), actor, String(pack.id)) })
}

export function requireCan(
  actor: Actor,
  { pack, order }: { readonly pack: StoredPackage; readonly order: LockedOrder },
  action: keyof ReturnType<typeof packageCan>,
): void {
  const verdict = packageCan(actor.tags, {
    status: pack.status,
    pieces: pack.pieces,
    onDelivery: pack.delivery_id !== null,
    orderStatus: order.status,
  })[action]
  if (verdict === 'pack.order_state') requireMoving(order)
  else if (verdict !== true) fail('state.refused', { params: { reason: verdict, package: pack.no } })
}

export const subjectOf = (pack: StoredPackage) => ({
  subjectKind: 'package',
  subjectId: String(pack.id),
  subjectName: pack.no,
})
