import { beforeEach, expect, test } from 'vitest'
import type { LiveChanges } from '@cloud-factory/domain/live/change-areas'
import { testActor } from '../../../test/actor.ts'
import { testClock } from '../../../test/clock.ts'
import { createLog } from '../log/log.ts'
import { type ChangeFeed, createChangeFeed } from './change-feed.ts'
import type { ChangeEvent } from './changes.rules.ts'
import { type Listener, listener } from './listener.ts'

let events: ChangeEvent[]
let reads: number
let failing: boolean
let feed: ChangeFeed

beforeEach(() => {
  events = []
  reads = 0
  failing = false
  feed = createChangeFeed({
    clock: testClock(),
    log: createLog('silent'),
    source: {
      after: async (_plantId, cursor, limit) => {
        reads += 1
        if (failing) throw new Error('no')
        return events.filter(({ seq }) => seq > cursor).slice(0, limit)
      },
      newest: async (_plantId, olderThanSeconds) =>
        olderThanSeconds === null ? (events.at(-1)?.seq ?? 0) : 0,
    },
  })
  return () => feed.close()
})

const change = (subjectId: string, count = 1): void => {
  for (let one = 0; one < count; one += 1)
    events.push({ seq: events.length + 1, name: 'orders.changed', subjectId, orderId: null, tab: null })
}
const join = (tags: readonly string[] = ['order.view'], since: number | null = null): Listener => {
  const one = listener({ actor: testActor({ tags: [...tags] }), kind: 'office', name: null }, [], '')
  feed.follow(one, since)
  return one
}
const frames = ({ body }: Listener): LiveChanges[] =>
  ((body.read() as Buffer | null)?.toString() ?? '')
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as LiveChanges)

test('one reading serves all listeners, each with what it may hear; nobody is read for when nobody listens', async () => {
  await feed.read()
  expect(reads).toBe(0)
  const [first, second, other] = [join(), join(), join(['quality.view'])]
  await feed.read()
  expect([first, second, other].map(frames)).toEqual(Array(3).fill([{ seq: 0, changes: [] }]))
  reads = 0
  change('5')
  await feed.read()
  expect(reads).toBe(1)
  const frame = { seq: 1, changes: [{ area: 'order', id: '5', orderId: '5' }] }
  expect([first, second, other].map(frames)).toEqual([[frame], [frame], []])
  await feed.read()
  expect(frames(first)).toEqual([])
  feed.leave(first)
  change('6')
  await feed.read()
  expect(frames(first)).toEqual([])
})

test('who comes back gets what it has missed; who knows nothing of so long ago, that everything may have changed', async () => {
  change('5')
  const other = join()
  await feed.read()
  feed.leave(other)
  change('6')
  const back = join(['order.view'], 1)
  await feed.read()
  expect(frames(back)).toEqual([{ seq: 2, changes: [{ area: 'order', id: '6', orderId: '6' }] }])
  change('7', 6000)
  await feed.read()
  expect(frames(back)).toEqual([{ seq: 6002, changes: null }])
})

test('a listener that takes nothing is told later, in one frame', async () => {
  const slow = join()
  await feed.read()
  slow.send('x'.repeat(300_000), 0)
  for (const id of ['5', '5', '6']) {
    change(id)
    await feed.read()
  }
  slow.body.read()
  await feed.read()
  expect(frames(slow)).toEqual([
    {
      seq: 3,
      changes: [
        { area: 'order', id: '5', orderId: '5' },
        { area: 'order', id: '6', orderId: '6' },
      ],
    },
  ])
})

test('a reading that fails loses nothing', async () => {
  const one = join()
  await feed.read()
  frames(one)
  change('5')
  failing = true
  await feed.read()
  failing = false
  await feed.read()
  expect(frames(one)).toHaveLength(1)
})
