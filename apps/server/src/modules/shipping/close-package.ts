import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { packagesApi } from '@cloud-factory/contract/shipping/packages'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { onePackage } from './packages.queries.ts'
import {
  type LockedOrder,
  type StoredPackage,
  lockPieces,
  packageForUpdate,
  pieceIdsOf,
  savePackage,
} from './packages.store.ts'
import { orderMoves, packageCan, canPack } from './shipping.policy.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { type ConformityPort, requireConforming, completeSteps, undoSteps } from '../production/public.ts'

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

type CloseInput = BodyOf<(typeof packagesApi)['POST /api/packages/:id/close']>
type ReopenInput = BodyOf<(typeof packagesApi)['POST /api/packages/:id/reopen']>

/** Closes a package: its pieces are packed. Fails with the first piece that is blocked or does not conform. */
export async function closePackage(
  write: Write,
  actor: Actor,
  id: string,
  input: CloseInput,
  now: Date,
  conformity: ConformityPort,
): Promise<void> {
  const { pack, order } = await packageForUpdate(write, actor.plantId, id)
  await requirePackageVersion(write, actor, pack, input.version)
  requireCan(actor, { pack, order }, 'close')
  const ids = await pieceIdsOf(write, actor.plantId, [pack.id])
  const pieces = await lockPieces(write, actor.plantId, ids)
  for (const piece of pieces) {
    const verdict = canPack({
      status: piece.status,
      holds: piece.holds,
      stepsDone: piece.steps_done,
      nextKind: piece.next_kind,
      packageId: piece.package_id,
    })
    if (verdict !== true) fail('state.refused', { params: { reason: verdict, piece: piece.serial } })
  }
  await requireConforming(write, actor.plantId, pieces, conformity)
  const weighed = input.weighedKg ?? pack.weighed_kg
  requireWeightReason(weighed, pack.net_kg, input.reason)
  await savePackage(write, actor, pack.id, { status: 'closed', closed_at: now, weighed_kg: weighed })
  await completeSteps(write, actor, { pieceIds: ids, kind: 'pack', at: now, source: 'package' })
  await recordAudit(write, actor, {
    action: 'packages.close',
    ...subjectOf(pack),
    before: { status: 'open' },
    after: {
      status: 'closed',
      pieces: pack.pieces,
      netKg: pack.net_kg,
      weighedKg: weighed,
      ...(input.reason === undefined ? {} : { reason: input.reason }),
    },
  })
  await recordEvent(write, actor, {
    name: 'packages.closed',
    subjectId: id,
    orderId: String(order.id),
  })
}

/** A weight far below the steel's, or twice as much with timber and racks, is a typing error or needs a reason, which is stored. */
function requireWeightReason(weighedKg: number | null, netKg: number, reason: string | undefined): void {
  if (weighedKg === null || weighedKg === 0 || netKg <= 0 || reason !== undefined) return
  if (weighedKg >= netKg * 0.8 && weighedKg <= netKg * 2 + 100) return
  fail('state.refused', { params: { reason: 'package.weight_unlikely', weighed: weighedKg, net: netKg } })
}

/** Reopens a closed package: its pieces are no longer packed. */
export async function reopenPackage(
  write: Write,
  actor: Actor,
  id: string,
  input: ReopenInput,
  now: Date,
): Promise<void> {
  const { pack, order } = await packageForUpdate(write, actor.plantId, id)
  await requirePackageVersion(write, actor, pack, input.version)
  requireCan(actor, { pack, order }, 'reopen')
  const ids = await pieceIdsOf(write, actor.plantId, [pack.id])
  await savePackage(write, actor, pack.id, { status: 'open', closed_at: null })
  await undoSteps(write, actor, { pieceIds: ids, kind: 'pack', reason: input.reason, now })
  await recordAudit(write, actor, {
    action: 'packages.reopen',
    ...subjectOf(pack),
    before: { status: 'closed' },
    after: { status: 'open', reason: input.reason },
  })
  await recordEvent(write, actor, {
    name: 'packages.reopened',
    subjectId: id,
    orderId: String(order.id),
  })
}
