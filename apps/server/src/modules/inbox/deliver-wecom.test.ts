import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestClock, testClock } from '../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { addPerson } from '../../../test/people.ts'
import { startWecomServer, type WecomServer } from '../../../test/wecom-server.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { WecomSettings } from '../../platform/config/config.ts'
import { deliverMessages } from './deliver-messages.ts'
import { mentionPeople } from './inbox.fixtures.ts'
import { type MessageChannel, wecomChannel } from './message-channels.ts'
import { channelState } from './message-deliveries.store.ts'
import { saveMessageSettings } from './message-settings.store.ts'

const publicUrl = 'https://factory.example'
let testDb: TestDatabase
let wecom: WecomServer
let clock: TestClock
let channel: MessageChannel
let planner: Actor
let foreman: Actor
let order: string
beforeAll(async () => {
  testDb = await testDatabase()
  wecom = await startWecomServer()
})
beforeEach(async () => {
  await testDb.wipe()
  wecom.reset()
  clock = testClock('2026-03-20T04:00:00Z')
  channel = wecomChannel(wecom.settings, clock)
  planner = await addPerson(testDb.db, { username: 'planner', tags: ['order.view'] })
  foreman = await person('foreman')
  order = String((await madePieces(testDb.db, { quantity: 1 })).orderId)
})
afterAll(async () => {
  wecom.close()
  await testDb.close()
})

/** Somebody who wants mentions by WeCom; their id there begins with a capital. */
async function person(username: string): Promise<Actor> {
  const wecomId = `${username.charAt(0).toUpperCase()}${username.slice(1)}`
  const added = await addPerson(testDb.db, { username, tags: ['order.view'], wecomId })
  const settings = {
    appOff: [],
    byEmail: [],
    byWecom: ['mentions' as const],
    quiet: null,
    language: 'zh' as const,
  }
  await testDb.db.tx((write) => saveMessageSettings(write, added, settings, clock.now()))
  return added
}
const mention = (who: readonly Actor[], text = '看一下') =>
  mentionPeople(testDb.db, { by: planner, order, who, text, at: clock.now() })
const deliver = () =>
  deliverMessages({ db: testDb.db, clock, plantId: 1, publicUrl, channels: [channel] }, () => false)
const state = () => channelState(testDb.db.reads, 1, 'wecom', clock.now())
const through = (change: Partial<WecomSettings>) => {
  channel = wecomChannel({ ...wecom.settings, ...change }, clock)
}

test('a card goes to one person, says what happened and leads to the record', async () => {
  await mention([foreman], '<div class="highlight">急</div>\n第二行')
  await deliver()
  expect(wecom.messages).toEqual([
    {
      touser: 'Foreman',
      msgtype: 'textcard',
      agentid: 1_000_002,
      textcard: {
        title: expect.stringMatching(/^planner 先生 提到了您：订单 \S+$/),
        description: '＜div class="highlight"＞急＜/div＞\n第二行',
        url: `${publicUrl}/order/detail/${order}?conversation=open`,
      },
    },
  ])
  expect(await state()).toMatchObject({ waiting: 0, failed: 0, lastFailure: null })
})

test('long texts are cut to the limits of WeCom, between characters', async () => {
  for (let number = 0; number < 5; number += 1) await mention([foreman], '字😀'.repeat(200))
  await deliver()
  const [card] = wecom.messages.map(({ textcard }) => textcard)
  const bytes = Buffer.byteLength(card?.description ?? '')
  expect(bytes).toBeGreaterThan(500)
  expect(bytes).toBeLessThanOrEqual(512)
  expect(card?.description).toMatch(/(字😀|字|😀)…$/u)
  expect(card?.title).toBe('5 条新消息')
  expect(card?.url).toBe(`${publicUrl}/message/list`)
})

