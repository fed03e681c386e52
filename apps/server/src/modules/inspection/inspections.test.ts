import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { chief, actionOf, formOf, inspector, newInspection, readAll } from '../../../test/made-inspections.ts'
import type { Write } from '../../platform/db/handles.ts'
import { blockedPieces } from '../conformity/conformity.queries.ts'
import { changeInspection, correctInspection, repeatInspection } from './change-inspection.ts'
import {
  lockInspection,
  cancelInspection,
  judgeInspection,
  reopenInspection,
  returnInspection,
  submitInspection,
} from './move-inspection.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const tx = <T>(work: (write: Write) => Promise<T>) => testDb.db.tx(work)
const refused = (reason: string) => ({ code: 'state.refused', facts: { params: { reason } } })
const version = async (id: string) => ({ version: (await formOf(testDb.db, id)).version })
const submit = async (id: string, actor = inspector) =>
  tx(async (write) => submitInspection(actionOf(write), actor, id, await known(id)))
// Read before the transaction: on one connection nothing is asked beside it.
const versions = new Map<string, number>()
const known = (id: string) => Promise.resolve({ version: versions.get(id) ?? 0 })
const see = async (id: string) => versions.set(id, (await version(id)).version)

type Action = (write: Write, version: number) => Promise<unknown>
const run = async (id: string, action: Action) => {
  await see(id)
  return tx((write) => action(write, versions.get(id) ?? 0))
}
const judge = (id: string, verdict: 'pass' | 'fail', actor = chief, note = '') =>
  run(id, (write, version) => judgeInspection(actionOf(write), actor, id, { version, verdict, note }))
const lock = (id: string, actor = chief) =>
  run(id, (write, version) => lockInspection(actionOf(write), actor, id, { version }))

/** From the readings to the lock. */
async function finish(id: string, verdict: 'pass' | 'fail') {
  await see(id)
  await submit(id)
  await judge(id, verdict)
  await lock(id)
}

async function blocked(pieceIds: readonly number[], processId: number) {
  return (
    await blockedPieces(
      testDb.db.reads,
      1,
      pieceIds.map((pieceId) => ({ pieceId, processId })),
    )
  ).size
}

