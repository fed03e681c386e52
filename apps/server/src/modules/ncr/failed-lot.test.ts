import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { chief, actionOf, formOf, inspector, newInspection, readAll } from '../../../test/made-inspections.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { judgeInspection, reopenInspection, submitInspection } from '../inspection/move-inspection.ts'
import { saveReadings } from '../inspection/save-readings.ts'
import { cancelNcr } from './decide-ncr.ts'
import { defectId, ncrPerson, raiseInput } from './ncr.fixtures.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

/** A lot of three of which the second piece has failed. */
async function failedLot() {
  const { id, pieceIds } = await newInspection(testDb.db, { quantity: 3 })
  await readAll(testDb.db, id)
  const [item] = (await formOf(testDb.db, id)).items
  const was = item?.nominal ?? ''
  const reading = { itemId: item?.id ?? '', pieceId: String(pieceIds[1]), point: 1 }
  await testDb.db.tx((write) =>
    saveReadings(actionOf(write), inspector, id, [{ ...reading, was, value: String(Number(was) + 4) }]),
  )
  const submitted = await formOf(testDb.db, id)
  await testDb.db.tx((write) =>
    submitInspection(actionOf(write), inspector, id, { version: submitted.version }),
  )
  return { id, pieceIds }
}

async function judge(id: string) {
  const { version, byRule } = await formOf(testDb.db, id)
  await testDb.db.tx((write) =>
    judgeInspection(actionOf(write), chief, id, { version, verdict: byRule.verdict, note: '' }),
  )
}

const person = () => ncrPerson(testDb.db, ordersForQuality, chief)
const raise = async (inspectionId: string | null, pieces: readonly number[]) =>
  person().raise(raiseInput(await defectId(testDb.db), pieces, { source: 'lot', inspectionId }))
const refusedAs = (reason: string) => ({ code: 'state.refused', facts: { params: { reason } } })

test('a lot judged as failed raises one report on what failed in it, and each names the other', async () => {
  const { id, pieceIds } = await failedLot()
  const [sound = 0, failed = 0] = pieceIds
  expect((await formOf(testDb.db, id)).can.raise).toBe('ncr.not_failed')
  await expect(raise(id, [failed])).rejects.toMatchObject(refusedAs('ncr.not_failed'))
  await judge(id)
  expect(await formOf(testDb.db, id)).toMatchObject({ ncrs: [], can: { raise: true } })
  await expect(raise(id, [sound])).rejects.toMatchObject(refusedAs('ncr.not_in_lot'))
  await expect(raise(null, [failed])).rejects.toMatchObject({ code: 'request.invalid' })

  const ncr = await person().detail(await raise(id, [failed]))
  expect(ncr).toMatchObject({ source: 'lot', pieces: 1, inspection: { id } })
  expect(await formOf(testDb.db, id)).toMatchObject({
    ncrs: [{ id: ncr.id, no: ncr.no, lot: true }],
    can: { raise: 'ncr.raised_already' },
  })
  await expect(raise(id, [failed])).rejects.toMatchObject(refusedAs('ncr.raised_already'))
  const { rows } = await testDb.db.tx((write) =>
    sql<{ n: number }>`select count(*)::int as n from ncrs`.execute(write),
  )
  expect(rows).toEqual([{ n: 1 }])

  await person().does(cancelNcr, ncr.id, { note: '误提' })
  expect((await formOf(testDb.db, id)).can.raise).toBe(true)
  await raise(id, [failed])
})

test('a verdict taken back raises nothing any more, and who may not raise is told so', async () => {
  const { id, pieceIds } = await failedLot()
  await judge(id)
  expect((await formOf(testDb.db, id, { ...inspector, tags: ['quality.view'] })).can.raise).toBe(
    'permission.denied',
  )
  const { version } = await formOf(testDb.db, id)
  await testDb.db.tx((write) => reopenInspection(actionOf(write), chief, id, { version, reason: '复测' }))
  await expect(raise(id, pieceIds.slice(1, 2))).rejects.toMatchObject(refusedAs('ncr.not_failed'))
})
