import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { planOf as explained } from '../../../test/plan-of.ts'
import { readRows } from '../../platform/db/handles.ts'
import { fillOrders, planner } from './orders.fixtures.ts'
import { historyOf } from '../../platform/audit/history.queries.ts'
import { findingsOf, importMarksOf, importPage, importsOfOrder } from '../order-import/imports.queries.ts'
import { openOrders } from './order-risk.queries.ts'
import { conditions, listOf, hits } from './orders.queries.ts'
import { idsOf } from './order-rows.queries.ts'
import { marksOf, partsOf, piecesOf } from './pieces.queries.ts'
import { projectsOf } from '../projects/projects.queries.ts'
import { documentsOf } from '../order-documents/documents.queries.ts'
import { importPartsOf, changesOf } from '../order-import/changes.queries.ts'
import { labelsOf, travellersOf } from '../printing/print.queries.ts'

// Plans at size: every list finds its rows by an index, and a sorted page reads its index from the end it needs.

const now = new Date('2026-03-20T12:00:00Z')
let testDb: TestDatabase

beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkRows(testDb.db, async (write) => {
    await fillOrders(write, 1, { orders: 20_000, now })
    await sql`insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, net_kg, weight_source, updated_by_name)
      select 1, o, 'GL-' || m, '梁', 'beam', 'HN400*200*8*13', 2, 100, 'file', 'x'
      from generate_series(1, 100) o, generate_series(1, 100) m`.execute(write)
    await sql`insert into pieces (plant_id, order_id, mark_id, serial, net_kg)
      select 1, order_id, id, mark || '-' || n, 100 from marks, generate_series(1, 2) n`.execute(write)
    await sql`insert into parts (plant_id, mark_id, part_mark, profile, quantity_per_mark, is_main)
      select 1, id, 'p' || n, 'PL10*200', 1, n = 1 from marks, generate_series(1, 2) n`.execute(write)
    await sql`
      with jobs as (insert into import_jobs (plant_id, order_id, status, created_by_name, updated_by_name)
        select 1, o, 'ready', 'x', 'x' from generate_series(1, 100) o returning id, order_id)
      insert into import_changes (job_id, plant_id, mark, kind, mark_id, mark_version, decision, round)
      select j.id, 1, m.mark, 'changed', m.id, 1, 'accept', 1 from jobs j join marks m on m.order_id = j.order_id`.execute(
      write,
    )
  })
  await bulkRows(testDb.db, async (write) => {
    await sql`insert into order_documents (plant_id, order_id, name, kind, versions, search, updated_by_name)
      select 1, o, 'plan-' || d, 'drawing', 1, 'plan-' || d, 'x'
      from generate_series(1, 200) o, generate_series(1, 30) d`.execute(write)
    await sql`insert into import_jobs (plant_id, order_id, status, created_by_name, updated_by_name)
      select 1, 200 + n % 500, 'discarded', 'x', 'x' from generate_series(1, 10000) n`.execute(write)
    await sql`insert into import_findings (job_id, plant_id, position, level, code, file, params)
      select id, 1, n, 'warning', 'x', 'f', '{}' from import_jobs, generate_series(1, 3) n`.execute(write)
    await sql`insert into import_marks (job_id, plant_id, position, file, row, mark, revision, name, kind, profile, quantity,
        weight_source, parts)
      select id, 1, n, 'f', n, 'GL-' || n, '', '', 'beam', '', 1, 'none', '[]' from import_jobs, generate_series(1, 3) n`.execute(
      write,
    )
    await sql`insert into import_parts (job_id, plant_id, part_mark, state, completes)
      select id, 1, 'P-' || n, 'matched', true from import_jobs, generate_series(1, 3) n`.execute(write)
    await sql`insert into audit_log (plant_id, at, actor_name, address, request_id, action, subject_kind, subject_id,
        subject_name, prev_hash, hash)
      select 1, ${now}::timestamptz + n * interval '1 second', 'x', '', '', 'orders.update', 'order', n % 500, 'x', n, n + 1
      from generate_series(1, 20000) n`.execute(write)
    await sql`insert into order_document_versions (plant_id, document_id, no, file_name, type, bytes, sha256, created_by_name)
      select 1, id, 1, name, 'text/plain', 1, repeat('0', 64), 'x' from order_documents`.execute(write)
  })
  // As autovacuum does: an index alone answers only for rows that all can see.
  await readRows(testDb.db.reads, sql`vacuum (analyze)`)
}, 300_000)
afterAll(() => testDb.close())

