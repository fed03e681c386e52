import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import {
  chief,
  actionOf,
  formOf,
  inspector,
  newInspection,
  newStandard,
} from '../../../test/made-inspections.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import type { Write } from '../../platform/db/handles.ts'
import { createAutomatic, createInspections } from './create-inspections.ts'
import { everyDue } from './due.queries.ts'
import { cancelInspection } from './move-inspection.ts'
import { saveGatePlan } from './save-gate-plan.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const tx = <T>(work: (write: Write) => Promise<T>) => testDb.db.tx(work)

test('wait in one inspection of a gate at a time; unknown ones are told', async () => {
  const { pieceIds, processId, id } = await newInspection(testDb.db)
  const again = () =>
    tx((write) =>
      createInspections(actionOf(write), inspector, {
        pieces: [...pieceIds.map(String), 'nothing'],
        processId: String(processId),
      }),
    )
  expect((await again()).left.map(({ reason }) => reason)).toEqual([
    'inspection.unknown_piece',
    'inspection.open_already',
    'inspection.open_already',
  ])
  await tx((write) => cancelInspection(actionOf(write), inspector, id, { version: 1, reason: 'x' }))
  expect((await again()).ids).toHaveLength(1)
})
test('of an automatic plan are put into lots once, however often it is asked', async () => {
  await newStandard(testDb.db)
  const { pieceIds, processes } = await madePieces(testDb.db, { quantity: 3 })
  const gate = processes['DimInspected'] ?? 0
  await tx((write) => sql`update pieces set next_process_id = ${gate}, status = 'to_inspect'`.execute(write))
  const deps = { reads: testDb.db.reads, orders: actionOf(null as unknown as Write).orders }
  expect((await everyDue(deps, 1)).map((due) => due.pieceIds)).toEqual([pieceIds.map(String)])
  const make = () => tx((write) => createAutomatic(actionOf(write), inspector))
  expect((await make()).ids).toEqual([])
  await tx((write) =>
    saveGatePlan({ write, orders: deps.orders }, chief, String(gate), {
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
  expect(await everyDue(deps, 1)).toEqual([])
})
test('of a trial assembly are a stage of their own', async () => {
  await newStandard(testDb.db)
  const { pieceIds } = await madePieces(testDb.db)
  const { ids } = await tx((write) =>
    createInspections(actionOf(write), inspector, {
      pieces: pieceIds.map(String),
      processId: null,
      stage: 'trial_assembly',
    }),
  )
  const form = await formOf(testDb.db, String(ids[0]))
  expect(form).toMatchObject({ stage: 'trial_assembly', pieces: 2 })
})
