import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts'
import {
  chief,
  deedOf,
  formOf,
  inspector,
  newInspection,
  readAll,
} from '../../../../test/made-inspections.ts'
import { ordersForQuality } from '../../../app/ports.ts'
import type { Write } from '../../../platform/db/handles.ts'
import { barredPieces } from '../barred-pieces.reads.ts'
import { openDemandsOf } from '../conformity.reads.ts'
import { certificatePapers } from '../documents/certificate-paper.ts'
import { createInspections } from './create-inspections.ts'
import { correctInspection, repeatInspection } from './follow-inspection.ts'
import { lockInspection } from './lock-inspection.ts'
import { judgeInspection, submitInspection } from './move-inspection.ts'
import { saveReadings } from './save-readings.ts'

let house: TestDatabase
beforeAll(async () => {
  house = await testDatabase()
})
beforeEach(() => house.wipe())
afterAll(() => house.close())

type Move = (write: Write, version: number) => Promise<unknown>
async function run(id: string, move: Move): Promise<string> {
  const { version } = await formOf(house.db, id)
  return String(await house.db.tx((write) => move(write, version)))
}
const repeat = (id: string) =>
  run(id, (write, version) => repeatInspection(deedOf(write), inspector, id, { version }))

/** From the readings to the lock, judged as the rule says. */
async function finish(id: string, note = ''): Promise<void> {
  await run(id, (write, version) => submitInspection(deedOf(write), inspector, id, { version }))
  const verdict = note === '' ? (await formOf(house.db, id)).byRule.verdict : 'fail'
  await run(id, (write, version) => judgeInspection(deedOf(write), chief, id, { version, verdict, note }))
  await run(id, (write, version) => lockInspection(deedOf(write), chief, id, { version }))
}

/** The height of one piece at one point, so far beside its nominal value. */
async function beside(id: string, pieceId: number, by: number): Promise<void> {
  const [item] = (await formOf(house.db, id)).items
  const was = item?.nominal ?? ''
  const reading = {
    itemId: item?.id ?? '',
    pieceId: String(pieceId),
    point: 1,
    was,
    value: String(Number(was) + by),
  }
  await house.db.tx((write) => saveReadings(deedOf(write), inspector, id, [reading]))
}

async function barred(pieceIds: readonly number[], processId: number): Promise<number[]> {
  const steps = pieceIds.map((pieceId) => ({ pieceId, processId }))
  return [...(await barredPieces(house.db.reads, 1, steps)).keys()].sort((a, b) => a - b)
}

describe('a lot of which every piece was measured', () => {
  test('lets the good ones go and holds those that failed, which alone are inspected again', async () => {
    const { id, pieceIds, processId } = await newInspection(house.db, { quantity: 3 })
    const [, second = 0] = pieceIds
    await readAll(house.db, id)
    await beside(id, second, 4)
    await finish(id)
    expect(await barred(pieceIds, processId)).toEqual([second])
    const form = await formOf(house.db, id)
    expect(form.lot.map(({ verdict }) => verdict)).toEqual(['pass', 'fail', 'pass'])
    const next = await repeat(id)
    const again = await formOf(house.db, next)
    expect(again).toMatchObject({ pieces: 1, parent: { id }, lot: [{ id: String(second), measured: true }] })
    await readAll(house.db, next)
    await finish(next)
    expect(await barred(pieceIds, processId)).toEqual([])
    await expect(repeat(id)).rejects.toMatchObject({
      facts: { params: { reason: 'inspection.nothing_left' } },
    })
  })

  test('counts the good ones as finally inspected: only what failed keeps the certificate back', async () => {
    const { id, pieceIds, orderId } = await newInspection(house.db, { process: 'SignedOff' })
    const [, second = 0] = pieceIds
    await readAll(house.db, id)
    await beside(id, second, 4)
    await finish(id)
    const demands = await openDemandsOf(house.db.reads, 1, pieceIds)
    expect([...demands]).toEqual([[second, ['inspection_failed', 'inspection_final']]])
    const door = { db: house.db, orders: ordersForQuality, publicUrl: null, files: null as never }
    expect(await certificatePapers.counts(door, 1, String(orderId))).toEqual({ ready: 0, open: 1 })
  })

  test('fails whole when somebody fails it for what no reading says', async () => {
    const { id, pieceIds, processId } = await newInspection(house.db)
    await readAll(house.db, id)
    await finish(id, '表面锈蚀')
    expect(await barred(pieceIds, processId)).toEqual(pieceIds)
    expect((await formOf(house.db, id)).lot.map(({ verdict }) => verdict)).toEqual(['fail', 'fail'])
  })

  test('corrected, takes back what it let go', async () => {
    const { id, pieceIds, processId } = await newInspection(house.db)
    const [first = 0, second = 0] = pieceIds
    await readAll(house.db, id)
    await beside(id, first, 9)
    await finish(id)
    expect(await barred(pieceIds, processId)).toEqual([first])
    const next = await run(id, (write, version) =>
      correctInspection(deedOf(write), inspector, id, { version, reason: '量反了' }),
    )
    const [item] = (await formOf(house.db, next)).items
    const cell = { itemId: item?.id ?? '', point: 1 }
    const swapped = [
      { ...cell, pieceId: String(first), was: '409', value: '400' },
      { ...cell, pieceId: String(second), was: '400', value: '409' },
    ]
    await house.db.tx((write) => saveReadings(deedOf(write), inspector, next, swapped))
    await finish(next)
    expect(await barred(pieceIds, processId)).toEqual([second])
  })

  test('leaves out of the next one what was scrapped meanwhile', async () => {
    const { id, pieceIds } = await newInspection(house.db)
    await readAll(house.db, id, inspector, 9)
    await finish(id)
    await house.db.tx((write) =>
      sql`update pieces set status = 'scrapped' where id = ${pieceIds[0]}`.execute(write),
    )
    expect((await formOf(house.db, await repeat(id))).lot.map((piece) => piece.id)).toEqual([
      String(pieceIds[1]),
    ])
  })
})

describe('a sample', () => {
  test('that failed holds every piece of its lot until each was measured', async () => {
    const { id, pieceIds, processId } = await newInspection(house.db, { quantity: 5, percent: 20 })
    await readAll(house.db, id, inspector, 9)
    await finish(id)
    expect(await barred(pieceIds, processId)).toEqual(pieceIds)
    const next = await repeat(id)
    const { lot } = await formOf(house.db, next)
    expect(lot.map(({ measured }) => measured)).toEqual([true, true, true, true, true])
    await readAll(house.db, next)
    await finish(next)
    expect(await barred(pieceIds, processId)).toEqual([])
  })

  test('cannot be taken of pieces that a lot has held: another inspection of them measures them all', async () => {
    const { id, pieceIds, processId } = await newInspection(house.db, { quantity: 5, percent: 20 })
    await readAll(house.db, id, inspector, 9)
    await finish(id)
    const { ids } = await house.db.tx((write) =>
      createInspections(deedOf(write), inspector, {
        pieces: pieceIds.map(String),
        processId: String(processId),
        percent: 20,
      }),
    )
    const { lot } = await formOf(house.db, String(ids[0]))
    expect(lot.every(({ measured }) => measured)).toBe(true)
  })
})
