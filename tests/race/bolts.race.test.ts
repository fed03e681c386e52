import { parseBought } from '@cloud-factory/domain/bolts/bought-items'
import { describe, expect, test } from 'vitest'
import { listLots, receiveLot } from '../../apps/server/src/modules/bolts/bolt-lots.ts'
import { listNeeds } from '../../apps/server/src/modules/bolts/bolts.queries.ts'
import { issueBolts } from '../../apps/server/src/modules/bolts/issue-bolts.ts'
import { addBolts } from '../../apps/server/src/modules/bolts/save-bolts.ts'
import { keeper } from '../../apps/server/src/modules/material/material.fixtures.ts'
import { newProject, now, planner } from '../../apps/server/src/modules/orders/orders.fixtures.ts'
import { releasedOrder } from '../../apps/server/src/modules/production/work.fixtures.ts'
import { requestBolts } from '../../apps/server/src/modules/purchasing/buy-bolts.ts'
import { onOrderBolts } from '../../apps/server/src/modules/purchasing/public.ts'
import { buyer } from '../../apps/server/src/modules/purchasing/purchases.fixtures.ts'
import { shipper } from '../../apps/server/src/modules/shipping/shipping.fixtures.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { outcomes, raceDatabase, rounds } from './race-database.ts'

const found = await raceDatabase('bolts')
const db = found as Database

let number = 0
const race = async (work: readonly Promise<unknown>[]) => (await outcomes(work)).toSorted()

/** Two orders that each need 60 sets of a length of their own. */
async function twoOrders() {
  number += 1
  const project = await newProject(db, { code: `B-${number}` })
  const item = parseBought(`M20*${100 + number} 10.9S`)
  const line = {
    ...item,
    mark: '',
    connection: '',
    place: 'site',
    quantity: 60,
    extraPercent: 0,
    note: '',
  } as const
  const orders: string[] = []
  for (const no of [`B-${number}-1`, `B-${number}-2`]) {
    const order = await releasedOrder(db, project, { no })
    await db.tx((write) => addBolts(write, planner, order, { items: [line] }))
    orders.push(order)
  }
  return { item, orders }
}

describe.skipIf(found === null).each(rounds)('round %i', () => {
  test('two orders take the same lot: one gets its bolts, the other learns what is left', async () => {
    const { item, orders } = await twoOrders()
    const lot = await db.tx((write) =>
      receiveLot(write, keeper, {
        ...item,
        lotNo: `L-${number}`,
        certificateNo: '',
        location: '',
        boxes: null,
        quantity: 100,
        supplier: '',
        deliveryNote: '',
        receivedOn: '2026-03-18',
      }),
    )
    const issue = (orderId: string) =>
      db.tx((write) =>
        issueBolts(write, shipper, { lotId: lot.id, orderId, packageId: null, quantity: 60 }, now),
      )
    expect(await race(orders.map(issue))).toEqual(['bolt.lot_short', 'done'])
    const [left] = (await listLots(db.reads, keeper, { itemId: lot.itemId })).items
    expect(left?.free).toBe(40)
  })

  test('the same need requested by two people is bought once', async () => {
    const { item } = await twoOrders()
    const needs = async () =>
      (await listNeeds(db.reads, buyer, { q: `×${item.lengthMm} ` }, onOrderBolts)).items
    const [need] = await needs()
    const request = () => db.tx((write) => requestBolts(write, buyer, { itemIds: [need?.itemId ?? ''] }, now))
    expect(await race([request(), request()])).toEqual(['done', 'purchase.nothing_short'])
    expect(await needs()).toMatchObject([{ onOrder: 120, short: 0 }])
  })
})
