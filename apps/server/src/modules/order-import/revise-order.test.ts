import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { readRows } from '../../platform/db/handles.ts'
import { applyImport } from './apply-import.ts'
import type { ParsedMark } from './parsing/import.types.ts'
import { oneImport } from './imports.queries.ts'
import {
  newOrder,
  newProject,
  now,
  parsedList,
  parsedMark,
  planner,
  readImport,
} from '../orders/orders.fixtures.ts'
import { nothingRecorded } from './records.fixtures.ts'
import { listMarks, listParts, oneOrder, refreshOrderTotals } from '../orders/public.ts'
import { listChanges } from './changes.queries.ts'
import { compareAgain, decideChanges } from './changes.store.ts'

let testDb: TestDatabase
let order: string
beforeAll(async () => void (testDb = await testDatabase()))
beforeEach(async () => {
  await testDb.wipe()
  order = await newOrder(testDb.db, await newProject(testDb.db))
})
afterAll(() => testDb.close())

const read = (marks: ParsedMark[]) => readImport(testDb.db, order, parsedList(marks))
const apply = (id: string) => testDb.db.tx((write) => applyImport(write, planner, id))
const compare = (id: string, whole: boolean) =>
  testDb.db.tx((write) => compareAgain(write, planner, id, { whole }))
const decide = (id: string, input: Parameters<typeof decideChanges>[3]) =>
  testDb.db.tx((write) => decideChanges(write, planner, id, input))
const changes = async (id: string) => (await listChanges(testDb.db.reads, 1, id, {})).items
const view = (id: string) => oneImport(testDb.db.reads, planner, id, nothingRecorded)

/** First list of the order, applied. */
const begin = async (...marks: ParsedMark[]): Promise<void> => apply(await read(marks))

/** As if work on these pieces had been reported. */
const start = (...serials: string[]) =>
  testDb.db.tx(async (write) => {
    const begun = sql`status = 'in_process', steps_done = 1`
    await sql`update pieces set ${begun} where serial = any(${serials}::text[])`.execute(write)
    await refreshOrderTotals(write, planner, Number(order))
  })

interface PieceShown {
  readonly serial: string
  readonly revision: string
  readonly status: string
  readonly net_kg: number
  readonly holds: number
}
const pieces = (): Promise<PieceShown[]> =>
  readRows(
    testDb.db.reads,
    sql`select p.serial, m.revision, p.status, p.net_kg, p.holds from pieces p join marks m on m.id = p.mark_id
      order by p.serial`,
  )

const marks = async () =>
  (await listMarks(testDb.db.reads, planner, { id: order }, {})).items.map(({ mark, revision, quantity }) => [
    mark,
    revision,
    quantity,
  ])

