import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { type FileStore, openFileStore } from '../../platform/files/file-store.ts'
import { applyImport } from './apply-import.ts'
import { parseFiles } from './parsing/parse-files.ts'
import { ImportReader, readAgain } from './import-reader.ts'
import { listImportMarks, oneImport } from './imports.queries.ts'
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
import { startImport, importTemplate } from './imports.routes.ts'
import { importSample } from './changes.queries.ts'
import { importFile } from './import-files.ts'
import { claimReading, purgeImports, waitingReadings } from './store-reading.ts'

let testDb: TestDatabase
let order: string
let project: string
let folder: string
let files: FileStore
let reader: ImportReader
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  project = await newProject(testDb.db)
  order = await newOrder(testDb.db, project)
  folder = await mkdtemp(join(tmpdir(), 'cf-import-'))
  files = openFileStore(folder)
  reader = new ImportReader({
    db: testDb.db,
    files,
    log: { error: (details: object) => void failures.push(details), info: () => undefined },
    parse: (sent, { choice }) => parseFiles(sent, undefined, choice),
  })
})
afterEach(async () => {
  await reader.close()
  await rm(folder, { recursive: true })
  expect(failures.splice(0)).toEqual([])
})
afterAll(() => testDb.close())
const failures: unknown[] = []

async function upload(contents: Record<string, string | Uint8Array>, to = order): Promise<string> {
  const uploads = []
  for (const [name, content] of Object.entries(contents)) {
    const path = join(folder, name)
    await writeFile(path, content)
    uploads.push({ name, path, bytes: Buffer.from(content).length })
  }
  const id = await startImport({ db: testDb.db, files, reader }, planner, to, uploads, now)
  await reader.idle()
  return id
}

const again = async (id: string, input: Parameters<typeof readAgain>[3]) => {
  await readAgain({ db: testDb.db, reader }, planner, id, input)
  await reader.idle()
}
const view = (id: string) => oneImport(testDb.db.reads, planner, id, nothingRecorded)
const sample = (id: string) => importSample(testDb.db.reads, 1, id)

const strange = 'Kennung;Was;Wieviel;Kilos\nK-1;HEB200;2;61.3\n'
const explained = {
  headerRow: 1,
  columns: (['mark', 'profile', 'quantity', 'unitNet'] as const).map((meaning, index) => ({
    index,
    meaning,
  })),
}

describe('unknown headers', () => {
  test('are explained once; the customer’s next list is understood by itself', async () => {
    const id = await upload({ 'liste.csv': strange })
    expect(await view(id)).toMatchObject({ status: 'failed', mappedBy: 'header', can: { read: true } })
    expect(await sample(id)).toMatchObject({ headerRow: 1, columns: [{ header: 'Kennung' }, {}, {}, {}] })
    await again(id, { mapping: explained })
    expect(await view(id)).toMatchObject({
      status: 'ready',
      errors: 0,
      mappedBy: 'person',
      computed: { pieces: 2 },
    })
    // Not remembered before a list was written by it.
    expect(await view(await upload({ 'zweite.csv': strange }))).toMatchObject({ status: 'failed' })
    await testDb.db.tx((write) => applyImport(write, planner, id))
    const other = await newOrder(testDb.db, project, { no: 'O-2' })
    const next = await upload({ 'dritte.csv': strange.replace('K-1', 'K-9') }, other)
    expect(await view(next)).toMatchObject({ status: 'ready', mappedBy: 'memory', computed: { pieces: 2 } })
  })

  test('of another customer are not', async () => {
    const id = await upload({ 'liste.csv': strange })
    await again(id, { mapping: explained })
    await testDb.db.tx((write) => applyImport(write, planner, id))
    const foreign = await newProject(testDb.db, { code: 'P-2', customer: '别的客户' })
    const other = await newOrder(testDb.db, foreign, { no: 'O-3' })
    expect(await view(await upload({ 'a.csv': strange }, other))).toMatchObject({ status: 'failed' })
  })
})

test('another encoding is read and shown', async () => {
  const list = '构件编号,规格,数量,单重\nGKZ-1,HEB200,2,61.3\n'
  const id = await upload({ 'a.csv': iconv.encode(list, 'gb18030') })
  expect(await view(id)).toMatchObject({ status: 'ready', encoding: 'gb18030' })
  await again(id, { encoding: 'windows-1252' })
  expect(await view(id)).toMatchObject({ status: 'failed', encoding: 'windows-1252' })
  expect((await sample(id)).lines[0]).not.toContain('构件')
  await again(id, { encoding: null })
  expect(await view(id)).toMatchObject({ status: 'ready', encoding: 'gb18030' })
  expect(await sample(id)).toMatchObject({ chosenEncoding: null })
})

