import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { applyImport } from './apply-import.ts'
import type { ParsedMark } from './parsing/import.types.ts'
import { oneImport } from './imports.queries.ts'
import {
  newOrder,
  newProject,
  parsedList,
  parsedMark,
  planner,
  readImport,
} from '../orders/orders.fixtures.ts'
import { nothingRecorded } from './records.fixtures.ts'
import { refreshOrderTotals } from '../orders/orders.store.ts'
import { compareAgain, decideChanges } from './changes.store.ts'
import { undoImport } from './undo-import.ts'

let testDb: TestDatabase
let order: string
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  order = await newOrder(testDb.db, await newProject(testDb.db))
})
afterAll(() => testDb.close())

const read = (marks: ParsedMark[]) => readImport(testDb.db, order, parsedList(marks))
const apply = (id: string) => testDb.db.tx((write) => applyImport(write, planner, id))
const undo = (id: string, records = nothingRecorded) =>
  testDb.db.tx((write) => undoImport(write, planner, id, records))
const compare = (id: string, whole: boolean) =>
  testDb.db.tx((write) => compareAgain(write, planner, id, { whole }))
const decide = (id: string, input: Parameters<typeof decideChanges>[3]) =>
  testDb.db.tx((write) => decideChanges(write, planner, id, input))
const view = (id: string) => oneImport(testDb.db.reads, planner, id, nothingRecorded)

/** First list of the order, applied. */
async function begin(...marks: ParsedMark[]): Promise<void> {
  await apply(await read(marks))
}

/** As if work on these pieces had been reported. */
const start = (...serials: string[]) =>
  testDb.db.tx(async (write) => {
    await sql`update pieces set status = 'in_process', steps_done = 1 where serial = any(${serials}::text[])`.execute(
      write,
    )
    await refreshOrderTotals(write, planner, Number(order))
  })

/** Everything that an undo has to bring back. */
const dump = async () =>
  (
    await testDb.db.tx((write) =>
      sql<{ all: unknown }>`
        select jsonb_build_object(
          'marks', (select jsonb_agg(to_jsonb(m) - array['version', 'updated_at', 'updated_by', 'updated_by_name']
            order by id) from marks m),
          'parts', (select jsonb_agg(to_jsonb(p) order by id) from parts p),
          'pieces', (select jsonb_agg(to_jsonb(p) - array['version', 'updated_at', 'updated_by'] order by id) from pieces p),
          'holds', (select jsonb_agg(to_jsonb(h) order by id) from holds h),
          'order', (select jsonb_agg(to_jsonb(o) - array['updated_at'] order by id) from orders o),
          'projects', (select jsonb_agg(to_jsonb(o) - array['updated_at'] order by id) from projects o)
        ) as all`.execute(write),
    )
  ).rows[0]?.all

