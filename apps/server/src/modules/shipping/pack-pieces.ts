import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { packagesApi, PackageLimits, PackOutcome } from '@cloud-factory/contract/shipping/packages'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { onePackage } from './packages.queries.ts'
import {
  type LockedOrder,
  type StoredPackage,
  lockPieces,
  innerPieces,
  packageForUpdate,
  pieceIdsOf,
  savePackage,
  type LockedPiece,
  putPieces,
  refreshPackageTotals,
  takePieces,
  requireActive,
} from './packages.store.ts'
import { packageCan, canPack } from './shipping.policy.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import {
  type ConformityPort,
  type StopPort,
  requireConforming,
  completeSteps,
  undoSteps,
  demandsAgainstShipping,
} from '../production/public.ts'
import { emptyLoad, excessOf, sizeOf, wholeSize, withPiece } from './packing.rules.ts'
import { findPieces } from './packing.queries.ts'

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
    bolts: pack.bolts,
    onDelivery: pack.delivery_id !== null,
    orderStatus: order.status,
  })[action]
  if (verdict === 'pack.order_state') requireActive(order)
  else requireAllowed(verdict, { package: pack.no })
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
    requireAllowed(packVerdict(piece), { piece: piece.serial })
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
  reject('package.weight_unlikely', { weighed: weighedKg, net: netKg })
}

