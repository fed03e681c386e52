import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { readRows } from '../../platform/db/handles.ts'
import { limitOf } from '../../platform/db/list-page.ts'
import { certificatesOf, certificatesWhere } from './certificates.queries.ts'
import { lotsOf, lotsWhere } from './lots.queries.ts'
import { receiptsOf, receiptsWhere } from './receipts.queries.ts'
import { seedGrades } from './shipped/shipped-grades.ts'

// Plans at size: 4 000 receipts, 20 000 lots, 4 000 certificates.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkRows(testDb.db, async (write) => {
    await seedGrades(write, 1)
    await sql`insert into material_receipts (plant_id, no, supplier, supplier_key, delivery_note, received_on, lots, kg,
        search, updated_by_name)
      select 1, 'MR-' || n, '钢联', '钢联', 'SH' || n, date '2020-01-01' + n / 4, 5, 1000 + n, 'mr-' || n, 'x'
      from generate_series(1, 4000) n`.execute(write)
    await sql`insert into heats (plant_id, no, supplier, supplier_key, grade_id)
      select 1, 'H' || n, '钢联', '钢联', (select min(id) from steel_grades) from generate_series(1, 20000) n`.execute(
      write,
    )
    await sql`insert into material_lots (plant_id, receipt_id, heat_id, received_on, form, profile, pieces, kg, used_kg,
        status, search, updated_by_name)
      select 1, r.id, h.id, r.received_on, 'plate', '-' || 6 + n % 40, 1, 500, n % 500,
        case when n % 100 = 0 then 'quarantine' else 'released' end, 'h' || n, 'x'
      from generate_series(1, 20000) n join material_receipts r on r.no = 'MR-' || (1 + n % 4000)
        join heats h on h.no = 'H' || n`.execute(write)
    await sql`insert into mill_certificates (plant_id, no, kind, supplier, supplier_key, issued_on, search, updated_by_name)
      select 1, 'ZB' || n, '3.1', '钢联', '钢联', date '2020-01-01' + n / 4, 'zb' || n, 'x'
      from generate_series(1, 4000) n`.execute(write)
    await sql`insert into mill_certificate_heats (plant_id, certificate_id, heat_id, position, grade_code, values)
      select 1, c.id, h.id, 0, 'Q355B', '{}' from mill_certificates c join heats h on h.no = 'H' || substr(c.no, 3)`.execute(
      write,
    )
  })
  await testDb.db.tx((write) => sql`analyze`.execute(write))
}, 120_000)
afterAll(() => testDb.close())

async function planOf(statement: RawBuilder<unknown>): Promise<string> {
  const lines = await readRows(testDb.db.reads, sql<Record<string, string>>`explain ${statement}`)
  return lines.map((line) => Object.values(line)[0]).join('\n')
}

test('receipts, newest first, and what is found by a word', async () => {
  expect(await planOf(receiptsOf(receiptsWhere(1, {}), {}))).toMatch(/material_receipts_by_day/)
  expect(await planOf(receiptsOf(receiptsWhere(1, { q: 'MR-377' }), {}))).toMatch(
    /material_receipts_by_search/,
  )
})

test.each([
  ['newest', {}, /material_lots_by_day/],
  ['in quarantine', { status: ['quarantine' as const] }, /material_lots_by_(status|day)/],
  ['of a heat', { heatId: '77' }, /material_lots_by_heat/],
])('stock: %s', async (_name, query, index) => {
  const plan = await planOf(lotsOf(lotsWhere(1, query), sql`received_on desc, id desc`, limitOf({})))
  expect(plan).toMatch(index)
  expect(plan).not.toMatch(/Seq Scan on (material_lots|mill_certificate_heats|mill_certificates)/)
})

test('certificates, newest first, and those of a heat', async () => {
  expect(await planOf(certificatesOf(certificatesWhere(1, {}), {}))).toMatch(/mill_certificates_by_day/)
  const plan = await planOf(certificatesOf(certificatesWhere(1, { heatId: '77' }), {}))
  expect(plan).toMatch(/mill_certificate_heats_by_heat/)
  expect(plan).not.toMatch(/Seq Scan/)
})
