import type { CommentView, ConversationView } from '@cloud-factory/contract/inbox/conversations'
import type { MessageView } from '@cloud-factory/contract/inbox/messages'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { recordKindNames } from '@cloud-factory/domain/inbox/record-kinds'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { denied, newOrder, type People, signInAll, unknown, withoutTag } from './inbox.fixtures.ts'

let app: TestApp
let people: People
let order = ''
let ncr = ''
let machine = ''
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  people = await signInAll(app)
  order = await firstOf('/api/orders')
  ncr = await firstOf('/api/ncrs')
  machine = await firstOf('/api/machines')
})
afterAll(() => app.close())
beforeEach(() => app.database.db.tx((write) => sql`delete from conversations`.execute(write)))

const call: People['call'] = (...request) => people.call(...request)
const firstOf = (list: string): Promise<string> => people.firstOf(list)
const idOf = (person: string): string => people.idOf(person)
const post = (person: string, text: string, to: readonly string[] = [], record = `order/${order}`) =>
  call<CommentView>(person, 'POST', `/api/conversations/${record}/comments`, {
    text,
    mentions: to.map(idOf),
  })
const conversation = async (person = 'planner', record = `order/${order}`, query = '') =>
  (await call<ConversationView>(person, 'GET', `/api/conversations/${record}${query}`)).body
const messages = async (person: string, query = '') =>
  (await call<{ items: MessageView[]; total: number }>(person, 'GET', `/api/me/messages${query}`)).body
const unread = async (person: string) =>
  (await call<{ count: number }>(person, 'GET', '/api/me/messages/unread')).body.count
const follow = (person: string, following: boolean, record = `order/${order}`) =>
  call(person, 'PUT', `/api/conversations/${record}/following`, { following })

