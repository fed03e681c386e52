import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { deliveriesApi } from '@cloud-factory/contract/shipping/deliveries'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { completeSteps } from '../production/public.ts'
import { deliveryForUpdate, markFound, saveDelivery } from './deliveries.store.ts'
import { deliverySubject, requireAllowed } from './delivery-guards.ts'
import { serialOf } from './packages.store.ts'

type FoundInput = BodyOf<(typeof deliveriesApi)['POST /api/deliveries/:id/found']>

/**
 * Receives a piece that was missing at the receipt and was found on site. The signed receipt stays unchanged. Fails for a piece that was not missing
 * or was already found.
 */
export async function findMissing(
  write: Write,
  actor: Actor,
  id: string,
  { pieceId, note }: FoundInput,
  now: Date,
): Promise<void> {
  const { delivery } = await deliveryForUpdate(write, actor.plantId, id)
  requireAllowed(actor, delivery, 'find')
  const piece = Number(pieceId)
  if (!(await markFound(write, actor, delivery.id, { pieceId: piece, note, at: now }))) {
    fail('state.refused', { params: { reason: 'delivery.piece_not_missing', delivery: delivery.no } })
  }
  await saveDelivery(write, actor, delivery.id, { found: delivery.found + 1 })
  await completeSteps(write, actor, { pieceIds: [piece], kind: 'receive', at: now, source: 'receipt' })
  const serial = await serialOf(write, actor.plantId, piece)
  await recordAudit(write, actor, {
    action: 'deliveries.find',
    ...deliverySubject(delivery),
    before: { found: delivery.found },
    after: { found: delivery.found + 1, serial, note },
  })
  await recordEvent(write, actor, { name: 'deliveries.found', subjectId: id })
}