type Query = Parameters<typeof listOf>[2]

const planOf = (statement: RawBuilder<unknown>) => explained(testDb.db, statement)

const pagePlan = async (query: Query) =>
  planOf(listOf(1, await conditions(testDb.db.reads, 1, query, now), query, now))

const sorted: [NonNullable<Query['sort']>, string][] = [
  ['no', 'orders_no_key'],
  ['-no', 'orders_no_key'],
  ['dueOn', 'orders_by_due'],
  ['-dueOn', 'orders_by_due_descending'],
  ['priority', 'orders_by_priority'],
  ['-priority', 'orders_by_priority'],
  ['status', 'orders_by_stage'],
  ['weightKg', 'orders_by_weight'],
  ['-weightKg', 'orders_by_weight'],
  ['-pieces', 'orders_by_pieces'],
  ['progress', 'orders_by_progress'],
  ['assignee', 'orders_by_assignee'],
  ['customer', 'orders_by_project'],
  ['-progress', 'orders_by_progress'],
  ['-updatedAt', 'orders_by_update'],
  ['-createdAt', 'orders_by_creation'],
]
test.each(sorted)('orders by %s walk %s', async (sort, index) => {
  const plan = await pagePlan({ sort })
  expect(plan).toContain(`using ${index} on orders`)
  expect(plan).not.toContain('Sort Key: orders.')
})

const filtered: [string, Query, RegExp][] = [
  ['open ones by due date', { status: ['confirmed', 'released'], sort: 'dueOn' }, /orders_open_by_due/],
  ['late ones', { late: 'true', sort: 'dueOn' }, /orders_open_by_due/],
  ['those on hold', { held: 'true', sort: 'dueOn' }, /orders_held_by_due/],
  ['a range of due dates', { dueFrom: '2026-03-01', dueTo: '2026-03-05' }, /orders_by_due/],
  ['a project', { projectId: '7', sort: 'no' }, /orders_by_project|orders_no_key/],
  ['those of a person', { assigneeId: '1', status: ['draft', 'released'] }, /orders_by_assignee/],
  ['words', { q: '订单 19999' }, /orders_by_search/],
  ['Chinese words of two letters', { q: '稀有' }, /orders_by_search/],
]
test.each(filtered)('%s are found by an index', async (_name, query, index) => {
  const plan = await pagePlan(query)
  expect(plan).toMatch(index)
  expect(plan).not.toContain('Seq Scan on orders')
})

test('open orders are ranked by risk from the index of open orders', async () => {
  const plan = await planOf(openOrders(1, await conditions(testDb.db.reads, 1, {}, now), now))
  expect(plan).toMatch(/orders_open_by_due/)
  expect(plan).not.toContain('Seq Scan on orders')
})

test.each([
  ['all', {}, true],
  ['a state', { status: ['closed'] }, true],
  ['states of priority A', { status: ['draft', 'released'], priority: ['A'] }, false],
] satisfies [string, Query, boolean][])(
  'counting %s reads an index only, and stops; many matches are neither added up nor sorted',
  async (_name, query, many) => {
    const where = await conditions(testDb.db.reads, 1, query, now)
    const text = await planOf(sql`(analyze, timing off, buffers off) ${listOf(1, where, query, now)}`)
    const [, counted = '', found = ''] = text.split(/CTE counted|CTE found/)
    expect(counted).toMatch(/Index Only Scan using orders_/)
    const rows = (part: string) => Number(/actual rows=(\d+)/.exec(part)?.[1])
    if (many) {
      expect(counted).toMatch(/Limit .*actual rows=1001/)
      expect(rows(found)).toBe(0)
    } else expect(rows(found)).toBeGreaterThan(20)
  },
)

test('marks and pieces of an order, and codes by how they begin', async () => {
  const marks = await planOf(marksOf(sql`order_id = 5`, { sort: 'mark' }))
  expect(marks).toContain('marks_mark_key')
  const pieces = await planOf(piecesOf(sql`order_id = 5`, { sort: 'serial' }))
  expect(pieces).toContain('pieces_serial_key')
  const byStatus = await planOf(
    piecesOf(sql`order_id = 5 and status = any(${['planned']})`, { sort: 'status' }),
  )
  expect(byStatus).toMatch(/pieces_by_status|pieces_serial_key/)
  const found = await planOf(hits(planner.plantId, '%gl-5%', 'GL-50', 10))
  expect(found).toMatch(/marks_by_mark/)
  expect(found).toMatch(/pieces_by_serial/)
  expect(found).not.toMatch(/Seq Scan on (marks|pieces)/)
})

