import type { DeliveryStatus } from '@cloud-factory/contract/deliveries'
import type { Actor } from '../../../platform/auth/actor.ts'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { oneDelivery } from './deliveries.reads.ts'
import type { StoredDelivery } from './deliveries.store.ts'
import { deliveryCan } from './shipping.rules.ts'

/** Refuses with the delivery as it is now when somebody else changed it since `version`. */
export async function requireDeliveryVersion(
  write: Write,
  actor: Actor,
  delivery: StoredDelivery,
  version: number,
): Promise<void> {
  if (delivery.version === version) return
  refuse('version.conflict', { current: await oneDelivery(asReads(write), actor, String(delivery.id)) })
}

export function requireDeed(
  actor: Actor,
  delivery: StoredDelivery,
  deed: keyof ReturnType<typeof deliveryCan>,
): void {
  const verdict = deliveryCan(actor.tags, {
    status: delivery.status as DeliveryStatus,
    packages: delivery.packages,
    truckPlate: delivery.truck_plate,
    stillMissing: delivery.missing - delivery.found,
  })[deed]
  if (verdict !== true) {
    refuse('state.refused', { params: { reason: verdict, delivery: delivery.no, status: delivery.status } })
  }
}

export const deliverySubject = (delivery: StoredDelivery) => ({
  subjectKind: 'delivery',
  subjectId: String(delivery.id),
  subjectName: delivery.no,
})
