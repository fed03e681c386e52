import type {
  ImportApplied,
  ImportPreview,
  ImportUndone,
  LatestImport,
} from '@cloud-factory/contract/record-import/import-endpoints'
import { importChunk, maxImportRows } from '@cloud-factory/domain/resource/resource'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { runs } from '../../../test/depth.ts'
import { sendList } from '../../../test/send-list.ts'
import { readWorkbook, type Cell } from '../../platform/table/read-table.ts'
import { workbookOf } from '../../platform/table/table.fixtures.ts'

let app: TestApp
const tokens: Record<string, string> = {}
beforeAll(async () => {
  app = await testApp({ demo: ['identity'] })
  for (const name of ['admin', 'equipment', 'viewer']) tokens[name] = (await app.signIn(name)).token
}, 180_000)
afterAll(() => app.close())

async function ask(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  who = 'admin',
) {
  const headers = { authorization: tokens[who] }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
}

const send = (path: string, bytes: Uint8Array, { name = 'list.xlsx', who = 'admin' } = {}) =>
  sendList(app, { token: tokens[who] ?? '', path, bytes, name })

const previewOf = async (path: string, rows: readonly (readonly Cell[])[]): Promise<ImportPreview> => {
  const { status, body } = await send(path, workbookOf({ List: rows }))
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const recordsOf = ({ rows }: ImportPreview) => rows.flatMap(({ record }) => record ?? [])
const partsUrl = '/api/record-imports/spare-parts'
const file = '备件.xlsx'
const undo = async (importId: string, after?: string): Promise<ImportUndone> =>
  (await ask('POST', `${partsUrl}/undo`, { importId, after })).body
const latest = async (): Promise<readonly LatestImport[]> => (await ask('GET', partsUrl)).body.items

test('spare parts are added from a file and deleted again', async () => {
  const preview = await previewOf('spare-parts', [
    ['备件清单'],
    ['编号', 'Name', 'minStock', 'Precio', 'Colour', 'In use', 'Reason'],
    [1001, 'Bearing', 2, '12,5', 'red', '否', null],
    [],
    ['B-2', 'Seal', null, null, null, null, null],
    ['B-3', 'Gold seal', 1, 900_000, null, 'yes', 'Quoted twice'],
  ])
  expect(preview.ignored).toContain('Colour')
  expect(preview.missing).toEqual([])
  expect(preview.rows.map(({ line, state }) => [line, state])).toEqual([
    [3, 'new'],
    [5, 'new'],
    [6, 'new'],
  ])
  expect(recordsOf(preview)[0]).toMatchObject({
    code: '1001',
    minStock: 2,
    price: 12.5,
    active: false,
    unit: '个',
  })
  const body = { records: recordsOf(preview), file }
  const key = { authorization: tokens['admin'], 'idempotency-key': 'import-1' }
  const replies = [1, 2].map(() => app.inject({ method: 'POST', url: partsUrl, headers: key, payload: body }))
  const [first, again] = (await Promise.all(replies)).map((reply) => reply.json() as ImportApplied)
  expect(again).toEqual(first)
  expect(first?.items.map(({ name }) => name)).toEqual(['1001', 'B-2', 'B-3'])
  const log = (await ask('GET', '/api/audit?action=spare_parts.create')).body
  expect(log.items).toHaveLength(3)
  const own = { id: first?.importId, file, added: 3, by: expect.any(String), at: expect.any(String) }
  expect(await latest()).toEqual([{ ...own, remaining: 3, undone: null }])
  expect(await undo(first?.importId ?? '')).toEqual({ undone: 3, remaining: [], next: null })
  const undone = { at: expect.any(String), by: expect.any(String) }
  expect(await latest()).toEqual([{ ...own, remaining: 0, undone }])
  expect((await ask('GET', '/api/spare-parts')).body.total).toBe(0)
})

test('faulty rows are named with column and reason, and write nothing', async () => {
  await ask('POST', partsUrl, { records: [await partOf('OLD-1')], file })
  const { rows } = await previewOf('spare-parts', [
    ['Code', 'Name', 'Price', 'In use'],
    ['A-1', 'First', 'cheap', null],
    ['A-2', null, null, null],
    ['A-3', 'Same', null, null],
    [' A-3', 'Same again', null, null],
    ['OLD-1', 'There already', null, null],
    ['A-4', 'Expensive', 5_000_000, null],
    ['?', 'Sign', null, 'perhaps'],
  ])
  const errors = rows.map(({ line, state, errors: all }) => [
    line,
    state,
    ...all.map(({ field, reason, words }) => [field, reason, words?.['lines']].filter(Boolean).join(' ')),
  ])
  expect(errors).toEqual([
    [2, 'faulty', 'price not_number'],
    [3, 'faulty', 'name missing'],
    [4, 'faulty', 'code import.repeated 5'],
    [5, 'faulty', 'code import.repeated 4'],
    [6, 'exists'],
    [7, 'faulty', 'unlikely.price'],
    [8, 'faulty', 'code format.regex', 'active not_boolean'],
  ])
  expect((await ask('GET', '/api/spare-parts')).body.total).toBe(1)
  // Somebody added one of them since the preview: nothing is added.
  const both = { records: [await partOf('NEW-1'), await partOf('OLD-1')], file }
  const late = await ask('POST', partsUrl, both)
  expect(late).toMatchObject({ status: 409, body: { code: 'duplicate', params: { value: 'OLD-1' } } })
  expect((await ask('GET', '/api/spare-parts')).body.total).toBe(1)
})

const partOf = async (code: string) => {
  const preview = await previewOf('spare-parts', [
    ['Code', 'Name'],
    [code, 'Part'],
  ])
  const [{ record } = { record: null }] = preview.rows
  return (
    record ?? { code, name: 'Part', unit: '个', minStock: 0, place: '', price: null, note: '', active: true }
  )
}

test('what somebody changed, used or deleted since is not undone', async () => {
  const records = await Promise.all(['U-1', 'U-2', 'U-3', 'U-4'].map(partOf))
  const { items, importId } = (await ask('POST', partsUrl, { records, file })).body as ImportApplied
  const [changed, used, gone] = items.map(({ id }) => id)
  await ask('PATCH', `/api/spare-parts/${changed}`, { ...records[0], place: 'B2', version: 1 })
  // Moves do not keep the version either, so what has been received stays.
  await ask('POST', `/api/spare-parts/${used}/moves`, { kind: 'in', quantity: 1, note: '' })
  await ask('DELETE', `/api/spare-parts/${gone}?version=1`)
  const staying = [
    { id: changed, name: 'U-1', reason: 'import.changed' },
    { id: used, name: 'U-2', reason: 'import.changed' },
  ]
  expect(await undo(importId)).toEqual({
    undone: 1,
    remaining: [...staying, { id: gone, name: 'U-3', reason: 'import.gone' }],
    next: null,
  })
  expect((await latest())[0]).toMatchObject({ id: importId, added: 4, remaining: 2 })
  // Later again: what is gone is named once.
  expect(await undo(importId)).toEqual({ undone: 0, remaining: staying, next: null })
})

test('an import is continued by who began it, until it is undone; others may undo it', async () => {
  const { importId } = (await ask('POST', partsUrl, { records: [await partOf('C-1')], file })).body
  const more = async (code: string, who = 'admin') =>
    ask('POST', partsUrl, { records: [await partOf(code)], file, importId }, who)
  expect((await more('C-2')).body.importId).toBe(importId)
  expect((await more('C-3', 'equipment')).status).toBe(404)
  const other = await ask('POST', '/api/record-imports/instruments/undo', { importId })
  expect(other).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const url = `${partsUrl}/undo`
  expect((await ask('POST', url, { importId }, 'equipment')).body).toMatchObject({ undone: 2, remaining: [] })
  expect((await more('C-4')).status).toBe(404)
  expect((await ask('GET', partsUrl, undefined, 'viewer')).status).toBe(403)
})

test('a file that is no such list is rejected', async () => {
  const unknown = await previewOf('spare-parts', [['Colour'], ['red']])
  expect(unknown).toMatchObject({ missing: ['code', 'name'], rows: [] })
  const text = (content: string | Uint8Array) => Buffer.from(content)
  const noZip = await send('spare-parts', text('PK\x03\x04 no zip'))
  expect(noZip).toMatchObject({ status: 400, body: { code: 'file.unknown_type' } })
  expect((await send('spare-parts', text(''))).body).toMatchObject({ code: 'file.empty' })
  const picture = await send('spare-parts', text(new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 1])))
  expect(picture.body).toMatchObject({ code: 'file.unknown_type' })
  const long = ['code,name', ...Array.from({ length: maxImportRows + 1 }, (_, at) => `L${at},Part`)].join(
    '\n',
  )
  expect(await send('spare-parts', text(long), { name: 'long.csv' })).toMatchObject({
    status: 409,
    body: { params: { reason: 'import.too_many', most: maxImportRows } },
  })
  expect((await send('spare-parts', text('code,name'), { who: 'viewer' })).status).toBe(403)
})

