import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Readable } from 'node:stream'
import { testActor } from '../../../test/actor.ts'
import { testClock } from '../../../test/clock.ts'
import { noChanges } from '../../../test/no-changes.ts'
import type { Actor } from '../auth/actor.ts'
import { createLog } from '../log/log.ts'
import { createLiveHub, type LiveHub, type StreamRequest } from './hub.ts'

const clock = testClock()
let machines: Map<string, unknown>
let reads: number
let failing: boolean
let alive: Map<string, string[]>
let hub: LiveHub
let parts: string[]

beforeEach(() => {
  machines = new Map([['1', { state: 'idle' }]])
  reads = 0
  parts = []
  failing = false
  alive = new Map([['1', ['equipment.view']]])
  hub = createLiveHub({
    clock,
    log: createLog('silent'),
    changes: noChanges(clock),
    build: 'b1',
    stillIn: async () => alive,
    sources: [
      {
        topic: 'machines',
        rule: { permission: 'equipment.view' },
        read: async () => {
          reads += 1
          if (failing) throw new Error('no')
          return machines
        },
      },
      {
        topic: 'wall',
        rule: { permission: 'equipment.view' },
        read: async (_plantId, scope) => {
          parts.push(scope)
          return new Map([['is', scope]])
        },
      },
    ],
  })
})
afterEach(() => hub.close())

const actor = testActor({ tags: ['equipment.view'] })
/** Everybody comes in a session of their own, unless it is said in which. */
let sessions = 1
function someone(): Actor {
  sessions += 1
  alive.set(String(sessions), ['equipment.view'])
  return { ...actor, sessionId: String(sessions) }
}
const stream = (request: Partial<StreamRequest> = {}) =>
  hub.open({
    actor: someone(),
    topics: ['machines'],
    lastEventId: null,
    signal: new AbortController().signal,
    name: null,
    ...request,
  })
const openNow = (lastEventId: string | null = null, who = someone()) => stream({ actor: who, lastEventId })
/** Opens, and waits for the first of it. */
async function open(lastEventId: string | null = null, who = someone()) {
  const body = openNow(lastEventId, who)
  await hub.heartbeat()
  return body
}

interface Heard {
  readonly id: string | null
  readonly event: string
  readonly data: Record<string, unknown>
}
/** What has come since the last time. */
function heard(body: Readable): Heard[] {
  const text = (body.read() as Buffer | null)?.toString() ?? ''
  return text
    .split('\n\n')
    .filter((block) => block.includes('event: '))
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null
      return {
        id: field('id'),
        event: field('event') ?? '',
        data: JSON.parse(field('data') ?? '{}') as Heard['data'],
      }
    })
}
const names = (body: Readable) => heard(body).map(({ event }) => event)
const heartbeats = async (count: number) => {
  for (let done = 0; done < count; done += 1) {
    clock.advance(1)
    await hub.heartbeat()
  }
}

describe('a listener', () => {
  test('hears who speaks, all there is at once, then only what changes', async () => {
    const body = await open()
    const [handshake, keyframe] = heard(body)
    expect(handshake).toMatchObject({ event: 'hello', id: null, data: { build: 'b1' } })
    expect(keyframe).toMatchObject({ event: 'keyframe', data: { items: { 1: { state: 'idle' } } } })
    await heartbeats(1)
    expect(names(body)).toEqual([])
    machines = new Map([['2', { state: 'running' }]])
    await heartbeats(1)
    expect(heard(body)[0]).toMatchObject({
      event: 'delta',
      data: { topic: 'machines', set: { 2: { state: 'running' } }, gone: ['1'] },
    })
  })

  test('hears a beat when nothing changes, and the whole again every fifteen seconds', async () => {
    const body = await open()
    await heartbeats(1)
    names(body)
    await heartbeats(14)
    const events = names(body)
    expect(events.filter((event) => event === 'beat').length).toBeGreaterThanOrEqual(1)
    expect(events).toContain('keyframe')
  })

  test('costs no reading of its own: two hear one reading', async () => {
    const [one, two] = [await open(), await open()]
    await heartbeats(1)
    const before = reads
    await heartbeats(3)
    expect(reads - before).toBe(3)
    expect(names(one)).toContain('keyframe')
    expect(names(two)).toContain('keyframe')
  })

  test('who comes with many others is told at once what was read a moment ago, and nobody else is told anything', async () => {
    const first = await open()
    await heartbeats(1)
    heard(first)
    const before = reads
    const others = Array.from({ length: 100 }, () => openNow())
    await new Promise((resolve) => setImmediate(resolve))
    expect(others.map(names)).toEqual(others.map(() => ['hello', 'keyframe']))
    expect(heard(first)).toEqual([])
    expect(reads).toBe(before)
    machines = new Map([['1', { state: 'running' }]])
    await heartbeats(1)
    expect([first, ...others].map(names)).toEqual(Array.from({ length: 101 }, () => ['delta']))
  })

  test('without the right hears nothing of it', async () => {
    const body = await open(null, testActor({ tags: ['screen.view'] }))
    await heartbeats(16)
    expect(names(body).filter((event) => event !== 'beat' && event !== 'hello')).toEqual([])
    expect(reads).toBe(0)
  })

  test('whose session ends, or who loses the right, is let go within five seconds', async () => {
    const body = await open(null, actor)
    const ended = new Promise((resolve) => body.on('end', resolve))
    body.resume()
    await heartbeats(20)
    expect(body.readableEnded).toBe(false)
    alive = new Map([['1', []]])
    await heartbeats(5)
    await ended
  })

  test('a topic that cannot be read says nothing and comes back', async () => {
    const body = await open()
    await heartbeats(1)
    names(body)
    failing = true
    machines = new Map([['1', { state: 'fault' }]])
    await heartbeats(1)
    expect(names(body)).toEqual([])
    failing = false
    await heartbeats(1)
    expect(names(body)).toEqual(['delta'])
  })
})

