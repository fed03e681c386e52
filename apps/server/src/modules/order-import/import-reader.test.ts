import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { type FileStore, openFileStore } from '../../platform/files/file-store.ts'
import { applyImport } from './apply-import.ts'
import type { ParsedList } from './parsing/import.types.ts'
import { parseInWorker } from './parsing/run-import-worker.ts'
import { ImportReader, type ParseFiles } from './import-reader.ts'
import { listFindings, listImportMarks, oneImport } from './imports.queries.ts'
import { insertImport } from './imports.store.ts'
import { moveOrder } from '../orders/save-order.ts'
import {
  newOrder,
  newProject,
  now,
  parsedList,
  parsedMark,
  planner,
  viewer,
} from '../orders/orders.fixtures.ts'
import { nothingRecorded } from './records.fixtures.ts'
import { oneOrder } from '../orders/orders.queries.ts'
import { startImport } from './imports.routes.ts'

let testDb: TestDatabase
let order: string
let folder: string
let files: FileStore
let readers: ImportReader[]
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  order = await newOrder(testDb.db, await newProject(testDb.db))
  folder = await mkdtemp(join(tmpdir(), 'cf-import-'))
  files = openFileStore(folder)
  readers = []
})
afterEach(async () => {
  for (const reader of readers) await reader.close()
  await rm(folder, { recursive: true })
})
afterAll(() => testDb.close())

const errors: unknown[] = []
const log = { error: (details: object) => void errors.push(details), info: () => undefined }

function readerWith(parse: ParseFiles): ImportReader {
  const reader = new ImportReader({ db: testDb.db, files, log, parse })
  readers.push(reader)
  return reader
}

async function upload(reader: ImportReader, name: string, bytes: string | Uint8Array, actor = planner) {
  const path = join(folder, 'sent')
  await writeFile(path, bytes)
  const size = Buffer.from(bytes).length
  return startImport({ db: testDb.db, files, reader }, actor, order, [{ name, path, bytes: size }], now)
}

const view = (id: string) => oneImport(testDb.db.reads, planner, id, nothingRecorded)

const table = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row) => row.join('\t')).join('\r\n')
const header = ['构件编号', '零件号', '规格', '材质', '长度(mm)', '数量', '单重(kg)', '总重(kg)']

