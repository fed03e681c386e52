import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '../../apps/server/test/people.ts'
import type { Actor } from '../../apps/server/src/platform/auth/actor.ts'
import { writeChange } from '../../apps/server/src/modules/alarms/alarms.store.ts'
import { ackAlarms } from '../../apps/server/src/modules/alarms/answer-alarms.ts'
import { createMachine } from '../../apps/server/src/modules/machines/save-machine.ts'
import {
  acceptRepair,
  type RepairCommandContext,
  startRepair,
} from '../../apps/server/src/modules/maintenance/move-repair.ts'
import { moveStock, usePart, sparePartCrud } from '../../apps/server/src/modules/maintenance/spare-parts.ts'
import { oneRepair, repairsOfAlarms } from '../../apps/server/src/modules/maintenance/repairs.queries.ts'
import { reportRepair } from '../../apps/server/src/modules/maintenance/report-repair.ts'
import { donePlan } from '../../apps/server/src/modules/maintenance/done-plan.ts'
import { planCrud } from '../../apps/server/src/modules/maintenance/plans.queries.ts'
import { oneRow } from '../../apps/server/src/platform/crud/crud.ts'
import { createRow } from '../../apps/server/src/platform/crud/crud-commands.ts'
import { seedProfiles } from '../../apps/server/src/modules/machines/save-profile.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { bareMachine } from '../../apps/server/test/bare-machine.ts'
import { outcomes, raceDatabase, rounds } from './race-database.ts'

const found = await raceDatabase('maintenance')
const db = found as Database

const tags = ['equipment.view', 'equipment.edit', 'equipment.maintain', 'alarm.ack']
let keeper: Actor
let other: Actor
const now = new Date('2026-03-20T02:00:00Z')

let machineId: string
let number = 0
beforeAll(async () => {
  if (found === null) return
  keeper = { ...(await addPerson(db, { username: 'keeper', tags })), cnName: '设备员' }
  other = { ...(await addPerson(db, { username: 'other', tags })), cnName: '维修工' }
  machineId = await db.tx(async (write) => {
    await seedProfiles(write, 1)
    const { rows } = await sql<{
      id: number
    }>`select id from machine_profiles where code = 'band-saw'`.execute(write)
    return createMachine(write, keeper, {
      code: 'R-1',
      line: 'cut',
      name: '锯床',
      profileId: String(rows[0]?.id),
      ...bareMachine,
    })
  })
})

let ruleId = 0
/** Raises an unacknowledged alarm of the machine; returns its id. */
const raised = (): Promise<string> =>
  db.tx(async (write) => {
    const rule = await sql<{ id: number }>`
      insert into alarm_rules (plant_id, code, names, kind, severity, updated_by_name)
      values (1, ${`R-${(number += 1)}`}, '{}', 'machine', 'warning', 'x') returning id`.execute(write)
    ruleId = rule.rows[0]?.id ?? 0
    const { rows } = await sql<{ id: number }>`
      insert into alarms (plant_id, machine_id, source, rule_id, state, severity, raised_at, active_at)
      values (1, ${machineId}, 'real', ${ruleId}, 'unack', 'warning', ${now}, ${now}) returning id`.execute(
      write,
    )
    return String(rows[0]?.id)
  })

const as = (actor: Actor, action: (context: RepairCommandContext) => Promise<void>) =>
  db.tx((write) => action({ write, actor, now }))
const reported = () =>
  db.tx((write) =>
    reportRepair(
      write,
      keeper,
      { machineId, source: 'hand', alarmId: null, stopped: true, symptom: 'noise', description: '' },
      now,
    ),
  )
const partWith = async (stock: number): Promise<string> => {
  const input = { name: '轴承', unit: '个', minStock: 0, place: '', price: null, note: '', active: true }
  const id = await db.tx((write) =>
    createRow(sparePartCrud, { write, actor: keeper, now }, { ...input, code: `P-${(number += 1)}` }),
  )
  await as(keeper, (context) => moveStock(context, id, { kind: 'in', quantity: stock, note: '' }))
  return id
}

const partOf = (id: string) => oneRow(sparePartCrud, db.reads, { actor: keeper, now }, id)

