import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { readRows } from '../../platform/db/handles.ts'
import { DomainError } from '../../platform/http/domain-error.ts'
import { newProject, now } from '../orders/orders.fixtures.ts'
import { scrapPiece } from '../production/set-piece-status.ts'
import { undoReport } from '../production/report-work.ts'
import { disagreements } from '../production/disagreements.fixtures.ts'
import {
  chief,
  orderView,
  passing,
  pieceIds,
  processIds,
  releasedOrder,
  report,
  reportInput,
} from '../production/work.fixtures.ts'
import { shiftsOf, workshopsOf } from '../planning/public.ts'
import { processLoad } from './load.queries.ts'
import { productionReport } from './production-report.queries.ts'

let testDb: TestDatabase
let orders: string[]
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  const projects = [await newProject(testDb.db), await newProject(testDb.db, { code: 'P-2' })]
  orders = []
  for (const [at, project] of projects.entries())
    orders.push(
      await releasedOrder(testDb.db, project, { no: `W-${at}`, quantity: 3, marks: ['GL-1', 'GL-2'] }),
    )
  // Long enough ago for all work that is reported late.
  await testDb.db.tx((write) =>
    sql`update orders set released_at = released_at - interval '30 days'`.execute(write),
  )
})
afterAll(() => testDb.close())

type Action =
  | {
      readonly act: 'report'
      pieces: number[]
      process: number
      part: number
      earlier: boolean
      days: number
    }
  | { readonly act: 'undo'; which: number }
  | { readonly act: 'scrap'; piece: number; replace: boolean }

const place = fc.integer({ min: 0, max: 1000 })
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('report' as const),
      pieces: fc.array(place, { minLength: 1, maxLength: 5 }),
      process: place,
      part: fc.constantFrom(0.333, 0.5, 1),
      earlier: fc.boolean(),
      days: fc.integer({ min: 0, max: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('undo' as const), which: place }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('scrap' as const), piece: place, replace: fc.boolean() }),
  },
)

const at = <T>(items: readonly T[], index: number): T => items[index % items.length] as T

async function run(one: Action): Promise<void> {
  const { db } = testDb
  const pieces = (await Promise.all(orders.map((order) => pieceIds(db, order)))).flat()
  if (one.act === 'scrap') {
    return db.tx((write) =>
      scrapPiece(write, chief, at(pieces, one.piece), { reason: '变形', replace: one.replace }),
    )
  }
  if (one.act === 'undo') {
    const rows = await readRows(db.reads, sql<{ id: number }>`select id from work_reports order by id desc`)
    if (rows.length === 0) return
    return db.tx((write) =>
      undoReport(write, chief, String(at(rows, one.which).id), '报错了', now, passing.outside),
    )
  }
  const processes = Object.values(await processIds(db))
  const input = reportInput(at(processes, one.process), [...new Set(one.pieces.map((n) => at(pieces, n)))], {
    part: one.part,
    withEarlier: one.earlier,
    hours: 1.5,
    doneAt: new Date(now.getTime() - one.days * 86_400_000).toISOString(),
  })
  await report(db, { ...chief, tags: [...chief.tags, 'order.report'] }, input)
}

/** Kilograms and pieces that each process did, by the report of all days and by the orders themselves. */
async function bothSides() {
  const scope = { from: '2026-03-01', to: '2026-03-31', per: 'shift', group: 'project' } as const
  const { totals } = await productionReport(testDb.db.reads, 1, scope, now)
  const byOrders = new Map<string, { kg: number; pieces: number }>()
  for (const order of orders) {
    for (const { processId, doneKg, donePieces } of (await orderView(testDb.db, order)).byProcess) {
      const sum = byOrders.get(processId) ?? { kg: 0, pieces: 0 }
      byOrders.set(processId, { kg: sum.kg + Math.round(doneKg * 1000), pieces: sum.pieces + donePieces })
    }
  }
  const done = [...byOrders].filter(([, { kg, pieces }]) => kg > 0 || pieces > 0)
  return {
    report: new Map(
      totals
        .filter(({ kg, pieces }) => kg > 0 || pieces > 0)
        .map(({ processId, kg, pieces }) => [processId, { kg: Math.round(kg * 1000), pieces }]),
    ),
    orders: new Map(done),
  }
}

/** Kilograms left at each process, by the load of processes and by the orders themselves. */
async function bothLeft() {
  const plan = { shifts: shiftsOf, workshops: workshopsOf }
  const load = await processLoad({ reads: testDb.db.reads, plan }, chief, now)
  const byLoad = new Map<string, number>()
  for (const { processId, kg } of load.orders.flatMap(({ left }) => left))
    byLoad.set(processId, (byLoad.get(processId) ?? 0) + Math.round(kg * 1000))
  const byOrders = new Map<string, number>()
  for (const order of orders) {
    for (const { processId, kg, doneKg } of (await orderView(testDb.db, order)).byProcess) {
      const left = Math.round(kg * 1000) - Math.round(doneKg * 1000)
      const isWork = load.processes.some((process) => process.processId === processId)
      if (isWork && left > 0) byOrders.set(processId, (byOrders.get(processId) ?? 0) + left)
    }
  }
  return { load, byLoad, byOrders }
}

test('after any reports, returns and scraps the report says what the orders say, to the gram', async () => {
  let counted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 16 }), async (actions) => {
      for (const one of actions)
        await run(one).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error
        })
      const sides = await bothSides()
      expect(sides.report).toEqual(sides.orders)
      const left = await bothLeft()
      expect(left.byLoad).toEqual(left.byOrders)
      expect(await disagreements(testDb.db)).toEqual([])
      counted += sides.report.size
    }),
    { numRuns: 5, endOnFailure: true },
  )
  // The property is about something: work was counted.
  expect(counted).toBeGreaterThan(0)
}, 120_000)

test('the pace of a process is what it made in an average week; this week counts from today', async () => {
  const pieces = await pieceIds(testDb.db, orders[0] ?? '')
  const process = at(Object.values(await processIds(testDb.db)), 0)
  const doneAt = new Date(now.getTime() - 2 * 86_400_000).toISOString()
  const input = reportInput(process, pieces.slice(0, 2), { part: 1, hours: 1, doneAt })
  await report(testDb.db, { ...chief, tags: [...chief.tags, 'order.report'] }, input)
  const shares = async () => (await bothLeft()).load.weeks.map(({ share }) => share)
  const { load } = await bothLeft()
  const { kg = 0 } =
    (await orderView(testDb.db, orders[0] ?? '')).byProcess.find(({ processId }) => processId === process) ??
    {}
  const done = (kg / 6) * 2
  expect(load.processes.find(({ processId }) => processId === process)?.kgPerWeek).toBeCloseTo(done / 4)
  // 2026-03-20 is a Friday.
  expect(load.weeks[0]).toMatchObject({ from: '2026-03-16', to: '2026-03-22' })
  expect(load.weeks).toHaveLength(12)
  expect((await shares()).slice(0, 2)).toEqual([3 / 7, 1])
  await testDb.db.tx((write) =>
    sql`with p as (insert into work_patterns (plant_id, updated_by_name) values (1, 'x') returning id)
      insert into work_pattern_shifts (pattern_id, shift_id, weekdays)
      select p.id, s.id, array[1, 2, 3, 4, 5] from p, (select min(id) as id from shifts) s`.execute(write),
  )
  expect((await shares()).slice(0, 2)).toEqual([1 / 5, 1])
})