describe('the difference', () => {
  test('an order without marks has none: everything is new', async () => {
    const id = await read([parsedMark('A')])
    expect(await view(id)).toMatchObject({ differences: null, whole: false })
    expect(await changes(id)).toEqual([])
  })

  test('names what is added, changed and the same; removed unless the file is an additional list', async () => {
    await begin(parsedMark('A'), parsedMark('B'), parsedMark('C', { quantity: 3 }))
    const id = await read([
      parsedMark('A'),
      parsedMark('B', {
        quantity: 4,
        netKg: 90,
        lengthMm: 5900,
        grade: 'Q460',
        profile: 'H1',
        revision: 'B',
      }),
      parsedMark('D'),
    ])
    expect((await view(id)).differences).toEqual({
      added: 1,
      changed: 1,
      removed: 1,
      same: 1,
      touched: 0,
      accepted: 3,
      held: 0,
    })
    await compare(id, false)
    expect(await view(id)).toMatchObject({ whole: false, differences: { removed: 0, accepted: 2 } })
    await compare(id, true)
    expect(await changes(id)).toMatchObject([
      { mark: 'A', kind: 'same', fields: [] },
      {
        mark: 'B',
        kind: 'changed',
        fields: ['quantity', 'length', 'weight', 'profile', 'grade', 'revision'],
        before: { quantity: 2, netKg: 100.5, profile: 'HW400*400*13*21', parts: 1 },
        after: { quantity: 4, netKg: 90, profile: 'H1', revision: 'B', parts: 1 },
        floor: { planned: 2 },
      },
      { mark: 'C', kind: 'removed', after: null, floor: { planned: 3 } },
      { mark: 'D', kind: 'added', before: null, floor: {} },
    ])
  })

  test('other parts are a change; figures that a list does not have are none', async () => {
    await begin(parsedMark('A'), parsedMark('B'))
    const [part] = parsedMark('A').parts
    if (part === undefined) throw new Error('the fixture has a part')
    const {
      grade: _grade,
      lengthMm: _length,
      netKg: _net,
      ...bare
    } = parsedMark('B', { profile: '', parts: [] })
    const id = await read([
      parsedMark('A', { parts: [{ ...part, quantityPerMark: 5 }] }),
      { ...bare, weightSource: 'none' },
    ])
    expect(await changes(id)).toMatchObject([
      { mark: 'A', kind: 'changed', fields: ['parts'] },
      { mark: 'B', kind: 'same', after: { netKg: 100.5, parts: 1 } },
    ])
  })

  test('a list of marks alone says nothing about the parts of an order that has them', async () => {
    await begin(parsedMark('A'))
    const [part] = parsedMark('A').parts
    if (part === undefined) throw new Error('the fixture has a part')
    const alone = { ...part, partMark: 'A', quantityPerMark: 1, isMain: true }
    expect(await changes(await read([parsedMark('A', { parts: [alone] })]))).toMatchObject([{ kind: 'same' }])
    const heavier = await read([parsedMark('A', { parts: [alone], netKg: 120 })])
    expect(await changes(heavier)).toMatchObject([{ fields: ['weight'], after: { parts: 1 } }])
    await apply(heavier)
    const [mark] = (await listMarks(testDb.db.reads, planner, { id: order }, {})).items
    const parts = await listParts(testDb.db.reads, 1, { id: mark?.id ?? '' }, {})
    expect(parts.items.map(({ partMark }) => partMark)).toEqual(['A-a'])
  })

  test('says where the pieces stand, and holds what was started until somebody accepts it', async () => {
    await begin(parsedMark('A', { quantity: 3 }), parsedMark('B'))
    await start('A-001', 'A-002')
    const id = await read([parsedMark('A', { quantity: 3, netKg: 120 }), parsedMark('B', { netKg: 120 })])
    expect(await changes(id)).toMatchObject([
      {
        mark: 'A',
        decision: 'hold',
        started: 2,
        floor: { in_process: 2, planned: 1 },
        can: { accept: true },
      },
      { mark: 'B', decision: 'accept', started: 0 },
    ])
    expect((await view(id)).differences).toMatchObject({ touched: 1, accepted: 1, held: 1 })
  })
})

