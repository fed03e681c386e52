import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { LiveChanges } from '@cloud-factory/domain/live/change-areas'
import type { MessageView } from '@cloud-factory/contract/inbox/messages'
import type { RepairDetail } from '@cloud-factory/contract/maintenance/repairs'
import { dueRecords, messageGroups } from '@cloud-factory/domain/inbox/record-kinds'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { startWecomServer } from '../../../test/wecom-server.ts'
import { dueInPlant, openRequests } from '../../app/ports.ts'
import { readRows } from '../../platform/db/handles.ts'
import { type People, signInAll } from './inbox.fixtures.ts'
import { readMail, startMailServer } from './mail-server.fixtures.ts'

let app: TestApp
let people: People
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  people = await signInAll(app)
})
afterAll(() => app.close())
beforeEach(() =>
  app.database.db.tx(async (write) => {
    await sql`delete from conversations`.execute(write)
    await sql`delete from message_settings`.execute(write)
  }),
)

const messages = async (person: string) =>
  (await people.call<{ items: MessageView[] }>(person, 'GET', '/api/me/messages')).body.items
/** Changes that a page of a person hears of, and the number of the newest event. */
const heard = async (person: string, since?: number) => {
  const query = since === undefined ? '' : `&since=${since}`
  const { body } = await people.call<{ changes: LiveChanges }>(
    person,
    'GET',
    `/api/live/frames?topics=changes${query}`,
  )
  return body.changes
}

test('a repair is verified by another person, who is asked; whoever mended it gets the answer', async () => {
  const machineId = await people.firstOf('/api/machines')
  const report = {
    machineId,
    source: 'hand',
    alarmId: null,
    stopped: false,
    symptom: 'other',
    description: '',
  }
  let { body: repair } = await people.call<RepairDetail>('foreman', 'POST', '/api/repairs', report)
  const act = async (person: string, action: string, more: object = {}) => {
    const { status, body } = await people.call<RepairDetail>(
      person,
      'POST',
      `/api/repairs/${repair.id}/${action}`,
      {
        version: repair.version,
        ...more,
      },
    )
    expect(status, JSON.stringify(body)).toBe(200)
    repair = body
  }
  await act('equipment', 'accept')
  await act('equipment', 'start')
  const end = { cause: 'wear', result: 'fixed', remedy: '换割嘴' }
  const { seq } = await heard('viewer')
  await act('equipment', 'finish', end)
  expect(await messages('foreman')).toMatchObject([
    { reason: 'approval_wanted', record: { kind: 'repair', no: repair.no }, by: '刘志强' },
  ])
  expect(await messages('equipment')).toEqual([])
  const own = { area: 'message', id: people.idOf('foreman') }
  expect((await heard('foreman', seq)).changes).toContainEqual(expect.objectContaining(own))
  expect((await heard('viewer', seq)).changes?.map(({ area }) => area)).toEqual(['maintenance'])
  await act('foreman', 'reject', { reason: '仍漏气' })
  await act('equipment', 'finish', end)
  await act('foreman', 'verify')
  expect((await messages('equipment')).map(({ reason }) => reason)).toEqual(['approved', 'refused'])
  expect((await messages('foreman')).every(({ read }) => read)).toBe(true)
})

test('days are found of maintenance, calibrations, qualifications and orders', async () => {
  const { db } = app.database
  const due = await dueInPlant(db.reads, 1, new Date(), '2000-01-01')
  expect(new Set(due.map(({ kind }) => kind))).toEqual(new Set(Object.keys(dueRecords)))
  expect(new Set(due.map(({ term }) => term)).size).toBe(due.length)
  const [done] = await readRows(
    db.reads,
    sql<{ ids: number[] }>`select array_agg(id) as ids from orders where status in ('closed', 'cancelled')`,
  )
  expect(due.filter(({ kind, id }) => kind === 'order' && done?.ids?.includes(id))).toEqual([])
})