describe('a comment', () => {
  test('comes back as it was typed: markup means nothing, line breaks stay', async () => {
    const text = '<b onclick="alert(1)">焊缝</b>\n**第二行**  &amp; `x`\n\n@李文静'
    const { status, body } = await post('planner', `  ${text}\n`)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      author: { id: idOf('planner'), name: '李文静' },
      text,
      mentions: [],
      editedAt: null,
      version: 1,
      can: { edit: true, delete: true },
    })
    expect((await conversation('viewer')).items).toMatchObject([
      { text, can: { edit: 'permission.denied', delete: 'permission.denied' } },
    ])
  })

  test('can be made on every kind of record, by who may see it', async () => {
    const records = [`order/${order}`, `ncr/${ncr}`, `machine/${machine}`]
    for (const [kind, list] of [
      ['delivery', '/api/deliveries'],
      ['inspection', '/api/inspections'],
      ['repair', '/api/repairs'],
    ])
      records.push(`${kind}/${await firstOf(list ?? '')}`)
    expect(new Set(records.map((record) => record.split('/')[0]))).toEqual(new Set(recordKindNames))
    for (const record of records) {
      expect(await post('viewer', '看到了', ['admin'], record), record).toMatchObject({ status: 201 })
      expect(await conversation('admin', record), record).toMatchObject({ total: 1, following: true })
    }
    const { items } = await messages('admin')
    expect(items.map(({ record }) => `${record.kind}/${record.id}`)).toEqual(records.toReversed())
    expect(items.every(({ record }) => record.no !== '')).toBe(true)
  })

  test.each([
    ['without text', { text: ' \n ', mentions: [] }],
    ['too long', { text: 'x'.repeat(4001), mentions: [] }],
    ['with a wrong mention', { text: 'x', mentions: ['x'] }],
  ])('%s is rejected', async (_, body) => {
    const url = `/api/conversations/order/${order}/comments`
    expect(await call('planner', 'POST', url, body)).toMatchObject({
      status: 400,
      body: { code: 'request.invalid' },
    })
  })

  test('is changed by its author alone, once per version', async () => {
    const { body: made } = await post('planner', '原文')
    const url = `/api/comments/${made.id}`
    const change = { version: 1, text: '新文', mentions: [] }
    expect(await call('foreman', 'PATCH', url, change)).toMatchObject(denied)
    expect(await call('planner', 'PATCH', url, { ...change, text: '' })).toMatchObject({ status: 400 })
    expect(await call('planner', 'PATCH', url, change)).toMatchObject({
      status: 200,
      body: { text: '新文', version: 2, editedAt: expect.any(String) },
    })
    expect(await call('planner', 'PATCH', url, change)).toMatchObject({
      status: 409,
      body: { code: 'version.conflict', current: { text: '新文', version: 2 } },
    })
    expect(await call('planner', 'PATCH', '/api/comments/999999', change)).toMatchObject(unknown)
  })

  test('is deleted by its author alone, with its messages', async () => {
    const { body: made } = await post('planner', '@王大勇 在吗', ['foreman'])
    const url = `/api/comments/${made.id}?version=`
    expect(await unread('foreman')).toBe(1)
    expect(await call('admin', 'DELETE', `${url}1`)).toMatchObject(denied)
    expect(await call('planner', 'DELETE', `${url}2`)).toMatchObject({ status: 409 })
    expect(await call('planner', 'DELETE', `${url}1`)).toEqual({ status: 204, body: null })
    expect(await call('planner', 'DELETE', `${url}1`)).toMatchObject(unknown)
    expect((await conversation()).total).toBe(0)
    expect(await messages('foreman')).toEqual({ items: [], total: 0 })
  })

  test('is one of many that are read page by page', async () => {
    for (let number = 1; number <= 33; number += 1) await post('planner', `第 ${number} 条`)
    const first = await conversation()
    expect([first.total, first.items.length, first.items[0]?.text]).toEqual([33, 30, '第 33 条'])
    const rest = await conversation('planner', `order/${order}`, `?before=${first.items.at(-1)?.id}`)
    expect(rest.items.map(({ text }) => text)).toEqual(['第 3 条', '第 2 条', '第 1 条'])
  })

  test('leaves an entry in the log that names the record and the people', async () => {
    const { body: made } = await post('planner', '@王大勇 看一下', ['foreman'])
    await call('planner', 'PATCH', `/api/comments/${made.id}`, { version: 1, text: '不用了', mentions: [] })
    await call('planner', 'DELETE', `/api/comments/${made.id}?version=2`)
    const url = `/api/audit?subjectKind=comment&subjectId=${made.id}&sort=at`
    const { body: row } = await call<OrderRow>('planner', 'GET', `/api/orders/${order}`)
    const written = { text: '@王大勇 看一下', mentions: '王大勇' }
    const subjectName = row.no
    expect((await call<{ items: unknown[] }>('admin', 'GET', url)).body.items).toMatchObject([
      { action: 'comments.create', subjectName, actorName: '李文静', before: null, after: written },
      { action: 'comments.update', subjectName, before: written, after: { text: '不用了', mentions: '' } },
      { action: 'comments.delete', subjectName, before: { text: '不用了' }, after: null },
    ])
  })
})

