import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { applyImport } from './apply-import.ts'
import { bytesOf, nc1Of, tabText } from './parsing/import.fixtures.ts'
import { parseFiles } from './parsing/parse-files.ts'
import { listFindings, oneImport } from './imports.queries.ts'
import { newOrder, newProject, now, planner, readImport } from '../orders/orders.fixtures.ts'
import { oneOrder } from '../orders/orders.queries.ts'
import { compareAgain, decideParts } from './changes.store.ts'
import { listChanges, listImportParts } from './changes.queries.ts'
import { nothingRecorded } from './records.fixtures.ts'
import { undoImport } from './undo-import.ts'

let database: TestDatabase
let order: string
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await database.wipe()
  order = await newOrder(database.db, await newProject(database.db))
})
afterAll(() => database.close())

const header = ['构件编号', '零件号', '规格', '材质', '长度(mm)', '数量', '单重(kg)']
/** Two girders, each of two plates P-100 (400 × 10, 1000 long) and one P-200. */
const list = {
  name: 'list.txt',
  bytes: bytesOf(
    tabText([
      header,
      ['GL-1', '', '', '', 2000, 2, 125.6],
      ['', 'P-100', 'PL10*400', 'S355', 1000, 2, 31.4],
      ['', 'P-200', 'PL20*400', 'S355', 1000, 1, 62.8],
    ]),
  ),
}
const hole = ['BO', '  v  100.00o  100.00  22.00  0.00', '  v  900.00o  100.00  22.00  0.00', 'EN']
const nc1 = (name: string, changes: Parameters<typeof nc1Of>[0]) => ({
  name,
  bytes: bytesOf(nc1Of(changes, hole)),
})
const p100 = nc1('P-100.nc1', { mark: 'P-100', quantity: '4' })

const read = async (...files: { name: string; bytes: Uint8Array }[]) =>
  readImport(database.db, order, await parseFiles(files))
const apply = (id: string) => database.db.tx((write) => applyImport(write, planner, id))
const view = (id: string) => oneImport(database.db.reads, planner, id, nothingRecorded)
const rows = async (id: string) => (await listImportParts(database.db.reads, 1, id, {})).items
const inOrder = () => oneOrder(database.db.reads, planner, order, now)
const partsNow = async () => {
  const { rows: parts } = await database.db.tx((write) =>
    sql<{ mark: string; part_mark: string; holes: number | null; drawn: number | null }>`
      select m.mark, p.part_mark, p.holes, jsonb_array_length(p.geometry->'holes') as drawn
      from parts p join marks m on m.id = p.mark_id where m.order_id = ${order} and m.quantity > 0
      order by 1, 2`.execute(write),
  )
  return parts
}

describe('a list and part files dropped together', () => {
  test('the files complete the parts of the list and are no pieces of their own', async () => {
    const id = await read(list, p100)
    expect(await view(id)).toMatchObject({
      format: 'tekla-text',
      computed: { marks: 1, pieces: 2, parts: 2, netKg: 251.2 },
      partFiles: { matched: 1, differs: 0, no_file: 1, no_line: 0, completes: 1 },
      can: { apply: true },
    })
    expect(await rows(id)).toMatchObject([
      { partMark: 'P-100', state: 'matched', marks: ['GL-1'], file: 'P-100.nc1', completes: true },
      { partMark: 'P-200', state: 'no_file', listed: { quantity: 2 } },
    ])
    await apply(id)
    expect(await inOrder()).toMatchObject({ marks: 1, pieces: 2, weightKg: 251.2 })
    expect(await partsNow()).toEqual([
      { mark: 'GL-1', part_mark: 'P-100', holes: 2, drawn: 2 },
      { mark: 'GL-1', part_mark: 'P-200', holes: null, drawn: null },
    ])
  })

  test('the order of the files does not matter', async () => {
    const id = await read(p100, list)
    expect(await view(id)).toMatchObject({ format: 'tekla-text', computed: { marks: 1, pieces: 2 } })
  })

  test('what differs is said with both figures; holes of another length go to no part', async () => {
    const id = await read(
      list,
      nc1('P-100.nc1', { mark: 'p-100', quantity: '3', length: '900.00', grade: 'S235' }),
    )
    expect(await rows(id)).toMatchObject([
      {
        state: 'differs',
        fields: ['grade', 'length', 'weight', 'quantity'],
        listed: { lengthMm: 1000, grade: 'S355', quantity: 4 },
        inFile: { lengthMm: 900, grade: 'S235', quantity: 3 },
        completes: false,
      },
      { state: 'no_file' },
    ])
    await apply(id)
    expect((await partsNow())[0]).toMatchObject({ part_mark: 'P-100', holes: null, drawn: null })
  })

  test('a drawing that differs is accepted row by row, one that matches is left out; comparing again keeps it', async () => {
    const short = nc1('P-100.nc1', { mark: 'P-100', quantity: '4', length: '900.00' })
    const p200 = nc1('P-200.nc1', { mark: 'P-200', quantity: '2', profile: 'PL20*400' })
    const id = await read(list, short, p200)
    const [first, second] = await rows(id)
    expect([first?.completes, second?.completes]).toEqual([false, true])
    const decide = (partIds: string[], completes: boolean) =>
      database.db.tx((write) => decideParts(write, planner, id, { partIds, completes }))
    await decide([first?.id ?? ''], true)
    await decide([second?.id ?? ''], false)
    expect(await view(id)).toMatchObject({ partFiles: { completes: 1 } })
    await database.db.tx((write) => compareAgain(write, planner, id, { whole: true }))
    expect((await rows(id)).map(({ completes }) => completes)).toEqual([true, false])
    await apply(id)
    expect((await partsNow()).map(({ holes }) => holes)).toEqual([2, null])
    await expect(decide([first?.id ?? ''], false)).rejects.toMatchObject({ code: 'import.not_ready' })
  })

  test('a weight that does not fit is said, a weight less holes or cuts fits', async () => {
    const heavy = { ...list, bytes: bytesOf(new TextDecoder().decode(list.bytes).replace('31.4', '314')) }
    expect((await rows(await read(heavy, p100)))[0]).toMatchObject({
      state: 'differs',
      fields: ['weight'],
      listed: { netKg: 314 },
      completes: true,
    })
  })

  test('a file that no list holds is left out until a person wants it as steel of its own', async () => {
    const id = await read(list, p100, nc1('X-9.nc1', { mark: 'X-9', quantity: '1' }))
    expect(await view(id)).toMatchObject({
      computed: { marks: 1, pieces: 2 },
      partFiles: { no_line: 1, addsUnlisted: false },
    })
    await database.db.tx((write) => compareAgain(write, planner, id, { whole: false, addUnlisted: true }))
    expect(await view(id)).toMatchObject({
      computed: { marks: 2, pieces: 3 },
      partFiles: { no_line: 1, addsUnlisted: true },
      differences: null,
    })
    await apply(id)
    expect(await inOrder()).toMatchObject({ marks: 2, pieces: 3 })
  })
})

