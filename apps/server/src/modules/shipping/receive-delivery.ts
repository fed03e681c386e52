import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { deliveriesApi } from '@cloud-factory/contract/shipping/deliveries'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import {
  deliveryForUpdate,
  insertExceptions,
  movePackages,
  saveDelivery,
  type SiteException,
} from './deliveries.store.ts'
import { deliverySubject, requireAllowed } from './delivery-guards.ts'
import { pieceIdsOf } from './packages.store.ts'
import { completeSteps } from '../production/public.ts'

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
  requireAllowed(actor, delivery, 'receive')
  const pieceIds = await pieceIdsOf(
    write,
    actor.plantId,
    packages.map((pack) => pack.id),
  )
  const exceptions = exceptionsOf(input, new Set(pieceIds))
  const missing = new Set(exceptions.filter(({ kind }) => kind === 'missing').map(({ pieceId }) => pieceId))
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
  const arrived = pieceIds.filter((piece) => !missing.has(piece))
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

/** Each piece once, and only pieces that are on the delivery. */
function exceptionsOf(input: ReceiptInput, onBoard: ReadonlySet<number>): SiteException[] {
  const seen = new Set<number>()
  return input.exceptions.map(({ pieceId, kind, note }, at) => {
    const piece = Number(pieceId)
    if (!onBoard.has(piece) || seen.has(piece)) {
      fail('request.invalid', {
        errors: [
          { path: `body.exceptions.${at}.pieceId`, reason: seen.has(piece) ? 'duplicate' : 'invalid_value' },
        ],
      })
    }
    seen.add(piece)
    return { pieceId: piece, kind, note }
  })
}