describe('a part of a topic', () => {
  const part = (scope: string) => stream({ topics: ['wall'], scope })

  test('is asked for once for all who listen to it, and each hears only its own', async () => {
    const [one, two, other] = [part('a'), part('a'), part('b')]
    await heartbeats(1)
    // Each who came asked for a beat of its own.
    await new Promise((resolve) => setImmediate(resolve))
    parts = []
    await heartbeats(2)
    expect(parts.toSorted()).toEqual(['a', 'a', 'b', 'b'])
    for (const [body, is] of [
      [one, 'a'],
      [two, 'a'],
      [other, 'b'],
    ] as const)
      expect(heard(body).find(({ event }) => event === 'keyframe')?.data).toMatchObject({ items: { is } })
  })

  test('that nobody listens to any more is asked for no more', async () => {
    const [one, other] = [part('a'), part('b')]
    await heartbeats(1)
    one.destroy()
    await new Promise((resolve) => setImmediate(resolve))
    parts = []
    await heartbeats(1)
    expect(parts).toEqual(['b'])
    other.destroy()
  })

  test('that comes while the others are asked is whole from its first frame', async () => {
    part('a')
    const asking = hub.heartbeat()
    const late = part('b')
    await asking
    await heartbeats(1)
    expect(heard(late).find(({ event }) => event === 'keyframe')?.data).toMatchObject({ items: { is: 'b' } })
  })
})

describe('coming back', () => {
  test('with the last id brings exactly what was missed', async () => {
    const body = await open()
    await heartbeats(1)
    const id = heard(body).at(-1)?.id ?? null
    const other = await open()
    body.destroy()
    for (const state of ['setup', 'running']) {
      machines = new Map([['1', { state }]])
      await heartbeats(1)
    }
    const again = openNow(id)
    expect(heard(again).map(({ event, data }) => [event, data['set']])).toEqual([
      ['hello', undefined],
      ['delta', { 1: { state: 'setup' } }],
      ['delta', { 1: { state: 'running' } }],
    ])
    other.destroy()
  })

  test.each([
    ['of another process', 'abcdef012345-1'],
    ['that is no id', 'x'],
    ['that is empty', ''],
  ])('with an id %s brings the whole', async (_, id) => {
    const body = await open(id)
    await heartbeats(1)
    expect(names(body)).toContain('keyframe')
  })

  test('after more changes than are kept brings the whole', async () => {
    const body = await open()
    await heartbeats(1)
    const id = heard(body).at(-1)?.id ?? null
    for (let count = 0; count < 60; count += 1) {
      machines = new Map([['1', { count }]])
      await heartbeats(1)
    }
    const again = await open(id)
    await heartbeats(1)
    expect(heard(again).find(({ event }) => event === 'keyframe')?.data).toMatchObject({
      items: { 1: { count: 59 } },
    })
  })
})

describe('a listener that does not take what it is sent', () => {
  test('misses changes, gets the whole when it takes again, and delays nobody', async () => {
    const [slow, quick] = [await open(), await open()]
    await heartbeats(1)
    heard(slow)
    heard(quick)
    for (let count = 0; count < 10; count += 1) {
      machines = new Map([['1', { count, text: 'x'.repeat(100_000) }]])
      await heartbeats(1)
      expect(names(quick).length).toBeGreaterThan(0)
    }
    expect(slow.readableLength).toBeLessThan(600_000)
    heard(slow)
    await heartbeats(1)
    expect(heard(slow).at(-1)).toMatchObject({ event: 'keyframe' })
  })

  test('is cut off after half a minute', async () => {
    const slow = await open()
    for (let count = 0; count < 45; count += 1) {
      machines = new Map([['1', { count, text: 'x'.repeat(100_000) }]])
      await heartbeats(1)
    }
    expect(slow.destroyed).toBe(true)
  })
})
