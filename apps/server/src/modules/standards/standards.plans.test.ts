import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { newStandard } from '../../../test/made-inspections.ts'
import { planOf as explained } from '../../../test/plan-of.ts'
import { itemsOf, storedItemsOf } from './standard-items.queries.ts'
import { editionsOf, standardsOf } from './standards.queries.ts'

// Plans at size: few standards, many editions and items, and years of inspections by them. Whether a standard is used is
// asked of every row: that must not read the inspections.

let testDb: TestDatabase
let edition: number
beforeAll(async () => {
  testDb = await databaseAtSize()
  edition = await newStandard(testDb.db)
  await bulkRows(testDb.db, async (write) => {
    await sql`
      insert into standards (plant_id, code, names, verdict, updated_by_name)
      select 1, 'S ' || n, '{"zh":"钢","en":"steel","es":"acero"}', 'gb', 'x' from generate_series(1, 60) n`.execute(
      write,
    )
    await sql`
      insert into standard_editions (plant_id, standard_id, no, updated_by_name)
      select 1, s.id, 'E ' || n, 'x' from standards s, generate_series(1, 20) n`.execute(write)
    await sql`
      insert into standard_items (plant_id, edition_id, position, shape, names, class, measures, rule, certainty)
      select 1, e.id, n, 'beam', '{"zh":"长","en":"length","es":"largo"}', 'main', 'deviation', '{}', 'memory'
      from standard_editions e, generate_series(100, 120) n`.execute(write)
    await sql`
      insert into inspections (plant_id, no, stage, status, edition_id, standard_code, shape, search, updated_by_name)
      select 1, 'QI-' || n, 'after_weld', 'cancelled', ${edition}, 'T 1', 'beam', 'x', 'x'
      from generate_series(1, 20000) n`.execute(write)
    await sql`analyze standards, standard_editions, standard_items, inspections`.execute(write)
  })
}, 120_000)
afterAll(() => testDb.close())

const planOf = (statement: RawBuilder<unknown>) => explained(testDb.db, statement)

test('standards and editions ask an index whether they are used', async () => {
  const standards = await planOf(standardsOf(sql`s.plant_id = 1`, sql`s.code`, sql`limit 200`))
  expect(standards).toContain('inspections_by_edition')
  expect(standards).toContain('standard_editions_no_key')
  expect(standards).not.toMatch(/Seq Scan on (inspections|standard_items)/)
  const editions = await planOf(
    editionsOf(sql`e.plant_id = 1 and e.standard_id = 7`, sql`e.id desc`, sql`limit 200`),
  )
  expect(editions).toContain('inspections_by_edition')
  expect(editions).toMatch(/standard_items_(by_shape|position_key)/)
  expect(editions).not.toMatch(/Seq Scan on (inspections|standard_editions|standard_items)/)
})

test('items of an edition', async () => {
  const list = await planOf(itemsOf(1, String(edition), { shape: 'beam' }).rows)
  expect(list).toMatch(/standard_items_(by_shape|position_key)/)
  const all = await planOf(storedItemsOf(1, String(edition), null))
  expect(all).toMatch(/standard_items_(by_shape|position_key)/)
  expect(`${list}${all}`).not.toContain('Seq Scan on standard_items')
})
