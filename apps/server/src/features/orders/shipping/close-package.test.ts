import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts'
import { now } from '../orders.fixtures.ts'
import { closePackage } from './close-package.ts'
import { onePackage } from './packages.reads.ts'
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