test('of ten thousand parts many are added in several requests, and undone in several', async () => {
  const rows = Array.from({ length: maxImportRows }, (_, at) => `L${at};Part ${at}`)
  const { body } = await send('spare-parts', Buffer.from(['编号;名称', ...rows].join('\r\n')), {
    name: 'a.csv',
  })
  expect(recordsOf(body)).toHaveLength(maxImportRows)
  const added = runs(2 * importChunk + 1, maxImportRows)
  const records = recordsOf(body).slice(0, added)
  const tooMany = await ask('POST', partsUrl, { records: records.slice(0, importChunk + 1), file })
  expect(tooMany.status).toBe(400)
  let importId: string | undefined
  for (let at = 0; at < records.length; at += importChunk) {
    const part = { records: records.slice(at, at + importChunk), file, importId }
    const made = await ask('POST', partsUrl, part)
    expect(made.status).toBe(201)
    importId = (made.body as ImportApplied).importId
  }
  expect((await latest())[0]).toMatchObject({ id: importId, added, remaining: added })
  let undone = 0
  let next: string | null | undefined
  while (next !== null) {
    const part: ImportUndone = await undo(importId ?? '', next)
    expect(part.remaining).toEqual([])
    undone += part.undone
    next = part.next
  }
  expect(undone).toBe(added)
  expect((await ask('GET', '/api/spare-parts?q=Part%201')).body.total).toBe(0)
}, 300_000)