describe.skipIf(found === null).each(rounds)('round %i', () => {
  test('two accept one repair order: one sees to it, the other is told', async () => {
    const id = await reported()
    const accept = (actor: Actor) => as(actor, (context) => acceptRepair(context, id, { version: 1 }))
    expect((await outcomes([accept(keeper), accept(other)])).toSorted()).toEqual(['done', 'version.conflict'])
    expect((await oneRepair(db.reads, keeper, id)).version).toBe(2)
  })

  test('two report the same alarm: one order, the other is refused', async () => {
    const alarmId = await raised()
    const report = (actor: Actor) =>
      db.tx((write) =>
        reportRepair(
          write,
          actor,
          { machineId, source: 'alarm', alarmId, stopped: true, symptom: 'stops', description: '' },
          now,
        ),
      )
    const ends = await outcomes([report(keeper), report(other), report(keeper)])
    expect(ends.toSorted()).toEqual(['alarm.has_repair', 'alarm.has_repair', 'done'])
    expect((await repairsOfAlarms(db.reads, 1, [Number(alarmId)])).size).toBe(1)
  })

  test('two say that a plan is done: it was done once', async () => {
    const plan = {
      title: '换油',
      instructions: '',
      trigger: 'hours' as const,
      every: 100,
      noticeDays: 3,
      active: true,
    }
    const id = await db.tx((write) =>
      createRow(
        planCrud(new Map()),
        { write, actor: keeper, now },
        { ...plan, machineId, lastDoneOn: '2026-03-01' },
      ),
    )
    const done = (actor: Actor) =>
      db.tx((write) => donePlan({ write, actor, now }, id, { version: 1, doneOn: '2026-03-20', note: '' }))
    expect((await outcomes([done(keeper), done(other)])).toSorted()).toEqual(['done', 'version.conflict'])
    const { rows } = await db.tx((write) =>
      sql<{
        count: number
      }>`select count(*)::int as count from maintenance_deeds where plan_id = ${id}`.execute(write),
    )
    expect(rows[0]?.count).toBe(1)
  })

  test('an alarm is acknowledged while it goes: it is over, and both are told once', async () => {
    const alarmId = await raised()
    const place = { plantId: 1, machineId: Number(machineId), machineCode: 'R-1', source: 'real', ruleId }
    const gone = db.tx((write) =>
      writeChange(write, place, { kind: 'return', at: now.getTime() + 1000, value: null }),
    )
    const acked = db.tx((write) => ackAlarms(write, keeper, { ids: [alarmId], note: '', now }))
    expect(await outcomes([gone, acked])).toEqual(['done', 'done'])
    const { rows } = await db.tx((write) =>
      sql<{ state: string; kinds: string[] }>`
        select a.state, array_agg(e.kind order by e.kind) as kinds from alarms a join alarm_events e on e.alarm_id = a.id
        where a.id = ${alarmId} group by 1`.execute(write),
    )
    expect(rows).toEqual([{ state: 'normal', kinds: ['acked', 'closed', 'returned'] }])
  })

  test('two take the last spare part: one has it, the stock is never below nothing', async () => {
    const ids = [await reported(), await reported()]
    for (const id of ids) {
      await as(keeper, (context) => acceptRepair(context, id, { version: 1 }))
      await as(keeper, (context) => startRepair(context, id, { version: 2 }))
    }
    const partId = await partWith(1)
    const take = (id: string, actor: typeof keeper) =>
      as(actor, (context) => usePart(context, id, { partId, quantity: 1 }))
    const ends = await outcomes([take(ids[0] ?? '', keeper), take(ids[1] ?? '', other)])
    expect(ends.toSorted()).toEqual(['done', 'part.short'])
    expect((await partOf(partId)).stock).toBe(0)
  })

  test('parts go in and out at once: the stock is the sum of its moves', async () => {
    const partId = await partWith(5)
    const move = (kind: 'in' | 'use', quantity: number) =>
      as(keeper, (context) => moveStock(context, partId, { kind, quantity, note: '' }))
    const ends = await outcomes([move('in', 2), move('use', 3), move('use', 1), move('in', 0.5)])
    expect(ends).toEqual(['done', 'done', 'done', 'done'])
    const { stock } = await partOf(partId)
    const { rows } = await db.tx((write) =>
      sql<{ sum: number }>`select sum(change) as sum from spare_moves where part_id = ${partId}`.execute(
        write,
      ),
    )
    expect([stock, rows[0]?.sum]).toEqual([3.5, 3.5])
  })
})
