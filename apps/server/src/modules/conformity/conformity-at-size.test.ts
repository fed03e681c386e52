import { openDemands, shippingDemands } from '@cloud-factory/domain/conformity/conformity'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/harness.ts'
import { planOf } from '../../../test/plan-of.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { readRows } from '../../platform/db/handles.ts'
import { fillBigOrder } from './conformity-at-size.fixtures.ts'
import { demandRows, openDemandsOf } from '../quality-records/conformity.reads.ts'

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
