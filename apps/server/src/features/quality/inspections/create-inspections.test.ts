import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts'
import { chief, deedOf, inspector, newInspection, newStandard } from '../../../../test/made-inspections.ts'
import { madePieces } from '../../../../test/made-pieces.ts'
import type { Write } from '../../../platform/db/handles.ts'
import { createAutomatic, createInspections } from './create-inspections.ts'
import { everyDue } from './due.reads.ts'
import { cancelInspection } from './move-inspection.ts'
import { saveGatePlan } from './save-gate-plan.ts'

let house: TestDatabase
beforeAll(async () => {
  house = await testDatabase()
})
beforeEach(() => house.wipe())
afterAll(() => house.close())

const tx = <T>(work: (write: Write) => Promise<T>) => house.db.tx(work)

test('wait in one inspection of a gate at a time; unknown ones are told', async () => {
  const { pieceIds, processId, id } = await newInspection(house.db)
  const again = () =>
    tx((write) =>
      createInspections(deedOf(write), inspector, {
        pieces: [...pieceIds.map(String), 'nothing'],
        processId: String(processId),
      }),
    )
  expect((await again()).left.map(({ reason }) => reason)).toEqual([
    'inspection.unknown_piece',
    'inspection.open_already',
    'inspection.open_already',
  ])
  await tx((write) => cancelInspection(deedOf(write), inspector, id, { version: 1, reason: 'x' }))
  expect((await again()).ids).toHaveLength(1)
})
test('of an automatic plan are put into lots once, however often it is asked', async () => {
  await newStandard(house.db)
  const { pieceIds, processes } = await madePieces(house.db, { quantity: 3 })
  const gate = processes['DimInspected'] ?? 0
  await tx((write) => sql`update pieces set next_process_id = ${gate}, status = 'to_inspect'`.execute(write))
  const door = { reads: house.db.reads, orders: deedOf(null as unknown as Write).orders }
  expect((await everyDue(door, 1)).map((due) => due.pieceIds)).toEqual([pieceIds.map(String)])
  const make = () => tx((write) => createAutomatic(deedOf(write), inspector))
  expect((await make()).ids).toEqual([])
  await tx((write) =>
    saveGatePlan({ write, orders: door.orders }, chief, String(gate), {
      version: 0,
      stage: 'after_weld',
      standardId: null,
      automatic: true,
      percent: 50,
      atLeast: 2,
    }),
  )
  expect((await make()).ids).toHaveLength(1)
  expect((await make()).ids).toEqual([])
  expect(await everyDue(door, 1)).toEqual([])
})
