import type { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { testClock } from '../../../test/clock.ts'
import { noChanges } from '../../../test/no-changes.ts'
import { createLog } from '../log/log.ts'
import { createLiveHub, type LiveHub, type StreamRequest } from './hub.ts'

const rule = { permission: 'equipment.view' } as const
const read = async () => new Map([['1', 'is']])
let hub: LiveHub
let areOver: boolean
beforeEach(() => {
  areOver = false
  hub = createLiveHub({
    clock: testClock(),
    log: createLog('silent'),
    changes: noChanges(testClock()),
    build: 'b1',
    stillIn: async (_plantId, ids) => new Map(areOver ? [] : ids.map((id) => [id, [rule.permission]])),
    sources: [
      { topic: 'machines', rule, read },
      { topic: 'wall', rule, read },
    ],
  })
})
afterEach(() => hub.close())

const open = (request: Partial<StreamRequest> = {}): Readable =>
  hub.open({
    actor: testActor({ tags: [rule.permission] }),
    topics: ['machines'],
    lastEventId: null,
    signal: new AbortController().signal,
    name: null,
    ...request,
  })
const four = (request: Partial<StreamRequest> = {}) => Array.from({ length: 4 }, () => open(request))
const inOther = { actor: testActor({ tags: [rule.permission], sessionId: '2' }) }
const closed = (body: Readable | undefined) => new Promise((resolve) => body?.once('close', resolve))
const tooMany = expect.objectContaining({
  code: 'streams.too_many',
  facts: { retryAfter: 60, params: { limit: 4 } },
})

test('are four of a kind; another session, and the other kind, have their own four', () => {
  four()
  expect(open).toThrow(tooMany)
  four({ topics: ['wall'], scope: '1' })
  expect(() => open({ topics: ['wall'], scope: '2' })).toThrow(tooMany)
  expect(open(inOther).destroyed).toBe(false)
})

test('make room when one of them is closed', async () => {
  const [first] = four()
  first?.destroy()
  await closed(first)
  expect(open().destroyed).toBe(false)
  expect(open).toThrow(tooMany)
})

test('follow each other under one name: a page that lost its link is not shut out by what is left of it', async () => {
  const before = open({ name: 'tab-1' }).resume()
  const gone = closed(before)
  // It ends and is not cut, which a browser would report as an error.
  const ended = new Promise((resolve) => before.once('end', resolve))
  const after = open({ name: 'tab-1' })
  await Promise.all([ended, gone])
  expect([before.destroyed, after.destroyed]).toEqual([true, false])
  Array.from({ length: 3 }, () => open())
  expect(() => open({ name: 'tab-2' })).toThrow(tooMany)
  // A name means something in its own session only.
  open({ ...inOther, name: 'tab-1' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(after.destroyed).toBe(false)
})

test('are cut off when it has ended and nobody takes what they were sent', async () => {
  const body = open()
  areOver = true
  for (let heartbeats = 0; heartbeats < 9; heartbeats += 1) await hub.heartbeat()
  expect(body.destroyed).toBe(true)
})
