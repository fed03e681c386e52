import type { RepairGrouping } from '@cloud-factory/domain/quality-statistics/statistics-enums'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madeMachines } from '../../../test/made-machines.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { result, testableWelds, weld } from '../welding/welds.fixtures.ts'
import { listWelds } from '../welding/welds.queries.ts'
import { repairRates } from './repair-rates.queries.ts'
import { twoCrews } from './statistics.fixtures.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const march = { from: '2026-03-01', to: '2026-03-31' }
const reads = () => testDb.db.reads

test('repair rates by machine, crew and welding process, and of one of them alone', async () => {
  const made = await testableWelds(testDb.db, [weld('W1'), weld('W2')], 2)
  const [one = 0, other = 0] = await madeMachines(testDb.db, 2)
  const [first, second] = await twoCrews(testDb.db)
  const [piece = 0] = made.pieceIds
  // One piece's report of work names its machine, and nobody's register does.
  await testDb.db.tx(async (write) => {
    await sql`
      insert into work_reports (plant_id, project_id, order_id, mark_id, piece_id, process_id, step, part, kg, finishes, source,
        machine_id, done_at, day, created_by_name)
      select 1, o.project_id, p.order_id, p.mark_id, p.id, s.process_id, s.position, 1, 1, true, 'list', ${one},
        timestamptz '2026-03-01', date '2026-03-01', 'x'
      from pieces p join orders o on o.id = p.order_id join marks m on m.id = p.mark_id
        join route_steps s on s.route_id = m.route_id and s.position = 0
      where p.id = ${piece}`.execute(write)
    await sql`update welders set crew = '甲班' where id = ${made.welder}`.execute(write)
  })
  const { items: welds } = await listWelds(reads(), testActor(), { sort: 'no', pageSize: 10 })
  for (const { id, piece: of, no } of welds)
    await result(testDb.db, made.request, id, {
      verdict: Number(of.id) === piece && no === 'W1' ? 'fail' : 'pass',
      testedMm: 1000,
    })
  const tested = async (query: Partial<Parameters<typeof repairRates>[3]> & { by: RepairGrouping }) => {
    const { items } = await repairRates(reads(), 1, ordersForQuality, { ...march, ...query })
    return items.map(({ key, names, joints }) => [names?.zh ?? key, joints.tested, joints.rejected])
  }
  expect(await tested({ by: 'machine' })).toEqual([
    ['real-01 焊机1', 2, 1],
    [null, 2, 0],
  ])
  expect(await tested({ by: 'machine', machineId: String(one) })).toEqual([['real-01 焊机1', 2, 1]])
  expect(await tested({ by: 'machine', machineId: String(other) })).toEqual([])
  expect(await tested({ by: 'process' })).toEqual([['gmaw', 4, 1]])
  expect(await tested({ by: 'crew' })).toEqual([['甲班', 4, 1]])
  expect(await tested({ by: 'month', crewId: String(first) })).toEqual([['2026-03', 4, 1]])
  expect(await tested({ by: 'month', crewId: String(second) })).toEqual([])
  expect(await tested({ by: 'method', projectId: '999' })).toEqual([])
})

test('repair rates by month, welder, project and method are those of the first tests', async () => {
  const made = await testableWelds(testDb.db, [weld('W1'), weld('W2')], 1)
  const [one = '', two = ''] = made.weldIds
  await result(testDb.db, made.request, one, { verdict: 'fail', testedMm: 800 })
  await result(testDb.db, made.request, two, { testedMm: 1200 })
  const rates = (by: 'month' | 'welder' | 'project' | 'method') =>
    repairRates(reads(), 1, ordersForQuality, { ...march, by })
  const whole = {
    joints: { tested: 2, rejected: 1, percent: 50 },
    length: { tested: 2000, rejected: 40, percent: 2 },
  }
  expect((await rates('month')).items).toEqual([{ key: '2026-03', names: null, ...whole }])
  expect((await rates('welder')).items).toMatchObject([{ ...whole, names: { zh: 'H01 H01' } }])
  expect((await rates('project')).items).toMatchObject([
    { ...whole, names: { en: expect.stringContaining('P-1') } },
  ])
  expect((await rates('method')).items).toMatchObject([{ ...whole, key: 'ut' }])
  const later = { from: '2026-04-01', to: '2026-04-30', by: 'month' } as const
  expect((await repairRates(reads(), 1, ordersForQuality, later)).items).toEqual([])
})