describe('an access token', () => {
  test.each([40014, 42001])('that is not valid any more (%s) is replaced once', async (errcode) => {
    await mention([foreman])
    await deliver()
    wecom.validToken = 'revoked'
    if (errcode === 40014) wecom.trouble = once({ errcode, errmsg: 'invalid access_token' })
    await mention([foreman])
    await deliver()
    expect([wecom.messages.length, wecom.tokensIssued]).toEqual([2, 2])
  })

  test('that is refused again stops the channel until later', async () => {
    wecom.trouble = (path) =>
      path.endsWith('/send') ? { status: 200, body: JSON.stringify({ errcode: 42001 }) } : null
    await mention([foreman])
    await deliver()
    expect(wecom.tokensIssued).toBe(2)
    expect(await state()).toMatchObject({ waiting: 1, lastFailure: { reason: 'sign_in', detail: '42001' } })
    wecom.trouble = null
    clock.advance(60)
    await deliver()
    expect(wecom.messages).toHaveLength(1)
  })

  test('that is not given for our secret is shown to the administrator, without the secret', async () => {
    through({ corpSecret: 'wrong-s3cret' })
    await mention([foreman])
    await deliver()
    const shown = await state()
    expect(shown).toMatchObject({ waiting: 1, lastFailure: { reason: 'sign_in', detail: '40001' } })
    expect(JSON.stringify(shown)).not.toContain('s3cret')
  })
})

/** Answers the next `message/send`, then nothing special any more. */
function once(reply: object): WecomServer['trouble'] {
  return (path) => {
    if (!path.endsWith('/send')) return null
    wecom.trouble = null
    return { status: 200, body: JSON.stringify(reply) }
  }
}

describe('an answer', () => {
  test.each([
    ['of an unknown member', { errcode: 81013, errmsg: 'user & party & tag all invalid' }, '81013'],
    ['of an unknown id', { errcode: 60111, errmsg: 'userid not found' }, '60111'],
    ['that names the member as invalid', { errcode: 0, errmsg: 'ok', invaliduser: 'Foreman' }, 'invaliduser'],
  ])('%s is final for that person; others get theirs', async (_, reply, detail) => {
    const other = await person('other')
    wecom.answers = { Foreman: reply }
    await mention([foreman, other])
    await deliver()
    expect(wecom.messages.map(({ touser }) => touser)).toEqual(['Other'])
    expect(await state()).toMatchObject({
      waiting: 0,
      failed: 1,
      lastFailure: { reason: 'rejected', detail },
    })
  })

  test('that limits the rate stops the channel for a while', async () => {
    const other = await person('other')
    wecom.answers = { Foreman: { errcode: 45009, errmsg: 'api freq out of limit' } }
    await mention([foreman, other])
    await deliver()
    expect(wecom.messages).toEqual([])
    expect(await state()).toMatchObject({
      waiting: 2,
      lastFailure: { reason: 'rate_limited', detail: '45009' },
    })
    wecom.answers = {}
    clock.advance(60)
    await deliver()
    expect(wecom.messages.map(({ touser }) => touser).toSorted()).toEqual(['Foreman', 'Other'])
  })

  test('of any other kind is tried again, and does not hold up others', async () => {
    const other = await person('other')
    wecom.answers = { Foreman: { errcode: -1, errmsg: 'system busy' } }
    await mention([foreman, other])
    await deliver()
    expect(wecom.messages.map(({ touser }) => touser)).toEqual(['Other'])
    expect(await state()).toMatchObject({ waiting: 1, lastFailure: { reason: 'refused', detail: '-1' } })
  })
})

describe('a server', () => {
  beforeEach(() => {
    channel = wecomChannel(wecom.settings, clock, 300)
  })
  test.each([
    ['with a fault', { status: 500, body: '{}' }],
    ['with a page instead of a reply', { status: 200, body: '<html>' }],
    [
      'that sends us elsewhere',
      { status: 302, body: '', location: 'http://127.0.0.1:1/cgi-bin/message/send' },
    ],
    ['that never answers', 'never' as const],
  ])('%s is tried again later', async (_, trouble) => {
    wecom.trouble = () => trouble
    await mention([foreman])
    await deliver()
    expect(await state()).toMatchObject({ waiting: 1, lastFailure: { reason: 'unreachable' } })
    wecom.trouble = null
    clock.advance(60)
    await deliver()
    expect(wecom.messages).toHaveLength(1)
  })

  test('that is down for an hour loses nothing', async () => {
    through({ baseUrl: 'http://127.0.0.1:1' })
    await mention([foreman])
    for (let minute = 0; minute < 60; minute += 1) {
      await deliver()
      clock.advance(60)
    }
    through({})
    clock.advance(64 * 60)
    await deliver()
    expect(wecom.messages).toHaveLength(1)
  })
})
