import { createHash } from 'node:crypto'
import type { DocumentRow } from '@cloud-factory/contract/order-documents/order-documents'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { multipart } from '../../../test/multipart.ts'

let app: TestApp
let orderId: string
const tokens = new Map<string, string>()
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  for (const name of ['planner', 'viewer', 'equipment', 'admin'])
    tokens.set(name, (await app.signIn(name)).token)
  const { body } = await call('GET', '/api/orders?status=in_production&pageSize=1')
  orderId = body.items[0].id
})
afterAll(() => app.close())
beforeEach(() => app.database.db.tx((write) => sql`delete from order_documents`.execute(write)))

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT'
async function call(method: Method, url: string, payload?: object, person = 'planner') {
  const headers = { authorization: tokens.get(person) ?? '' }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
}

type File = readonly [name: string, content: string]
async function send(url: string, files: readonly File[], kind?: string, person = 'planner') {
  const { payload, headers } = multipart('files', files, kind === undefined ? {} : { kind })
  const reply = await app.inject({
    method: 'POST',
    url,
    headers: { ...headers, authorization: tokens.get(person) ?? '' },
    payload,
  })
  return { status: reply.statusCode, body: reply.json() }
}
const add = (files: readonly File[], kind = 'drawing', person = 'planner') =>
  send(`/api/orders/${orderId}/documents`, files, kind, person)
const addOne = async (name: string, content: string): Promise<DocumentRow> =>
  (await add([[name, content]])).body.items[0].document
const list = async (query = '') => (await call('GET', `/api/orders/${orderId}/documents${query}`)).body
const fileOf = (id: string, person = 'viewer') =>
  app.inject({
    url: `/api/document-versions/${id}/file`,
    headers: { authorization: tokens.get(person) ?? '' },
  })