describe('a message', () => {
  test('goes to who is mentioned and to who follows, once, and never to the author', async () => {
    expect(await follow('viewer', true)).toEqual({ status: 204, body: null })
    await post('planner', '@王大勇 周四可以吗？', ['foreman'])
    const { body: about } = await call<OrderRow>('planner', 'GET', `/api/orders/${order}`)
    const record = { kind: 'order', id: order, no: about.no }
    const common = { record, by: '李文静', excerpt: '@王大勇 周四可以吗？', read: false }
    expect(await messages('foreman')).toMatchObject({ total: 1, items: [{ ...common, reason: 'mentioned' }] })
    expect(await messages('viewer')).toMatchObject({ total: 1, items: [{ ...common, reason: 'followed' }] })
    expect(await unread('planner')).toBe(0)
    await post('foreman', '可以')
    expect(await messages('planner')).toMatchObject({ items: [{ reason: 'followed', excerpt: '可以' }] })
    expect(await conversation('viewer')).toMatchObject({
      following: true,
      followers: [{ name: '周敏' }, { name: '李文静' }, { name: '王大勇' }],
    })
  })

  test('stops when somebody no longer follows', async () => {
    await post('planner', '一')
    await follow('planner', false)
    expect((await conversation()).following).toBe(false)
    await post('foreman', '二')
    expect(await unread('planner')).toBe(0)
  })

  test('about a mention that was added later comes once; a follower’s becomes a mention', async () => {
    await follow('viewer', true)
    const { body: made } = await post('planner', '草稿')
    const before = (await messages('viewer')).items[0]?.id
    await call('viewer', 'POST', '/api/me/messages/mark', { ids: [before], read: true })
    const edit = (version: number, to: readonly string[]) =>
      call('planner', 'PATCH', `/api/comments/${made.id}`, { version, text: '改', mentions: to.map(idOf) })
    await edit(1, ['viewer', 'foreman'])
    await edit(2, ['viewer', 'foreman'])
    expect((await messages('foreman')).items).toMatchObject([{ reason: 'mentioned', excerpt: '改' }])
    expect((await messages('viewer')).items).toMatchObject([{ id: before, reason: 'mentioned', read: false }])
  })

  test('is marked as read and unread by its owner alone, all up to the newest known one', async () => {
    for (const text of ['一', '二', '三']) await post('planner', `@王大勇 ${text}`, ['foreman'])
    const [newest, middle, oldest] = (await messages('foreman')).items.map(({ id }) => id)
    const mark = (person: string, read: boolean) =>
      call(person, 'POST', '/api/me/messages/mark', { ids: [middle], read })
    expect(await mark('viewer', true)).toEqual({ status: 204, body: null })
    expect(await unread('foreman')).toBe(3)
    await mark('foreman', true)
    expect((await messages('foreman', '?unread=true')).items.map(({ id }) => id)).toEqual([newest, oldest])
    await mark('foreman', false)
    const all = await call('foreman', 'POST', '/api/me/messages/mark-all', { upTo: middle })
    expect(all).toEqual({ status: 204, body: null })
    expect((await messages('foreman', '?unread=true')).items.map(({ id }) => id)).toEqual([newest])
    for (const body of [{ ids: [], read: true }, { ids: [newest] }, { ids: ['x'], read: true }])
      expect((await call('foreman', 'POST', '/api/me/messages/mark', body)).status).toBe(400)
    expect((await call('foreman', 'POST', '/api/me/messages/mark-all', {})).status).toBe(400)
    expect((await call('foreman', 'GET', '/api/me/messages?before=x')).status).toBe(400)
    expect((await messages('foreman', `?before=${newest}`)).items.map(({ id }) => id)).toEqual([
      middle,
      oldest,
    ])
  })
})

