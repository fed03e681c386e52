import type { MessageSettings } from '@cloud-factory/contract/inbox/messages'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestClock, testClock } from '../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { addPerson } from '../../../test/people.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { SmtpSettings } from '../../platform/config/config.ts'
import { changeMessages, deleteComment } from './change-conversation.ts'
import { deliverMessages } from './deliver-messages.ts'
import { mentionPeople } from './inbox.fixtures.ts'
import { type MailServer, readMail, startMailServer } from './mail-server.fixtures.ts'
import { emailChannel } from './message-channels.ts'
import { channelState, endStaleDeliveries } from './message-deliveries.store.ts'
import { saveMessageSettings } from './message-settings.store.ts'

const publicUrl = 'https://factory.example'
let testDb: TestDatabase
let server: MailServer
let clock: TestClock
let planner: Actor
let foreman: Actor
let order: string
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  server = await startMailServer()
  clock = testClock('2026-03-20T04:00:00Z')
  planner = await addPerson(testDb.db, { username: 'planner', tags: ['order.view'] })
  foreman = await person('foreman', { language: 'en' })
  order = String((await madePieces(testDb.db, { quantity: 1 })).orderId)
})
afterEach(() => server.close())
afterAll(() => testDb.close())

/** Somebody who wants mentions by e-mail. */
async function person(username: string, settings: Partial<MessageSettings> = {}): Promise<Actor> {
  const added = await addPerson(testDb.db, {
    username,
    tags: ['order.view'],
    email: `${username}@example.com`,
  })
  await set(added, settings)
  return added
}
const set = (who: Actor, settings: Partial<MessageSettings>) =>
  testDb.db.tx((write) =>
    saveMessageSettings(
      write,
      who,
      { appOff: [], byEmail: ['mentions'], byWecom: [], quiet: null, language: 'zh', ...settings },
      clock.now(),
    ),
  )
const mention = (who: readonly Actor[], text = '@foreman 先生 看一下') =>
  mentionPeople(testDb.db, { by: planner, order, who, text, at: clock.now() })
const deliver = (smtp: Partial<SmtpSettings> = {}) =>
  deliverMessages(
    {
      db: testDb.db,
      clock,
      plantId: 1,
      publicUrl,
      channels: [emailChannel({ ...server.settings, ...smtp }, publicUrl)],
    },
    () => false,
  )
const minutes = (count: number) => clock.advance(count * 60)
const state = () => channelState(testDb.db.reads, 1, 'email', clock.now())
const statuses = async () =>
  (await testDb.db.reads.selectFrom('message_deliveries').select('status').orderBy('id').execute()).map(
    ({ status }) => status,
  )
const recipients = () => server.mails.map(({ to }) => to)

test('an e-mail says what happened in the language of its reader, and leads to the record', async () => {
  await mention([foreman], '<b>看</b>一下\n"第二行"')
  await deliver()
  expect(recipients()).toEqual(['foreman@example.com'])
  const { subject, text, html, head } = readMail(server.mails[0]?.source ?? '')
  const url = `${publicUrl}/order/detail/${order}?conversation=open`
  expect(subject).toMatch(/^planner 先生 mentioned you: Order \S+$/)
  expect(text).toMatch(/^planner 先生 mentioned you\nOrder \S+\n<b>看<\/b>一下\n"第二行"\nhttps:/)
  expect(text).toContain(`\n${url}\n`)
  expect(text).toContain(`${publicUrl}/personal`)
  expect(html).toContain('&lt;b&gt;看&lt;/b&gt;一下<br>&quot;第二行&quot;')
  expect(html).toContain(`<a href="${url}">`)
  expect(head).toMatch(/^From: Cloud Factory <factory@example.com>$/m)
  expect(head).toMatch(/^Message-ID: <email-1@factory.example>$/m)
  expect(head).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(await state()).toMatchObject({ waiting: 0, failed: 0, lastFailure: null })
  await deliver()
  expect(recipients()).toHaveLength(1)
})

test('nobody gets an e-mail who did not ask for it', async () => {
  const other = await person('other', { byEmail: ['followed'] })
  const without = await addPerson(testDb.db, {
    username: 'without',
    tags: ['order.view'],
    email: 'w@example.com',
  })
  await mention([other, without])
  await mention([])
  await deliver()
  expect(recipients()).toEqual(['other@example.com'])
})

describe('nothing is sent', () => {
  const change = (statement: string) => testDb.db.tx((write) => sql.raw(statement).execute(write))
  const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
    [
      'about what has been read',
      () => testDb.db.tx((write) => changeMessages(write, foreman, { upTo: '99' }, clock.now())),
    ],
    ['about a record that the person may no longer see', () => change(`update roles set tags = '{}'`)],
    ['to a disabled person', () => change(`update users set status = 'disabled' where username = 'foreman'`)],
    ['to a person without an address', () => change(`update users set email = null`)],
    ['when the person has switched it off meanwhile', () => set(foreman, { byEmail: [] })],
  ]
  test.each(changes)('%s', async (_, happens) => {
    await mention([foreman])
    await happens()
    await deliver()
    expect([recipients(), await statuses()]).toEqual([[], ['skipped']])
  })

  test('about a comment that was deleted', async () => {
    const id = await mention([foreman])
    await testDb.db.tx((write) => deleteComment(write, planner, id, 1))
    await deliver()
    expect([recipients(), await statuses()]).toEqual([[], []])
  })
})

test('what is switched off in the app is sent all the same', async () => {
  await set(foreman, { appOff: ['mentions'] })
  await mention([foreman])
  await deliver()
  expect(recipients()).toEqual(['foreman@example.com'])
})

