import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts'
import { now } from '../orders.fixtures.ts'
import type { ConformityPort } from '../production/inspections.ts'
import { closePackage } from './close-package.ts'
import { onePackage } from './packages.reads.ts'
import { listPackable, packingOf, planPacking } from './packing.reads.ts'
import { allConform, newPackages, openYard, shipper, type Yard } from './shipping.fixtures.ts'

let house: TestDatabase
let yard: Yard
beforeAll(async () => {
  house = await testDatabase()
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.wipe()
  yard = await openYard(house.db)
})

const view = (id: string) => onePackage(house.db.reads, shipper, id)
const close = async (id: string, weighedKg: number) => {
  const { version } = await view(id)
  await house.db.tx((write) => closePackage(write, shipper, id, { version, weighedKg }, now, allConform))
}
const refused = (reason: string) => ({ code: 'state.refused', facts: { params: { reason } } })

test('a weighed figure far from that of the pieces is a question, and the reason is kept', async () => {
  const [box] = await newPackages(house.db, yard.orderId, { contents: [yard.pieceIds.slice(0, 2)] })
  const id = box?.id ?? ''
  await expect(close(id, 20)).rejects.toMatchObject(refused('package.weight_unlikely'))
  await expect(close(id, 2000)).rejects.toMatchObject(refused('package.weight_unlikely'))
  const { version } = await view(id)
  const input = { version, weighedKg: 2000, reason: '含运输支架' }
  await house.db.tx((write) => closePackage(write, shipper, id, input, now, allConform))
  expect(await view(id)).toMatchObject({ status: 'closed', weighedKg: 2000 })
})

test('a piece that lacks something is not offered to be packed, counted as ready, nor planned', async () => {
  const [bad = ''] = yard.pieceIds
  const conformity: ConformityPort = async () =>
    new Map([[Number(bad), ['inspection_unsigned', 'ndt_failed']]])
  const door = { reads: house.db.reads, conformity }
  const { items, total } = await listPackable(door, 1, yard.orderId, {})
  expect([items.map(({ id }) => id), total]).toEqual([yard.pieceIds.slice(1), 5])
  const { ready, waiting } = await packingOf(door, shipper, yard.orderId)
  expect([ready.pieces, waiting.pieces]).toEqual([5, 1])
  const { packages } = await planPacking(door, 1, yard.orderId, {})
  expect(packages.flatMap(({ pieceIds }) => pieceIds)).not.toContain(bad)
})
