import { openDemands, shippingDemands } from '@cloud-factory/domain/conformity/conformity'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/harness.ts'
import { planOf } from '../../../test/plan-of.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { readRows } from '../../platform/db/handles.ts'
import { fillBigOrder } from './conformity-at-size.fixtures.ts'
import { demandRows, withheldPieces, openDemandsOf } from '../quality-records/conformity.queries.ts'
import { countsOf, finishedWhere, listFinished } from '../shipping/finished.queries.ts'
import { packableWhere } from '../shipping/packing.queries.ts'

// An order of ten thousand pieces: what keeps some of them is found without looking at the others.

let testDb: TestDatabase
let orderId = ''
beforeAll(async () => {
  testDb = await databaseAtSize()
  ;({ orderId } = await fillBigOrder(testDb.db))
}, 120_000)
afterAll(() => testDb.close())

const piecesOf = () => sql<{ id: number }>`select id from pieces where order_id = ${orderId}`

test('pieces that are chosen by a select get the answer that they get by their ids', async () => {
  const { reads } = testDb.db
  const ids = (await readRows(reads, piecesOf())).map(({ id }) => id)
  const byIds = await openDemandsOf(reads, 1, ids)
  const bySelect = await openDemandsOf(reads, 1, piecesOf())
  expect(bySelect).toEqual(byIds)
  const found = new Set([...byIds.values()].flat())
  expect(openDemands.filter((demand) => found.has(demand))).toEqual([
    'ncr_open',
    'ndt_failed',
    'coat_failed',
    'inspection_failed',
    'material_unreleased',
  ])
})

test('what is missing is found by an index of its own', async () => {
  const plan = await planOf(testDb.db, demandRows(1, piecesOf(), shippingDemands))
  for (const index of ['welds_unmet', 'inspections_failed', 'coats_unmet']) expect(plan).toContain(index)
  expect(plan).not.toMatch(/Seq Scan on (welds|heat_uses|gate_passes)/)
})

test('pieces to pack and finished goods ask in one statement, whose rows do not leave the database', async () => {
  const { reads } = testDb.db
  const packable = packableWhere(withheldPieces, 1, orderId)
  const from = sql`pieces p left join processes next on next.id = p.next_process_id`
  const found = await readRows(reads, sql<{ id: number }>`select p.id from ${from} where ${packable}`)
  const demands = await openDemandsOf(reads, 1, piecesOf(), shippingDemands)
  const isPackable = new Set(found.map(({ id }) => id))
  expect(found.length).toBeGreaterThan(9000)
  expect([...demands.keys()].filter((id) => isPackable.has(id))).toEqual([])
  const finished = { reads, conformity: openDemandsOf, withheld: withheldPieces }
  const { byState, items } = await listFinished(finished, 1, { orderId, state: ['ready'], pageSize: 50 })
  expect(byState.ready.pieces).toBe(found.length)
  expect(items).toHaveLength(50)
  for (const statement of [
    sql`select p.id from ${from} where ${packable} order by p.serial limit 50`,
    countsOf(finished, 1, finishedWhere(1, { orderId })),
  ])
    expect(
      (await planOf(testDb.db, statement)).match(/Seq Scan on (welds|heat_uses|gate_passes)/g),
    ).toBeNull()
})
