import { sql } from 'kysely'
import { machinesForWork } from '../../app/ports.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { readRows, type Write } from '../../platform/db/handles.ts'
import { ordersDemo } from './orders.demo.ts'
import { now, planner } from '../orders/orders.fixtures.ts'
import { listOrders, runningOrders } from '../orders/orders.queries.ts'
import { planDemo, seedPlan } from '../planning/seed-plan.ts'
import { listProjects } from '../projects/projects.queries.ts'
import { refreshOrderTotals } from '../orders/orders.store.ts'
import { refreshProjectTotals } from '../projects/projects.store.ts'
import { recalculateOrders } from './recalculate-orders.ts'
import { disagreements } from './disagreements.fixtures.ts'

let testDb: TestDatabase
const known = new Map<string, string>()
let seconds = 0

beforeAll(async () => {
  testDb = await testDatabase()
  const started = process.cpuUsage()
  await testDb.db.tx((write) => load(write))
  const { user, system } = process.cpuUsage(started)
  seconds = (user + system) / 1_000_000
})
afterAll(() => testDb.close())

/** A small generator of its own: the demo must not depend on which one it is given. */
async function load(write: Write) {
  let state = 42
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const context = { plantId: 1, now, random, known }
  await seedPlan(write, 1)
  await planDemo(write, context)
  await ordersDemo(write, context, machinesForWork)
}

const one = async (statement: ReturnType<typeof sql<{ n: number }>>) =>
  (await readRows(testDb.db.reads, statement))[0]?.n ?? -1

test('three projects, forty orders and more, some thousand pieces, in a few seconds of computing', async () => {
  expect((await listProjects(testDb.db.reads, planner, {})).total).toBe(3)
  const { total, sums } = await listOrders(testDb.db.reads, planner, {}, now)
  expect(total).toBeGreaterThanOrEqual(40)
  expect(sums?.pieces).toBeGreaterThanOrEqual(2500)
  expect(known.get('order:SO-2026-01-01')).toMatch(/^\d+$/)
  expect(seconds).toBeLessThan(10)
})

test('has orders of every usual state, and late ones', async () => {
  const { items } = await listOrders(testDb.db.reads, planner, { pageSize: 200 }, now)
  const statuses = new Set(items.map(({ status }) => status))
  for (const status of [
    'draft',
    'confirmed',
    'released',
    'in_production',
    'completed',
    'shipped',
    'closed',
  ] as const) {
    expect(statuses).toContain(status)
  }
  expect(items.some(({ daysLate }) => daysLate !== null)).toBe(true)
})

test('pieces agree with the state of their order and the quantity of their mark', async () => {
  const wrong = sql<{ n: number }>`select count(*) as n from pieces p join orders o on o.id = p.order_id
    where (o.status in ('draft', 'confirmed', 'cancelled') and p.status <> 'planned')
      or (o.status = 'closed' and p.status <> 'received') or (o.status = 'released' and p.status <> 'issued')
      or (o.status = 'shipped' and p.status not in ('shipped', 'received'))
      or (o.status = 'completed' and p.status not in ('coated', 'packed'))`
  expect(await one(wrong)).toBe(0)
  const miscounted = sql<{ n: number }>`select count(*) as n from marks m
    where quantity <> (select count(*) from pieces p where p.mark_id = m.id)`
  expect(await one(miscounted)).toBe(0)
})

test('orders in production are differently far, have a pace and a forecast, and agree with their reports', async () => {
  const { items } = await listOrders(
    testDb.db.reads,
    planner,
    { status: ['in_production'], pageSize: 50 },
    now,
  )
  expect(new Set(items.map(({ progress }) => Math.round(progress * 10))).size).toBeGreaterThan(3)
  expect(items.filter(({ forecast }) => forecast !== null).length).toBeGreaterThan(items.length / 2)
  expect(items.some(({ heldPieces }) => heldPieces > 0)).toBe(true)
  expect(await disagreements(testDb.db)).toEqual([])
  const reports = sql<{ n: number }>`select count(*) as n from work_reports`
  expect(await one(reports)).toBeGreaterThan(5000)
  const wrongShift = sql<{ n: number }>`select count(*) as n from work_reports where done_at > ${now}`
  expect(await one(wrongShift)).toBe(0)
})

test('a factory that works well: one running order is late, one is held, and today is as good as other days', async () => {
  const running = await runningOrders(testDb.db.reads, 1, [], now)
  const late = running.filter(({ forecast }) => (forecast?.daysLate ?? 0) > 0)
  expect(late.map(({ daysLate }) => daysLate)).toEqual([3])
  expect(running.filter(({ heldPieces }) => heldPieces > 0)).toHaveLength(1)
  const share = await readRows(
    testDb.db.reads,
    sql<{ ratio: number }>`
      with made as (select r.day, sum(r.kg) as kg from work_reports r join processes c on c.id = r.process_id
          where c.code = 'PaintComp' group by 1),
        plant as (select (${now}::timestamptz at time zone time_zone) as local from plants where id = 1)
      select ((select kg from made where day = local::date)
          / (select avg(kg) from made where day between local::date - 14 and local::date - 1)
          / least(1, extract(epoch from local::time - time '08:30') / 28800))::float8 as ratio from plant`,
  )
  expect(share[0]?.ratio).toBeGreaterThan(0.6)
  expect(share[0]?.ratio).toBeLessThan(1.6)
})

test('every order stands where its pieces say', async () => {
  const { items } = await listOrders(testDb.db.reads, planner, { pageSize: 200 }, now)
  const settled = await testDb.db.tx((write) =>
    recalculateOrders(
      write,
      planner,
      items.map(({ id, no, status }) => ({ id: Number(id), no, status })),
      [],
    ),
  )
  expect(settled).toEqual([])
})

test('the parts of a mark weigh what the mark weighs', async () => {
  const heavy = sql<{ n: number }>`select count(*) as n from marks m
    where abs(net_kg - (select sum(net_kg * quantity_per_mark) from parts p where p.mark_id = m.id)) > 0.02`
  expect(await one(heavy)).toBe(0)
})

test('its counters are what the commands would count', async () => {
  const before = await listOrders(testDb.db.reads, planner, { pageSize: 200 }, now)
  const projects = await listProjects(testDb.db.reads, planner, {})
  await testDb.db.tx(async (write) => {
    for (const { id } of before.items) await refreshOrderTotals(write, planner, Number(id))
    await refreshProjectTotals(
      write,
      1,
      projects.items.map(({ id }) => Number(id)),
    )
  })
  const after = await listOrders(testDb.db.reads, planner, { pageSize: 200 }, now)
  const counters = ({
    no,
    marks,
    pieces,
    weightKg,
    piecesByStatus,
    progress,
    byProcess,
    heldPieces,
  }: (typeof after.items)[number]) => ({
    no,
    marks,
    pieces,
    weightKg,
    piecesByStatus,
    progress,
    byProcess,
    heldPieces,
  })
  expect(after.items.map(counters)).toEqual(before.items.map(counters))
  expect(await listProjects(testDb.db.reads, planner, {})).toEqual(projects)
})
