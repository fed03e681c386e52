import { groupKinds } from '@cloud-factory/domain/inbox/record-kinds'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestClock, testClock } from '../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { startWecomServer, type WecomServer } from '../../../test/wecom-server.ts'
import { deliverToGroup, type GroupDeps } from './deliver-to-group.ts'
import { groupRobot } from './message-channels.ts'
import { channelState, endStaleDeliveries, forgetGroupDeliveries } from './message-deliveries.store.ts'
import type { OpenRequest } from './message-text.ts'

const publicUrl = 'https://factory.example'
let testDb: TestDatabase
let wecom: WecomServer
let clock: TestClock
let open: OpenRequest[]
beforeAll(async () => {
  testDb = await testDatabase()
  wecom = await startWecomServer()
})
beforeEach(async () => {
  await testDb.wipe()
  wecom.reset()
  clock = testClock('2026-03-20T04:00:00Z')
  open = [request('repairs', 1, 'RO-1 CUT-01 漏气')]
})
afterAll(async () => {
  wecom.close()
  await testDb.close()
})

const request = (kind: OpenRequest['kind'], id: number, what: string): OpenRequest => ({
  kind,
  occasion: `${kind}/${id}`,
  what,
  path: `/page/${id}`,
})
const deliver = ({ url = wecom.robotUrl, ...more }: Partial<GroupDeps['settings']> & { url?: string } = {}) =>
  deliverToGroup({
    db: testDb.db,
    clock,
    plantId: 1,
    publicUrl,
    robot: groupRobot(url, 300),
    settings: { kinds: groupKinds, language: 'zh', ...more },
    requests: async () => open,
  })
const sent = () => wecom.groupMessages.map(({ markdown }) => markdown.content)
const state = () => channelState(testDb.db.reads, 1, 'robot', clock.now())

test('a group is notified once of each thing that waits, with a link, in one message and the language of the settings', async () => {
  open.push(request('ncrs', 2, '裂纹 [GL-1](x)\n<b>'))
  await deliver()
  await deliver()
  expect(wecom.groupMessages).toEqual([
    {
      msgtype: 'markdown',
      markdown: {
        content: [
          '云工厂',
          `> **报修待受理** [RO-1 CUT-01 漏气](${publicUrl}/page/1)`,
          `> **不合格处置待批准** [裂纹 GL-1 x b](${publicUrl}/page/2)`,
        ].join('\n'),
      },
    },
  ])
  open.push(request('alarms', 3, 'CUT-01 油温高'))
  await deliver({ language: 'en' })
  expect(sent()[1]).toMatch(/\n> \*\*Critical alarm not acknowledged\*\* \[CUT-01 油温高\]\(https:[^\n]+$/)
  expect(await state()).toMatchObject({ waiting: 0, failed: 0, lastFailure: null })
})

test('only of the kinds that are chosen', async () => {
  await deliver({ kinds: ['alarms'] })
  expect(sent()).toEqual([])
})

test('a flood is one message that fits: the first ten, and how many more', async () => {
  open = Array.from({ length: 40 }, (_, at) => request('alarms', at, '油温高'.repeat(100)))
  await deliver()
  expect(sent()).toHaveLength(1)
  expect(Buffer.byteLength(sent()[0] ?? '')).toBeLessThanOrEqual(4096)
  expect(sent()[0]).toMatch(/还有 30 条消息$/)
  expect(await state()).toMatchObject({ waiting: 0 })
})

test('what was dealt with while WeCom did not answer is not sent any more', async () => {
  open.push(request('alarms', 2, 'CUT-01'))
  wecom.trouble = () => ({ status: 500, body: '{}' })
  await deliver()
  expect(await state()).toMatchObject({ waiting: 2, lastFailure: { reason: 'unreachable' } })
  wecom.trouble = null
  open = open.slice(1)
  await deliver()
  expect(sent()).toEqual([])
  clock.advance(60)
  await deliver()
  expect(sent()).toEqual([expect.not.stringContaining('RO-1')])
  expect(await state()).toMatchObject({ waiting: 0, failed: 0 })
})

test.each([
  ['a limited rate', 45009, 'rate_limited'],
  ['a robot that was removed', 93000, 'sign_in'],
])('%s is tried again later and shown, without the key', async (_, errcode, reason) => {
  wecom.trouble = () => ({ status: 200, body: JSON.stringify({ errcode }) })
  await deliver()
  expect(await state()).toMatchObject({ waiting: 1, lastFailure: { reason, detail: String(errcode) } })
  expect(JSON.stringify(await state())).not.toContain('k3y')
  wecom.trouble = null
  clock.advance(60)
  await deliver()
  expect(sent()).toHaveLength(1)
})

test('a wrong key ends after ten hours, and what was sent long ago is forgotten', async () => {
  for (let hour = 0; hour < 30; hour += 2) {
    await deliver({ url: wecom.robotUrl.replace('k3y', 'x') })
    clock.advance(2 * 3600)
  }
  expect(await state()).toMatchObject({ waiting: 0, failed: 1, lastFailure: { detail: '93000' } })
  clock.advance(30 * 86_400)
  const forget = (days: number) =>
    testDb.db.tx(async (write) => {
      await endStaleDeliveries(write, 1, clock.now())
      await forgetGroupDeliveries(write, 1, clock.now(), days)
    })
  const rows = async () =>
    (await testDb.db.reads.selectFrom('message_deliveries').select('id').execute()).length
  await forget(40)
  expect(await rows()).toBe(1)
  await forget(20)
  expect(await rows()).toBe(0)
})