test('what waits for somebody is found: critical alarms, reported faults, dispositions to approve', async () => {
  const { db } = app.database
  const now = new Date(Date.now() + 120_000)
  await db.tx((write) =>
    // Meanwhile the running server may have found that those of the demo have returned to normal.
    sql`update alarms set severity = 'critical', shelved_until = null, state = 'unack', returned_at = null
      where state in ('unack', 'rtn_unack')`.execute(write),
  )
  const found = await openRequests(db.reads, 1, { since: new Date(0), now, language: 'en' })
  const expected = await readRows(
    db.reads,
    sql<{ kind: string; count: number }>`
      select 'alarms' as kind, count(*)::int from alarms where state = 'unack' and not is_suppressed
      union all select 'repairs', count(*)::int from repairs where status = 'reported'
      union all select 'ncrs', count(*)::int from ncrs where status = 'dispositioned'`,
  )
  for (const { kind, count } of expected) {
    expect(count, kind).toBeGreaterThan(0)
    expect(found.filter((one) => one.kind === kind)).toHaveLength(count)
  }
  expect(found.find(({ kind }) => kind === 'repairs')).toMatchObject({
    what: expect.stringMatching(/^RO-\d+ \S+/),
    path: expect.stringMatching(/^\/equipment\/repair\/\d+$/),
  })
  expect(await openRequests(db.reads, 1, { since: now, now, language: 'en' })).toEqual([])
})

describe('what a person switches off', () => {
  const url = '/api/me/messages/settings'
  const initial = { appOff: [], byEmail: [], byWecom: [], quiet: null, language: null, channels: [] }
  const { channels: _, ...chosen } = { ...initial, language: 'en' }
  const set = (person: string, appOff: readonly unknown[], more: object = {}) =>
    people.call(person, 'PUT', url, { ...chosen, appOff, ...more })
  const comment = async (to: readonly string[]) => {
    const path = `/api/conversations/order/${await people.firstOf('/api/orders')}/comments`
    const mentions = to.map((person) => people.idOf(person))
    return people.call<{ id: string }>('planner', 'POST', path, { text: '看一下', mentions })
  }
  const unread = async (person: string) =>
    (await people.call<{ count: number }>(person, 'GET', '/api/me/messages/unread')).body.count

  test('is nothing at first, and is stored for that person alone', async () => {
    expect(await people.call('foreman', 'GET', url)).toEqual({ status: 200, body: initial })
    expect(await set('foreman', ['followed', 'due'])).toEqual({ status: 204, body: null })
    const stored = { ...initial, language: 'en', appOff: ['followed', 'due'] }
    expect((await people.call('foreman', 'GET', url)).body).toEqual(stored)
    expect((await people.call('viewer', 'GET', url)).body).toEqual(initial)
    for (const wrong of [['orders'], [1], Array(messageGroups.length + 1).fill('due')])
      expect(await set('foreman', wrong)).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
    const wrongTimes = [
      { from: '20:00', until: '24:00' },
      { from: '7:00', until: '08:00' },
      { from: '08:00', until: '08:00' },
    ]
    for (const wrong of [...wrongTimes.map((quiet) => ({ quiet })), { byEmail: ['x'] }, { language: null }])
      expect(await set('foreman', [], wrong)).toMatchObject({
        status: 400,
        body: { code: 'request.invalid' },
      })
    expect((await people.call('foreman', 'GET', url)).body).toEqual(stored)
    const sent = {
      byEmail: ['mentions'],
      byWecom: ['due'],
      quiet: { from: '20:00', until: '07:00' },
      language: 'es',
    }
    await set('foreman', [], sent)
    expect((await people.call('foreman', 'GET', url)).body).toEqual({ ...initial, ...sent })
  })

  test('is neither listed nor counted; other messages still come, earlier ones stay', async () => {
    await comment(['foreman', 'viewer'])
    await set('foreman', ['followed'])
    await comment([])
    expect([await unread('foreman'), await unread('viewer')]).toEqual([1, 2])
    await comment(['foreman'])
    expect((await messages('foreman')).map(({ reason }) => reason)).toEqual(['mentioned', 'mentioned'])
  })

  test('is shown when a later edit mentions the person', async () => {
    await comment(['foreman'])
    await set('foreman', ['followed'])
    const { body: made } = await comment([])
    const edit = { version: 1, text: '改', mentions: [people.idOf('foreman')] }
    await people.call('planner', 'PATCH', `/api/comments/${made.id}`, edit)
    expect(await messages('foreman')).toMatchObject([{ reason: 'mentioned', excerpt: '改' }, {}])
  })

  test('can be mentions, too, until they are switched on again', async () => {
    await set('foreman', ['mentions'])
    await comment(['foreman'])
    expect([await unread('foreman'), await messages('foreman')]).toEqual([0, []])
    await set('foreman', [])
    await comment(['foreman'])
    expect(await unread('foreman')).toBe(1)
  })
})

