import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { chief, actionOf, formOf, inspector, newInspection } from '../../../test/made-inspections.ts'
import type { Write } from '../../platform/db/handles.ts'
import { saveReadings } from './save-readings.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const tx = <T>(work: (write: Write) => Promise<T>) => testDb.db.tx(work)

const cell = async (id: string, at = 0) => {
  const form = await formOf(testDb.db, id)
  return { itemId: form.items[at]?.id ?? '', pieceId: form.lot[0]?.id ?? '', point: 1, was: null }
}
const save = (id: string, reading: object, actor = inspector) =>
  tx(async (write) => {
    const [outcome] = await saveReadings(actionOf(write), actor, id, [reading as never])
    return outcome
  })

test('are judged raw: 403 lies inside of 400 ± 3, 403.000001 does not', async () => {
  const { id } = await newInspection(testDb.db)
  const first = await cell(id)
  expect((await save(id, { ...first, value: '403' }))?.reading).toMatchObject({
    deviation: '3',
    inside: true,
  })
  expect((await save(id, { ...first, was: '403', value: '403.000001' }))?.reading).toMatchObject({
    deviation: '3.000001',
    inside: false,
  })
})
test('of somebody else are not overwritten unseen; the same one again is no conflict', async () => {
  const { id } = await newInspection(testDb.db)
  const first = await cell(id)
  await save(id, { ...first, value: '401' })
  expect(await save(id, { ...first, value: '402' }, chief)).toMatchObject({
    outcome: 'changed',
    reading: { value: '401' },
  })
  expect(await save(id, { ...first, value: '401.0' }, chief)).toMatchObject({ outcome: 'saved' })
  expect(await save(id, { ...first, was: '401', value: null }, chief)).toMatchObject({
    outcome: 'saved',
    reading: null,
  })
  expect((await formOf(testDb.db, id)).readings).toEqual([])
})
test('at a point, of a piece or of an item that the form has not are refused, and so is a look that is no yes or no', async () => {
  const { id } = await newInspection(testDb.db)
  const first = await cell(id)
  const reported = { outcome: 'refused', reason: 'reading.no_such_point' }
  expect(await save(id, { ...first, point: 3, value: '400' })).toMatchObject(reported)
  expect(await save(id, { ...first, itemId: '99999', value: '400' })).toMatchObject(reported)
  expect(await save(id, { ...(await cell(id, 2)), value: '2' })).toMatchObject(reported)
})
test.each([
  ['in its range', {}, '400', null],
  ['beyond its range', { range_high: 399 }, '400', 'instrument.out_of_range'],
  ['below its range', { range_low: 401 }, '400', 'instrument.out_of_range'],
  ['to be calibrated since yesterday', { calibrated_until: '2026-03-19' }, '400', 'instrument.expired'],
  ['calibrated until today', { calibrated_until: '2026-03-20' }, '400', null],
  ['that is put away', { active: false }, '400', 'instrument.inactive'],
])('with an instrument %s', async (_name, facts, value, reason) => {
  const { id } = await newInspection(testDb.db)
  const { id: instrument } = await tx((write) =>
    write
      .insertInto('instruments')
      .values({
        plant_id: 1,
        code: 'KC-1',
        name: '卷尺',
        updated_by_name: 'x',
        created_by: null,
        updated_by: null,
        range_low: '0',
        range_high: '5000',
        resolution: null,
        calibrated_until: null,
        ...facts,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const outcome = await save(id, { ...(await cell(id)), value, instrumentId: String(instrument) })
  expect(outcome).toMatchObject({ outcome: reason === null ? 'saved' : 'refused', reason })
})