describe('the right to read a record', () => {
  const texts = { text: 'x', mentions: [] }
  test.each([
    ['GET', '', undefined],
    ['GET', '/people', undefined],
    ['POST', '/comments', texts],
    ['PUT', '/following', { following: true }],
  ] as const)('is needed for %s %s', async (method, path, body) => {
    const at = (record: string) => `/api/conversations/${record}${path}`
    expect(await call('equipment', method, at(`ncr/${ncr}`), body)).toMatchObject(denied)
    expect(await call('inspector', method, at(`machine/${machine}`), body)).toMatchObject(denied)
    expect(await call('planner', method, at('order/999999'), body)).toMatchObject(unknown)
    expect((await call('planner', method, at('user/1'), body)).status).toBe(400)
    expect((await call('planner', method, at('order/x'), body)).status).toBe(400)
  })

  test('is needed to be mentioned: others are rejected by name, and not offered', async () => {
    const refused = { status: 409, body: { code: 'state.refused', params: { reason: 'mention.cannot_see' } } }
    const mention = await post('planner', '@刘志强', ['equipment'], `ncr/${ncr}`)
    expect(mention).toMatchObject(refused)
    expect(mention.body).toMatchObject({ params: { name: '刘志强' } })
    const { body: made } = await post('planner', '无', [], `ncr/${ncr}`)
    const edit = { version: 1, text: '@刘志强', mentions: [idOf('equipment')] }
    expect(await call('planner', 'PATCH', `/api/comments/${made.id}`, edit)).toMatchObject(refused)
    const nobody = { text: '@谁', mentions: ['999999'] }
    const url = `/api/conversations/ncr/${ncr}`
    expect(await call('planner', 'POST', `${url}/comments`, nobody)).toMatchObject(refused)
    expect((await conversation('planner', `ncr/${ncr}`)).total).toBe(1)
    expect(await messages('equipment')).toEqual({ items: [], total: 0 })
    const people = async (q: string) =>
      (await call<{ items: { username: string }[] }>('planner', 'GET', `${url}/people?q=${q}`)).body.items
    expect(await people('equip')).toEqual([])
    expect(await people('FORE')).toEqual([{ id: idOf('foreman'), name: '王大勇', username: 'foreman' }])
    expect(await people(encodeURIComponent('晓梅'))).toMatchObject([{ username: 'inspector' }])
    expect(await people('planner')).toEqual([])
  })

  test('that is lost hides messages and comments, and stops new ones; given back, they return', async () => {
    const { body: made } = await post('foreman', '@周敏 请看', ['viewer'], `ncr/${ncr}`)
    const { body: own } = await post('viewer', '收到', [], `ncr/${ncr}`)
    await withoutTag(app, 'viewer', 'quality.view', async () => {
      expect([await unread('viewer'), await messages('viewer')]).toEqual([0, { items: [], total: 0 }])
      const edit = { version: own.version, text: '改', mentions: [] }
      expect(await call('viewer', 'PATCH', `/api/comments/${own.id}`, edit)).toMatchObject(unknown)
      expect(await call('viewer', 'DELETE', `/api/comments/${own.id}?version=1`)).toMatchObject(unknown)
      await post('foreman', '后来的', [], `ncr/${ncr}`)
      // A mention of before stays when its comment is changed.
      const change = { version: 1, text: '@周敏 改', mentions: [idOf('viewer')] }
      expect((await call('foreman', 'PATCH', `/api/comments/${made.id}`, change)).status).toBe(200)
    })
    expect((await messages('viewer')).items).toMatchObject([{ excerpt: '@周敏 改' }])
  })

  test('ends with the record: its comments and messages are deleted with it', async () => {
    const made = await newOrder(people, order)
    await post('planner', '@王大勇 看', ['foreman'], `order/${made.id}`)
    expect(await unread('foreman')).toBe(1)
    const gone = await call('planner', 'DELETE', `/api/orders/${made.id}?version=${made.version}`)
    expect(gone.status, JSON.stringify(gone.body)).toBe(204)
    expect(await call('planner', 'GET', `/api/conversations/order/${made.id}`)).toMatchObject(unknown)
    expect(await messages('foreman')).toEqual({ items: [], total: 0 })
  })
})

test('two people who write at once lose nothing, and two windows of one person do not overwrite each other', async () => {
  await post('admin', '开始')
  const texts = ['一', '二', '三', '四']
  const replies = await Promise.all(
    texts.flatMap((text) => [
      post('planner', `甲 ${text} @王大勇`, ['foreman']),
      post('foreman', `乙 ${text} @李文静`, ['planner']),
    ]),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect((await conversation()).total).toBe(9)
  expect([await unread('planner'), await unread('foreman'), await unread('admin')]).toEqual([4, 4, 8])
  const edit = (text: string) =>
    call('planner', 'PATCH', `/api/comments/${replies[0]?.body.id}`, { version: 1, text, mentions: [] })
  const edits = await Promise.all([edit('左'), edit('右')])
  expect(new Set(edits.map(({ status }) => status))).toEqual(new Set([200, 409]))
})

test('open pages hear of it: the conversation, and each person who gets a message', async () => {
  const events = () =>
    app.database.db.reads.selectFrom('outbox').select(['name', 'subject_id', 'seq']).orderBy('seq')
  const last = (await events().execute()).at(-1)?.seq ?? 0
  await follow('viewer', true)
  await post('planner', '@王大勇', ['foreman'])
  const [, ...rows] = await events().where('seq', '>', last).execute()
  expect(rows.map(({ name, subject_id }) => [name, subject_id])).toEqual([
    ['conversations.changed', `order-${order}`],
    ['messages.changed', idOf('foreman')],
    ['messages.changed', idOf('viewer')],
  ])
})
