import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { chief, actionOf, formOf, inspector, newInspection, readAll } from '../../../test/made-inspections.ts'
import { madeMachines } from '../../../test/made-machines.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { readRows } from '../../platform/db/handles.ts'
import { judgeInspection, reopenInspection, submitInspection } from '../inspection/move-inspection.ts'
import { defectId, ncrPerson, raiseInput } from '../ncr/ncr.fixtures.ts'
import { breakdownOf, missesOf, yieldOf } from './yield.queries.ts'
import { chartOf } from './chart.queries.ts'
import { ncrStatistics } from './ncr-statistics.queries.ts'
import { anEdition, judged, twoCrews } from './statistics.fixtures.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const march = { from: '2026-03-01', to: '2026-03-31' }
const now = new Date('2026-04-20T12:00:00Z')
const reads = () => testDb.db.reads

describe('by crew, project and process', () => {
  test('pieces and readings go to the crew of their piece, with its name; sums add up to the whole', async () => {
    const { pieceIds, processes, orderId } = await madePieces(testDb.db, { quantity: 4 })
    const [first, second] = await twoCrews(testDb.db)
    const crews = new Map(pieceIds.map((piece, index) => [piece, index === 3 ? second : first]))
    const [order] = await readRows(
      reads(),
      sql<{ project_id: number }>`select project_id from orders where id = ${orderId}`,
    )
    const edition = await anEdition(testDb.db)
    const processId = processes['DimInspected'] ?? 0
    const common = { judgedAt: '2026-03-10T02:00:00Z', crews, processId, projectId: order?.project_id ?? 0 }
    await judged(testDb.db, edition, {
      ...common,
      no: 'A',
      pieceIds,
      verdict: 'fail',
      verdicts: ['pass', 'fail', 'pass', 'fail'],
      shares: [0.5, 1.2, -1.1],
    })
    await judged(testDb.db, edition, { ...common, no: 'B', pieceIds: pieceIds.slice(3), shares: [2, 0.1] })
    const by = (group: 'crew' | 'project' | 'process' | 'shape', more = {}) =>
      breakdownOf(reads(), 1, ordersForQuality, { ...march, ...more, by: group })
    const { items } = await by('crew')
    expect(items).toEqual([
      expect.objectContaining({
        names: expect.objectContaining({ zh: '甲班' }),
        inspected: 3,
        passed: 2,
        readings: 3,
      }),
      expect.objectContaining({
        names: expect.objectContaining({ es: '乙班' }),
        inspected: 2,
        outside: 1,
        yield: 0.5,
      }),
    ])
    const whole = { inspected: 5, passed: 3, readings: 5, outside: 3 }
    expect((await by('project')).items).toEqual([
      expect.objectContaining({
        ...whole,
        names: expect.objectContaining({ zh: expect.stringContaining('P-1') }),
      }),
    ])
    const [process] = (await by('process')).items
    expect(process).toMatchObject({ ...whole, key: String(processId) })
    expect(process?.names?.en).not.toBe(process?.names?.zh)
    expect((await by('shape')).items).toMatchObject([{ ...whole, key: 'beam', names: null }])

    const crewId = String(second)
    const { stages } = await yieldOf(reads(), 1, { ...march, crewId }, now)
    expect(stages).toMatchObject([{ inspected: 2, passed: 1 }])
    expect(await missesOf(reads(), 1, { ...march, crewId })).toMatchObject({ readings: 2, outside: 1 })
    const chart = { ...march, crewId, kind: 'i_mr', itemId: '1' } as const
    expect((await chartOf(reads(), 1, chart)).points.map(({ value }) => value)).toEqual([2, 0.1])
    const u = await chartOf(reads(), 1, { ...march, crewId, kind: 'u' })
    expect(u.points).toMatchObject([{ value: 1, size: 1 }])
    expect((await breakdownOf(reads(), 2, ordersForQuality, { ...march, by: 'crew' })).items).toEqual([])
  })

  test('the sums of a judgement are those of its readings; taken back and judged anew they are counted once', async () => {
    const { id } = await newInspection(testDb.db)
    await readAll(testDb.db, id, inspector, 5)
    const version = async () => (await formOf(testDb.db, id)).version
    const judge = async () => {
      const currentVersion = await version()
      await testDb.db.tx((write) =>
        judgeInspection(actionOf(write), chief, id, { version: currentVersion, verdict: 'fail', note: '' }),
      )
    }
    const currentVersion = await version()
    await testDb.db.tx((write) =>
      submitInspection(actionOf(write), inspector, id, { version: currentVersion }),
    )
    await judge()
    const { readings } = await formOf(testDb.db, id)
    const counted = { readings: readings.length, outside: readings.filter(({ inside }) => !inside).length }
    expect(counted.outside).toBeGreaterThan(0)
    expect(await missesOf(reads(), 1, march)).toMatchObject(counted)
    const back = await version()
    await testDb.db.tx((write) =>
      reopenInspection(actionOf(write), chief, id, { version: back, reason: '复核' }),
    )
    expect(await missesOf(reads(), 1, march)).toMatchObject({ readings: 0, outside: 0 })
    await judge()
    expect(await missesOf(reads(), 1, march)).toMatchObject(counted)
  })
})

