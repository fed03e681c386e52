import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { planOf as explained } from '../../../test/plan-of.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { defectsByDay, readingsOf, rejectedByDay } from './chart.queries.ts'
import { countedItems, missedBy, passedBy, firstInspections } from './yield.queries.ts'
import { documentsOf } from '../quality-documents/issued-documents.queries.ts'
import { ncrGroups, ncrMonths } from './ncr-statistics.queries.ts'
import { anEdition } from './statistics.fixtures.ts'

// Plans at size: years of readings, and a question about some days reads those days alone.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  const { pieceIds } = await madePieces(testDb.db)
  const edition = await anEdition(testDb.db)
  const piece = pieceIds[0] ?? 0
  await bulkRows(testDb.db, async (write) => {
    await sql`
      insert into inspections (plant_id, no, stage, status, verdict, edition_id, standard_code, shape, submitted_at, judged_at,
        search, updated_by_name)
      select 1, 'QI-' || n, 'after_weld', 'judged', 'pass', ${edition}, 'GB', 'beam', at, at, '', 'x'
      from generate_series(1, 6000) n, lateral (select timestamptz '2022-01-01' + n * interval '6 hours' as at) t`.execute(
      write,
    )
    await sql`
      insert into inspection_pieces (inspection_id, piece_id, plant_id, serial) select id, ${piece}, 1, 'x' from inspections`.execute(
      write,
    )
    await sql`
      insert into inspection_items (inspection_id, plant_id, position, item_id, names, class, measures, lower, upper, rule, unit,
        tool, points, clause)
      select id, 1, k, k * 100 + id % 20, '{}', 'general', 'size', -2, 2, '{}', 'mm', '', 4, ''
      from inspections, generate_series(0, 2) k`.execute(write)
    await sql`
      insert into readings (inspection_id, item_id, piece_id, point, plant_id, value, deviation, inside, share, read_at,
        read_by_name)
      select x.inspection_id, x.id, ${piece}, p, 1, 400, 1, true, 0.5, i.judged_at, 'x'
      from inspection_items x join inspections i on i.id = x.inspection_id, generate_series(1, 3) p`.execute(
      write,
    )
    await sql`
      insert into reading_sums (inspection_id, item_id, crew_id, plant_id, standard_item_id, readings, outside)
      select r.inspection_id, r.item_id, 0, 1, x.item_id, count(*), 0
      from readings r join inspection_items x on x.id = r.item_id group by 1, 2, 5`.execute(write)
    const { rows } = await sql<{ id: number }>`
      insert into defects (plant_id, code, names, updated_by_name) values (1, 'D', '{}', 'x') returning id`.execute(
      write,
    )
    await sql`
      insert into ncrs (plant_id, no, source, severity, defect_id, description, pieces, kg, cost, raised_at, created_by_name,
        search, updated_by_name, status, closed_at)
      select 1, 'NC-' || n, 'piece', 'minor', ${rows[0]?.id ?? 0}, 'x', 1, 100, 5, at, 'x', '', 'x', 'cancelled',
        at + interval '3 days'
      from generate_series(1, 6000) n, lateral (select timestamptz '2022-01-01' + n * interval '6 hours' as at) t`.execute(
      write,
    )
    await sql`
      insert into issued_papers (plant_id, hash, kind, source_id, no, search, issued_at, issued_by_name)
      select 1, lpad(to_hex(n), 64, '0'), 'ncr', n, 'NC-' || n, 'nc-' || n, timestamptz '2022-01-01' + n * interval '1 hour', 'x'
      from generate_series(1, 6000) n`.execute(write)
    await sql`analyze inspections, inspection_pieces, inspection_items, readings, reading_sums, ncrs, issued_papers`.execute(
      write,
    )
  })
}, 120_000)
afterAll(() => testDb.close())

const planOf = (statement: RawBuilder<unknown>) => explained(testDb.db, statement)

const week = { from: '2025-03-01', to: '2025-03-07' }

test.each([
  ['yield', firstInspections(1, week)],
  ['misses', countedItems(1, week)],
  ['rejected pieces', rejectedByDay(1, { ...week, kind: 'p' })],
  ['defects', defectsByDay(1, { ...week, kind: 'u' })],
  ['pieces by crew', passedBy(1, { ...week, by: 'crew' })],
  ['readings by crew', missedBy(1, { ...week, by: 'crew' })],
])('%s of a week read the week', async (_name, statement) => {
  const plan = await planOf(statement)
  expect(plan).toContain('inspections_by_judgement')
  expect(plan).not.toMatch(/Seq Scan on (inspections|readings|reading_sums)\b/)
})

test('statistics of non-conformances read their days', async () => {
  const now = new Date('2026-01-01')
  const plan = await planOf(ncrGroups(1, { ...week, by: 'defect', measure: 'kg' }, now))
  expect(plan).not.toMatch(/Seq Scan on ncrs\b/)
  expect(await planOf(ncrMonths(1, week))).not.toMatch(/Seq Scan on ncrs\b/)
})

test('papers are listed by time without reading all of them', async () => {
  const plan = await planOf(documentsOf(sql`plant_id = 1`, { pageSize: 20 }))
  expect(plan).toContain('issued_papers_by_time')
})

test('readings of an item are found by the item', async () => {
  const plan = await planOf(readingsOf(1, { from: '2024-03-01', to: '2025-03-07', kind: 'i_mr' }, '7'))
  expect(plan).toContain('inspection_items_by_item')
  expect(plan).not.toMatch(/Seq Scan on (inspection_items|readings)\b/)
})
