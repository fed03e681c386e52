import type { QueryOf } from '@cloud-factory/contract/endpoint'
import type { productionReportsApi } from '@cloud-factory/contract/production-reports/production-reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { readRows } from '../../platform/db/handles.ts'
import { newOrder, newProject, now } from '../orders/orders.fixtures.ts'
import { seedPlan } from '../planning/seed-plan.ts'
import { productionReport, reportRows } from './production-report.queries.ts'

type Scope = QueryOf<(typeof productionReportsApi)['GET /api/reports/production']>

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
  const { db } = testDb
  await db.tx((write) => seedPlan(write, 1))
  const orders = [
    await newOrder(db, await newProject(db)),
    await newOrder(db, await newProject(db, { code: 'P-2', name: '电厂' }), { no: 'O-2' }),
  ]
  await db.tx(async (write) => {
    await sql`insert into workshops (plant_id, code, name, updated_by_name) values (1, 'W1', '一车间', ''), (1, 'W2', '二车间', '')`.execute(
      write,
    )
    await sql`insert into crews (plant_id, workshop_id, code, name, updated_by_name) values (1, 1, 'C1', '下料班', '')`.execute(
      write,
    )
    for (const order of orders) {
      await sql`insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, net_kg, weight_source, updated_by_name)
        values (1, ${order}, 'GL-1', '梁', 'beam', 'HN400*200*8*13', 4, 100.001, 'file', '')`.execute(write)
      await sql`insert into pieces (plant_id, order_id, mark_id, serial, net_kg)
        select 1, order_id, id, mark || '-' || n, 100.001 from marks, generate_series(1, 4) n where order_id = ${order}`.execute(
        write,
      )
    }
    // Piece, process, day, shift, part, finishes, void, undone, workshop, crew, hours.
    const reports = sql.join(
      [
        [1, 1, '2026-03-01', 1, 0.4, false, false, false, 1, 1, 1.5],
        [1, 1, '2026-03-02', 2, 0.6, true, false, false, 1, 1, 2.25],
        [2, 1, '2026-03-02', 1, 1, true, false, false, 2, null, 1],
        [3, 1, '2026-03-02', 1, 1, true, true, false, 1, 1, 3],
        [4, 1, '2026-03-02', 1, 1, true, false, true, 1, 1, 4],
        [5, 1, '2026-04-01', null, 1, true, false, false, null, null, null],
        [5, 3, '2026-04-01', 1, 1, true, false, false, 1, null, null],
      ].map((row) => sql`(${sql.join(row.map((value) => sql`${value}`))})`),
    )
    await sql`insert into work_reports (plant_id, project_id, order_id, mark_id, piece_id, process_id, step, part, kg,
        finishes, crew_id, workshop_id, hours, source, done_at, day, shift_id, created_by_name, void,
        undone_at, undone_by_name)
      select 1, o.project_id, p.order_id, p.mark_id, p.id, r.process::bigint, r.process::int, r.part::numeric,
        round(p.net_kg * r.part::numeric, 3), r.finishes::boolean, r.crew::bigint, r.workshop::bigint,
        r.hours::numeric, 'list', now(), r.day::date, r.shift::bigint, 'x', r.void::boolean,
        case when r.undone::boolean then now() end, case when r.undone::boolean then 'x' end
      from (values ${reports}) as r (piece, process, day, shift, part, finishes, void, undone, workshop, crew, hours)
      join pieces p on p.id = r.piece::bigint join orders o on o.id = p.order_id`.execute(write)
  })
})
afterAll(() => testDb.close())

const report = (overrides: Partial<Scope> = {}) =>
  productionReport(
    testDb.db.reads,
    1,
    { from: '2026-03-01', to: '2026-04-30', per: 'day', group: 'none', ...overrides },
    now,
  )
const short = ({ rows }: Awaited<ReturnType<typeof report>>) =>
  rows.map(({ period, shiftId, group, processId, kg, pieces, hours, voidKg }) =>
    [period, shiftId, group?.name ?? null, processId, kg, pieces, hours, voidKg].join(' '),
  )

