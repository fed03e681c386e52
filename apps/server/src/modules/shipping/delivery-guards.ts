import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { oneDelivery } from './deliveries.reads.ts'
import type { StoredDelivery } from './deliveries.store.ts'
import { deliveryCan } from './shipping.rules.ts'

/** Fails with the current delivery when another user changed it since `version`. */
export async function requireDeliveryVersion(
  write: Write,
  actor: Actor,
  delivery: StoredDelivery,
  version: number,
): Promise<void> {
  if (delivery.version === version) return
  fail('version.conflict', { current: await oneDelivery(asReads(write), actor, String(delivery.id)) })
}

export function requireAllowed(
  actor: Actor,
  delivery: StoredDelivery,
  action: keyof ReturnType<typeof deliveryCan>,
): void {
  const verdict = deliveryCan(actor.tags, {
    status: delivery.status,
    packages: delivery.packages,
    truckPlate: delivery.truck_plate,
    stillMissing: delivery.missing - delivery.found,
  })[action]
  if (verdict !== true) {
    fail('state.refused', { params: { reason: verdict, delivery: delivery.no, status: delivery.status } })
  }
}

export const deliverySubject = (delivery: StoredDelivery) => ({
  subjectKind: 'delivery',
  subjectId: String(delivery.id),
  subjectName: delivery.no,
})
