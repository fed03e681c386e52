import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { chief, actionOf, formOf, inspector, newInspection, readAll } from '../../../test/made-inspections.ts'
import { ordersForQuality } from '../../app/ports.ts'
import type { Write } from '../../platform/db/handles.ts'
import { blockedPieces } from '../conformity/conformity.queries.ts'
import { openDemandsOf } from '../quality-records/conformity.queries.ts'
import { certificateDocuments } from '../quality-documents/certificate-document.ts'
import { createInspections } from './create-inspections.ts'
import { correctInspection, repeatInspection } from './change-inspection.ts'
import { lockInspection, judgeInspection, submitInspection } from './move-inspection.ts'
import { saveReadings } from './save-readings.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

type Move = (write: Write, version: number) => Promise<unknown>
async function run(id: string, move: Move): Promise<string> {
  const { version } = await formOf(testDb.db, id)
  return String(await testDb.db.tx((write) => move(write, version)))
}
const repeat = (id: string) =>
  run(id, (write, version) => repeatInspection(actionOf(write), inspector, id, { version }))

/** From the readings to the lock, with the verdict of the rule. */
async function finish(id: string, note = ''): Promise<void> {
  await run(id, (write, version) => submitInspection(actionOf(write), inspector, id, { version }))
  const verdict = note === '' ? (await formOf(testDb.db, id)).byRule.verdict : 'fail'
  await run(id, (write, version) => judgeInspection(actionOf(write), chief, id, { version, verdict, note }))
  await run(id, (write, version) => lockInspection(actionOf(write), chief, id, { version }))
}

/** The height of one piece at one point, so far beside its nominal value. */
async function beside(id: string, pieceId: number, by: number): Promise<void> {
  const [item] = (await formOf(testDb.db, id)).items
  const was = item?.nominal ?? ''
  const reading = {
    itemId: item?.id ?? '',
    pieceId: String(pieceId),
    point: 1,
    was,
    value: String(Number(was) + by),
  }
  await testDb.db.tx((write) => saveReadings(actionOf(write), inspector, id, [reading]))
}

async function blocked(pieceIds: readonly number[], processId: number): Promise<number[]> {
  const steps = pieceIds.map((pieceId) => ({ pieceId, processId }))
  return [...(await blockedPieces(testDb.db.reads, 1, steps)).keys()].sort((a, b) => a - b)
}

describe('a lot of which every piece was measured', () => {
  test('lets the good ones go and holds those that failed, which alone are inspected again', async () => {
    const { id, pieceIds, processId } = await newInspection(testDb.db, { quantity: 3 })
    const [, second = 0] = pieceIds
    await readAll(testDb.db, id)
    await beside(id, second, 4)
    await finish(id)
    expect(await blocked(pieceIds, processId)).toEqual([second])
    const form = await formOf(testDb.db, id)
    expect(form.lot.map(({ verdict }) => verdict)).toEqual(['pass', 'fail', 'pass'])
    const next = await repeat(id)
    const again = await formOf(testDb.db, next)
    expect(again).toMatchObject({ pieces: 1, parent: { id }, lot: [{ id: String(second), measured: true }] })
    await readAll(testDb.db, next)
    await finish(next)
    expect(await blocked(pieceIds, processId)).toEqual([])
    await expect(repeat(id)).rejects.toMatchObject({
      facts: { params: { reason: 'inspection.nothing_left' } },
    })
  })

  test('counts the good ones as finally inspected: only what failed keeps the certificate back', async () => {
    const { id, pieceIds, orderId } = await newInspection(testDb.db, { process: 'SignedOff' })
    const [, second = 0] = pieceIds
    await readAll(testDb.db, id)
    await beside(id, second, 4)
    await finish(id)
    const demands = await openDemandsOf(testDb.db.reads, 1, pieceIds)
    expect([...demands]).toEqual([[second, ['inspection_failed', 'inspection_final']]])
    const deps = { db: testDb.db, orders: ordersForQuality, publicUrl: null, files: null as never }
    expect(await certificateDocuments.counts(deps, 1, String(orderId))).toEqual({ ready: 0, open: 1 })
  })

  test('fails whole when somebody fails it for what no reading says', async () => {
    const { id, pieceIds, processId } = await newInspection(testDb.db)
    await readAll(testDb.db, id)
    await finish(id, '表面锈蚀')
    expect(await blocked(pieceIds, processId)).toEqual(pieceIds)
    expect((await formOf(testDb.db, id)).lot.map(({ verdict }) => verdict)).toEqual(['fail', 'fail'])
  })

  test('corrected, takes back what it let go', async () => {
    const { id, pieceIds, processId } = await newInspection(testDb.db)
    const [first = 0, second = 0] = pieceIds
    await readAll(testDb.db, id)
    await beside(id, first, 9)
    await finish(id)
    expect(await blocked(pieceIds, processId)).toEqual([first])
    const next = await run(id, (write, version) =>
      correctInspection(actionOf(write), inspector, id, { version, reason: '量反了' }),
    )
    const [item] = (await formOf(testDb.db, next)).items
    const cell = { itemId: item?.id ?? '', point: 1 }
    const swapped = [
      { ...cell, pieceId: String(first), was: '409', value: '400' },
      { ...cell, pieceId: String(second), was: '400', value: '409' },
    ]
    await testDb.db.tx((write) => saveReadings(actionOf(write), inspector, next, swapped))
    await finish(next)
    expect(await blocked(pieceIds, processId)).toEqual([second])
  })

  test('leaves out of the next one what was scrapped meanwhile', async () => {
    const { id, pieceIds } = await newInspection(testDb.db)
    await readAll(testDb.db, id, inspector, 9)
    await finish(id)
    await testDb.db.tx((write) =>
      sql`update pieces set status = 'scrapped' where id = ${pieceIds[0]}`.execute(write),
    )
    expect((await formOf(testDb.db, await repeat(id))).lot.map((piece) => piece.id)).toEqual([
      String(pieceIds[1]),
    ])
  })
})

describe('a sample', () => {
  test('that failed holds every piece of its lot until each was measured', async () => {
    const { id, pieceIds, processId } = await newInspection(testDb.db, { quantity: 5, percent: 20 })
    await readAll(testDb.db, id, inspector, 9)
    await finish(id)
    expect(await blocked(pieceIds, processId)).toEqual(pieceIds)
    const next = await repeat(id)
    const { lot } = await formOf(testDb.db, next)
    expect(lot.map(({ measured }) => measured)).toEqual([true, true, true, true, true])
    await readAll(testDb.db, next)
    await finish(next)
    expect(await blocked(pieceIds, processId)).toEqual([])
  })

  test('cannot be taken of pieces that a lot has held: another inspection of them measures them all', async () => {
    const { id, pieceIds, processId } = await newInspection(testDb.db, { quantity: 5, percent: 20 })
    await readAll(testDb.db, id, inspector, 9)
    await finish(id)
    const { ids } = await testDb.db.tx((write) =>
      createInspections(actionOf(write), inspector, {
        pieces: pieceIds.map(String),
        processId: String(processId),
        percent: 20,
      }),
    )
    const { lot } = await formOf(testDb.db, String(ids[0]))
    expect(lot.every(({ measured }) => measured)).toBe(true)
  })
})
