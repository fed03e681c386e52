import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { addPerson } from '../../../test/people.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { PlanPort } from '../work-calendar/calendar.queries.ts'
import { seedProfiles } from '../machines/save-profile.ts'
import {
  acceptRepair,
  finishRepair,
  rejectRepair,
  type RepairCommandContext,
  startRepair,
  verifyRepair,
} from './move-repair.ts'
import { repairDowntime, oneRepair } from './repairs.queries.ts'
import { reportRepair } from './report-repair.ts'

const names = { zh: '白班', en: 'Day', es: 'Día' }
/** Worked from 08:00 to 20:00 in the factory, midnight to noon UTC, with a break at 04:00 UTC. */
const plan: PlanPort = {
  shifts: async () => [{ id: shiftId, names, startsAt: '08:00', endsAt: '20:00' }],
  workshops: async () => [],
}
const downtime = repairDowntime(plan)
const tags = ['equipment.view', 'equipment.maintain']
const foreman = testActor({ userId: '32', tags })
const at = (time: string) => new Date(`2026-03-20T${time}:00Z`)

let testDb: TestDatabase
let mechanic: Actor
let machineId: number
let shiftId = 0
beforeAll(async () => {
  testDb = await testDatabase()
  mechanic = await addPerson(testDb.db, { username: 'mechanic', tags })
  await testDb.db.tx(async (write) => {
    await seedProfiles(write, 1)
    const machine = await sql<{ id: number }>`
      insert into machines (plant_id, code, line, name, profile_id, search, updated_by_name)
      select 1, 'SAW-9', 'a', '锯', (select id from machine_profiles order by id limit 1), '', 'x' returning id`.execute(
      write,
    )
    machineId = machine.rows[0]?.id ?? 0
    const shift = await sql<{ id: number }>`
      insert into shifts (plant_id, code, names, starts_at, ends_at, updated_by_name)
      values (1, 'D', ${JSON.stringify(names)}, '08:00', '20:00', 'x') returning id`.execute(write)
    shiftId = shift.rows[0]?.id ?? 0
    await sql`with p as (insert into work_patterns (plant_id, updated_by_name) values (1, 'x') returning id)
      insert into work_pattern_shifts (pattern_id, shift_id, weekdays)
      select id, ${shiftId}::bigint, '{1,2,3,4,5,6,7}' from p`.execute(write)
    await sql`insert into work_breaks (pattern_id, shift_id, starts_at, minutes)
      select id, ${shiftId}::bigint, '12:00', 60 from work_patterns`.execute(write)
  })
})
afterAll(() => testDb.close())
beforeEach(() =>
  testDb.db.tx(async (write) => {
    for (const table of ['repairs', 'machine_intervals'])
      await sql`delete from ${sql.table(table)}`.execute(write)
  }),
)

/** What the machine did: a state from each time on, the last until noon. */
async function did(...states: readonly (readonly [from: string, state: string])[]): Promise<void> {
  for (const [index, [from, state]] of states.entries())
    await testDb.db.tx((write) =>
      sql`insert into machine_intervals (plant_id, machine_id, source, state, t0, t1)
        values (1, ${machineId}, 'real', ${state}, ${at(from)}, ${at(states[index + 1]?.[0] ?? '12:00')})`.execute(
        write,
      ),
    )
}
const as = (actor: Actor, time: string, action: (context: RepairCommandContext) => Promise<void>) =>
  testDb.db.tx((write) => action({ write, actor, now: at(time) }))
const reported = (time: string, stopped = true) =>
  testDb.db.tx((write) =>
    reportRepair(
      write,
      foreman,
      {
        machineId: String(machineId),
        source: 'hand',
        alarmId: null,
        stopped,
        symptom: 'noise',
        description: '',
      },
      at(time),
    ),
  )
async function mended(id: string, time: string): Promise<void> {
  await as(mechanic, time, (context) => acceptRepair(context, id, { version: 1 }))
  await as(mechanic, time, (context) => startRepair(context, id, { version: 2 }))
  await finished(id, time, 3)
}
const finished = (id: string, time: string, version: number) =>
  as(mechanic, time, (context) =>
    finishRepair(context, id, { version, cause: 'wear', result: 'fixed', remedy: '' }, downtime),
  )
const verified = (id: string, time: string, version = 4) =>
  as(foreman, time, (context) => verifyRepair(context, id, { version }, downtime))
const stood = async (id: string) => {
  const { downtimeS, downtimeFrom } = await oneRepair(testDb.db.reads, mechanic, id)
  return [downtimeS === null ? null : downtimeS / 60, downtimeFrom]
}

test('a repair has the minutes of fault and maintenance from its report to its verification, without the break', async () => {
  await did(
    ['01:00', 'running'],
    ['02:00', 'fault'],
    ['03:30', 'maintenance'],
    ['05:30', 'running'],
    ['06:00', 'fault'],
  )
  const id = await reported('02:10')
  await mended(id, '05:30')
  // 80 minutes of fault; of the two hours of maintenance one is the break.
  expect(await stood(id)).toEqual([140, 'states'])
  await verified(id, '06:15')
  expect(await stood(id)).toEqual([155, 'states'])
})

test('sent back and done again, it is recomputed and not added', async () => {
  await did(['01:00', 'fault'], ['08:00', 'running'])
  const id = await reported('01:00')
  await mended(id, '02:00')
  await as(foreman, '02:30', (context) => rejectRepair(context, id, { version: 4, reason: '还响' }))
  expect(await stood(id)).toEqual([null, null])
  await finished(id, '03:00', 5)
  await verified(id, '03:00', 6)
  expect(await stood(id)).toEqual([120, 'states'])
})

test('two orders on one machine at the same time share its minutes', async () => {
  await did(['01:00', 'fault'], ['04:00', 'running'])
  const [first, second] = [await reported('01:00'), await reported('02:00')]
  await mended(second, '03:00')
  await verified(second, '03:30')
  // The first is still open, so that the whole time is its own.
  expect(await stood(second)).toEqual([0, 'states'])
  await mended(first, '03:30')
  await verified(first, '03:45')
  expect(await stood(first)).toEqual([165, 'states'])
})

test('an order after the first was verified has what is left', async () => {
  await did(['01:00', 'fault'], ['04:00', 'running'])
  const [first, second] = [await reported('01:00'), await reported('01:30')]
  await mended(first, '02:00')
  await verified(first, '02:00')
  await mended(second, '03:00')
  await verified(second, '03:00')
  expect([await stood(first), await stood(second)]).toEqual([
    [60, 'states'],
    [60, 'states'],
  ])
})

test('of a machine that tells nothing the order’s own times count, once as well', async () => {
  const [first, second] = [await reported('01:00'), await reported('01:30')]
  await mended(first, '02:00')
  await mended(second, '03:00')
  await verified(second, '09:00')
  expect([await stood(first), await stood(second)]).toEqual([
    [60, 'order'],
    [60, 'order'],
  ])
  const idle = await reported('04:00', false)
  await mended(idle, '05:00')
  expect(await stood(idle)).toEqual([null, null])
})