/** Reopens a closed package: its pieces are no longer packed, and stopped where a non-conformance is open on them. */
export async function reopenPackage(
  write: Write,
  actor: Actor,
  id: string,
  input: ReopenInput,
  now: Date,
  stop: StopPort,
): Promise<void> {
  const { pack, order } = await packageForUpdate(write, actor.plantId, id)
  await requirePackageVersion(write, actor, pack, input.version)
  requireCan(actor, { pack, order }, 'reopen')
  const ids = await pieceIdsOf(write, actor.plantId, [pack.id])
  await savePackage(write, actor, pack.id, { status: 'open', closed_at: null })
  await undoSteps(write, actor, { pieceIds: ids, kind: 'pack', reason: input.reason, now })
  await stop(write, actor, ids)
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

type PiecesInput = BodyOf<(typeof packagesApi)['POST /api/packages/:id/pieces']>

interface Place {
  readonly order: LockedOrder
  readonly pack: StoredPackage
}

/** Adds pieces to a package or removes them, each validated separately; returns an outcome for each. */
export async function packPieces(
  write: Write,
  actor: Actor,
  id: string,
  input: PiecesInput,
  conformity: ConformityPort,
): Promise<PackOutcome[]> {
  const place = await packageForUpdate(write, actor.plantId, id)
  requireCan(actor, place, 'pack')
  if (!input.remove) requireActive(place.order)
  const outcomes = input.remove
    ? await takeOut(write, actor, place, input.pieces)
    : await putIn(write, actor, place, input.pieces, conformity)
  const moved = outcomes.filter(({ outcome }) => outcome === 'added' || outcome === 'removed')
  if (moved.length === 0) return outcomes
  const serials = moved.map(({ serial }) => serial)
  await recordAudit(write, actor, {
    action: input.remove ? 'packages.unpack' : 'packages.pack',
    ...subjectOf(place.pack),
    ...(input.remove ? { before: { pieces: serials } } : { after: { pieces: serials } }),
  })
  await recordEvent(write, actor, {
    name: 'packages.packed',
    subjectId: id,
    orderId: String(place.order.id),
  })
  return outcomes
}

/** Adds pieces to a locked package of a locked order; pieces that do not fit are rejected with the reason. */
export async function putIn(
  write: Write,
  actor: Actor,
  { order, pack }: Place,
  requested: readonly string[],
  conformity: ConformityPort,
): Promise<PackOutcome[]> {
  const found = await findPieces(write, actor.plantId, order.id, requested)
  const inside = await pieceIdsOf(write, actor.plantId, [pack.id])
  const inner = await innerPieces(write, actor.plantId, [...found.values()])
  const pieces = await lockPieces(write, actor.plantId, [
    ...new Set([...inside, ...found.values(), ...inner]),
  ])
  const demands = await demandsAgainstShipping(asReads(write), actor.plantId, [...found.values()], conformity)
  const byId = new Map(pieces.map((piece) => [piece.id, piece]))
  const innerOf = Map.groupBy(pieces, ({ root_id: root }) => root)
  const whole = (piece: LockedPiece) => wholeSize(piece, innerOf.get(piece.id) ?? [])
  let load = pieces
    .filter(({ package_id: id }) => id === pack.id)
    .reduce((sum, one) => withPiece(sum, sizeOf(one)), emptyLoad)
  const added = new Set<number>()
  const outcomes = requested.map((text): PackOutcome => {
    const piece = byId.get(found.get(text) ?? 0)
    if (piece === undefined) return reported(text, null, 'refused', 'pack.unknown_piece')
    if (added.has(piece.id) || piece.package_id === pack.id) return reported(text, piece, 'already')
    const excess = excessOf(limitsOf(pack), load, whole(piece))
    const reason = blocked(piece, order) ?? demands.get(piece.id) ?? excess
    if (reason !== null) return reported(text, piece, 'refused', reason, wordsOf(piece, pack))
    added.add(piece.id)
    load = withPiece(load, whole(piece))
    return reported(text, piece, 'added')
  })
  if (added.size > 0) {
    const within = [...added].flatMap((id) => (innerOf.get(id) ?? []).map((piece) => piece.id))
    await putPieces(write, actor, pack.id, [...added, ...within])
    await refreshPackageTotals(write, actor, [pack.id])
  }
  return outcomes
}

const packVerdict = ({
  status,
  holds,
  steps_done: stepsDone,
  next_kind: nextKind,
  package_id: packageId,
}: LockedPiece) => canPack({ status, holds, stepsDone, nextKind, packageId })

function blocked(piece: LockedPiece, order: LockedOrder): string | null {
  if (piece.order_id !== order.id) return 'pack.other_order'
  if (piece.root_id !== null) return 'pack.built_in'
  if (piece.package_id !== null) return 'pack.other_package'
  const verdict = packVerdict(piece)
  return verdict === true ? null : verdict
}

async function takeOut(
  write: Write,
  actor: Actor,
  { order, pack }: Place,
  requested: readonly string[],
): Promise<PackOutcome[]> {
  const found = await findPieces(write, actor.plantId, order.id, requested)
  const pieces = await lockPieces(write, actor.plantId, [...new Set(found.values())])
  const byId = new Map(pieces.map((piece) => [piece.id, piece]))
  const removed = new Set<number>()
  const outcomes = requested.map((text): PackOutcome => {
    const piece = byId.get(found.get(text) ?? 0)
    if (piece === undefined) return reported(text, null, 'refused', 'pack.unknown_piece')
    if (removed.has(piece.id) || piece.package_id !== pack.id) return reported(text, piece, 'already')
    if (piece.root_id !== null) return reported(text, piece, 'refused', 'pack.built_in', wordsOf(piece, pack))
    removed.add(piece.id)
    return reported(text, piece, 'removed')
  })
  if (removed.size > 0) {
    const inner = await innerPieces(write, actor.plantId, [...removed])
    await takePieces(write, actor.plantId, pack.id, [...removed, ...inner])
    await refreshPackageTotals(write, actor, [pack.id])
  }
  return outcomes
}

const limitsOf = (pack: StoredPackage): PackageLimits => ({
  maxKg: pack.max_kg,
  maxLengthMm: pack.max_length_mm,
  maxWidthMm: pack.max_width_mm,
  maxHeightMm: pack.max_height_mm,
})

/** Words for the sentences of the reasons. */
const wordsOf = (piece: LockedPiece, pack: StoredPackage): Record<string, string | number> => ({
  piece: piece.serial,
  package: piece.package_no ?? pack.no,
  kg: piece.net_kg ?? 0,
  limit: pack.max_kg ?? 0,
  lengthMm: piece.length_mm ?? 0,
  maxLengthMm: pack.max_length_mm ?? 0,
})

const reported = (
  text: string,
  piece: LockedPiece | null,
  outcome: PackOutcome['outcome'],
  reason: string | null = null,
  params: Record<string, string | number> = {},
): PackOutcome => ({
  pieceId: piece === null ? null : String(piece.id),
  piece: text,
  serial: piece?.serial ?? null,
  outcome,
  reason,
  params,
})
