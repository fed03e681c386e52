import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { now } from '../orders/orders.fixtures.ts'
import type { ConformityPort } from '../production/work-ports.ts'
import { closePackage } from './pack-pieces.ts'
import { listPieces } from '../orders/pieces.queries.ts'
import { closablePackages, withMissing } from '../production/conforming.ts'
import { onePackage } from './packages.queries.ts'
import { listPackable, packingOf, planPacking } from './packing.queries.ts'
import { shippedToday } from './finished.queries.ts'
import { allConform, keeping, newPackages, openYard, shipper, type Yard } from './shipping.fixtures.ts'

let testDb: TestDatabase
let yard: Yard
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.close())
beforeEach(async () => {
  await testDb.wipe()
  yard = await openYard(testDb.db)
})

const view = (id: string) => onePackage(testDb.db.reads, shipper, id)
const close = async (id: string, weighedKg: number) => {
  const { version } = await view(id)
  await testDb.db.tx((write) => closePackage(write, shipper, id, { version, weighedKg }, now, allConform))
}
const refused = (reason: string) => ({ code: 'state.refused', facts: { params: { reason } } })

test('a weighed figure far from that of the pieces is a question, and the reason is kept', async () => {
  const [box] = await newPackages(testDb.db, yard.orderId, { contents: [yard.pieceIds.slice(0, 2)] })
  const id = box?.id ?? ''
  await expect(close(id, 20)).rejects.toMatchObject(refused('package.weight_unlikely'))
  await expect(close(id, 2000)).rejects.toMatchObject(refused('package.weight_unlikely'))
  const { version } = await view(id)
  const input = { version, weighedKg: 2000, reason: '含运输支架' }
  await testDb.db.tx((write) => closePackage(write, shipper, id, input, now, allConform))
  expect(await view(id)).toMatchObject({ status: 'closed', weighedKg: 2000 })
})

test('a piece that lacks something is not offered to be packed, counted as ready, nor planned', async () => {
  const [bad = ''] = yard.pieceIds
  const deps = { reads: testDb.db.reads, withheld: keeping(bad) }
  const { items, total } = await listPackable(deps, 1, yard.orderId, {})
  expect([items.map(({ id }) => id), total]).toEqual([yard.pieceIds.slice(1), 5])
  const { ready, waiting } = await packingOf(deps, shipper, yard.orderId)
  expect([ready.pieces, waiting.pieces]).toEqual([5, 1])
  const { packages } = await planPacking(deps, 1, yard.orderId, {})
  expect(packages.flatMap(({ pieceIds }) => pieceIds)).not.toContain(bad)
})

test('lists and the wall say of a package what closing and sending it would say', async () => {
  const [bad = ''] = yard.pieceIds
  const conformity: ConformityPort = async () =>
    new Map([[Number(bad), ['inspection_unsigned', 'ndt_failed']]])
  const deps = { reads: testDb.db.reads, conformity }
  const contents = [yard.pieceIds.slice(0, 2), yard.pieceIds.slice(2, 3)]
  const boxes = await newPackages(testDb.db, yard.orderId, { contents })
  const shown = await closablePackages(deps, 1, boxes)
  expect(shown.map(({ can }) => can.close)).toEqual(['package.piece_kept', true])
  await testDb.db.tx((write) =>
    sql`update pieces set holds = 1 where id = ${yard.pieceIds[2]}`.execute(write),
  )
  const held = await closablePackages({ ...deps, conformity: allConform }, 1, boxes)
  expect(held.map(({ can }) => can.close)).toEqual([true, 'package.piece_kept'])
  await testDb.db.tx((write) => sql`update pieces set holds = 0`.execute(write))
  const { items } = await listPieces(testDb.db.reads, 1, { id: yard.orderId }, {})
  const listed = await withMissing({ ...deps, outside: () => Promise.resolve(new Map()) }, 1, items)
  expect(listed.map(({ missing }) => missing?.length)).toEqual([2, 0, 0, 0, 0, 0])
  for (const { id, netKg } of boxes) await close(id, netKg)
  const waiting = async (port: ConformityPort) =>
    (await shippedToday(testDb.db.reads, 1, [], '2026-03-20', port)).packedWaitingKg
  expect([await waiting(allConform), await waiting(conformity)]).toEqual([300, 100])
})