describe('a form', () => {
  test('is made of edition, shape and sizes of the profile, one for each mark', async () => {
    const { id } = await newInspection(testDb.db)
    const form = await formOf(testDb.db, id)
    expect(form).toMatchObject({
      no: 'QI-2026-00001',
      status: 'draft',
      stage: 'after_weld',
      isHoldPoint: true,
      pieces: 2,
    })
    expect(form.sizes).toMatchObject({ h: '400', b: '400', tw: '13', tf: '21', L: '6000' })
    expect(form.items.map(({ lower, upper, nominal, place }) => [lower, upper, nominal, place])).toEqual([
      ['-3', '3', '400', 'any'],
      ['-6', '6', null, 'other'],
      ['0', '0', null, 'any'],
    ])
    // The straightness of the second is a size: `≤ 6`, where the height is `±3`.
    expect(form.items.map(({ magnitude }) => magnitude)).toEqual([false, true, false])
  })
  test('names a missing size, takes it, and reads at a joint', async () => {
    const { id } = await newInspection(testDb.db)
    const change = (sizes: object, places: { itemId: string; place: 'joint' | 'other' }[] = []) =>
      run(id, (write, version) =>
        changeInspection(actionOf(write), inspector, id, { version, sizes, places, note: '' }),
      )
    await change({ h: '500' })
    let form = await formOf(testDb.db, id)
    expect(form.items[1]).toMatchObject({ missing: ['L'], lower: null })
    expect(form.can.submit).toBe('inspection.size_missing')
    await change({ h: '500', L: '4500' })
    form = await formOf(testDb.db, id)
    expect(form.items.map(({ upper, nominal }) => [upper, nominal])).toEqual([
      ['3', '500'],
      ['4.5', null],
      ['0', null],
    ])
    await change({ h: '500', L: '4500' }, [{ itemId: form.items[1]?.id ?? '', place: 'joint' }])
    expect((await formOf(testDb.db, id)).items[1]).toMatchObject({ place: 'joint', upper: '2' })
    await readAll(testDb.db, id)
    await expect(change({ h: '600', L: '4500' })).rejects.toMatchObject(refused('inspection.has_readings'))
  })
  test('stays as it was when its edition changes', async () => {
    const { id } = await newInspection(testDb.db)
    await tx((write) =>
      sql`update standard_items set rule = '{"kind":"max","v":"1"}', points = 9`.execute(write),
    )
    const form = await formOf(testDb.db, id)
    expect(form.items.map(({ upper, points }) => [upper, points])).toEqual([
      ['3', 2],
      ['6', 1],
      ['0', 1],
    ])
  })
  test('measures the sample that was asked for', async () => {
    const { id } = await newInspection(testDb.db, { quantity: 10, percent: 20 })
    const { lot } = await formOf(testDb.db, id)
    expect(lot.map(({ measured }) => measured)).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('life', () => {
  test('to the lock opens the gate; what is locked stays, whoever writes', async () => {
    const { id, pieceIds, processId } = await newInspection(testDb.db)
    await see(id)
    await expect(submit(id)).rejects.toMatchObject(refused('inspection.missing_points'))
    await readAll(testDb.db, id)
    expect(await blocked(pieceIds, processId)).toBe(2)
    await finish(id, 'pass')
    expect(await blocked(pieceIds, processId)).toBe(0)
    const form = await formOf(testDb.db, id, chief)
    expect(form).toMatchObject({ status: 'locked', verdict: 'pass', inspector: '检验员', judge: '质检科长' })
    expect(form.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(form.lot.map(({ verdict }) => verdict)).toEqual(['pass', 'pass'])
    expect(form.can).toMatchObject({ read: 'inspection.locked', cancel: 'inspection.locked', correct: true })
    for (const breach of [
      sql`update readings set value = 1`,
      sql`delete from readings`,
      sql`update inspection_items set upper = 99`,
      sql`delete from inspection_pieces`,
      sql`update inspections set verdict = 'fail'`,
      sql`update inspections set status = 'draft'`,
      sql`delete from inspections`,
    ])
      await expect(tx((write) => breach.execute(write))).rejects.toThrow(/is locked/)
  })
  test('at a hold point nobody judges their own readings', async () => {
    const { id } = await newInspection(testDb.db)
    await readAll(testDb.db, id)
    await see(id)
    await submit(id, chief)
    await expect(judge(id, 'pass', inspector)).rejects.toMatchObject(refused('four_eyes.inspection_judge'))
    await expect(judge(id, 'pass', chief)).rejects.toMatchObject(refused('four_eyes.inspection_judge'))
    await judge(id, 'pass', testActor({ ...chief, userId: '23' }))
    await expect(judge(id, 'pass', testActor({ ...chief, userId: '23' }))).rejects.toMatchObject(
      refused('inspection.not_submitted'),
    )
  })
  test('what the rule fails does not pass; failing what it passes is explained', async () => {
    const { id } = await newInspection(testDb.db)
    await readAll(testDb.db, id, inspector, 4)
    await see(id)
    await submit(id)
    await expect(judge(id, 'pass')).rejects.toMatchObject(refused('inspection.rule_fails'))
    await judge(id, 'fail')
    expect((await formOf(testDb.db, id)).lot.map(({ verdict }) => verdict)).toEqual(['fail', 'fail'])
    await run(id, (write, version) =>
      reopenInspection(actionOf(write), chief, id, { version, reason: '看错' }),
    )
    await run(id, (write, version) =>
      returnInspection(actionOf(write), inspector, id, { version, reason: '重量' }),
    )
    expect(await formOf(testDb.db, id)).toMatchObject({ status: 'draft', verdict: null, reason: '重量' })
  })
  test('a verdict against the rule needs words', async () => {
    const { id } = await newInspection(testDb.db)
    await readAll(testDb.db, id)
    await see(id)
    await submit(id)
    await expect(judge(id, 'fail')).rejects.toMatchObject(refused('inspection.needs_note'))
    await judge(id, 'fail', chief, '表面锈蚀')
  })
  test('what failed is inspected again, linked, and then passes', async () => {
    const { id, pieceIds, processId } = await newInspection(testDb.db)
    await readAll(testDb.db, id, inspector, 4)
    await finish(id, 'fail')
    expect(await blocked(pieceIds, processId)).toBe(2)
    const next = String(
      await run(id, (write, version) => repeatInspection(actionOf(write), inspector, id, { version })),
    )
    await expect(
      run(id, (write, version) => repeatInspection(actionOf(write), inspector, id, { version })),
    ).rejects.toMatchObject(refused('inspection.nothing_left'))
    await readAll(testDb.db, next)
    await finish(next, 'pass')
    expect(await blocked(pieceIds, processId)).toBe(0)
    expect(await formOf(testDb.db, next)).toMatchObject({ parent: { id, no: 'QI-2026-00001' } })
    expect((await formOf(testDb.db, id)).followers.map((one) => one.id)).toEqual([next])
  })
  test('a correction counts from its lock on: passes of the old one are taken back', async () => {
    const { id, pieceIds, processId } = await newInspection(testDb.db)
    await readAll(testDb.db, id)
    await finish(id, 'pass')
    const correct = () =>
      run(id, (write, version) =>
        correctInspection(actionOf(write), inspector, id, { version, reason: '量错了' }),
      )
    const next = String(await correct())
    await expect(correct()).rejects.toMatchObject(refused('inspection.corrected_already'))
    const form = await formOf(testDb.db, next)
    expect(form).toMatchObject({ status: 'draft', corrects: { id }, reason: '量错了' })
    expect(form.readings).toHaveLength(8)
    await tx((write) => sql`delete from readings where inspection_id = ${next}`.execute(write))
    await readAll(testDb.db, next, inspector, 9)
    expect(await blocked(pieceIds, processId)).toBe(0)
    await finish(next, 'fail')
    expect(await blocked(pieceIds, processId)).toBe(2)
    expect((await formOf(testDb.db, id)).status).toBe('replaced')
  })
  test('an old version is refused with the form as it is', async () => {
    const { id } = await newInspection(testDb.db)
    await expect(
      tx((write) => cancelInspection(actionOf(write), inspector, id, { version: 9, reason: 'x' })),
    ).rejects.toMatchObject({ code: 'version.conflict', facts: { current: { no: 'QI-2026-00001' } } })
  })
  test('every action stands in the log', async () => {
    const { id } = await newInspection(testDb.db)
    await readAll(testDb.db, id)
    await finish(id, 'pass')
    const rows = await testDb.db.reads
      .selectFrom('audit_log')
      .select('action')
      .where('subject_kind', '=', 'inspection')
      .execute()
    expect(rows.map(({ action }) => action.replace('inspections.', ''))).toEqual([
      'create',
      'read',
      'submit',
      'judge',
      'lock',
    ])
  })
})
