import type { CommentFile, CommentView, ConversationView } from '@cloud-factory/contract/inbox/conversations'
import { maxCommentFiles } from '@cloud-factory/domain/inbox/record-kinds'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { multipart } from '../../../test/multipart.ts'
import { forgetAbandonedFiles } from './comment-files.store.ts'
import { denied, type People, signInAll, unknown, withoutTag } from './inbox.fixtures.ts'

let app: TestApp
let people: People
let record = ''
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  people = await signInAll(app)
  record = `ncr/${await people.firstOf('/api/ncrs')}`
})
afterAll(() => app.close())
beforeEach(() => app.database.db.tx((write) => sql`delete from conversations`.execute(write)))

const png = Buffer.from('89504e470d0a1a0a00', 'hex')
const upload = async (person: string, name = '现场.png', bytes = png, to = record) => {
  const { payload, headers } = multipart('files', [[name, bytes]])
  const url = `/api/conversations/${to}/files`
  const reply = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, authorization: people.tokenOf(person) },
  })
  return { status: reply.statusCode, body: reply.json<CommentFile>() }
}
const uploaded = async (person: string, name?: string) => (await upload(person, name)).body.id
const post = (person: string, files: readonly string[], text = '见照片') =>
  people.call<CommentView>(person, 'POST', `/api/conversations/${record}/comments`, {
    text,
    mentions: [],
    files,
  })
const edit = (person: string, { id, version }: CommentView, files: readonly string[], text = '改') =>
  people.call<CommentView>(person, 'PATCH', `/api/comments/${id}`, { version, text, mentions: [], files })
const open = (person: string, id: string) =>
  app.inject({ url: `/api/comment-files/${id}/file`, headers: { authorization: people.tokenOf(person) } })
const status = async (person: string, id: string) => (await open(person, id)).statusCode

test('a file is uploaded, posted with its comment and read by everybody who may see the record', async () => {
  const { status: created, body: file } = await upload('planner')
  expect([created, file]).toEqual([201, { id: file.id, name: '现场.png', type: 'image/png', bytes: 9 }])
  expect([await status('planner', file.id), await status('foreman', file.id)]).toEqual([200, 404])
  expect((await post('planner', [file.id])).body.files).toEqual([file])
  const { body } = await people.call<ConversationView>('foreman', 'GET', `/api/conversations/${record}`)
  expect(body.items).toMatchObject([{ text: '见照片', files: [file] }])
  const reply = await open('foreman', file.id)
  expect([reply.statusCode, reply.rawPayload]).toEqual([200, png])
  await withoutTag(app, 'foreman', 'quality.view', async () => {
    expect(await status('foreman', file.id)).toBe(404)
  })
})

test('a comment may be a picture alone, but not nothing', async () => {
  expect(await post('planner', [await uploaded('planner')], ' ')).toMatchObject({
    status: 201,
    body: { text: '' },
  })
  expect(await post('planner', [], ' ')).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
})

test.each([
  ['empty', '空.pdf', Buffer.alloc(0), 'file.empty'],
  ['a web page', '页面.html', Buffer.from('<html><script>'), 'file.unknown_type'],
  ['a picture with scripts', '图.svg', Buffer.from('<svg onload="x">'), 'file.unknown_type'],
])('a file that is %s is rejected by name', async (_, name, bytes, code) => {
  expect(await upload('planner', name, bytes)).toMatchObject({
    status: 400,
    body: { code, params: { file: name } },
  })
})

test('a file is added to records that its uploader may see, and exist', async () => {
  expect(await upload('equipment')).toMatchObject(denied)
  expect(await upload('planner', 'a.png', png, 'ncr/999999')).toMatchObject(unknown)
  expect(await status('planner', '999999')).toBe(404)
})

test('nobody posts the file of another person, of another record or too many', async () => {
  const id = await uploaded('planner')
  expect(await post('foreman', [id])).toMatchObject(unknown)
  const order = `order/${await people.firstOf('/api/orders')}`
  const elsewhere = (await upload('planner', 'a.png', png, order)).body.id
  expect(await post('planner', [elsewhere])).toMatchObject(unknown)
  const many = Array.from({ length: maxCommentFiles + 1 }, () => id)
  expect(await post('planner', many)).toMatchObject({ status: 400 })
  const { body } = await people.call<ConversationView>('planner', 'GET', `/api/conversations/${record}`)
  expect(body.items).toEqual([])
})

test('an edit keeps, adds and removes files; with the comment they are gone, and the log names them', async () => {
  const [first, second, third] = [
    await uploaded('planner', '1.png'),
    await uploaded('planner', '2.png'),
    await uploaded('planner', '3.png'),
  ]
  const { body: made } = await post('planner', [first, second])
  const { body: changed } = await edit('planner', made, [second, third])
  expect(changed.files.map(({ name }) => name)).toEqual(['2.png', '3.png'])
  expect([await status('foreman', first), await status('foreman', third)]).toEqual([404, 200])
  const gone = await people.call('planner', 'DELETE', `/api/comments/${made.id}?version=2`)
  expect([gone.status, await status('planner', second)]).toEqual([204, 404])
  const url = `/api/audit?subjectKind=comment&subjectId=${made.id}&sort=at`
  expect((await people.call<{ items: unknown[] }>('admin', 'GET', url)).body.items).toMatchObject([
    { after: { files: '1.png, 2.png' } },
    { before: { files: '1.png, 2.png' }, after: { files: '2.png, 3.png' } },
    { before: { files: '2.png, 3.png' } },
  ])
})

test('a file whose comment is not posted is deleted after a day, another one stays', async () => {
  const [abandoned, posted] = [await uploaded('planner'), await uploaded('planner')]
  await post('planner', [posted])
  const after = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  await forgetAbandonedFiles(app.database.db, after(23))
  expect(await status('planner', abandoned)).toBe(200)
  await forgetAbandonedFiles(app.database.db, after(25))
  expect([await status('planner', abandoned), await status('planner', posted)]).toEqual([404, 200])
})