test('the latest twenty imports are remembered', async () => {
  const part = await partOf('K-1')
  for (let nth = 0; nth < 22; nth += 1)
    await ask('POST', partsUrl, { records: [{ ...part, code: `K-${nth}` }], file: `${nth}.csv` })
  const stored = await app.database.db.reads
    .selectFrom('record_imports')
    .select('file_name')
    .where('path', '=', 'spare-parts')
    .execute()
  expect(stored).toHaveLength(20)
  expect((await latest()).map((one) => one.file)).toEqual(
    Array.from({ length: 10 }, (_, nth) => `${21 - nth}.csv`),
  )
})

test('instruments are imported by the same rules as their form', async () => {
  const template = await app.inject({
    url: '/api/record-imports/instruments/template?language=es',
    headers: { authorization: tokens['admin'] },
  })
  const table = await readWorkbook(template.rawPayload)
  const [header = [], example = []] = table.rows
  expect(header).toContain('Código *')
  const at = header.findIndex((title) => title === 'Calibrado hasta')
  const filled = example.map((cell, place) => (place === at ? 46_112 : cell))
  const preview = await previewOf('instruments', [header, filled])
  expect(preview.rows).toMatchObject([
    { state: 'new', record: { calibratedUntil: '2026-03-31', unit: 'mm' } },
  ])
  const wrong = await previewOf('instruments', [
    ['code', 'name', 'rangeLow', 'rangeHigh', 'calibratedUntil'],
    ['I-1', 'Tape', 5, 2, '31/12/2026'],
    ['I-2', 'Tape', '5', '2', '2026/3/31'],
  ])
  expect(wrong.rows.map(({ errors }) => errors.map(({ field, reason }) => `${field} ${reason}`))).toEqual([
    ['calibratedUntil format.date'],
    ['rangeHigh instrument.range'],
  ])
})
