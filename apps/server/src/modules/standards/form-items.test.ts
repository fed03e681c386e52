import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { editionInUse, editionOfForm, itemsOfForm } from './form-items.queries.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const names = (word: string) => JSON.stringify({ zh: word, en: word, es: word })
const abs = { kind: 'abs', lo: '-2.0', hi: '2.0' }
const byPlace = {
  kind: 'byPlace',
  joint: { kind: 'max', v: '1.5' },
  other: { kind: 'ratio', of: 'b', div: '100', cap: '3.0', sign: 'max' },
}

const standardOf = () =>
  testDb.db.tx(async (write) => {
    const { id } = await write
      .insertInto('standards')
      .values({ plant_id: 1, code: 'GB', names: names('钢结构'), verdict: 'gb', updated_by_name: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
const editionOf = (
  standardId: number,
  no: string,
  status: 'draft' | 'approved' | 'retired',
  at: string | null,
) =>
  testDb.db.tx(async (write) => {
    const row = { plant_id: 1, standard_id: standardId, no, status, updated_by_name: '' }
    const { id } = await write
      .insertInto('standard_editions')
      .values({ ...row, approved_at: at === null ? null : new Date(at) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

test('a form has the items of its shape and stage, with the sizes they ask for', async () => {
  const editionId = await editionOf(await standardOf(), '2020', 'draft', null)
  const item = { plant_id: 1, edition_id: editionId, class: 'general', certainty: 'memory' } as const
  const sized = { measures: 'size', nominal_of: 'h', rule: JSON.stringify(abs) } as const
  const placeItem = { measures: 'deviation', nominal_of: null, rule: JSON.stringify(byPlace) } as const
  await testDb.db.tx((write) =>
    write
      .insertInto('standard_items')
      .values([
        { ...item, ...placeItem, position: 1, shape: 'column_h', stages: ['final'], names: names('垂直度') },
        { ...item, ...sized, position: 0, shape: 'column_h', stages: [], names: names('高度') },
        { ...item, ...sized, position: 2, shape: 'column_h', stages: ['first'], names: names('首件') },
        { ...item, ...sized, position: 3, shape: 'beam', stages: [], names: names('梁高') },
      ])
      .execute(),
  )
  const form = await itemsOfForm(testDb.db.reads, 1, editionId, 'column_h', 'final')
  expect(form.map(({ names: { zh }, sizes, asksPlace }) => ({ zh, sizes, asksPlace }))).toEqual([
    { zh: '高度', sizes: ['h'], asksPlace: false },
    { zh: '垂直度', sizes: ['b'], asksPlace: true },
  ])
  expect(form[0]).toMatchObject({ nominalOf: 'h', rule: abs, points: 1, unit: 'mm' })
  expect(await itemsOfForm(testDb.db.reads, 2, editionId, 'column_h', 'final')).toEqual([])
})

test('a standard is inspected by its latest approved edition, else by its first draft, never by a retired one', async () => {
  const standardId = await standardOf()
  const inUse = async () => (await editionInUse(testDb.db.reads, 1, standardId))?.no
  expect(await inUse()).toBeUndefined()
  await editionOf(standardId, 'old', 'retired', '2026-01-01T00:00:00Z')
  expect(await inUse()).toBeUndefined()
  await editionOf(standardId, 'first draft', 'draft', null)
  const draft = await editionOf(standardId, 'draft', 'draft', null)
  expect(await inUse()).toBe('first draft')
  await editionOf(standardId, '2020', 'approved', '2026-03-01T00:00:00Z')
  await editionOf(standardId, '2001', 'approved', '2026-02-01T00:00:00Z')
  expect(await inUse()).toBe('2020')
  expect(await editionOfForm(testDb.db.reads, 1, draft)).toMatchObject({
    code: 'GB',
    no: 'draft',
    verdict: 'gb',
  })
  expect(await editionOfForm(testDb.db.reads, 2, draft)).toBeNull()
})
