import type { PlanTrigger } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { createRow, updateRow } from '../../platform/crud/crud-commands.ts'
import { addCounts } from '../machine-states/counts.store.ts'
import { seedProfiles } from '../machines/save-profile.ts'
import { maintenanceSummary } from './calendar.queries.ts'
import { donePlan } from './done-plan.ts'
import { listPlans, onePlan, planCrud } from './plans.queries.ts'

// Friday noon in the factory.
const now = new Date('2026-03-20T04:00:00Z')
const keeper = testActor({ tags: ['equipment.view', 'equipment.edit', 'equipment.maintain'] })
let testDb: TestDatabase
let machineId: number
beforeAll(async () => {
  testDb = await testDatabase()
  machineId = await testDb.db.tx(async (write) => {
    await seedProfiles(write, 1)
    const { rows } = await sql<{ id: number }>`
      insert into machines (plant_id, code, line, name, profile_id, search, updated_by_name)
      select 1, 'DRL-9', 'a', '三维钻', (select id from machine_profiles order by id limit 1), '', 'x'
      returning id`.execute(write)
    return rows[0]?.id ?? 0
  })
})
afterAll(() => testDb.close())
beforeEach(() =>
  testDb.db.tx(async (write) => {
    for (const table of [
      'maintenance_deeds',
      'maintenance_plans',
      'machine_times',
      'machine_counts',
      'machine_tracks',
    ])
      await sql`delete from ${sql.table(table)}`.execute(write)
  }),
)

/** The machine ran for so many hours on each of these days; null: nothing was heard of it. */
const ran = (days: Readonly<Record<string, number | null>>) =>
  testDb.db.tx((write) =>
    sql`insert into machine_times (plant_id, machine_id, source, day, until, length_s, planned_s, running_s, setup_s, idle_s,
        fault_s, unknown_s, planned_stop_s, run_s, failures)
      select 1, ${machineId}, 'real', d.key::date, ${now}, 86400, 28800, 0, 0, 0, 0,
        case when d.value is null then 28800 else 0 end, 0, coalesce(d.value::float8, 0) * 3600, 0
      from jsonb_each_text(${JSON.stringify(days)}::jsonb) d
      on conflict on constraint machine_times_key do update set run_s = excluded.run_s`.execute(write),
  )

async function planned(trigger: PlanTrigger, change: object = {}) {
  const input = {
    machineId: String(machineId),
    title: '换油',
    instructions: '',
    trigger,
    every: 100,
    lastDoneOn: '2026-03-10',
    noticeDays: 3,
    active: true,
    ...change,
  }
  const id = await testDb.db.tx((write) =>
    createRow(planCrud(new Map()), { write, actor: keeper, now }, input),
  )
  return { id, input }
}
const stand = (id: string) => onePlan(testDb.db.reads, keeper, id, now)

test('hours of running are counted from the day after it was done, and foreseen by the pace', async () => {
  await ran({ '2026-03-08': 9, '2026-03-09': 8, '2026-03-10': 8 })
  const { id } = await planned('hours')
  await ran({ '2026-03-11': 10, '2026-03-16': 10, '2026-03-17': 10, '2026-03-18': 10, '2026-03-19': 10 })
  const plan = await stand(id)
  // 75 h in the 12 days since it was first heard of.
  expect(plan.progress).toEqual({ used: 50, unit: '', perDay: 6.3 })
  expect(plan).toMatchObject({ state: 'later', dueOn: '2026-03-28' })
  await ran({ '2026-03-20': 50 })
  expect(await stand(id)).toMatchObject({ state: 'overdue', dueOn: '2026-03-20', progress: { used: 100 } })
  const { items } = await listPlans(testDb.db.reads, keeper, { state: ['overdue'] }, now)
  expect(items.map((item) => item.id)).toEqual([id])
  expect(await maintenanceSummary(testDb.db.reads, keeper, now)).toMatchObject({
    plansOverdue: 1,
    plansDue: 0,
  })
})

test('done today it begins with what is still to come, done days ago with the day after', async () => {
  await ran({ '2026-03-16': 10, '2026-03-17': 10, '2026-03-18': 10, '2026-03-19': 10, '2026-03-20': 4 })
  const { id } = await planned('hours')
  expect((await stand(id)).progress?.used).toBe(44)
  const done = (doneOn: string, version: number) =>
    testDb.db.tx((write) => donePlan({ write, actor: keeper, now }, id, { version, doneOn, note: '' }))
  await done('2026-03-17', 1)
  expect((await stand(id)).progress?.used).toBe(24)
  await done('2026-03-20', 2)
  expect((await stand(id)).progress?.used).toBe(0)
  await ran({ '2026-03-20': 7 })
  expect((await stand(id)).progress?.used).toBe(3)
  const actions = await testDb.db.tx((write) =>
    sql<{ used: number }>`select used from maintenance_deeds order by id`.execute(write),
  )
  expect(actions.rows).toEqual([{ used: 44 }, { used: 24 }])
  // What is changed of it otherwise counts nothing anew.
  const { version, input } = { version: 3, input: (await planned('hours')).input }
  await testDb.db.tx((write) =>
    updateRow(planCrud(new Map()), { write, actor: keeper, now }, id, {
      ...input,
      version,
      lastDoneOn: '2026-03-20',
      title: '新',
    }),
  )
  expect((await stand(id)).progress?.used).toBe(3)
})

test('what a machine made in its shifts counts; a shift of which nothing is known is none', async () => {
  const { id } = await planned('output', { lastDoneOn: '2026-03-18' })
  expect((await stand(id)).state).toBe('untold')
  const made = (day: string, output: number | null) =>
    testDb.db.tx((write) =>
      addCounts(write, 1, [
        { machineId, source: 'real', day, shiftId: null, output, good: null, energy: 5, arc: null },
      ]),
    )
  await made('2026-03-18', null)
  expect((await stand(id)).state).toBe('untold')
  await made('2026-03-19', 60)
  await made('2026-03-19', 25)
  expect((await stand(id)).progress?.used).toBe(85)
})

test('a machine of which nothing is heard is not said to have rested', async () => {
  await ran({ '2026-03-16': null, '2026-03-17': null })
  const { id } = await planned('hours')
  expect(await stand(id)).toMatchObject({
    state: 'untold',
    dueOn: null,
    progress: { used: null, perDay: null },
  })
  const { items } = await listPlans(testDb.db.reads, keeper, { state: ['untold'] }, now)
  expect(items).toHaveLength(1)
  // Done in spite of it: what was used is not known.
  await testDb.db.tx((write) =>
    donePlan({ write, actor: keeper, now }, id, { version: 1, doneOn: '2026-03-20', note: '' }),
  )
  expect(await stand(id)).toMatchObject({ lastDoneOn: '2026-03-20', state: 'untold' })
})

test('days are at most ten years', async () => {
  await expect(planned('days', { every: 4000 })).rejects.toMatchObject({ code: 'request.invalid' })
  expect((await planned('hours', { every: 4000 })).id).not.toBe('')
})