test('one bad file of several is left out without sending the others again', async () => {
  const good = '构件编号,规格,数量,单重\nA-1,HEB200,2,61.3\n'
  const id = await upload({ 'good.csv': good, 'bad.csv': good.replace('A-1', 'B-1').replace(',2,', ',x,') })
  expect(await view(id)).toMatchObject({ status: 'ready', errors: 1 })
  await again(id, { without: [1] })
  const after = await view(id)
  expect(after).toMatchObject({
    errors: 0,
    files: [
      { name: 'good.csv', dropped: false },
      { name: 'bad.csv', dropped: true },
    ],
  })
  expect((await listImportMarks(testDb.db.reads, 1, id, {})).items.map(({ mark }) => mark)).toEqual(['A-1'])
  await expect(again(id, { without: [0, 1] })).rejects.toMatchObject({
    facts: { params: { reason: 'import.no_file_left' } },
  })
})

test('is refused once the import is written', async () => {
  const id = await readImport(testDb.db, order, parsedList([parsedMark('A')]))
  await testDb.db.tx((write) => applyImport(write, planner, id))
  await expect(again(id, {})).rejects.toMatchObject({ code: 'import.not_ready' })
})

test('a file comes back as it was sent', async () => {
  const id = await upload({ '清单.csv': strange })
  const file = await importFile(testDb.db.reads, files, 1, { id, position: '0' })
  expect(file).toMatchObject({ name: '清单.csv', type: 'application/octet-stream', bytes: strange.length })
  expect(await text(file.body)).toBe(strange)
  await expect(importFile(testDb.db.reads, files, 2, { id, position: '0' })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(importFile(testDb.db.reads, files, 1, { id, position: '7' })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test.each(['xlsx', 'csv'] as const)('the %s template, filled in, is understood', async (format) => {
  const { body } = importTemplate(format, now)
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(Buffer.from(chunk as Uint8Array))
  const { findings, sample: read } = await parseFiles([{ name: `t.${format}`, bytes: Buffer.concat(chunks) }])
  expect(findings.map(({ code }) => code)).toEqual(['list.no_rows'])
  expect(read?.columns.map(({ meaning }) => meaning)).not.toContain(null)
})

describe('one instance reads an import', () => {
  const one = '00000000-0000-4000-8000-000000000001'
  const other = '00000000-0000-4000-8000-000000000002'
  const claim = (id: number, instance: string) =>
    testDb.db.tx((write) => claimReading(write, 1, id, instance))

  test('the one that claims it, until it gives no sign of life', async () => {
    const { id } = await testDb.db.tx((write) =>
      sql<{ id: number }>`insert into import_jobs (plant_id, order_id, created_by_name, updated_by_name)
        values (1, ${order}, 'x', 'x') returning id`
        .execute(write)
        .then(({ rows }) => rows[0] ?? { id: 0 }),
    )
    expect(await testDb.db.tx(waitingReadings)).toEqual([{ id, plantId: 1 }])
    expect(await claim(id, one)).toEqual({ choice: { memory: [] } })
    expect(await claim(id, other)).toBeNull()
    expect(await testDb.db.tx(waitingReadings)).toEqual([])
    await testDb.db.tx((write) =>
      sql`update import_jobs set claimed_until = now() - interval '1 second'`.execute(write),
    )
    expect(await claim(id, other)).not.toBeNull()
    expect(await claim(id, one)).toBeNull()
  })
})

test('rows of imports that nobody applied are deleted after a month; applied ones stay', async () => {
  const stored = await readImport(testDb.db, order, parsedList([parsedMark('A')]))
  await testDb.db.tx((write) => applyImport(write, planner, stored))
  const old = await readImport(testDb.db, order, parsedList([parsedMark('B')]))
  const young = await readImport(testDb.db, order, parsedList([parsedMark('C')]))
  await testDb.db.tx((write) =>
    sql`update import_jobs set updated_at = now() - interval '31 days' where id <> ${young}`.execute(write),
  )
  expect(await testDb.db.tx((write) => purgeImports(write, 30))).toBe(1)
  expect(await testDb.db.tx((write) => purgeImports(write, 30))).toBe(0)
  const marks = async (id: string) => (await listImportMarks(testDb.db.reads, 1, id, {})).total
  expect([await marks(stored), await marks(old), await marks(young)]).toEqual([1, 0, 1])
  expect((await view(old)).status).toBe('discarded')
})