test('what has waited for more than two days is not sent any more', async () => {
  await mention([foreman], '旧')
  clock.advance(2 * 86_400 + 1)
  await mention([foreman], '新')
  await testDb.db.tx((write) => endStaleDeliveries(write, 1, clock.now()))
  await deliver()
  expect([await statuses(), recipients()]).toEqual([['skipped', 'sent'], ['foreman@example.com']])
  expect(readMail(server.mails[0]?.source ?? '').text).not.toContain('旧')
})

describe('quiet hours', () => {
  test('over midnight, by the clock of the plant: one summary follows', async () => {
    await set(foreman, { quiet: { from: '20:00', until: '07:00' }, language: 'es' })
    // 19:59, 20:00, 23:30 and 06:59 in Shanghai.
    for (const [at, text] of [
      ['2026-03-20T11:59:00Z', '一'],
      ['2026-03-20T12:00:00Z', '二'],
      ['2026-03-20T15:30:00Z', '三'],
      ['2026-03-20T22:59:00Z', '四'],
    ] as const) {
      clock.advance((new Date(at).getTime() - clock.now().getTime()) / 1000)
      await mention([foreman], text)
      await deliver()
    }
    expect(server.mails.map(({ source }) => readMail(source).text.includes('一'))).toEqual([true])
    minutes(1)
    await deliver()
    expect(server.mails).toHaveLength(2)
    const { subject, text } = readMail(server.mails[1]?.source ?? '')
    expect(subject).toBe('3 mensajes nuevos')
    expect(text.match(/[一二三四]/g)).toEqual(['二', '三', '四'])
    expect(await statuses()).toEqual(['sent', 'sent', 'sent', 'sent'])
  })

  test('within a day', async () => {
    await set(foreman, { quiet: { from: '12:00', until: '13:00' } })
    await mention([foreman])
    await deliver()
    expect(recipients()).toEqual([])
    minutes(60)
    await deliver()
    expect(recipients()).toEqual(['foreman@example.com'])
  })
})

describe('a mail server', () => {
  test('that is down for an hour loses nothing and gets one attempt, not one for each person', async () => {
    const other = await person('other')
    const { port } = server.settings
    await server.close()
    await mention([foreman, other])
    await deliver()
    const lastFailure = { reason: 'unreachable', detail: 'ESOCKET', at: clock.now().toISOString() }
    expect(await state()).toMatchObject({ waiting: 2, failed: 0, lastSentAt: null, lastFailure })
    const attempts = async () =>
      (await testDb.db.reads.selectFrom('message_deliveries').select('attempts').orderBy('id').execute()).map(
        (row) => row.attempts,
      )
    expect(await attempts()).toEqual([1, 0])
    for (let minute = 0; minute < 60; minute += 1) {
      minutes(1)
      await deliver()
    }
    expect((await attempts()).reduce((sum, count) => sum + count)).toBeLessThan(14)
    server = await startMailServer()
    expect(server.settings.port).not.toBe(port)
    minutes(64)
    await deliver()
    expect(recipients().toSorted()).toEqual(['foreman@example.com', 'other@example.com'])
    expect(await state()).toMatchObject({ waiting: 0, failed: 0, lastFailure: null })
  })

  test('that never comes back ends the attempts after ten hours', async () => {
    await server.close()
    await mention([foreman])
    for (let hours = 0; hours < 24; hours += 1) {
      await deliver()
      minutes(120)
    }
    expect(await statuses()).toEqual(['failed'])
    expect(await state()).toMatchObject({ waiting: 0, failed: 1, lastFailure: { reason: 'unreachable' } })
    server = await startMailServer()
    await deliver()
    expect(recipients()).toEqual([])
  })

  test('that does not know a recipient gets one attempt; a temporary refusal is retried', async () => {
    const other = await person('other')
    server.answers.set('foreman@example.com', 550).set('other@example.com', 451)
    await mention([foreman, other])
    await deliver()
    expect(await statuses()).toEqual(['failed', 'waiting'])
    server.answers.clear()
    minutes(1)
    await deliver()
    expect(recipients()).toEqual(['other@example.com'])
    expect(await state()).toMatchObject({ failed: 1, lastFailure: { reason: 'rejected', detail: '550' } })
  })

  test.each([
    ['whose certificate is not trusted', {}, { ca: null }, 'insecure'],
    ['without encryption', { disabledCommands: ['STARTTLS'] }, {}, 'insecure'],
    ['that refuses the password', {}, { login: { user: 'u', pass: 'secret' } }, 'sign_in'],
  ])('%s gets nothing', async (_, options, smtp, reason) => {
    await server.close()
    server = await startMailServer({
      ...options,
      onAuth: (auth, _session, callback) => callback(auth.password === 'right' ? null : new Error('no')),
    })
    await mention([foreman])
    await deliver(smtp)
    expect(recipients()).toEqual([])
    expect(await state()).toMatchObject({ waiting: 1, lastFailure: { reason } })
    expect(JSON.stringify(await state())).not.toContain('secret')
  })

  test('without encryption is used where the settings say so, one with TLS from the start, too', async () => {
    await mention([foreman])
    await deliver({ security: 'none', ca: null })
    expect(recipients()).toEqual(['foreman@example.com'])
    await server.close()
    server = await startMailServer({ secure: true })
    await mention([foreman])
    await deliver({ security: 'tls' })
    expect(recipients()).toEqual(['foreman@example.com'])
  })
})

test('two servers that deliver at once send everything once', async () => {
  const people = [foreman, ...(await Promise.all(['a1', 'a2', 'a3', 'a4'].map((name) => person(name))))]
  await mention(people)
  await Promise.all([deliver(), deliver(), deliver()])
  expect(recipients().toSorted()).toEqual(people.map(({ username }) => `${username}@example.com`).toSorted())
})
