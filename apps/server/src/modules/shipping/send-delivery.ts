import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { deliveriesApi } from '@cloud-factory/contract/shipping/deliveries'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { deliveryForUpdate, movePackages, saveDelivery, type StoredDelivery } from './deliveries.store.ts'
import { deliverySubject, requireAllowed, requireDeliveryVersion } from './delivery-guards.ts'
import { requireMoving } from './package-guards.ts'
import { type ConformityPort, requireConforming, completeSteps, undoSteps } from '../production/public.ts'
import { lockPieces, pieceIdsOf } from './packages.store.ts'
import { differenceOf, differs } from './shipping.rules.ts'

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
  requireAllowed(actor, delivery, 'send')
  for (const order of orders) requireMoving(order)
  const differenceReason = reasonFor(delivery, input.differenceReason)
  const pieceIds = await pieceIdsOf(
    write,
    actor.plantId,
    packages.map((pack) => pack.id),
  )
  const pieces = await lockPieces(write, actor.plantId, pieceIds)
  const held = pieces.find(({ holds }) => holds > 0)
  if (held !== undefined) {
    fail('state.refused', { params: { reason: 'pack.piece_held', piece: held.serial } })
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
function reasonFor(delivery: StoredDelivery, given: string | null): string | null {
  const weighing = {
    grossKg: delivery.gross_kg,
    weighedKg: delivery.weighed_kg,
    alarmPercent: delivery.alarm_percent,
    alarmKg: delivery.alarm_kg,
  }
  if (!differs(weighing)) return null
  if (given !== null) return given
  return fail('state.refused', {
    params: { reason: 'delivery.weight_differs', kg: differenceOf(weighing) ?? 0 },
  })
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
  requireAllowed(actor, delivery, 'recall')
  for (const order of orders) requireMoving(order)
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
