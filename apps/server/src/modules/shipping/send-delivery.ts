import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { deliveriesApi } from '@cloud-factory/contract/shipping/deliveries'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import {
  deliveryForUpdate,
  markFound,
  movePackages,
  saveDelivery,
  type StoredDelivery,
  insertExceptions,
  type SiteException,
} from './deliveries.store.ts'
import { deliverySubject, requireDeliveryAction, requireDeliveryVersion } from './load-delivery.ts'
import { type ConformityPort, requireConforming, completeSteps, undoSteps } from '../production/public.ts'
import { lockPieces, pieceIdsOf, requireActive } from './packages.store.ts'
import { differenceOf, differs } from './shipping.policy.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keepBytes } from '../../platform/files/keep-files.ts'

type SendInput = BodyOf<(typeof deliveriesApi)['POST /api/deliveries/:id/send']>
type RecallInput = BodyOf<(typeof deliveriesApi)['POST /api/deliveries/:id/recall']>

/** Sends a delivery: its pieces, which must all conform, are shipped. A weight difference above the alarm limit requires an explanation. */
export async function sendDelivery(
  write: Write,
  actor: Actor,
  id: string,
  input: SendInput,
  now: Date,
  conformity: ConformityPort,
): Promise<void> {
  const { delivery, packages, orders } = await deliveryForUpdate(write, actor.plantId, id)
  await requireDeliveryVersion(write, actor, delivery, input.version)
  requireDeliveryAction(actor, delivery, 'send')
  for (const order of orders) requireActive(order)
  const differenceReason = reasonFor(delivery, input.differenceReason)
  const pieceIds = await pieceIdsOf(
    write,
    actor.plantId,
    packages.map((pack) => pack.id),
  )
  const pieces = await lockPieces(write, actor.plantId, pieceIds)
  const held = pieces.find(({ holds }) => holds > 0)
  if (held !== undefined) {
    reject('pack.piece_held', { piece: held.serial })
  }
  await requireConforming(write, actor.plantId, pieces, conformity)
  await movePackages(write, actor, packages, 'shipped')
  await saveDelivery(write, actor, delivery.id, {
    status: 'sent',
    sent_at: now,
    sent_by_name: actor.cnName,
    difference_reason: differenceReason,
  })
  await completeSteps(write, actor, { pieceIds, kind: 'ship', at: now, source: 'delivery' })
  await recordAudit(write, actor, {
    action: 'deliveries.send',
    ...deliverySubject(delivery),
    before: { status: delivery.status },
    after: {
      status: 'sent',
      pieces: delivery.pieces,
      netKg: delivery.net_kg,
      weighedKg: delivery.weighed_kg,
      ...(differenceReason === null ? {} : { differenceReason }),
    },
  })
  await recordEvent(write, actor, { name: 'deliveries.sent', subjectId: id })
}

/** Explanation of the weight difference; null when it is within the limit. Fails when an explanation is required but missing. */
function reasonFor(delivery: StoredDelivery, stated: string | null): string | null {
  const weighing = {
    grossKg: delivery.gross_kg,
    weighedKg: delivery.weighed_kg,
    alarmPercent: delivery.alarm_percent,
    alarmKg: delivery.alarm_kg,
  }
  if (!differs(weighing)) return null
  if (stated !== null) return stated
  return reject('delivery.weight_differs', { kg: differenceOf(weighing) ?? 0 })
}

/** Undoes sending, until the delivery is received. */
export async function recallDelivery(
  write: Write,
  actor: Actor,
  id: string,
  input: RecallInput,
  now: Date,
): Promise<void> {
  const { delivery, packages, orders } = await deliveryForUpdate(write, actor.plantId, id)
  await requireDeliveryVersion(write, actor, delivery, input.version)
  requireDeliveryAction(actor, delivery, 'recall')
  for (const order of orders) requireActive(order)
  const pieceIds = await pieceIdsOf(
    write,
    actor.plantId,
    packages.map((pack) => pack.id),
  )
  await movePackages(write, actor, packages, 'closed')
  await saveDelivery(write, actor, delivery.id, {
    status: 'loaded',
    sent_at: null,
    sent_by_name: null,
    difference_reason: null,
  })
  await undoSteps(write, actor, { pieceIds, kind: 'ship', reason: input.reason, now })
  await recordAudit(write, actor, {
    action: 'deliveries.recall',
    ...deliverySubject(delivery),
    before: { status: 'sent', sentAt: delivery.sent_at },
    after: { status: 'loaded', reason: input.reason },
  })
  await recordEvent(write, actor, { name: 'deliveries.recalled', subjectId: id })
}

export type ReceiptInput = Omit<
  BodyOf<(typeof deliveriesApi)['POST /api/deliveries/:id/receive']>,
  'signature'
> & { readonly signatureSha256: string }

/**
 * Records the site receipt. Missing pieces stay in transit; all others are received. Repeating the same receipt changes nothing; a different one for
 * a received delivery fails.
 */
