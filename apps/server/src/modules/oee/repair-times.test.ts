import type { FigureReport } from '@cloud-factory/contract/oee/machine-figures'
import type { FigureGroup } from '@cloud-factory/domain/machines/equipment-enums'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madeMachines } from '../../../test/made-machines.ts'
import { planForEquipment } from '../../app/ports.ts'
import { figureReport } from './figures.queries.ts'

let testDb: TestDatabase
let saw = 0
let other = 0
const hour = 3600
beforeAll(async () => {
  testDb = await testDatabase()
  ;[saw = 0, other = 0] = await madeMachines(testDb.db, 2)
  // Work of 2, 4 and 3 hours (scribd.com 403226083: three failures of a machine, MTTR 3 h); before it two hours, one and none, after it
  // half an hour each until somebody had verified it.
  await verified({ reported: '2026-03-16T00:00:00Z', started: 2, mended: 2, checked: 0.5 })
  await verified({ reported: '2026-03-17T00:00:00Z', started: 1, mended: 4, checked: 0.5 })
  await verified({ reported: '2026-03-18T00:00:00Z', started: 0, mended: 3, checked: 0.5 })
})
afterAll(() => testDb.close())

interface Order {
  readonly reported: string
  /** Hours from the report to the start of the work, from there to its end, and from there to the verification. */
  readonly started: number
  readonly mended: number
  readonly checked: number
  readonly stopped?: boolean
  readonly machine?: number
}

const verified = ({ reported, started, mended, checked, stopped = true, machine = saw }: Order) => {
  const after = (hours: number) => new Date(Date.parse(reported) + hours * 3_600_000)
  return testDb.db.tx((write) =>
    sql`insert into repairs (plant_id, machine_id, source, status, stopped, symptom, reported_at, created_by_name, accepted_at,
        started_at, finished_at, verified_at, cause, result, search, updated_by_name)
      values (1, ${machine}, 'hand', 'verified', ${stopped}, 'noise', ${after(0)}, 'x', ${after(0)}, ${after(started)},
        ${after(started + mended)}, ${after(started + mended + checked)}, 'wear', 'fixed', '', 'x')`.execute(
      write,
    ),
  )
}
const report = (by: FigureGroup, days: { from?: string; to?: string } = {}): Promise<FigureReport> =>
  figureReport(
    { reads: testDb.db.reads, plan: planForEquipment },
    1,
    { from: '2026-03-16', to: '2026-03-20', ...days, by },
    new Date('2026-03-21T00:00:00Z'),
  )

test('three orders with work of 2, 4 and 3 hours: mean repair time 3 h, from report to verification 4.5 h', async () => {
  const { total } = await report('machine')
  expect(total.inputs).toMatchObject({ repairs: 3, mendS: 9 * hour, restoreS: 13.5 * hour })
  expect(total.figures).toMatchObject({ mttrMendS: 3 * hour, mttrOrderS: 4.5 * hour, mttrS: null })
})

test('an order counts on the day of the factory on which it was verified, with its machine; in no shift', async () => {
  const byDay = await report('day')
  expect(byDay.rows.map(({ key, inputs }) => [key, inputs.repairs, inputs.mendS / hour])).toEqual([
    ['2026-03-16', 1, 2],
    ['2026-03-17', 1, 4],
    ['2026-03-18', 1, 3],
  ])
  expect((await report('machine')).rows.map(({ key }) => key)).toEqual([String(saw)])
  const byShift = await report('shift')
  expect(byShift.rows).toEqual([])
  expect(byShift.total.inputs.repairs).toBe(3)
  expect((await report('day', { from: '2026-03-17', to: '2026-03-17' })).total.inputs.repairs).toBe(1)
})

test('an order without a standstill is none, and neither is one that nobody has verified; midnight is the factory’s', async () => {
  const before = (await report('machine')).total.inputs
  await verified({ reported: '2026-03-18T00:00:00Z', started: 1, mended: 1, checked: 1, stopped: false })
  await testDb.db.tx((write) =>
    sql`insert into repairs (plant_id, machine_id, source, status, stopped, symptom, reported_at, created_by_name, accepted_at,
        started_at, finished_at, cause, result, search, updated_by_name)
      select 1, ${saw}, 'hand', 'done', true, 'noise', t, 'x', t, t, t, 'wear', 'fixed', '', 'x'
      from (select timestamptz '2026-03-18 00:00:00Z' as t) z`.execute(write),
  )
  expect((await report('machine')).total.inputs).toEqual(before)
  // 00:30 of the 21st in the factory.
  await verified({ reported: '2026-03-20T13:00:00Z', started: 1, mended: 2, checked: 0.5, machine: other })
  expect((await report('machine')).total.inputs.repairs).toBe(3)
  expect((await report('machine', { to: '2026-03-21' })).rows).toMatchObject([
    { key: String(saw), inputs: { repairs: 3 } },
    { key: String(other), inputs: { repairs: 1, restoreS: 3.5 * hour } },
  ])
})