describe('from bytes to pieces', () => {
  test('a list is uploaded, read in the background and applied', async () => {
    const reader = readerWith(parseInWorker)
    const text = table([
      header,
      ['GKZ-1', '', 'H400*400*13*21', 'Q355B', 6000, 2, 200, 400],
      ['', '1001', 'PL20*400', 'Q355B', 1000, 2, 62.8, 125.6],
      ['', '1002', 'PL12*400', 'Q355B', 1972, 1, 74.4, 74.4],
      ['合计', '', '', '', '', 2, '', 400],
    ])
    const id = await upload(reader, '构件清单.xls', text)
    expect(await view(id)).toMatchObject({ status: 'reading', files: [{ name: '构件清单.xls' }] })
    await reader.idle()
    expect((await listFindings(testDb.db.reads, 1, id, { level: 'error' })).items).toEqual([])
    expect(await view(id)).toMatchObject({
      status: 'ready',
      format: 'tekla-text',
      computed: { marks: 1, pieces: 2, parts: 2, netKg: 400 },
      can: { apply: true },
    })
    await testDb.db.tx((write) => applyImport(write, planner, id))
    expect(await oneOrder(testDb.db.reads, planner, order, now)).toMatchObject({
      marks: 1,
      pieces: 2,
      weightKg: 400,
    })
  })

  test('a faulty row is named with its row and column, nothing can be applied', async () => {
    const reader = readerWith(parseInWorker)
    const id = await upload(
      reader,
      'bad.txt',
      table([header, ['GKZ-1', '', 'H400*400*13*21', 'Q355B', 6000, -2, 200, 400]]),
    )
    await reader.idle()
    expect((await view(id)).can.apply).toBe('import.has_errors')
    expect((await listFindings(testDb.db.reads, 1, id, { level: 'error' })).items[0]).toMatchObject({
      file: 'bad.txt',
      row: 2,
      column: '数量',
    })
  })

  test('a picture is no list', async () => {
    const reader = readerWith(parseInWorker)
    const id = await upload(reader, 'list.xlsx', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    await reader.idle()
    expect(await view(id)).toMatchObject({ status: 'failed', can: { apply: 'import.not_ready' } })
    expect((await listFindings(testDb.db.reads, 1, id, {})).items[0]).toMatchObject({
      code: 'file.unknown_type',
    })
  })
})

describe('what is refused before anything is kept', () => {
  const nothing: ParseFiles = () => Promise.reject(new Error('not asked'))

  test('an empty file', async () => {
    await expect(upload(readerWith(nothing), 'a.xls', '')).rejects.toMatchObject({
      code: 'file.empty',
      facts: { params: { file: 'a.xls' } },
    })
  })

  test('a person without the right, an order that takes none, an order that is not there', async () => {
    const reader = readerWith(nothing)
    await expect(upload(reader, 'a.xls', 'x', viewer)).rejects.toMatchObject({ code: 'state.refused' })
    await testDb.db.tx((write) => moveOrder(write, planner, order, { version: 1, to: 'cancelled' }, now))
    await expect(upload(reader, 'a.xls', 'x')).rejects.toMatchObject({
      facts: { params: { reason: 'order.not_importing', status: 'cancelled' } },
    })
    order = '999'
    await expect(upload(reader, 'a.xls', 'x')).rejects.toMatchObject({ code: 'not_found' })
  })
})

/** Parsing that ends when the test says so. */
function gate() {
  const waiting: PromiseWithResolvers<ParsedList>[] = []
  const parse: ParseFiles = (_files, { signal, onProgress }) => {
    const one = Promise.withResolvers<ParsedList>()
    waiting.push(one)
    onProgress(0.5, 'list.xls')
    signal.addEventListener('abort', () => one.reject(signal.reason as Error), { once: true })
    return one.promise
  }
  return { parse, waiting }
}

const eventually = async (holds: () => boolean | Promise<boolean>) => {
  for (let tries = 0; tries < 200 && !(await holds()); tries += 1)
    await new Promise((go) => setTimeout(go, 10))
  expect(await holds()).toBe(true)
}

describe('reading in the background', () => {
  test('two at once, the third waits; the bar moves', async () => {
    const { parse, waiting } = gate()
    const reader = readerWith(parse)
    const ids = [
      await upload(reader, 'a', 'x'),
      await upload(reader, 'b', 'y'),
      await upload(reader, 'c', 'z'),
    ]
    await eventually(() => waiting.length === 2)
    await eventually(async () => (await view(ids[0] ?? '')).progress === 35)
    waiting[0]?.resolve(parsedList([parsedMark('A')]))
    await eventually(() => waiting.length === 3)
    waiting[1]?.resolve(parsedList([parsedMark('B')]))
    waiting[2]?.resolve(parsedList([parsedMark('C')]))
    await reader.idle()
    const statuses = await Promise.all(ids.map(async (id) => (await view(id)).status))
    expect(statuses).toEqual(['ready', 'ready', 'ready'])
  })

  test('a stopped server leaves it; the next one reads it again and nothing is doubled', async () => {
    const first = gate()
    const stopped = readerWith(first.parse)
    const id = await upload(stopped, 'a', 'x')
    await eventually(() => first.waiting.length === 1)
    await stopped.close()
    expect((await view(id)).status).toBe('reading')
    const second = gate()
    const reader = readerWith(second.parse)
    const third = readerWith(second.parse)
    await reader.start()
    await eventually(() => second.waiting.length === 1)
    // Another instance leaves it to the one that has claimed it.
    third.enqueue({ id: Number(id), plantId: planner.plantId })
    await third.idle()
    expect(second.waiting).toHaveLength(1)
    const list = parsedList(
      [parsedMark('A'), parsedMark('B')],
      [{ level: 'warning', code: 'profile.unknown', file: 'a' }],
    )
    for (const { resolve } of second.waiting) resolve(list)
    await reader.idle()
    expect(await view(id)).toMatchObject({ status: 'ready', computed: { marks: 2 }, warnings: 1 })
    expect((await listImportMarks(testDb.db.reads, 1, id, {})).total).toBe(2)
    expect((await listFindings(testDb.db.reads, 1, id, {})).total).toBe(1)
  })

  test('a fault of ours ends in a failed import that says so, and the next is read', async () => {
    let calls = 0
    const reader = readerWith(() => {
      calls += 1
      return calls === 1
        ? Promise.reject(new Error('broken'))
        : Promise.resolve(parsedList([parsedMark('A')]))
    })
    const bad = await upload(reader, 'a', 'x')
    await reader.idle()
    const good = await upload(reader, 'b', 'y')
    await reader.idle()
    expect(await view(bad)).toMatchObject({ status: 'failed', errors: 1 })
    expect((await listFindings(testDb.db.reads, 1, bad, {})).items[0]).toMatchObject({
      code: 'import.failed',
      file: 'a',
    })
    expect((await view(good)).status).toBe('ready')
    expect(errors.length).toBeGreaterThan(0)
  })

  test('a file that is gone fails its import, not the server', async () => {
    const reader = readerWith(parseInWorker)
    const id = await testDb.db.tx((write) =>
      insertImport(write, planner, Number(order), [{ name: 'a', bytes: 1, sha256: 'f'.repeat(64) }]),
    )
    await reader.start()
    await reader.idle()
    expect((await view(String(id))).status).toBe('failed')
  })
})
