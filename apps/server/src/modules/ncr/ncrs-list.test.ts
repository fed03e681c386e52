import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { readRows } from '../../platform/db/handles.ts'
import { editNcr } from './edit-ncr.ts'
import { openNcrs as openOf, listNcrs, ncrAgeing, ncrsOf, ncrsWhere, openNcrsWhere } from './ncrs.queries.ts'
import { defectId, ncrNow, ncrPerson, raiseInput } from './ncr.fixtures.ts'

const judge = testActor({
  userId: '21',
  cnName: '质检主任',
  tags: ['quality.view', 'quality.inspect', 'quality.judge'],
})
let testDb: TestDatabase
let made: Awaited<ReturnType<typeof madePieces>>
let defect: string
beforeAll(async () => {
  testDb = await databaseAtSize()
  made = await madePieces(testDb.db, { quantity: 3 })
  defect = await defectId(testDb.db)
})
afterAll(() => testDb.close())
const person = () => ncrPerson(testDb.db, ordersForQuality, judge)

test('lists, filters and ages agree', async () => {
  const one = await person().raise(
    raiseInput(defect, made.pieceIds.slice(0, 1), { dueOn: '2026-03-19', severity: 'critical' }),
  )
  await person().raise(raiseInput(await defectId(testDb.db, 'DIM-01'), made.pieceIds.slice(1)))
  const find = async (query: Parameters<typeof listNcrs>[2], days = 0) => {
    const { items, total } = await listNcrs(
      testDb.db.reads,
      judge,
      query,
      new Date(ncrNow.getTime() + days * 86_400_000),
    )
    expect(total).toBe(items.length)
    return items.map(({ no }) => no.slice(-1)).join('')
  }
  expect(await find({})).toBe('21')
  expect(await find({ overdue: 'true' })).toBe('1')
  expect(await find({ severity: ['critical'] })).toBe('1')
  expect(await find({ pieceId: String(made.pieceIds[2]) })).toBe('2')
  expect(await find({ orderId: String(made.orderId), sort: 'no' })).toBe('12')
  const order = await testDb.db.reads
    .selectFrom('orders')
    .select('project_id')
    .where('id', '=', made.orderId)
    .executeTakeFirst()
  const projectId = String(order?.project_id)
  expect(await find({ projectId })).toBe('21')
  expect(await find({ projectId: '999999' })).toBe('')
  expect(await openOf(testDb.db.reads, 1, [projectId], '2026-03-20')).toEqual({ ncrsOpen: 2, ncrsOverdue: 1 })
  expect(await openOf(testDb.db.reads, 1, ['999999'], '2026-03-20')).toEqual({ ncrsOpen: 0, ncrsOverdue: 0 })
  expect(await find({ q: '咬边' })).toBe('21')
  expect(await find({ q: 'DIM-01' })).toBe('2')
  expect(await find({ age: 'week' }, 7)).toBe('21')
  expect(await find({ age: 'month' }, 8)).toBe('21')
  expect(await find({ age: 'older' }, 91)).toBe('21')
  const ageing = await ncrAgeing(testDb.db.reads, 1, ncrNow)
  expect(ageing.items[0]).toEqual({ id: 'week', reports: 2, pieces: 3, kg: 301.5, critical: 1, overdue: 1 })
  await person().does(editNcr, one, {
    ...raiseFacts(defect),
    severity: 'minor' as const,
    cause: 'method' as const,
    causeNote: '',
    cost: 5,
  })
  expect(await find({ severity: ['minor'], cause: ['method'] })).toBe('1')
})

const raiseFacts = (id: string) => ({
  defectId: id,
  severity: 'major' as const,
  description: '腹板咬边 1.2 mm',
  crewId: null,
  dueOn: null,
})

/** Plans at size: 30 000 reports, one in fifty open. */
async function planOf(statement: RawBuilder<unknown>): Promise<string> {
  const lines = await readRows(testDb.db.reads, sql<Record<string, string>>`explain ${statement}`)
  return lines.map((line) => Object.values(line)[0]).join('\n')
}
const time = { now: ncrNow, today: '2026-03-20' }
const pagePlan = (query: Parameters<typeof ncrsWhere>[1]) => planOf(ncrsOf(ncrsWhere(1, query, time), query))

test('every list of reports reads an index', { timeout: 240_000 }, async () => {
  await bulkRows(testDb.db, async (write) => {
    await sql`
      insert into ncrs (plant_id, no, status, source, severity, defect_id, description, pieces, kg, raised_at, closed_at,
        cancel_reason, due_on, created_by_name, search, updated_by_name, updated_at)
      select 1, 'NC-2020-' || n, case when n % 50 = 0 then 'open' else 'cancelled' end, 'piece', 'minor', ${defect}, 'x', 1,
        n, ${ncrNow}::timestamptz - n * interval '1 hour',
        case when n % 50 = 0 then null else ${ncrNow}::timestamptz end, '', '2020-01-01'::date + n % 2000, 'x',
        'nc-2020-' || n || ' x', 'x', ${ncrNow}::timestamptz - n * interval '1 minute'
      from generate_series(1, 30000) n`.execute(write)
    await sql`insert into ncr_pieces (ncr_id, piece_id, plant_id, order_id, serial)
      select id, ${made.pieceIds[0]}, 1, ${made.orderId}, 'x' from ncrs where no like 'NC-2020-1%'
      on conflict do nothing`.execute(write)
  })
  await testDb.db.tx((write) => sql`analyze`.execute(write))
  for (const [query, index] of [
    [{ sort: '-raisedAt' }, 'ncrs_by_raising'],
    [{ sort: 'raisedAt' }, 'ncrs_by_raising'],
    [{ sort: 'no' }, 'ncrs_no_key'],
    [{ sort: 'dueOn' }, 'ncrs_by_due'],
    [{ sort: '-kg' }, 'ncrs_by_kg'],
    [{ sort: '-updatedAt' }, 'ncrs_by_update'],
    [{ overdue: 'true', sort: 'dueOn' }, 'ncrs_open_by_due'],
    [{ age: 'month' }, 'ncrs_open_by_raising'],
    [{ q: 'nc-2020-29999' }, 'ncrs_by_search'],
    [{ pieceId: String(made.pieceIds[1]) }, 'ncr_pieces_by_piece'],
  ] as const)
    expect(await pagePlan(query), JSON.stringify(query)).toContain(index)
  expect(await planOf(openNcrsWhere(1, '2026-03-20'))).toContain('ncrs_open_by')
})
