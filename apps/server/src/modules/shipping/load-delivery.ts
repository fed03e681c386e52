import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { deliveriesApi } from '@cloud-factory/contract/shipping/deliveries'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { oneDelivery } from './deliveries.queries.ts'
import {
  type StoredDelivery,
  deliveryForUpdate,
  type LoadablePackage,
  lockPackages,
  placePackages,
  refreshDeliveryTotals,
  saveDelivery,
} from './deliveries.store.ts'
import { deliveryCan, packageCan } from './shipping.policy.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { recordEvent } from '../../platform/outbox/record.ts'

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

export function requireDeliveryAction(
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
  requireAllowed(verdict, { delivery: delivery.no, status: delivery.status })
}

export const deliverySubject = (delivery: StoredDelivery) => ({
  subjectKind: 'delivery',
  subjectId: String(delivery.id),
  subjectName: delivery.no,
})

type PackagesInput = BodyOf<(typeof deliveriesApi)['POST /api/deliveries/:id/packages']>
type WeightInput = BodyOf<(typeof deliveriesApi)['PUT /api/deliveries/:id/weight']>

/** Adds closed packages to a draft or removes them, all or none. */
export async function loadPackages(
  write: Write,
  actor: Actor,
  id: string,
  input: PackagesInput,
): Promise<void> {
  const { delivery, packages } = await deliveryForUpdate(write, actor.plantId, id)
  await requireDeliveryVersion(write, actor, delivery, input.version)
  requireDeliveryAction(actor, delivery, 'loadPackages')
  const nos = input.remove
    ? await takeDown(write, actor, delivery, packages, input.packageIds)
    : await putOn(write, actor, delivery, input.packageIds)
  await recordAudit(write, actor, {
    action: input.remove ? 'deliveries.take_down' : 'deliveries.put_on',
    ...deliverySubject(delivery),
    ...(input.remove ? { before: { packages: nos } } : { after: { packages: nos } }),
  })
  await recordEvent(write, actor, { name: 'deliveries.changed', subjectId: id })
}

/** First packages of a new delivery. */
export async function putOnTruck(
  write: Write,
  actor: Actor,
  id: string,
  packageIds: readonly string[],
): Promise<void> {
  const { delivery } = await deliveryForUpdate(write, actor.plantId, id)
  await putOn(write, actor, delivery, packageIds)
}

async function putOn(
  write: Write,
  actor: Actor,
  delivery: StoredDelivery,
  packageIds: readonly string[],
): Promise<string[]> {
  const requested = [...new Set(packageIds.map(Number))]
  const found = await lockPackages(write, actor.plantId, requested)
  if (found.length < requested.length) fail('not_found')
  for (const pack of found) requireLoadable(actor, delivery, pack)
  await placePackages(
    write,
    actor,
    found.map((pack) => pack.id),
    delivery.id,
  )
  await refreshDeliveryTotals(write, actor, delivery.id)
  return found.map(({ no }) => no)
}

function requireLoadable(actor: Actor, delivery: StoredDelivery, pack: LoadablePackage): void {
  const facts = {
    status: pack.status,
    pieces: pack.pieces,
    bolts: pack.bolts,
    onDelivery: pack.delivery_id !== null,
    orderStatus: pack.order_status,
  }
  const ours = pack.project_id === delivery.project_id || 'package.other_project'
  requireAllowed(ours === true ? packageCan(actor.tags, facts).load : ours, { package: pack.no })
}

async function takeDown(
  write: Write,
  actor: Actor,
  delivery: StoredDelivery,
  packages: readonly { readonly id: number; readonly no: string }[],
  packageIds: readonly string[],
): Promise<string[]> {
  const requested = new Set(packageIds.map(Number))
  const leaving = packages.filter((pack) => requested.has(pack.id))
  if (leaving.length < requested.size) fail('not_found')
  await placePackages(
    write,
    actor,
    leaving.map((pack) => pack.id),
    null,
  )
  await refreshDeliveryTotals(write, actor, delivery.id)
  return leaving.map(({ no }) => no)
}

/** Marks a delivery as loaded; no more packages can be added. */
export async function finishLoading(
  write: Write,
  actor: Actor,
  id: string,
  input: { readonly version: number },
): Promise<void> {
  const { delivery } = await deliveryForUpdate(write, actor.plantId, id)
  await requireDeliveryVersion(write, actor, delivery, input.version)
  requireDeliveryAction(actor, delivery, 'load')
  await saveDelivery(write, actor, delivery.id, { status: 'loaded' })
  await recordAudit(write, actor, {
    action: 'deliveries.load',
    ...deliverySubject(delivery),
    before: { status: delivery.status },
    after: { status: 'loaded', packages: delivery.packages, grossKg: delivery.gross_kg },
  })
  await recordEvent(write, actor, { name: 'deliveries.loaded', subjectId: id })
}

/** Returns a loaded delivery to draft and clears its weighbridge values. */
export async function unload(
  write: Write,
  actor: Actor,
  id: string,
  input: { readonly version: number; readonly reason: string },
): Promise<void> {
  const { delivery } = await deliveryForUpdate(write, actor.plantId, id)
  await requireDeliveryVersion(write, actor, delivery, input.version)
  requireDeliveryAction(actor, delivery, 'unload')
  await saveDelivery(write, actor, delivery.id, {
    status: 'draft',
    weighbridge_kg: null,
    difference_reason: null,
  })
  await recordAudit(write, actor, {
    action: 'deliveries.unload',
    ...deliverySubject(delivery),
    before: { status: 'loaded', weighbridgeKg: delivery.weighbridge_kg },
    after: { status: 'draft', reason: input.reason },
  })
  await recordEvent(write, actor, { name: 'deliveries.unloaded', subjectId: id })
}

/** Records the weighbridge values of the empty and the full truck. */
export async function weighDelivery(
  write: Write,
  actor: Actor,
  id: string,
  input: WeightInput,
): Promise<void> {
  const { delivery } = await deliveryForUpdate(write, actor.plantId, id)
  await requireDeliveryVersion(write, actor, delivery, input.version)
  requireDeliveryAction(actor, delivery, 'weigh')
  const { tareKg, weighbridgeKg } = input
  if (tareKg !== null && weighbridgeKg !== null && weighbridgeKg < tareKg) {
    fail('request.invalid', {
      errors: [{ path: 'body.weighbridgeKg', reason: 'too_small', limit: tareKg }],
    })
  }
  await saveDelivery(write, actor, delivery.id, { tare_kg: tareKg, weighbridge_kg: weighbridgeKg })
  await recordAudit(write, actor, {
    action: 'deliveries.weigh',
    ...deliverySubject(delivery),
    before: { tareKg: delivery.tare_kg, weighbridgeKg: delivery.weighbridge_kg },
    after: { tareKg, weighbridgeKg },
  })
  await recordEvent(write, actor, { name: 'deliveries.changed', subjectId: id })
}