describe('non-conformances', () => {
  const judge = testActor({ userId: '21', tags: ['quality.view', 'quality.inspect', 'quality.judge'] })
  const stats = (
    by: Parameters<typeof ncrStatistics>[3]['by'],
    measure: 'reports' | 'kg' | 'cost' = 'reports',
  ) => ncrStatistics(reads(), 1, ordersForQuality, { ...march, by, measure }, now)

  async function threeReports() {
    const { pieceIds, processes } = await madePieces(testDb.db, { quantity: 4 })
    const [first, second] = [await defectId(testDb.db, 'WLD-01'), await defectId(testDb.db, 'WLD-02')]
    const person = ncrPerson(testDb.db, ordersForQuality, judge)
    const ids: string[] = []
    for (const [defect, pieces] of [
      [first, pieceIds.slice(0, 1)],
      [first, pieceIds.slice(1, 2)],
      [second, pieceIds.slice(2)],
    ] as const)
      ids.push(await person.raise(raiseInput(defect, pieces)))
    await testDb.db.tx(async (write) => {
      await sql`update ncrs set cause = 'man', cost = 10.1 where id = ${ids[0]}`.execute(write)
      await sql`update ncrs set cause = 'man', cost = 0.2 where id = ${ids[1]}`.execute(write)
      await sql`
        update ncrs set raised_at = '2026-03-21T12:00:00Z', closed_at = '2026-04-02T00:00:00Z', status = 'closed',
          disposition = 'rework', disposed_at = raised_at, approved_at = raised_at where id = ${ids[1]}`.execute(
        write,
      )
    })
    return { first, second, ids, processId: String(processes['DimInspected']) }
  }

  test('are ranked by number, weight or cost with the running share', async () => {
    const { first, second } = await threeReports()
    const byNumber = await stats('defect')
    expect(byNumber.bars).toMatchObject([
      { key: first, reports: 2, open: 1, kg: 201, cost: 10.3, cumulative: 2 / 3 },
      { key: second, reports: 1, pieces: 2, kg: 201, cost: 0, cumulative: 1 },
    ])
    expect(byNumber.bars[0]?.names?.zh).toBeTruthy()
    expect(byNumber.total).toEqual({
      reports: 3,
      open: 2,
      pieces: 4,
      kg: 402,
      cost: 10.3,
      priced: 2,
      daysToClose: 11.5,
    })
    // What nobody has priced weighs nothing, and stands last: the rows add up to the whole.
    expect((await stats('defect', 'cost')).bars).toMatchObject([
      { key: first, reports: 2, cumulative: 1 },
      { key: second, reports: 1, cost: 0, cumulative: 1 },
    ])
    expect((await stats('cause', 'kg')).bars).toMatchObject([
      { key: 'man', reports: 2 },
      { key: null, reports: 1 },
    ])
    expect((await stats('project')).bars).toMatchObject([
      { reports: 3, kg: 402, cost: 10.3, names: { zh: expect.stringContaining('P-1') } },
    ])
    // Two are open for a month, one was closed within the second week.
    expect((await stats('age')).bars).toMatchObject([
      { key: 'quarter', reports: 2 },
      { key: 'month', reports: 1 },
    ])
    for (const by of ['disposition', 'severity', 'crew', 'process'] as const)
      expect((await stats(by)).total.reports, by).toBe(3)
  })

  test('of one crew, machine, project or process are told alone', async () => {
    const { ids, processId } = await threeReports()
    const [machine = 0] = await madeMachines(testDb.db, 1)
    const [crew] = await twoCrews(testDb.db)
    const found = { no: 'A', judgedAt: '2026-03-10T02:00:00Z', pieceIds: [], processId: Number(processId) }
    const id = await judged(testDb.db, await anEdition(testDb.db), found)
    await testDb.db.tx(async (write) => {
      await sql`update ncrs set crew_id = ${crew}, crew_name = '甲班', machine_id = ${machine}, machine_name = 'M'
        where id = ${ids[0]}`.execute(write)
      await sql`update ncrs set inspection_id = ${id} where id = ${ids[1]}`.execute(write)
    })
    const [project] = await readRows(
      reads(),
      sql<{ id: number }>`select project_id as id from ncrs where id = ${ids[0]}`,
    )
    const of = async (narrowed: Partial<Parameters<typeof ncrStatistics>[3]>) => {
      const query = { ...march, by: 'process', measure: 'reports', ...narrowed } as const
      const { total, months } = await ncrStatistics(reads(), 1, ordersForQuality, query, now)
      return [total.reports, months.reduce((sum, { raised }) => sum + raised, 0)]
    }
    expect(await of({ crewId: String(crew) })).toEqual([1, 1])
    expect(await of({ machineId: String(machine) })).toEqual([1, 1])
    expect(await of({ processId })).toEqual([1, 1])
    expect(await of({ projectId: String(project?.id) })).toEqual([3, 3])
    expect(await of({ projectId: '999' })).toEqual([0, 0])
    const { bars } = await stats('process')
    expect(bars.map(({ key, names, reports }) => [key, names?.en, reports])).toEqual([
      [null, undefined, 2],
      [processId, 'Inspection after welding', 1],
    ])
  })

  test('months tell what was raised and what was closed; cancelled ones were none', async () => {
    const { ids } = await threeReports()
    expect((await stats('defect')).months).toEqual([
      { month: '2026-03', raised: 3, closed: 0, kg: 402, cost: 10.3 },
    ])
    const spring = { from: '2026-03-01', to: '2026-04-30', by: 'defect', measure: 'kg' } as const
    const { months } = await ncrStatistics(reads(), 1, ordersForQuality, spring, now)
    expect(months).toMatchObject([
      { month: '2026-03', raised: 3 },
      { month: '2026-04', raised: 0, closed: 1 },
    ])
    await testDb.db.tx((write) =>
      sql`update ncrs set status = 'cancelled', closed_at = raised_at where id = ${ids[0]}`.execute(write),
    )
    expect((await stats('defect')).total).toMatchObject({ reports: 2, priced: 1 })
    await expect(
      ncrStatistics(reads(), 1, ordersForQuality, { ...spring, to: '2026-02-01' }, now),
    ).rejects.toMatchObject({ code: 'state.refused' })
  })
})