describe('part files of an order', () => {
  test('complete the parts that its list brought, and undoing takes the drawing away again', async () => {
    await apply(await read(list))
    const id = await read(p100)
    expect(await view(id)).toMatchObject({
      computed: { marks: 0, pieces: 0 },
      whole: false,
      differences: { added: 0, removed: 0 },
      partFiles: { matched: 1, no_file: 1 },
    })
    await apply(id)
    expect(await inOrder()).toMatchObject({ marks: 1, pieces: 2, weightKg: 251.2 })
    expect((await partsNow())[0]).toMatchObject({ part_mark: 'P-100', holes: 2, drawn: 2 })
    await database.db.tx((write) => undoImport(write, planner, id, nothingRecorded))
    expect((await partsNow())[0]).toMatchObject({ part_mark: 'P-100', holes: null, drawn: null })
  })

  test('are marks where no list says more', async () => {
    await apply(await read(p100))
    const id = await read(nc1('P-300.nc1', { mark: 'P-300' }))
    expect(await view(id)).toMatchObject({ partFiles: null, computed: { marks: 1, pieces: 3 } })
    await apply(id)
    expect(await inOrder()).toMatchObject({ marks: 2, pieces: 7 })
  })

  test('are steel of their own beside a list that names none of them', async () => {
    await apply(await read(list))
    const id = await read(nc1('P-300.nc1', { mark: 'P-300' }))
    expect(await view(id)).toMatchObject({ partFiles: null, differences: { added: 1, removed: 0 } })
  })

  test('stay when the list they stand beside comes again: it never held them', async () => {
    await apply(await read(list))
    await apply(await read(nc1('P-300.nc1', { mark: 'P-300' })))
    expect(await view(await read(list))).toMatchObject({
      whole: true,
      differences: { added: 0, changed: 0, removed: 0, same: 1 },
    })
  })

  test('a list that comes later takes them in: the steel counts once and keeps its drawing', async () => {
    await apply(await read(p100))
    const id = await read(list)
    const changes = (await listChanges(database.db.reads, 1, id, {})).items
    expect(changes).toMatchObject([
      { mark: 'GL-1', kind: 'added' },
      { mark: 'P-100', kind: 'removed', decision: 'accept' },
    ])
    await apply(id)
    expect(await inOrder()).toMatchObject({ pieces: 2, weightKg: 251.2 })
    expect((await partsNow())[0]).toMatchObject({ mark: 'GL-1', part_mark: 'P-100', holes: 2, drawn: 2 })
  })

  test('a list that names nothing of the order is a further lot and removes nothing', async () => {
    await apply(await read(list))
    const other = bytesOf(new TextDecoder().decode(list.bytes).replaceAll('GL-1', 'GL-9'))
    expect(await view(await read({ name: 'more.txt', bytes: other }))).toMatchObject({
      whole: false,
      differences: { added: 1, removed: 0 },
    })
  })

  test('cannot be written as marks once a list with their parts was written meanwhile', async () => {
    const files = await read(p100)
    await apply(await read(list))
    await expect(apply(files)).rejects.toMatchObject({ code: 'import.stale' })
  })
})

test('an older revision than the one in the order is said and held', async () => {
  const revised = (revision: string) => ({
    name: 'list.txt',
    bytes: bytesOf(
      tabText([
        ['Mark', 'Profile', 'Length', 'Qty', 'Weight', 'Rev'],
        ['B1', 'HEB400', 2000, 1, 310, revision],
        ['B2', 'HEB400', 2000, 1, 310, 'A'],
      ]),
    ),
  })
  await apply(await read(revised('B')))
  const id = await read(revised('A'))
  expect((await listFindings(database.db.reads, 1, id, { level: 'warning' })).items).toMatchObject([
    { code: 'import.older_revision', value: 'B1', params: { marks: 1, older: 'A', current: 'B' } },
  ])
  expect(await view(id)).toMatchObject({ warnings: 1, differences: { changed: 1, held: 1, accepted: 0 } })
})
