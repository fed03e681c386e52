import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { chief, actionOf, formOf, inspector, newStandard, readAll } from '../../../test/made-inspections.ts'
import { madeMachines } from '../../../test/made-machines.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { defectId, ncrPerson, raiseInput } from '../ncr/ncr.fixtures.ts'
import { breakdownOf, missesOf, yieldOf } from '../quality-statistics/yield.queries.ts'
import { chartOf } from '../quality-statistics/chart.queries.ts'
import { ncrStatistics } from '../quality-statistics/ncr-statistics.queries.ts'
import { twoCrews } from '../quality-statistics/statistics.fixtures.ts'
import { changeInspection } from './change-inspection.ts'
import { createInspections } from './create-inspections.ts'
import { judgeInspection, submitInspection } from './move-inspection.ts'
import { saveReadings } from './save-readings.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const march = { from: '2026-03-01', to: '2026-03-31' }
const now = new Date('2026-03-20T12:00:00Z')

/** Says in the reports of work of these pieces that a machine did their first step. */
const reported = (pieceIds: readonly number[], machine: number) =>
  testDb.db.tx((write) =>
    sql`
      insert into work_reports (plant_id, project_id, order_id, mark_id, piece_id, process_id, step, part, kg, finishes, source,
        machine_id, done_at, day, created_by_name)
      select 1, o.project_id, p.order_id, p.mark_id, p.id, s.process_id, 0, 1, 1, true, 'list', ${machine},
        timestamptz '2026-03-01', date '2026-03-01', 'x'
      from pieces p join orders o on o.id = p.order_id join marks m on m.id = p.mark_id
        join route_steps s on s.route_id = m.route_id and s.position = 0
      where p.id = any(${[...pieceIds]}::bigint[])`.execute(write),
  )

const change = async (id: string, machines: { machineId?: string | null; crewId?: string | null }) => {
  const { version, sizes, note } = await formOf(testDb.db, id)
  await testDb.db.tx((write) =>
    changeInspection(actionOf(write), inspector, id, { version, sizes, note, places: [], ...machines }),
  )
}

test('an inspection keeps the machine that its pieces were made on when it was made, and takes another by hand', async () => {
  const { pieceIds, processes } = await madePieces(testDb.db, { quantity: 2 })
  await newStandard(testDb.db)
  const [one = 0, other = 0] = await madeMachines(testDb.db, 2)
  await reported(pieceIds, one)
  const processId = String(processes['DimInspected'])
  const { ids } = await testDb.db.tx((write) =>
    createInspections(actionOf(write), inspector, { pieces: pieceIds.map(String), processId }),
  )
  const id = String(ids[0])
  const machines = async () => (await formOf(testDb.db, id)).machines
  expect(await machines()).toEqual([{ id: String(one), name: 'real-01 焊机1' }])
  await testDb.db.tx((write) => sql`update work_reports set machine_id = ${other}`.execute(write))
  expect(await machines()).toMatchObject([{ id: String(one) }])
  await change(id, { machineId: String(other) })
  expect(await machines()).toMatchObject([{ id: String(other) }])
  await change(id, { machineId: null })
  expect(await machines()).toEqual([])
  await expect(change(id, { machineId: '999' })).rejects.toMatchObject({ code: 'not_found' })
  const [simulated = 0] = await madeMachines(testDb.db, 1, 'sim')
  await expect(change(id, { machineId: String(simulated) })).rejects.toMatchObject({ code: 'not_found' })
})

/** Says in the report of these pieces on a process which crew did it. */
const reportedBy = (pieceIds: readonly number[], process: string, crew: number) =>
  testDb.db.tx((write) =>
    sql`
      insert into work_reports (plant_id, project_id, order_id, mark_id, piece_id, process_id, step, part, kg, finishes, source,
        crew_id, done_at, day, created_by_name)
      select 1, o.project_id, p.order_id, p.mark_id, p.id, s.process_id, s.position, 1, 1, true, 'list', ${crew},
        timestamptz '2026-03-01', date '2026-03-01', 'x'
      from pieces p join orders o on o.id = p.order_id join marks m on m.id = p.mark_id
        join processes c on c.plant_id = 1 and c.code = ${process}
        join route_steps s on s.route_id = m.route_id and s.process_id = c.id
      where p.id = any(${[...pieceIds]}::bigint[])`.execute(write),
  )