describe('applied', () => {
  test('an untouched mark takes the new figures where it stands, under a new revision', async () => {
    await begin(parsedMark('A', { revision: 'A' }))
    const id = await read([parsedMark('A', { netKg: 120, quantity: 3, revision: 'B' })])
    await apply(id)
    expect(await marks()).toEqual([['A', 'B', 3]])
    expect(await pieces()).toMatchObject([
      { serial: 'A-001', revision: 'B', status: 'planned', net_kg: 120 },
      { serial: 'A-002', revision: 'B', net_kg: 120 },
      { serial: 'A-003', revision: 'B', net_kg: 120 },
    ])
    expect(await oneOrder(testDb.db.reads, planner, order, now)).toMatchObject({ pieces: 3, weightKg: 360 })
  })

  test('started pieces stay on the old revision and are held; the others take the new one', async () => {
    await begin(parsedMark('A', { quantity: 3, revision: 'A' }))
    await start('A-002')
    const id = await read([parsedMark('A', { quantity: 4, netKg: 120, revision: 'B' })])
    await decide(id, { decision: 'accept' })
    await apply(id)
    expect(await marks()).toEqual([
      ['A', 'A', 1],
      ['A', 'B', 3],
    ])
    expect(await pieces()).toMatchObject([
      { serial: 'A-001', revision: 'B', net_kg: 120, holds: 0 },
      { serial: 'A-002', revision: 'A', net_kg: 100.5, status: 'in_process', holds: 1 },
      { serial: 'A-003', revision: 'B' },
      { serial: 'A-004', revision: 'B', net_kg: 120 },
    ])
    const { rows } = await testDb.db.tx((write) =>
      sql<{ reason: string }>`select reason from holds where released_at is null`.execute(write),
    )
    expect(rows).toEqual([{ reason: 'A A → B · list.xls' }])
    expect(await oneOrder(testDb.db.reads, planner, order, now)).toMatchObject({ pieces: 4, weightKg: 460.5 })
    // The same list once more finds nothing to change.
    const again = await read([parsedMark('A', { quantity: 4, netKg: 120, revision: 'B' })])
    expect(await changes(again)).toMatchObject([{ kind: 'same' }])
  })

  test('fewer pieces: the last waiting ones are superseded, started ones never', async () => {
    await begin(parsedMark('A', { quantity: 4 }))
    await start('A-004')
    const id = await read([parsedMark('A', { quantity: 2 })])
    await decide(id, { decision: 'accept' })
    await apply(id)
    expect(await pieces()).toMatchObject([
      { serial: 'A-001', status: 'planned' },
      { serial: 'A-002', status: 'superseded' },
      { serial: 'A-003', status: 'superseded' },
      { serial: 'A-004', status: 'in_process', holds: 0 },
    ])
    expect(await marks()).toEqual([['A', '', 2]])
  })

  test('fewer than were started can only be held', async () => {
    await begin(parsedMark('A', { quantity: 3 }))
    await start('A-001', 'A-002')
    const id = await read([parsedMark('A', { quantity: 1 })])
    const [change] = await changes(id)
    expect(change).toMatchObject({ decision: 'hold', can: { accept: 'import.needs_started' } })
    await expect(decide(id, { decision: 'accept', changeIds: [change?.id ?? ''] })).rejects.toMatchObject({
      code: 'state.refused',
      facts: { params: { reason: 'import.needs_started', mark: 'A' } },
    })
    await decide(id, { decision: 'accept', kinds: ['changed'] })
    expect((await view(id)).differences).toMatchObject({ held: 1, accepted: 0 })
    await apply(id)
    expect(await marks()).toEqual([['A', '', 3]])
  })

  test('a removed mark: waiting pieces are superseded and stay traceable, started ones are held', async () => {
    await begin(parsedMark('A'), parsedMark('B', { quantity: 3 }))
    await start('B-001')
    const id = await read([parsedMark('A')])
    await compare(id, true)
    await decide(id, { decision: 'accept', kinds: ['removed'] })
    await apply(id)
    expect((await pieces()).slice(2)).toMatchObject([
      { serial: 'B-001', status: 'in_process', holds: 1 },
      { serial: 'B-002', status: 'superseded' },
      { serial: 'B-003', status: 'superseded' },
    ])
    expect((await marks()).at(-1)).toEqual(['B', '', 1])
  })

  test('held rows leave the order as it is', async () => {
    await begin(parsedMark('A'))
    const id = await read([parsedMark('A', { netKg: 120 }), parsedMark('B')])
    await decide(id, { decision: 'hold', kinds: ['added', 'changed'] })
    await apply(id)
    expect(await marks()).toEqual([['A', '', 2]])
    expect(await view(id)).toMatchObject({ status: 'applied', differences: { held: 2, accepted: 0 } })
  })

  test('parts of the new revision are those of the file', async () => {
    await begin(parsedMark('A'))
    const [part] = parsedMark('A').parts
    if (part === undefined) throw new Error('the fixture has a part')
    await apply(await read([parsedMark('A', { parts: [part, { ...part, partMark: 'x', isMain: false }] })]))
    const [mark] = (await listMarks(testDb.db.reads, planner, { id: order }, {})).items
    const parts = await listParts(testDb.db.reads, 1, { id: mark?.id ?? '' }, {})
    expect(parts.items.map(({ partMark }) => partMark)).toEqual(['A-a', 'x'])
    expect(mark?.parts).toBe(2)
  })

  test('is refused when work began after the comparison, and goes after looking again', async () => {
    await begin(parsedMark('A'))
    const id = await read([parsedMark('A', { netKg: 120 })])
    await start('A-001')
    await expect(apply(id)).rejects.toMatchObject({ code: 'import.stale', facts: { params: { marks: 'A' } } })
    await compare(id, false)
    expect(await changes(id)).toMatchObject([{ decision: 'hold', started: 1 }])
    await decide(id, { decision: 'accept' })
    await apply(id)
    expect((await pieces()).map(({ revision, holds }) => [revision, holds])).toEqual([
      ['', 1],
      ['R1', 0],
    ])
  })

  test('is refused when another import changed the mark first', async () => {
    await begin(parsedMark('A'))
    const one = await read([parsedMark('A', { netKg: 120 })])
    const other = await read([parsedMark('A', { netKg: 130 })])
    await apply(one)
    await expect(apply(other)).rejects.toMatchObject({ code: 'import.stale' })
  })
})