test('a mail server that is set up can be chosen by everybody, and is watched by who administers users', async () => {
  const env = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: '1',
    SMTP_FROM: 'a@example.com',
    PUBLIC_URL: 'http://localhost',
  }
  const mailing = await testApp({ demo: 'none', env: { ...env, METRICS_TOKEN: 'token-of-the-monitor' } })
  const get = async (url: string, authorization: string) =>
    (await mailing.inject({ url, headers: { authorization } })).body
  const { token } = await mailing.signIn('admin')
  expect(JSON.parse(await get('/api/me/messages/settings', token))).toMatchObject({
    channels: [{ channel: 'email', address: null }],
  })
  expect(JSON.parse(await get('/api/message-channels', token))).toEqual({
    items: [{ channel: 'email', waiting: 0, failed: 0, lastSentAt: null, lastFailure: null }],
    total: 1,
  })
  expect(await get('/metrics', 'token-of-the-monitor')).toMatch(/cloud_factory_email_messages_waiting 0\n/)
  await mailing.close()
  expect((await people.call('admin', 'GET', '/api/message-channels')).body).toEqual({ items: [], total: 0 })
})

test('an administrator sends a test message to their own address and sees what the other server says', async () => {
  const [mail, wecom] = [await startMailServer(), await startWecomServer()]
  const { host, port, security, from, ca } = mail.settings
  const caFile = join(mkdtempSync(join(tmpdir(), 'cloud-factory-ca-')), 'ca.pem')
  writeFileSync(caFile, ca ?? '')
  const mailing = await testApp({
    demo: 'none',
    env: {
      SMTP_HOST: host,
      SMTP_PORT: String(port),
      SMTP_SECURITY: security,
      SMTP_FROM: from,
      SMTP_CA_FILE: caFile,
      WECOM_CORP_ID: wecom.settings.corpId,
      WECOM_SECRET: wecom.settings.corpSecret,
      WECOM_AGENT_ID: wecom.settings.agentId,
      WECOM_BASE_URL: wecom.settings.baseUrl,
      WECOM_ROBOT_URL: wecom.robotUrl,
      PUBLIC_URL: 'https://factory.example',
    },
  })
  const { token: authorization } = await mailing.signIn('admin')
  const send = async (channel: string) => {
    const url = `/api/message-channels/${channel}/test`
    const reply = await mailing.inject({
      method: 'POST',
      url,
      headers: { authorization },
      payload: { language: 'en' },
    })
    return { status: reply.statusCode, body: reply.json() as unknown }
  }
  expect(await send('email')).toEqual({ status: 200, body: { address: null, failure: null } })
  await mailing.database.db.tx((write) =>
    sql`update users set email = 'admin@example.com', wecom_id = 'Admin'`.execute(write),
  )
  expect(await send('email')).toEqual({ status: 200, body: { address: 'admin@example.com', failure: null } })
  expect(await send('wecom')).toEqual({ status: 200, body: { address: 'Admin', failure: null } })
  const { subject, text } = readMail(mail.mails[0]?.source ?? '')
  expect([subject, text]).toEqual([
    'Test message',
    expect.stringContaining('https://factory.example/authority/users'),
  ])
  expect(await send('robot')).toEqual({ status: 200, body: { address: null, failure: null } })
  expect(wecom.groupMessages.at(-1)?.markdown.content).toMatch(/^Test message\n/)
  expect(wecom.messages).toMatchObject([{ touser: 'Admin', textcard: { title: 'Test message' } }])
  mail.answers.set('admin@example.com', 550)
  wecom.answers = { Admin: { errcode: 45009 } }
  expect((await send('email')).body).toMatchObject({ failure: { reason: 'rejected', detail: '550' } })
  expect((await send('wecom')).body).toMatchObject({ failure: { reason: 'rate_limited', detail: '45009' } })
  await mail.close()
  expect((await send('email')).body).toMatchObject({ failure: { reason: 'unreachable', detail: 'ESOCKET' } })
  const audit = '/api/audit?action=messages.test&sort=at'
  const { items } = (await mailing.inject({ url: audit, headers: { authorization } })).json<{
    items: object[]
  }>()
  expect(items).toMatchObject([
    { subjectKind: 'user', subjectName: 'admin', after: { channel: 'email', accepted: true } },
    { after: { channel: 'wecom', accepted: true } },
    { after: { channel: 'robot', accepted: true } },
    { after: { channel: 'email', accepted: false, code: '550' } },
    { after: { channel: 'wecom', accepted: false, code: '45009' } },
    { after: { channel: 'email', accepted: false, code: 'ESOCKET' } },
  ])
  await mailing.close()
  wecom.close()
  rmSync(dirname(caFile), { recursive: true })
  const unset = await people.call('admin', 'POST', '/api/message-channels/email/test', { language: 'en' })
  expect(unset).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