test('yield by crew names who made the piece, not who looked at it; by hand another', async () => {
  const { pieceIds, processes } = await madePieces(testDb.db, { quantity: 2 })
  await newStandard(testDb.db)
  const [welders, inspectors] = await twoCrews(testDb.db)
  const processId = String(processes['DimInspected'])
  const made = async (piece: number | undefined) => {
    const input = { pieces: [String(piece)], processId }
    return String(
      (await testDb.db.tx((write) => createInspections(actionOf(write), inspector, input))).ids[0],
    )
  }
  const id = await made(pieceIds[0])
  expect((await formOf(testDb.db, id)).crews).toEqual([])
  // Reported after the inspection was made, and looked at by the inspectors' crew at a later step.
  await reportedBy(pieceIds, 'WeldComp', welders)
  await reportedBy(pieceIds, 'WeldNDTComp', inspectors)
  const other = await made(pieceIds[1])
  expect((await formOf(testDb.db, other)).crews).toEqual([{ id: String(welders), name: '甲班' }])
  await change(other, { crewId: String(inspectors) })
  await expect(change(other, { crewId: '999' })).rejects.toMatchObject({ code: 'not_found' })
  for (const one of [id, other]) {
    await readAll(testDb.db, one)
    const version = async () => (await formOf(testDb.db, one)).version
    const submitted = await version()
    await testDb.db.tx((write) => submitInspection(actionOf(write), inspector, one, { version: submitted }))
    const judged = { version: await version(), verdict: 'pass', note: '' } as const
    await testDb.db.tx((write) => judgeInspection(actionOf(write), chief, one, judged))
  }
  const { items } = await breakdownOf(testDb.db.reads, 1, ordersForQuality, { ...march, by: 'crew' })
  expect(items.map(({ names, inspected, readings }) => [names?.zh, inspected, readings])).toEqual([
    ['甲班', 1, 4],
    ['乙班', 1, 4],
  ])
})

test('yield, misses, charts and non-conformances by machine add up to the whole', async () => {
  const [one = 0, other = 0] = await madeMachines(testDb.db, 2)
  const lots: string[] = []
  await newStandard(testDb.db)
  const { pieceIds, processes } = await madePieces(testDb.db, { quantity: 2 })
  const processId = String(processes['DimInspected'])
  for (const [index, machine] of [one, other].entries()) {
    const piece = String(pieceIds[index])
    const { ids } = await testDb.db.tx((write) =>
      createInspections(actionOf(write), inspector, { pieces: [piece], processId }),
    )
    const id = String(ids[0])
    await change(id, { machineId: String(machine) })
    await readAll(testDb.db, id)
    if (machine === other) {
      const [item] = (await formOf(testDb.db, id)).items
      const cell = { itemId: item?.id ?? '', pieceId: piece, point: 1 }
      const value = String(Number(item?.nominal) + 9)
      await testDb.db.tx((write) =>
        saveReadings(actionOf(write), inspector, id, [{ ...cell, was: item?.nominal ?? null, value }]),
      )
    }
    const version = async () => (await formOf(testDb.db, id)).version
    const [submitted, verdict] = [await version(), (await formOf(testDb.db, id)).byRule.verdict]
    await testDb.db.tx((write) => submitInspection(actionOf(write), inspector, id, { version: submitted }))
    const judged = { version: await version(), verdict, note: '' }
    await testDb.db.tx((write) => judgeInspection(actionOf(write), chief, id, judged))
    lots.push(id)
  }
  const { items } = await breakdownOf(testDb.db.reads, 1, ordersForQuality, { ...march, by: 'machine' })
  expect(items).toMatchObject([
    { key: String(one), names: { zh: 'real-01 焊机1' }, inspected: 1, passed: 1, readings: 4, outside: 0 },
    { key: String(other), inspected: 1, passed: 0, readings: 4, outside: 1 },
  ])
  const only = { ...march, machineId: String(other) }
  expect((await yieldOf(testDb.db.reads, 1, only, now)).stages).toMatchObject([{ inspected: 1, passed: 0 }])
  expect(await missesOf(testDb.db.reads, 1, only)).toMatchObject({ readings: 4, outside: 1 })
  expect((await chartOf(testDb.db.reads, 1, { ...only, kind: 'u' })).points).toMatchObject([
    { value: 1, size: 1 },
  ])

  const person = ncrPerson(testDb.db, ordersForQuality, chief)
  const failed = await formOf(testDb.db, lots[1] ?? '')
  const source = { source: 'reading', inspectionId: failed.id } as const
  const input = raiseInput(await defectId(testDb.db), [failed.lot[0]?.id ?? ''], source)
  const ncr = await person.detail(await person.raise(input))
  expect(ncr.machine).toEqual({ id: String(other), name: 'real-02 焊机2' })
  const { bars, total } = await ncrStatistics(
    testDb.db.reads,
    1,
    ordersForQuality,
    { ...march, by: 'machine', measure: 'reports' },
    now,
  )
  expect(bars).toMatchObject([
    { key: String(other), names: { en: 'real-02 焊机2' }, reports: 1, cumulative: 1 },
  ])
  expect(total.reports).toBe(1)
})
