import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { readRows } from '../../platform/db/handles.ts'
import { eventsAfter } from '../../platform/outbox/read.ts'
import { applyImport, discardImport } from './apply-import.ts'
import { listFindings, listImportMarks, listImports, oneImport } from './imports.queries.ts'
import { moveOrder } from '../orders/save-order.ts'
import { orderHistory, listMarks, listParts, listPieces } from '../orders/pieces.queries.ts'
import {
  newOrder,
  newProject,
  now,
  parsedList,
  parsedMark,
  planner,
  readImport,
  viewer,
} from '../orders/orders.fixtures.ts'
import { nothingRecorded } from './records.fixtures.ts'
import { oneOrder } from '../orders/orders.queries.ts'
import { refreshOrderTotals } from '../orders/orders.store.ts'
import { oneProject } from '../projects/projects.queries.ts'

let testDb: TestDatabase
let project: string
let order: string
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  project = await newProject(testDb.db)
  order = await newOrder(testDb.db, project)
})
afterAll(() => testDb.close())

const apply = (id: string) => testDb.db.tx((write) => applyImport(write, planner, id))
const view = (id: string) => oneImport(testDb.db.reads, planner, id, nothingRecorded)

describe('what is read', () => {
  test('is shown with its totals and is not in the order yet', async () => {
    const id = await readImport(
      testDb.db,
      order,
      parsedList([parsedMark('GKZ-1'), parsedMark('GL-2', { quantity: 3 })]),
    )
    expect(await view(id)).toMatchObject({
      orderId: order,
      orderNo: 'O-1',
      status: 'ready',
      progress: 100,
      files: [{ name: 'list.xls', bytes: 10, format: 'tekla-text' }],
      format: 'tekla-text',
      columns: [{ header: '构件编号', meaning: 'mark' }],
      computed: { marks: 2, pieces: 5, parts: 2, netKg: 502.5, grossKg: 520 },
      stated: null,
      errors: 0,
      createdBy: '周计划',
      appliedAt: null,
      can: { apply: true, discard: true },
    })
    const marks = await listImportMarks(testDb.db.reads, 1, id, {})
    expect(marks).toMatchObject({
      total: 2,
      items: [
        {
          mark: 'GKZ-1',
          row: 3,
          netKg: 100.5,
          totalKg: 201,
          difference: 'added',
          parts: [{ partMark: 'GKZ-1-a' }],
        },
        { mark: 'GL-2', quantity: 3, totalKg: 301.5 },
      ],
    })
    expect((await oneOrder(testDb.db.reads, planner, order, now)).marks).toBe(0)
    expect((await listImports(testDb.db.reads, viewer, order, {}, nothingRecorded)).items[0]?.can.apply).toBe(
      'permission.denied',
    )
  })

  test('keeps findings in the order of the file', async () => {
    const list = parsedList(
      [parsedMark('A')],
      [
        { level: 'warning', code: 'profile.unknown', file: 'list.xls', row: 3, column: '规格', value: 'X' },
        { level: 'error', code: 'number.bad', file: 'list.xls', row: 4, params: { limit: 3 } },
      ],
    )
    const id = await readImport(testDb.db, order, list)
    expect(await view(id)).toMatchObject({
      status: 'ready',
      errors: 1,
      warnings: 1,
      can: { apply: 'import.has_errors' },
    })
    expect(await listFindings(testDb.db.reads, 1, id, {})).toMatchObject({
      total: 2,
      items: [
        { code: 'profile.unknown', row: 3, column: '规格', value: 'X', params: {} },
        { code: 'number.bad', column: null, params: { limit: 3 } },
      ],
    })
    expect((await listFindings(testDb.db.reads, 1, id, { level: 'error' })).total).toBe(1)
    await expect(apply(id)).rejects.toMatchObject({
      code: 'import.has_errors',
      facts: { params: { errors: 1 } },
    })
  })

  test('without any mark and with errors has failed', async () => {
    const list = parsedList([], [{ level: 'error', code: 'file.unknown_type', file: 'a.pdf' }])
    const id = await readImport(testDb.db, order, list)
    expect(await view(id)).toMatchObject({
      status: 'failed',
      can: { apply: 'import.not_ready', discard: true },
    })
  })

  test('letters the database cannot keep do not stop it', async () => {
    const id = await readImport(testDb.db, order, parsedList([parsedMark('A', { name: 'x\0\ud800y' })]))
    expect((await listImportMarks(testDb.db.reads, 1, id, {})).items[0]?.name).toBe('x\ufffdy')
  })

  test('more pieces than anybody builds are an error, not a full database', async () => {
    const id = await readImport(testDb.db, order, parsedList([parsedMark('A', { quantity: 300_000 })]))
    const { items } = await listFindings(testDb.db.reads, 1, id, {})
    expect(items).toMatchObject([
      { code: 'import.too_many_pieces', file: 'list.xls', params: { pieces: 300_000 } },
    ])
  })
})

