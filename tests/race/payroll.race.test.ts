import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { closePayroll, payrollOf } from '../../apps/server/src/modules/labour/payroll.ts'
import { newProject, now } from '../../apps/server/src/modules/orders/orders.fixtures.ts'
import { reportWork, undoReport } from '../../apps/server/src/modules/production/report-work.ts'
import {
  chief,
  passing,
  pieceIds,
  processIds,
  releasedOrder,
  report,
  reportInput,
} from '../../apps/server/src/modules/production/work.fixtures.ts'
import { type Database, readRows, type Write } from '../../apps/server/src/platform/db/handles.ts'
import { testActor } from '../../apps/server/test/actor.ts'
import { raceDatabase, rounds } from './race-database.ts'

const found = await raceDatabase('payroll')
const db = found as Database

const manager = testActor({ tags: ['cost.view', 'cost.edit'] })
const worker = { ...chief, tags: [...chief.tags, 'order.report'] }

/** Months are closed one after the other, so each test takes the next one. */
let months = 0
/** The second day of the month after the next month to close, and the last day of that month. */
function nextMonth() {
  months += 1
  const at = new Date(Date.UTC(2026, 2 + months, 2, 2))
  const lastDay = new Date(Date.UTC(2026, 2 + months, 0, 2))
  return { at, lastDay, month: lastDay.toISOString().slice(0, 7) }
}

const close = (month: string, at: Date) => db.tx((write) => closePayroll(write, manager, month, at))

/** A transaction that has done its work, and ends with `commit`. */
async function opened(work: (write: Write) => Promise<unknown>) {
  const [done, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = db.tx(async (write) => {
    await work(write)
    done.resolve()
    await gate.promise
  })
  await Promise.race([done.promise, ended])
  return {
    commit: () => {
      gate.resolve()
      return ended
    },
  }
}

/** Resolves when another connection waits for a locked table. */
async function connectionWaits(): Promise<void> {
  for (;;) {
    const waiting = await readRows(
      db.reads,
      sql`select from pg_locks where not granted and locktype = 'relation' and database = (select oid from pg_database where datname = current_database())`,
    )
    if (waiting.length > 0) return
    await pause(5)
  }
}

/** Reports of closed months that are not paid exactly once, or still paid though they were undone. */
const wronglyPaid = () =>
  readRows(
    db.reads,
    sql<{ id: number }>`
      select w.id from work_reports w left join payroll_items i on i.report_id = w.id
      where w.day < (select max(month) + interval '1 month' from payroll_months)
      group by w.id, w.undone_at
      having coalesce(sum(case when i.taken_back then -1 when i.report_id is not null then 1 end), 0)
        <> case when w.undone_at is null then 1 else 0 end`,
  )

describe.skipIf(found === null).each(rounds)('round %i', (round) => {
  let pieces: string[] = []
  let cutting = ''
  beforeAll(async () => {
    const order = await releasedOrder(db, await newProject(db, { code: `PR-${round}` }), {
      no: `PR-${round}`,
      quantity: 30,
    })
    pieces = await pieceIds(db, order)
    cutting = (await processIds(db))['CutComp'] ?? ''
    await db.tx(async (write) => {
      await sql`update orders set released_at = ${now}`.execute(write)
      await sql`insert into labour_rates (plant_id, code, process_id, basis, price, from_kg, valid_from, updated_by_name)
        values (1, 'R', ${cutting}, 'tonne', 100, 0, '2026-01-01', '') on conflict do nothing`.execute(write)
    })
  })
  const input = (doneAt: Date) => reportInput(cutting, [pieces.pop() ?? ''], { doneAt: doneAt.toISOString() })
  const reportIn = (write: Write, { at, lastDay }: { at: Date; lastDay: Date }) =>
    reportWork(write, worker, input(lastDay), at, passing)
  const kinds = async ({ month, at }: { month: string; at: Date }) => {
    const { rows } = await payrollOf(db.reads, manager, month, at)
    return rows.map(({ kind, quantity }) => `${kind} ${quantity}`)
  }

  test('a report that commits after the closing of its month is a correction of the next one', async () => {
    const first = nextMonth()
    await report(db, worker, input(first.lastDay), first.at)
    const reporting = await opened((write) => reportIn(write, first))
    await close(first.month, first.at)
    await reporting.commit()
    const second = nextMonth()
    const closing = await opened((write) => closePayroll(write, manager, second.month, second.at))
    await report(db, worker, input(second.lastDay), second.at)
    await closing.commit()
    expect(await kinds(first)).toEqual(['work 1'])
    expect(await kinds(second)).toEqual(['late 1'])
    const third = nextMonth()
    expect(await kinds(third)).toEqual(['late 1'])
    await close(third.month, third.at)
    expect(await wronglyPaid()).toEqual([])
  })

  test('a report that is undone during the closing is taken back in the next month, or not paid', async () => {
    const first = nextMonth()
    await report(db, worker, input(first.lastDay), first.at)
    const [row] = await readRows(db.reads, sql<{ id: number }>`select max(id) as id from work_reports`)
    const undo = (write: Write) =>
      undoReport(write, worker, String(row?.id), '报错了', first.at, passing.outside)
    await Promise.all([close(first.month, first.at), db.tx(undo)])
    const second = nextMonth()
    const ends = [await kinds(first), await kinds(second)]
    expect([
      [['work 1'], ['taken_back -1']],
      [[], []],
    ]).toContainEqual(ends)
    await close(second.month, second.at)
    expect(await wronglyPaid()).toEqual([])
  })

  test('many reports at once with two closings: each is paid once, and the log says the amount of the month', async () => {
    const first = nextMonth()
    await report(db, worker, input(first.lastDay), first.at)
    // The closing is held in the middle, and goes on when a report has committed.
    const holding = await opened((write) => sql`lock table payroll_months in exclusive mode`.execute(write))
    const closings = Promise.allSettled([close(first.month, first.at), close(first.month, first.at)])
    await connectionWaits()
    await report(db, worker, input(first.lastDay), first.at)
    const held = holding.commit()
    const reports = Array.from({ length: 6 }, () => report(db, worker, input(first.lastDay), first.at))
    await Promise.all([held, ...reports])
    expect((await closings).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { amount } = await payrollOf(db.reads, manager, first.month, first.at)
    const [logged] = await readRows(
      db.reads,
      sql<{ amount: number }>`select (after->>'amount')::float8 as amount from audit_log
        where action = 'payroll.close' and subject_name = ${first.month}`,
    )
    expect(logged?.amount).toBe(amount)
    const second = nextMonth()
    await close(second.month, second.at)
    expect(await wronglyPaid()).toEqual([])
  })

  test('who reads a month while it is closed sees its work, open or closed', async () => {
    const first = nextMonth()
    await report(db, worker, input(first.lastDay), first.at)
    const closing = await opened(async (write) => {
      await closePayroll(write, manager, first.month, first.at)
      // A reader sees the open month, and waits for its work.
      await sql`lock table labour_rates in access exclusive mode`.execute(write)
    })
    const reading = payrollOf(db.reads, manager, first.month, first.at)
    await connectionWaits()
    await closing.commit()
    expect(await reading).toMatchObject({ closed: { by: manager.cnName }, rows: [{ kind: 'work' }] })
  })
})