describe('adding', () => {
  test('files become documents whose bytes come back under their name and true type', async () => {
    const content = '%PDF-1.7 图'
    const { status, body } = await add([
      ['总图.pdf', content],
      ['notes.txt', 'hello'],
    ])
    expect(status).toBe(201)
    expect(body.items).toMatchObject([
      { outcome: 'added', document: { name: '总图.pdf', kind: 'drawing', version: 2, can: { edit: true } } },
      { outcome: 'added', document: { name: 'notes.txt' } },
    ])
    const { latest } = body.items[0].document as DocumentRow
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(latest).toMatchObject({ no: 1, type: 'application/pdf', sha256, createdBy: '李文静' })
    const file = await fileOf(latest.id)
    expect(file.body).toBe(content)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="__.pdf"; filename*=UTF-8''%E6%80%BB%E5%9B%BE.pdf`,
      'x-content-type-options': 'nosniff',
      'content-length': String(Buffer.byteLength(content)),
    })
  })

  test('a file of the same name is the next version; the same bytes again are nothing new', async () => {
    const first = await addOne('plan.pdf', '%PDF-1')
    expect((await add([['plan.pdf', '%PDF-2']], 'contract')).body.items[0]).toMatchObject({
      outcome: 'version',
      document: { id: first.id, kind: 'drawing', latest: { no: 2 } },
    })
    expect((await add([['plan.pdf', '%PDF-2']])).body.items[0]).toMatchObject({
      outcome: 'unchanged',
      document: { latest: { no: 2 } },
    })
    const { body } = await call('GET', `/api/documents/${first.id}/versions`)
    expect(body).toMatchObject({ total: 2, items: [{ no: 2 }, { no: 1, sha256: first.latest.sha256 }] })
    expect((await fileOf(first.latest.id)).body).toBe('%PDF-1')
  })

  test('a version may come under another name', async () => {
    const { id } = await addOne('plan.pdf', '%PDF-1')
    const { status, body } = await send(`/api/documents/${id}/versions`, [['plan-rev-b.pdf', '%PDF-2']])
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'plan.pdf', latest: { no: 2, fileName: 'plan-rev-b.pdf' } })
    expect((await list()).total).toBe(1)
  })

  test('what is not taken leaves nothing behind, not even the good file beside it', async () => {
    const bad: [File, string][] = [
      [['page.html', '<script>alert(1)</script>'], 'file.unknown_type'],
      [['tool.pdf', 'MZ\x90'], 'file.unknown_type'],
      [['empty.pdf', ''], 'file.empty'],
    ]
    for (const [file, code] of bad) {
      expect(await add([['good.txt', 'x'], file])).toMatchObject({
        status: 400,
        body: { code, params: { file: file[0] } },
      })
    }
    expect((await add([['a.txt', 'x']], 'poem')).status).toBe(400)
    expect((await list()).total).toBe(0)
  })

  test('needs the right, an order, and an order that is not in the archive', async () => {
    expect((await add([['a.txt', 'x']], 'other', 'viewer')).status).toBe(403)
    expect((await send('/api/orders/99999999/documents', [['a.txt', 'x']], 'other')).status).toBe(404)
    expect((await send('/api/documents/99999999/versions', [['a.txt', 'x']])).status).toBe(404)
    const { id } = await addOne('a.txt', 'x')
    const setStatus = (status: string) =>
      app.database.db.tx((write) =>
        write.updateTable('orders').set({ status }).where('id', '=', Number(orderId)).execute(),
      )
    await setStatus('closed')
    const refused = { status: 409, body: { code: 'state.refused', params: { reason: 'order.closed' } } }
    expect(await add([['b.txt', 'x']])).toMatchObject(refused)
    expect(await send(`/api/documents/${id}/versions`, [['a.txt', 'y']])).toMatchObject(refused)
    expect((await list()).can.add).toBe('order.closed')
    await setStatus('in_production')
  })
})

describe('new versions', () => {
  const people = ['planner', 'viewer', 'admin']
  const messages = async (person: string) =>
    (await call('GET', '/api/me/messages?unread=true', undefined, person)).body.items as unknown[]
  beforeEach(async () => {
    for (const person of people)
      await call('PUT', `/api/conversations/order/${orderId}/following`, { following: true }, person)
    await app.database.db.tx((write) => sql`delete from messages`.execute(write))
  })
  afterEach(async () => {
    for (const person of people)
      await call('PUT', `/api/conversations/order/${orderId}/following`, { following: false }, person)
  })

  test('reach the followers of the order as one message an upload, but not who uploaded them', async () => {
    await add([
      ['a.pdf', '%PDF-1'],
      ['b.pdf', '%PDF-1'],
      ['c.pdf', '%PDF-1'],
    ])
    expect(await messages('viewer')).toEqual([])
    await add([
      ['b.pdf', '%PDF-2'],
      ['a.pdf', '%PDF-2'],
      ['c.pdf', '%PDF-1'],
      ['d.pdf', '%PDF-1'],
    ])
    const revised = {
      reason: 'revised',
      record: { kind: 'order', id: orderId },
      by: '李文静',
      excerpt: 'a.pdf, b.pdf',
    }
    for (const person of ['viewer', 'admin']) expect(await messages(person)).toMatchObject([revised])
    expect([await messages('planner'), await messages('equipment')]).toEqual([[], []])
  })

  test('that one person uploads one after the other are one message with their number', async () => {
    const run = (statement: ReturnType<typeof sql>) => app.database.db.tx((write) => statement.execute(write))
    const items = await Promise.all(['a', 'b', 'c'].map((name) => addOne(`${name}.pdf`, '%PDF-1')))
    const revise = (at: number, content: string, person = 'planner') =>
      send(`/api/documents/${items[at]?.id}/versions`, [['x.pdf', `%PDF-${content}`]], undefined, person)
    const settings = { appOff: [], byEmail: ['followed'], byWecom: [], quiet: null, language: 'zh' }
    await call('PUT', '/api/me/messages/settings', settings, 'viewer')
    for (const at of [0, 1, 2, 0]) await revise(at, `rev ${Math.random()}`)
    const gathered = { by: '李文静', count: 3, excerpt: 'a.pdf, b.pdf, c.pdf' }
    for (const person of ['viewer', 'admin']) expect(await messages(person)).toMatchObject([gathered])
    const wait = sql`select extract(epoch from due_at - created_at)::int as seconds from message_deliveries`
    expect(await run(wait)).toMatchObject({ rows: [{ seconds: 300 }] })
    // The same bytes are no new version; what another person uploads is another message.
    for (const person of ['planner', 'planner', 'admin']) await revise(1, person, person)
    expect(await messages('viewer')).toMatchObject([{ by: '系统管理员', count: 1 }, gathered])
    await call('POST', '/api/me/messages/mark-all', { upTo: '999999' }, 'viewer')
    await revise(0, 'after it was read')
    await run(sql`update messages set created_at = created_at - interval '6 minutes'`)
    await revise(1, 'later')
    expect(await messages('viewer')).toMatchObject([{ excerpt: 'b.pdf' }, { excerpt: 'a.pdf' }])
  })

  test('do not reach a follower who wants no such messages', async () => {
    const { id } = await addOne('a.pdf', '%PDF-1')
    const settings = { appOff: ['followed'], byEmail: [], byWecom: [], quiet: null, language: 'zh' }
    expect((await call('PUT', '/api/me/messages/settings', settings, 'viewer')).status).toBeLessThan(300)
    await send(`/api/documents/${id}/versions`, [['a.pdf', '%PDF-2']])
    expect([await messages('viewer'), await messages('admin')]).toMatchObject([[], [{ excerpt: 'a.pdf' }]])
  })
})

describe('changing', () => {
  const change = { name: 'A.pdf', kind: 'contract', note: '签字版' }

  test('name, kind and note change on the version they were decided on', async () => {
    const { id, version } = await addOne('plan.pdf', '%PDF-1')
    const changed = await call('PATCH', `/api/documents/${id}`, { ...change, version })
    expect(changed).toMatchObject({ status: 200, body: { ...change, version: version + 1 } })
    expect(await call('PATCH', `/api/documents/${id}`, { ...change, version })).toMatchObject({
      status: 409,
      body: { code: 'version.conflict', current: { name: 'A.pdf' } },
    })
    // Found by its new words, in its new kind.
    expect((await list('?q=签字')).total).toBe(1)
    expect((await list('?kind=contract,photo')).total).toBe(1)
    expect((await list('?kind=photo')).total).toBe(0)
  })

  test('two documents in use never share a name; a retired one leaves it to others', async () => {
    const old = await addOne('plan.pdf', '%PDF-1')
    const other = await addOne('other.pdf', '%PDF-1')
    const input = { name: 'plan.pdf', kind: 'drawing', note: null, version: other.version }
    expect(await call('PATCH', `/api/documents/${other.id}`, input)).toMatchObject({
      status: 409,
      body: { code: 'duplicate', params: { field: 'name' } },
    })
    const retire = { version: old.version, reason: '作废' }
    expect((await call('POST', `/api/documents/${old.id}/retire`, retire)).body).toMatchObject({
      retired: { reason: '作废', by: '李文静' },
      can: { edit: 'document.retired', restore: true },
    })
    expect((await add([['plan.pdf', '%PDF-9']])).body.items[0]).toMatchObject({ outcome: 'added' })
    expect((await list()).total).toBe(2)
    expect((await list('?retired=true')).items).toMatchObject([{ id: old.id }])
    const restore = { version: old.version + 1 }
    expect((await call('POST', `/api/documents/${old.id}/restore`, restore)).body.code).toBe('duplicate')
  })

  test('a retired document keeps its bytes, takes no version, and comes back', async () => {
    const { id, version, latest } = await addOne('plan.pdf', '%PDF-1')
    expect((await call('POST', `/api/documents/${id}/retire`, { version, reason: ' ' })).status).toBe(400)
    await call('POST', `/api/documents/${id}/retire`, { version, reason: 'x' })
    expect((await fileOf(latest.id)).body).toBe('%PDF-1')
    const refused = { status: 409, body: { params: { reason: 'document.retired' } } }
    expect(await send(`/api/documents/${id}/versions`, [['plan.pdf', '%PDF-2']])).toMatchObject(refused)
    expect(
      await call('POST', `/api/documents/${id}/retire`, { version: version + 1, reason: 'x' }),
    ).toMatchObject(refused)
    expect(await call('POST', `/api/documents/${id}/restore`, { version: version + 1 })).toMatchObject({
      status: 200,
      body: { retired: null },
    })
    expect((await list()).items).toMatchObject([{ id }])
  })

  test('every step stands in the history of the order', async () => {
    const { id, version } = await addOne('plan.pdf', '%PDF-1')
    await add([['plan.pdf', '%PDF-2']])
    await call('POST', `/api/documents/${id}/retire`, { version: version + 1, reason: '作废' })
    const { body } = await call('GET', `/api/orders/${orderId}/history?pageSize=3`)
    expect(body.items).toMatchObject([
      { action: 'documents.retire', after: { reason: '作废' } },
      { action: 'documents.version', after: { document: 'plan.pdf', versionNo: 2 } },
      { action: 'documents.add', after: { document: 'plan.pdf', kind: 'drawing' } },
    ])
  })
})

test('who may not see orders sees no document of theirs', async () => {
  const { id, latest } = await addOne('plan.pdf', '%PDF-1')
  await app.database.db.tx((write) =>
    sql`update roles set tags = array_remove(tags, 'order.view') where code = 'equipment'`.execute(write),
  )
  const { token } = await app.signIn('equipment')
  for (const url of [
    `/api/orders/${orderId}/documents`,
    `/api/documents/${id}`,
    `/api/document-versions/${latest.id}/file`,
  ])
    expect((await app.inject({ url, headers: { authorization: token } })).statusCode).toBe(403)
})

test('ids of another plant are not there', async () => {
  const { id, latest } = await addOne('plan.pdf', '%PDF-1')
  await app.database.db.tx(async (write) => {
    await sql`insert into plants (code, name, time_zone) values ('P9', 'other', 'UTC') on conflict do nothing`.execute(
      write,
    )
    await sql`update order_documents set plant_id = (select max(id) from plants)`.execute(write)
    await sql`update order_document_versions set plant_id = (select max(id) from plants)`.execute(write)
  })
  expect((await call('GET', `/api/documents/${id}`)).status).toBe(404)
  expect((await fileOf(latest.id)).statusCode).toBe(404)
  expect((await list()).total).toBe(0)
})
