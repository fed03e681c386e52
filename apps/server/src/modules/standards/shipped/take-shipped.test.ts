import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testActor } from '../../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts'
import { readRows } from '../../../platform/db/handles.ts'
import { listEditions, listStandards } from '../standards.queries.ts'
import { seedStandards, listShipped, takeShipped } from './take-shipped.ts'
import { shippedStandards } from './shipped-standards.ts'

const manager = testActor({ cnName: '质检科长', tags: ['quality.view', 'quality.standards'] })

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  await testDb.db.tx((write) => seedStandards(write, 1))
})
afterAll(() => testDb.close())

const states = async () => {
  const rows = await listShipped(testDb.db.reads, 1)
  return Object.fromEntries(
    rows.map(({ id, state, lacking, changed }) => [id, `${state} ${lacking} ${changed}`]),
  )
}
const take = (code: string) => testDb.db.tx((write) => takeShipped(write, manager, code))
const gb = async () => {
  const { items } = await listStandards(testDb.db.reads, manager, { q: 'GB 50205' })
  const standard = items[0] ?? { id: '', inUse: null }
  const editions = (await listEditions(testDb.db.reads, manager, standard.id, { sort: 'no' })).items
  return {
    inUse: standard.inUse?.no,
    editions: editions.map(({ no, status, items: count }) => [no, status, count]),
  }
}

test('a new plant has all of them, and there is nothing to take over', async () => {
  expect(new Set(Object.values(await states()))).toEqual(new Set(['there 0 0']))
  await expect(take('GB 50205')).rejects.toMatchObject({
    facts: { params: { reason: 'standard.taken_over' } },
  })
  await expect(take('X 1')).rejects.toMatchObject({ code: 'not_found' })
})

test('what an older version did not ship comes as a draft beside the edition in use, which stays as it was', async () => {
  await testDb.db.tx((write) =>
    sql`delete from standard_items where shape = 'beam' and stages = '{fit_up}'`.execute(write),
  )
  const before = await gb()
  const [[, , count] = []] = before.editions
  expect(await states()).toMatchObject({ 'GB 50205': 'newer 14 0' })
  await take('GB 50205')
  expect(await gb()).toEqual({
    inUse: '2020',
    editions: [
      ['2020', 'draft', count],
      ['2020 (2)', 'draft', Number(count) + 14],
    ],
  })
  expect(await states()).toMatchObject({ 'GB 50205': 'there 0 0' })
  const log = await readRows(
    testDb.db.reads,
    sql<{ name: string }>`select subject_name as name from audit_log where action = 'editions.import'`,
  )
  expect(log).toEqual([{ name: 'GB 50205 2020 (2)' }])
})

test('one that was deleted is there again when somebody asks for it', async () => {
  await testDb.db.tx((write) => sql`delete from standards where code = 'AWS D1.1'`.execute(write))
  expect(await states()).toMatchObject({ 'AWS D1.1': 'missing 10 0' })
  await take('AWS D1.1')
  expect(await states()).toMatchObject({ 'AWS D1.1': 'there 0 0' })
  expect(shippedStandards.find(({ code }) => code === 'AWS D1.1')?.edition).toBe('1')
})

test('a figure, a stage or a clause that was corrected since is newer, whatever the item is called', async () => {
  await testDb.db.tx((write) =>
    sql`update standard_items set rule = '{"kind": "max", "v": "3.0"}'
      where shape = 'column_cross' and names ->> 'en' = 'Flange squareness'`.execute(write),
  )
  await testDb.db.tx((write) =>
    sql`update standard_items set stages = '{first,in_process,fit_up,after_weld,final}'
      where shape = 'tube' and names ->> 'en' = 'Diameter'`.execute(write),
  )
  expect(await states()).toMatchObject({ 'GB 50205': 'newer 0 2', 'AWS D1.1': 'there 0 0' })
  await take('GB 50205')
  expect(await states()).toMatchObject({ 'GB 50205': 'there 0 0' })
  const editions = (await gb()).editions.map(([no]) => no)
  expect(editions).toEqual(['2020', '2020 (2)'])
})
