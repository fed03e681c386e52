import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { actionOf, formOf, inspector, newInspection, readAll } from '../../../test/made-inspections.ts'
import type { Write } from '../../platform/db/handles.ts'
import { submitInspection } from './move-inspection.ts'
import { addItems, listOptionalItems, removeItem } from './make-form.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const tx = <T>(work: (write: Write) => Promise<T>) => testDb.db.tx(work)
const refused = (reason: string) => ({ code: 'state.refused', facts: { params: { reason } } })
const offered = async (id: string) => (await listOptionalItems(testDb.db.reads, 1, id)).items

/** An inspection whose standard has a camber for some members only. */
async function withCamber() {
  const made = await newInspection(testDb.db)
  const { shape } = await formOf(testDb.db, made.id)
  await tx((write) =>
    sql`
      insert into standard_items (plant_id, edition_id, position, shape, names, class, measures, rule, unit, certainty, optional)
      select 1, max(edition_id), 900, ${shape}, '{"zh":"拱度","en":"Camber","es":"Contraflecha"}', 'general', 'deviation',
        '{"kind":"ratio","of":"L","div":"5000","sign":"pm"}', 'mm', 'memory', true from standard_items`.execute(
      write,
    ),
  )
  const [camber] = await offered(made.id)
  return { ...made, camber: camber?.id ?? '' }
}

const add = async (id: string, itemIds: string[]) => {
  const { version } = await formOf(testDb.db, id)
  return tx((write) => addItems(actionOf(write), inspector, id, { version, itemIds }))
}
const remove = (itemId: string) => tx((write) => removeItem(actionOf(write), inspector, itemId))

test('is in no form until the inspector adds it; then it is read like the others', async () => {
  const { id, camber } = await withCamber()
  const before = await formOf(testDb.db, id)
  expect(before.items.map(({ names }) => names.en)).not.toContain('Camber')
  await readAll(testDb.db, id)
  await add(id, [camber])
  const form = await formOf(testDb.db, id)
  expect(form.items.at(-1)).toMatchObject({
    names: { en: 'Camber' },
    added: true,
    lower: '-1.2',
    upper: '1.2',
  })
  expect(form.can.submit).toBe('inspection.missing_points')
  expect(await offered(id)).toEqual([])
  await expect(add(id, [camber])).rejects.toMatchObject(refused('inspection.item_not_offered'))
  await readAll(testDb.db, id)
  expect((await formOf(testDb.db, id)).can.submit).toBe(true)
})

test('of another standard or of none is not added, and nothing is once it is handed in', async () => {
  const { id, camber } = await withCamber()
  for (const wrong of [['1'], [camber, '99999']])
    await expect(add(id, wrong)).rejects.toMatchObject(refused('inspection.item_not_offered'))
  await readAll(testDb.db, id)
  const { version } = await formOf(testDb.db, id)
  await tx((write) => submitInspection(actionOf(write), inspector, id, { version }))
  await expect(add(id, [camber])).rejects.toMatchObject(refused('inspection.not_draft'))
})

test('is taken away again while nothing is read at it; the others stay', async () => {
  const { id, camber } = await withCamber()
  await add(id, [camber])
  const { items } = await formOf(testDb.db, id)
  await expect(remove(items[0]?.id ?? '')).rejects.toMatchObject(refused('inspection.item_not_added'))
  await remove(items.at(-1)?.id ?? '')
  expect((await formOf(testDb.db, id)).items).toHaveLength(items.length - 1)
  expect(await offered(id)).toHaveLength(1)
  await add(id, [camber])
  await readAll(testDb.db, id)
  const read = (await formOf(testDb.db, id)).items.at(-1)?.id ?? ''
  await expect(remove(read)).rejects.toMatchObject(refused('inspection.item_read'))
})

test('stands in a form once, whoever writes', async () => {
  const { id, camber } = await withCamber()
  await add(id, [camber])
  const twice = tx((write) =>
    sql`
      insert into inspection_items (inspection_id, plant_id, position, item_id, names, class, measures, place, rule, unit, tool,
        points, clause)
      select inspection_id, plant_id, position + 100, item_id, names, class, measures, place, rule, unit, tool, points, clause
      from inspection_items where inspection_id = ${id} and added`.execute(write),
  )
  await expect(twice).rejects.toThrow(/inspection_items_once/)
})