test('by day: parts add up, work taken back is gone, scrapped work is told apart and its hours stay', async () => {
  const found = await report()
  expect(short(found)).toEqual([
    '2026-03-01   1 40 0 1.5 0',
    '2026-03-02   1 160.002 2 6.25 100.001',
    '2026-04-01   1 100.001 1 0 0',
    '2026-04-01   3 100.001 1 0 0',
  ])
  expect(found.totals).toEqual([
    { processId: '1', kg: 300.003, pieces: 3, hours: 7.75, voidKg: 100.001 },
    { processId: '3', kg: 100.001, pieces: 1, hours: 0, voidKg: 0 },
  ])
})

test('by shift in the order of the day, work outside of shifts last', async () => {
  expect(short(await report({ per: 'shift', processId: '1' }))).toEqual([
    '2026-03-01 1  1 40 0 1.5 0',
    '2026-03-02 1  1 100.001 1 4 100.001',
    '2026-03-02 2  1 60.001 1 2.25 0',
    '2026-04-01   1 100.001 1 0 0',
  ])
})

test('by month and workshop, crew, project; work without one stands last', async () => {
  expect(short(await report({ per: 'month', group: 'workshop', to: '2026-03-31' }))).toEqual([
    '2026-03  一车间 1 100.001 1 6.75 100.001',
    '2026-03  二车间 1 100.001 1 1 0',
  ])
  expect(short(await report({ per: 'month', group: 'crew', to: '2026-03-31' }))).toEqual([
    '2026-03  下料班 1 100.001 1 6.75 100.001',
    '2026-03   1 100.001 1 1 0',
  ])
  expect(short(await report({ per: 'month', group: 'project', from: '2026-04-01' }))).toEqual([
    '2026-04  P-2 电厂 1 100.001 1 0 0',
    '2026-04  P-2 电厂 3 100.001 1 0 0',
  ])
})

test.each<[Partial<Scope>, number]>([
  [{ workshopId: '2' }, 100.001],
  [{ crewId: '1' }, 100.001],
  [{ projectId: '2' }, 200.002],
  [{ orderId: '1' }, 200.002],
  [{ processId: '3' }, 100.001],
  [{ processId: '999999999999999999' }, 0],
])('only %j', async (filter, kg) => {
  const { totals } = await report(filter)
  expect(totals.reduce((sum, total) => sum + total.kg, 0)).toBeCloseTo(kg, 6)
})

test('whatever the period and the group, the sums are the same', async () => {
  const { totals } = await report()
  for (const per of ['day', 'shift', 'month'] as const)
    for (const group of ['none', 'workshop', 'crew', 'project'] as const)
      expect((await report({ per, group })).totals).toEqual(totals)
})

test('spans that are the wrong way round or too long are refused', async () => {
  await expect(report({ to: '2026-02-01' })).rejects.toMatchObject({ code: 'request.invalid' })
  await expect(report({ to: '2027-12-31' })).rejects.toMatchObject({
    code: 'state.refused',
    facts: { params: { reason: 'report.too_long', most: 400 } },
  })
})

test('another plant sees nothing', async () => {
  const scope = { from: '2026-03-01', to: '2026-04-30', per: 'day', group: 'none' } as const
  expect((await productionReport(testDb.db.reads, 2, scope, now)).rows).toEqual([])
})

test('at size only the days asked for are read', async () => {
  await testDb.db.tx(async (write) => {
    await sql`insert into work_reports (plant_id, project_id, order_id, mark_id, piece_id, process_id, step, part, kg,
        finishes, source, done_at, day, created_by_name)
      select 1, 1, 1, 1, 1, 1 + n % 13, 1 + n % 1000, 0.001, 10, false, 'list', now(), date '2020-01-01' + n / 10, 'x'
      from generate_series(1, 20000) n`.execute(write)
  })
  await readRows(testDb.db.reads, sql`vacuum (analyze) work_reports`)
  const scope = { from: '2023-03-01', to: '2023-03-31', per: 'day', group: 'crew' } as const
  const plan = await readRows(testDb.db.reads, sql<Record<string, string>>`explain ${reportRows(1, scope)}`)
  const text = plan.map((line) => Object.values(line)[0]).join('\n')
  expect(text).toContain('Index Only Scan using work_reports_counted')
  expect(text).not.toContain('Seq Scan on work_reports')
})