test('labels and travellers of an order', async () => {
  expect(await planOf(labelsOf(sql`order_id = 5`, {}))).toContain('pieces_serial_key')
  const ofMark = await planOf(labelsOf(sql`order_id = 5 and mark_id = any(${[401]}::bigint[])`, {}))
  expect(ofMark).toMatch(/pieces_by_mark|pieces_serial_key/)
  const cards = await planOf(
    travellersOf(sql`order_id = 5 and id in (select mark_id from pieces where order_id = 5)`, {}, 1),
  )
  expect(cards).toContain('marks_mark_key')
  expect(cards).not.toMatch(/Seq Scan on (marks|pieces)/)
})

test('documents of an order', async () => {
  const where = sql`order_id = 5 and plant_id = 1 and retired_at is null`
  const plan = await planOf(documentsOf(where, sql`updated_at desc, id desc`, sql`limit 20`))
  expect(plan).toMatch(/order_documents_by_order|order_documents_name/)
  expect(plan).toContain('order_document_versions_no_key')
  expect(plan).not.toMatch(/Seq Scan on order_document/)
})

test('changes of an import, each with the pieces of its mark', async () => {
  const plan = await planOf(changesOf(1, sql`job_id = 5`, {}))
  expect(plan).toMatch(/import_changes_mark_key|import_changes_by_kind/)
  expect(plan).toContain('pieces_by_mark')
  expect(plan).not.toMatch(/Seq Scan on (import_changes|marks|pieces)/)
})

test('findings of an import and its marks as read', async () => {
  const findings = findingsOf(planner.plantId, '205', { level: 'warning' })
  for (const statement of [findings.rows, findings.count]) {
    const plan = await planOf(statement)
    expect(plan).toMatch(/import_findings_/)
    expect(plan).not.toContain('Seq Scan')
  }
  const marks = await planOf(importMarksOf(sql`job_id = 5 and plant_id = 1`, {}))
  expect(marks).toMatch(/import_marks_/)
  expect(marks).toMatch(/import_changes_(mark_key|by_kind)/)
  expect(marks).not.toContain('Seq Scan')
  const parts = await planOf(importPartsOf(sql`job_id = 5 and plant_id = 1`, {}))
  expect(parts).toMatch(/import_parts_/)
  expect(parts).not.toContain('Seq Scan')
})

test('imports of an order, and its history', async () => {
  for (const sort of ['createdAt', '-createdAt'] as const) {
    const imports = await planOf(importPage(importsOfOrder(planner.plantId, '205'), { sort }))
    expect(imports).toContain('import_jobs_by_order')
    expect(imports).not.toMatch(/Seq Scan on (import_jobs|orders|marks)/)
  }
  for (const sort of ['at', '-at'] as const) {
    const history = await planOf(historyOf({ plantId: planner.plantId, kind: 'order', id: '77' }, { sort }))
    expect(history).toContain('audit_log_by_subject')
    expect(history).not.toContain('Sort Key')
  }
})

test('parts of a mark and orders of an export walk their index', async () => {
  expect(await planOf(partsOf(sql`mark_id = 5`, { sort: 'partMark' }))).toContain('parts_by_mark')
  const ids = await planOf(idsOf(sql`plant_id = 1`, '-updatedAt', { offset: 0, limit: 5000 }))
  expect(ids).toContain('orders_by_update')
  expect(ids).not.toContain('Sort Key')
})

test.each([
  ['code', 'projects_code_key'],
  ['name', 'projects_by_name'],
  ['-createdAt', 'projects_by_creation'],
] as const)('projects by %s walk %s', async (sort, index) => {
  await bulkRows(testDb.db, async (write) => {
    // Few projects are read whole, whatever indexes there are: the plan is asked for without that way out.
    await sql`set local enable_seqscan = off`.execute(write)
    await sql`set local enable_sort = off`.execute(write)
    const { rows } = await sql<
      Record<string, string>
    >`explain ${projectsOf(sql`plant_id = 1`, { sort })}`.execute(write)
    expect(rows.map((line) => Object.values(line)[0]).join('\n')).toContain(index)
  })
})
