import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { createRow } from '../../platform/crud/crud-commands.ts'
import { readRows } from '../../platform/db/handles.ts'
import { newProject, now } from '../orders/orders.fixtures.ts'
import { undoReport } from '../production/report-work.ts'
import {
  chief,
  passing,
  pieceIds,
  processIds,
  releasedOrder,
  report,
  reportInput,
} from '../production/work.fixtures.ts'
import { labourRatesCrud, standardHoursCrud } from './labour-rates.ts'
import { labourReport } from './labour-report.queries.ts'

export const manager = testActor({ tags: ['labour.view', 'labour.edit', 'cost.view', 'cost.edit'] })
const worker = { ...chief, tags: [...chief.tags, 'order.report'] }

/** Two released orders with beams of two weight classes and two crews, new for each test of the file. */
export function workedFactory() {
  let testDb: TestDatabase
  let orders: string[]
  let processes: Readonly<Record<string, string>>
  let crews: string[]
  beforeAll(async () => {
    testDb = await testDatabase()
  })
  beforeEach(async () => {
    await testDb.wipe()
    const project = await newProject(testDb.db)
    orders = []
    for (const no of ['L-1', 'L-2'])
      orders.push(await releasedOrder(testDb.db, project, { no, quantity: 3, marks: ['GL-1', 'GL-2'] }))
    processes = await processIds(testDb.db)
    await testDb.db.tx(async (write) => {
      // Long enough ago for all work that is reported late; beams of two weight classes.
      await sql`update orders set released_at = released_at - interval '60 days'`.execute(write)
      await sql`update pieces set net_kg = 612.345 where serial like 'GL-2%'`.execute(write)
      await sql`insert into workshops (plant_id, code, name, updated_by_name) values (1, 'LW', 'LW', '')`.execute(
        write,
      )
      await sql`insert into crews (plant_id, workshop_id, code, name, updated_by_name)
        select 1, id, c, c, '' from workshops, unnest(array['LC-1', 'LC-2']) c where code = 'LW'`.execute(
        write,
      )
    })
    const rows = await readRows(testDb.db.reads, sql<{ id: number }>`select id from crews order by code`)
    crews = rows.map(({ id }) => String(id))
  })
  afterAll(() => testDb.close())

  const id = (code: string) => processes[code] ?? ''
  let number = 0
  const add = <T extends object>(work: (context: object, input: T) => Promise<unknown>, input: T) =>
    testDb.db.tx((write) => work({ write, actor: manager, now }, input))
  const standard = (process: string, values: object) =>
    add((context, input) => createRow(standardHoursCrud, context as never, input as never), {
      code: `S-${(number += 1)}`,
      processId: id(process),
      basis: 'tonne',
      hours: 10,
      fromKg: 0,
      toKg: null,
      active: true,
      ...values,
    })
  const rate = (process: string, values: object = {}) =>
    add((context, input) => createRow(labourRatesCrud, context as never, input as never), {
      code: `R-${(number += 1)}`,
      processId: id(process),
      crewId: null,
      basis: 'tonne',
      price: 100,
      fromKg: 0,
      toKg: null,
      validFrom: '2026-01-01',
      validUntil: null,
      active: true,
      ...values,
    })
  const pieces = async () => (await Promise.all(orders.map((order) => pieceIds(testDb.db, order)))).flat()
  const reported = (process: string, of: readonly string[], values: object = {}, at = now) =>
    report(testDb.db, worker, reportInput(id(process), [...of], { crewId: crews[0] ?? null, ...values }), at)
  /** Does nothing where no report counts. */
  const undoLast = async (at: Date) => {
    const [row] = await readRows(
      testDb.db.reads,
      sql<{ id: number }>`select id from work_reports where undone_at is null order by id desc limit 1`,
    )
    if (row !== undefined)
      await testDb.db.tx((write) => undoReport(write, worker, String(row.id), '报错了', at, passing.outside))
  }
  const labour = (group: 'none' | 'order' | 'crew' | 'month', more: object = {}) =>
    labourReport(testDb.db.reads, 1, { from: '2026-01-01', to: '2026-06-30', group, ...more })
  return {
    get db() {
      return testDb.db
    },
    get orders() {
      return orders
    },
    get crews() {
      return crews
    },
    id,
    standard,
    rate,
    pieces,
    reported,
    undoLast,
    labour,
  }
}