describe('applying', () => {
  test('writes marks, parts and a piece for each of the quantity, and counts them', async () => {
    const id = await readImport(
      testDb.db,
      order,
      parsedList([parsedMark('GKZ-1'), parsedMark('GL-2', { quantity: 3 })]),
    )
    await apply(id)
    expect(await oneOrder(testDb.db.reads, planner, order, now)).toMatchObject({
      marks: 2,
      pieces: 5,
      weightKg: 502.5,
      piecesByStatus: { planned: 5 },
      version: 1,
      can: { delete: 'order.has_pieces' },
    })
    expect((await oneProject(testDb.db.reads, planner, project)).weightKg).toBe(502.5)
    const marks = await listMarks(testDb.db.reads, planner, { id: order }, { sort: '-totalKg' })
    expect(marks).toMatchObject({
      total: 2,
      sums: { pieces: 5, weightKg: 502.5 },
      items: [{ mark: 'GL-2', kind: 'column', totalKg: 301.5, parts: 1, areaM2: 8.25 }, { mark: 'GKZ-1' }],
    })
    const markId = marks.items[1]?.id ?? ''
    expect(await listParts(testDb.db.reads, 1, { id: markId }, {})).toMatchObject({
      total: 1,
      items: [{ partMark: 'GKZ-1-a', quantityPerMark: 4, netKg: 18.84, isMain: true, holes: null }],
    })
    const pieces = await listPieces(testDb.db.reads, 1, { id: order }, { markId })
    expect(pieces.items.map(({ serial, netKg }) => [serial, netKg])).toEqual([
      ['GKZ-1-001', 100.5],
      ['GKZ-1-002', 100.5],
    ])
    expect(pieces.items[0]?.qr).toMatch(/^CF1:1:[0-9a-f-]{36}$/)
    expect((await listPieces(testDb.db.reads, 1, { id: order }, { q: 'gl-2-00' })).total).toBe(3)
    const { items } = await orderHistory(testDb.db.reads, 1, order, {})
    expect(items[0]).toMatchObject({
      action: 'orders.import',
      after: { importId: id, marks: 2, pieces: 5, netKg: 502.5 },
    })
    expect((await eventsAfter(testDb.db.reads, 1, 0, 50)).at(-1)).toMatchObject({
      name: 'orders.imported',
      subjectId: order,
    })
    expect(await view(id)).toMatchObject({
      status: 'applied',
      can: { apply: 'import.not_ready', discard: 'import.not_ready' },
    })
    expect((await listImportMarks(testDb.db.reads, 1, id, {})).items[0]?.difference).toBe('added')
  })

  test('serials of a thousand and more keep all their digits', async () => {
    await apply(await readImport(testDb.db, order, parsedList([parsedMark('A', { quantity: 1001 })])))
    expect(
      (await listPieces(testDb.db.reads, 1, { id: order }, { q: 'A-100', sort: '-serial' })).items[0]?.serial,
    ).toBe('A-1001')
  })

  test('a second import adds to the first and compares what is there already', async () => {
    await apply(await readImport(testDb.db, order, parsedList([parsedMark('A')])))
    const second = await readImport(
      testDb.db,
      order,
      parsedList([parsedMark('B'), parsedMark('A', { row: 9 })]),
    )
    expect(await view(second)).toMatchObject({ errors: 0, differences: { added: 1, same: 1 } })
    const { items } = await listImportMarks(testDb.db.reads, 1, second, {})
    expect(items.map(({ mark, difference }) => [mark, difference])).toEqual([
      ['B', 'added'],
      ['A', 'same'],
    ])
    await apply(second)
    expect(await oneOrder(testDb.db.reads, planner, order, now)).toMatchObject({
      marks: 2,
      pieces: 4,
      weightKg: 402,
    })
  })

  test('refuses when the order got one of its marks meanwhile, and writes nothing', async () => {
    const first = await readImport(testDb.db, order, parsedList([parsedMark('A')]))
    const second = await readImport(testDb.db, order, parsedList([parsedMark('B'), parsedMark('A')]))
    await apply(first)
    await expect(apply(second)).rejects.toMatchObject({
      code: 'import.stale',
      facts: { params: { marks: 'A', order: 'O-1' } },
    })
    expect((await oneOrder(testDb.db.reads, planner, order, now)).marks).toBe(1)
    expect((await view(second)).status).toBe('ready')
  })

  test('refuses twice, discarded, or on an order that takes none', async () => {
    const id = await readImport(testDb.db, order, parsedList([parsedMark('A')]))
    await apply(id)
    await expect(apply(id)).rejects.toMatchObject({
      code: 'import.not_ready',
      facts: { params: { status: 'applied' } },
    })
    const dropped = await readImport(testDb.db, order, parsedList([parsedMark('B')]))
    await testDb.db.tx((write) => discardImport(write, planner, dropped))
    await expect(apply(dropped)).rejects.toMatchObject({ code: 'import.not_ready' })
    const late = await readImport(testDb.db, order, parsedList([parsedMark('C')]))
    await testDb.db.tx((write) => moveOrder(write, planner, order, { version: 1, to: 'cancelled' }, now))
    await expect(apply(late)).rejects.toMatchObject({
      code: 'state.refused',
      facts: { params: { reason: 'order.not_importing', status: 'cancelled' } },
    })
    await expect(apply('999')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('the same mark in two orders is two marks', async () => {
    const other = await newOrder(testDb.db, project, { no: 'O-2' })
    await apply(await readImport(testDb.db, order, parsedList([parsedMark('A')])))
    await apply(await readImport(testDb.db, other, parsedList([parsedMark('A')])))
    expect((await oneProject(testDb.db.reads, planner, project)).weightKg).toBe(402)
  })
})

test('counters leave out what is scrapped or superseded and equal a count by hand', async () => {
  await apply(await readImport(testDb.db, order, parsedList([parsedMark('A', { quantity: 10 })])))
  await testDb.db.tx(async (write) => {
    await sql`update pieces set status = case when serial < 'A-003' then 'scrapped' when serial < 'A-004'
      then 'superseded' when serial < 'A-006' then 'in_process' else status end`.execute(write)
    await refreshOrderTotals(write, planner, Number(order))
  })
  const counted = await readRows(
    testDb.db.reads,
    sql<{ status: string; pieces: number }>`select status, count(*) as pieces from pieces group by status`,
  )
  const now = new Date('2026-03-20T12:00:00Z')
  const after = await oneOrder(testDb.db.reads, planner, order, now)
  expect(after.piecesByStatus).toEqual(
    Object.fromEntries(counted.map(({ status, pieces }) => [status, pieces])),
  )
  expect(after).toMatchObject({ pieces: 7, weightKg: 703.5, can: { cancel: 'order.started' } })
})