export async function receiveDelivery(
  write: Write,
  actor: Actor,
  id: string,
  input: ReceiptInput,
  now: Date,
): Promise<void> {
  const { delivery, packages } = await deliveryForUpdate(write, actor.plantId, id)
  if (delivery.status === 'received' && delivery.receipt_key === input.receiptKey.toLowerCase()) return
  requireDeliveryAction(actor, delivery, 'receive')
  const pieceIds = await pieceIdsOf(
    write,
    actor.plantId,
    packages.map((pack) => pack.id),
  )
  const exceptions = exceptionsOf(input, new Set(pieceIds))
  const missing = new Set(exceptions.filter(({ kind }) => kind === 'missing').map(({ pieceId }) => pieceId))
  const here = await receivedAmong(write, pieceIds)
  if ([...missing].some((piece) => here.has(piece)))
    reject('delivery.piece_received', { delivery: delivery.no })
  await insertExceptions(write, actor.plantId, delivery.id, exceptions)
  await movePackages(write, actor, packages, 'received')
  const counted = { missing: missing.size, damaged: exceptions.length - missing.size }
  await saveDelivery(write, actor, delivery.id, {
    ...counted,
    status: 'received',
    received_at: now,
    received_by: input.receivedBy,
    receipt_note: input.receiptNote,
    receipt_key: input.receiptKey,
    signature_sha256: input.signatureSha256,
  })
  const arrived = pieceIds.filter((piece) => !missing.has(piece) && !here.has(piece))
  if (arrived.length > 0) {
    await completeSteps(write, actor, { pieceIds: arrived, kind: 'receive', at: now, source: 'receipt' })
  }
  await recordAudit(write, actor, {
    action: 'deliveries.receive',
    ...deliverySubject(delivery),
    before: { status: 'sent' },
    after: { status: 'received', receivedBy: input.receivedBy, ...counted, note: input.receiptNote },
  })
  await recordEvent(write, actor, { name: 'deliveries.received', subjectId: id })
}

/** Of these pieces, those that the site reported as received before. */
async function receivedAmong(write: Write, pieceIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from pieces where id = any(${[...pieceIds]}::bigint[]) and status = 'received'`.execute(write)
  return new Set(rows.map(({ id }) => id))
}

/** Each piece once, and only pieces that are on the delivery. */
function exceptionsOf(input: ReceiptInput, onBoard: ReadonlySet<number>): SiteException[] {
  const known = new Set<number>()
  return input.exceptions.map(({ pieceId, kind, note }, at) => {
    const piece = Number(pieceId)
    if (!onBoard.has(piece) || known.has(piece)) {
      fail('request.invalid', {
        errors: [
          { path: `body.exceptions.${at}.pieceId`, reason: known.has(piece) ? 'duplicate' : 'invalid_value' },
        ],
      })
    }
    known.add(piece)
    return { pieceId: piece, kind, note }
  })
}

interface MissingPiece {
  readonly piece_id: number
  readonly delivery_id: number
  readonly found: number
}

/**
 * Receives pieces that the site reports one by one, before their delivery is signed for or after it was and they were missing.
 * The caller has locked the pieces with their orders, which a delivery locks before itself.
 */
export async function receiveOnSite(
  write: Write,
  actor: Actor,
  pieceIds: readonly number[],
  at: Date,
): Promise<void> {
  const { rows } = await sql<MissingPiece>`
    select e.piece_id, d.id as delivery_id, d.found
    from delivery_exceptions e join deliveries d on d.id = e.delivery_id
    where e.plant_id = ${actor.plantId} and e.piece_id = any(${[...pieceIds]}::bigint[]) and e.kind = 'missing'
      and e.found_at is null
    order by d.id for no key update of d`.execute(write)
  for (const [deliveryId, missing] of Map.groupBy(rows, (row) => row.delivery_id)) {
    for (const { piece_id: pieceId } of missing)
      await markFound(write, actor, deliveryId, { pieceId, note: '', at })
    await saveDelivery(write, actor, deliveryId, { found: (missing[0]?.found ?? 0) + missing.length })
  }
  await completeSteps(write, actor, { pieceIds, kind: 'receive', at, source: 'receipt' })
  for (const id of new Set(rows.map((row) => row.delivery_id)))
    await recordEvent(write, actor, { name: 'deliveries.found', subjectId: String(id) })
}

/** Undoes the receipt of pieces whose delivery nobody has signed for. */
export async function undoSiteReceipt(
  write: Write,
  actor: Actor,
  {
    pieceIds,
    reason,
    now,
  }: { readonly pieceIds: readonly number[]; readonly reason: string; readonly now: Date },
): Promise<void> {
  const { rows } = await sql<{ no: string }>`
    select d.no from package_pieces pp join packages k on k.id = pp.package_id join deliveries d on d.id = k.delivery_id
    where pp.plant_id = ${actor.plantId} and pp.piece_id = any(${[...pieceIds]}::bigint[])
      and d.status = 'received' limit 1`.execute(write)
  if (rows[0] !== undefined) reject('delivery.received', { delivery: rows[0].no })
  await undoSteps(write, actor, { pieceIds, kind: 'receive', reason, now })
}

const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const largestSide = 4000

/** Stores a drawn signature, a PNG in base64, and returns its hash; fails with `state.refused` if it is not a PNG. */
export async function saveSignature(files: FileStore, base64: string): Promise<string> {
  return (await keepBytes(files, pngOf(base64))).sha256
}

/** The bytes, when they begin as a PNG whose header names a reasonable size. */
export function pngOf(base64: string): Buffer {
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : Buffer.alloc(0)
  const isPng =
    bytes.length > 33 && bytes.subarray(0, 8).equals(magic) && bytes.toString('latin1', 12, 16) === 'IHDR'
  const sides = isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : [0]
  if (!sides.every((side) => side > 0 && side <= largestSide)) {
    reject('signature.not_png')
  }
  return bytes
}
