import { sql } from 'kysely'
import { testActor } from '../../../test/actor.ts'
import { type Database, readRows } from '../../platform/db/handles.ts'
import { nestingPerson, profile } from '../nesting/nests.fixtures.ts'
import { now } from '../orders/orders.fixtures.ts'
import { onePurchase } from './purchases.queries.ts'
import { receivePurchase } from './receive-purchase.ts'
import { requestShortage } from './request-bars.ts'
import { changePurchase, movePurchase } from './save-purchase.ts'

export const buyer = testActor({
  userId: '31',
  cnName: '采购员',
  tags: ['order.view', 'quality.view', 'purchase.view', 'purchase.edit', 'purchase.approve'],
})

let number = 0

/** Requests, orders and receives for tests, on one database. */
export function purchasePerson(db: Database) {
  const nesting = nestingPerson(db)
  const one = (id: string) => onePurchase(db.reads, buyer, id, now)
  const supplier = async () => {
    const code = `S-${(number += 1)}`
    await db.tx((write) =>
      sql`insert into suppliers (plant_id, code, name, updated_by_name) values (1, ${code}, ${code}, 'x')`.execute(
        write,
      ),
    )
    const [row] = await readRows(db.reads, sql<{ id: number }>`select id from suppliers where code = ${code}`)
    return String(row?.id)
  }
  const request = (lengthMm = 12_000) =>
    db.tx((write) =>
      requestShortage(write, buyer, { profile, grade: 'Q355B', lengthMm, wastePercent: 5 }, now),
    )
  /** Sets supplier and price of a requisition, then approves and orders it. */
  const ordered = async (id: string, { pricePerTonne = 4000, overPercent = 0 } = {}) => {
    const { items, version } = await one(id)
    const lines = items.map(({ order, ...line }) => ({ ...line, pricePerTonne, orderId: order?.id ?? null }))
    const supplierId = await supplier()
    await db.tx((write) =>
      changePurchase(write, buyer, id, { version, supplierId, overPercent, note: '', lines }, now),
    )
    for (const step of ['approve', 'order'] as const) {
      const { version: next } = await one(id)
      await db.tx((write) => movePurchase(write, buyer, id, { step, version: next }, now))
    }
    return one(id)
  }
  const receive = (id: string, lineId: string, pieces: number, kg = pieces * 784.8) => {
    const heatNo = `PH-${(number += 1)}`
    const lot = { lineId, pieces, kg, heatNo, mill: '', thicknessMm: '13', lengthMm: null, location: 'A-1' }
    const delivery = { deliveryNote: heatNo, receivedOn: '2026-03-19', lots: [lot] }
    return db.tx((write) => receivePurchase(write, buyer, id, delivery, now))
  }
  /** Leaves no demand, no available bar, and nothing on order. */
  const clear = async () => {
    await nesting.clear()
    await db.tx((write) =>
      sql`update purchases set status = 'cancelled' where status <> 'received'`.execute(write),
    )
  }
  return { nesting, clear, one, request, ordered, receive, supplier }
}