describe('undone', () => {
  test('the first list of an order goes as it came', async () => {
    const before = await dump()
    const id = await read([parsedMark('A'), parsedMark('B')])
    await apply(id)
    expect((await view(id)).can.undo).toBe(true)
    await undo(id)
    expect(await dump()).toEqual(before)
    expect(await view(id)).toMatchObject({
      status: 'undone',
      undone: { by: '周计划' },
      can: { undo: 'import.not_applied', apply: 'import.not_ready' },
    })
  })

  const figure = fc.record({
    quantity: fc.integer({ min: 1, max: 4 }),
    netKg: fc.constantFrom(100.5, 120),
    revision: fc.constantFrom('', 'B'),
    parts: fc.boolean(),
  })
  const list = fc.dictionary(fc.constantFrom('A', 'B', 'C'), figure, { minKeys: 1 })

  test('whatever was changed, the order is exactly what it was; and applied counts always agree', async () => {
    await fc.assert(
      fc.asyncProperty(
        list,
        list,
        fc.subarray(['A-001', 'A-002', 'B-001', 'B-003', 'C-002']),
        fc.boolean(),
        async (first, second, started, whole) => {
          await testDb.wipe()
          order = await newOrder(testDb.db, await newProject(testDb.db))
          await begin(...marksOf(first))
          await start(...started)
          const id = await read(marksOf(second))
          await compare(id, whole)
          await decide(id, { decision: 'accept' })
          const before = await dump()
          await apply(id)
          await expectCountsAgree()
          await undo(id)
          expect(await dump()).toEqual(before)
        },
      ),
      { numRuns: 12 },
    )
  }, 60_000)

  test('not once work was reported on what it brought, nor before a later import', async () => {
    const first = await read([parsedMark('A')])
    await apply(first)
    const second = await read([parsedMark('A', { netKg: 130 })])
    await apply(second)
    await expect(undo(first)).rejects.toMatchObject({ facts: { params: { reason: 'import.later_one' } } })
    await testDb.db.tx((write) =>
      sql`
        with p as (insert into processes (plant_id, code, names, position, unit, kind, updated_by_name)
          values (1, 'CUT', '{}', 0, 'kg', 'work', 'x') returning id)
        insert into work_reports (plant_id, project_id, order_id, mark_id, piece_id, process_id, step, part, kg, finishes,
          source, done_at, day, created_by_name)
        select 1, o.project_id, o.id, p2.mark_id, p2.id, p.id, 0, 1, 1, true, 'list', now(), now()::date, 'x'
        from orders o, p, pieces p2 where p2.serial = 'A-001'`.execute(write),
    )
    await expect(undo(second)).rejects.toMatchObject({ facts: { params: { reason: 'import.reported' } } })
    expect((await view(second)).can.undo).toBe('import.reported')
    expect((await view(first)).can.undo).toBe('import.later_one')
  })

  test('not once quality has pieces on record that came with it; those that were there before do not matter', async () => {
    await begin(parsedMark('A', { quantity: 2 }))
    const id = await read([parsedMark('A', { quantity: 3, netKg: 130 }), parsedMark('B', { quantity: 1 })])
    await decide(id, { decision: 'accept' })
    await apply(id)
    const { rows } = await testDb.db.tx((write) =>
      sql<{ id: number; serial: string }>`select id, serial from pieces order by serial`.execute(write),
    )
    expect(rows.map(({ serial }) => serial)).toEqual(['A-001', 'A-002', 'A-003', 'B-001'])
    const before = await dump()
    for (const came of rows.slice(2)) {
      const records = async () => [came.id]
      await expect(undo(id, records)).rejects.toMatchObject({
        code: 'state.refused',
        facts: { params: { reason: 'import.recorded' } },
      })
      expect((await oneImport(testDb.db.reads, planner, id, records)).can.undo).toBe('import.recorded')
    }
    expect(await dump()).toEqual(before)
    const old = async () => rows.slice(0, 2).map((piece) => piece.id)
    expect((await oneImport(testDb.db.reads, planner, id, old)).can.undo).toBe(true)
    await undo(id, old)
    expect((await view(id)).status).toBe('undone')
  })
})

test('a revision takes the weight of sub-assemblies off again, the same list changes nothing, the undo restores all', async () => {
  const part = (partMark: string, quantityPerMark: number, netKg: number) => ({
    partMark,
    profile: 'PL20*300',
    lengthMm: 400,
    quantityPerMark,
    netKg,
    isMain: false,
    file: 'list.xls',
    row: 4,
  })
  const girder = (netKg: number) =>
    parsedMark('A', { netKg, parts: [part('a1', 1, 99), part('B', 2, 100.5)] })
  const weights = async () => {
    const { rows } = await testDb.db.tx((write) =>
      sql<{ own: number; sub: number; pieces: number }>`
        select net_kg as own, sub_kg as sub, (select sum(net_kg) from pieces where mark_id = marks.id) as pieces
        from marks where mark = 'A'`.execute(write),
    )
    return rows[0]
  }
  await begin(girder(300), parsedMark('B'))
  expect(await weights()).toEqual({ own: 99, sub: 201, pieces: 198 })
  const before = await dump()
  const same = await read([girder(300)])
  await compare(same, false)
  expect((await view(same)).differences).toMatchObject({ changed: 0, same: 1 })
  const heavier = await read([girder(320)])
  await compare(heavier, false)
  await apply(heavier)
  expect(await weights()).toEqual({ own: 119, sub: 201, pieces: 238 })
  await undo(heavier)
  expect(await dump()).toEqual(before)
})

const marksOf = (
  marks: Record<string, { quantity: number; netKg: number; revision: string; parts: boolean }>,
) =>
  Object.entries(marks).map(([mark, { parts, ...figures }]) =>
    parsedMark(mark, { ...figures, ...(parts ? {} : { parts: [] }) }),
  )

/** A mark counts the pieces that are to be made by it, and so does the order. */
async function expectCountsAgree(): Promise<void> {
  const { rows } = await testDb.db.tx((write) =>
    sql<{ wrong: number }>`
      select count(*)::int as wrong from marks m where m.quantity <> (select count(*) from pieces p
        where p.mark_id = m.id and p.status not in ('superseded', 'scrapped'))`.execute(write),
  )
  expect(rows[0]?.wrong).toBe(0)
}
