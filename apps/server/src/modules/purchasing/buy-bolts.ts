import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { purchasesApi } from '@cloud-factory/contract/purchasing/purchases'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { reject } from '../../platform/http/domain-error.ts'
import { boltShortages, receiveBolts } from '../bolts/public.ts'
import { onOrderBolts } from './purchase-lines.queries.ts'
import { deliveredLines, recordReceived } from './receive-purchase.ts'
import { addToRequisition } from './request-bars.ts'
import { type NewLine, purchaseForAction } from './save-purchase.ts'

type Api = typeof purchasesApi

/** Requests bought parts that are short. Returns the requisition's id. */
export async function requestBolts(
  write: Write,
  actor: Actor,
  { itemIds }: BodyOf<Api['POST /api/bolt-requests']>,
  now: Date,
): Promise<string> {
  // Requests wait for each other, so that each sees what the others have put on order.
  await advisoryLock(write, 'purchases', actor.plantId)
  const requested = new Set(itemIds)
  const short = (await boltShortages(asReads(write), actor.plantId, onOrderBolts)).filter(
    (need) => need.short > 0 && requested.has(need.itemId),
  )
  if (short.length === 0) reject('purchase.nothing_short')
  const lines = short.map(
    (need): NewLine => ({
      itemId: need.itemId,
      profile: need.designation,
      grade: need.grade,
      lengthMm: null,
      pieces: need.short,
      pricePerTonne: null,
      priceEach: need.price,
      expectedOn: null,
      orderId: need.firstOrderId,
    }),
  )
  return addToRequisition(write, actor, lines, now)
}

/** Receives bought parts of an ordered purchase into lots. */
export async function receiveBoughtParts(
  write: Write,
  actor: Actor,
  id: string,
  { deliveryNote, receivedOn, lots }: BodyOf<Api['POST /api/purchases/:id/receive-bolts']>,
  now: Date,
): Promise<void> {
  const { row, view } = await purchaseForAction(write, actor, id, null, { action: 'receive', now })
  const delivered = deliveredLines(
    view.items.filter(({ form }) => form === 'bought'),
    lots.map((lot) => ({ ...lot, pieces: lot.quantity })),
  )
  for (const { line, lineId, quantity, ...lot } of delivered) {
    const lotId = await receiveBolts(write, actor, {
      itemId: Number(line.itemId),
      lotNo: lot.lotNo,
      certificateNo: lot.certificateNo,
      location: lot.location,
      boxes: lot.boxes,
      quantity,
      price: line.priceEach,
      supplier: view.supplier?.name ?? '',
      deliveryNote,
      receivedOn,
    })
    await sql`
      insert into purchase_receipts (plant_id, line_id, bolt_lot_id, pieces, received_at, received_by_name)
      values (${actor.plantId}, ${lineId}, ${lotId}, ${quantity}, ${now}, ${actor.cnName})`.execute(write)
    await sql`update purchase_lines set received = received + ${quantity} where id = ${lineId}`.execute(write)
  }
  const texts = delivered.map(({ line, quantity }) => `${quantity} × ${line.profile}`)
  await recordReceived(write, actor, row, { deliveryNote, lots: texts })
}
