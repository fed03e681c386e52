import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askEveryMs } from './polling-fallback.ts'
import { streamLink } from './stream-link.ts'

// Time is ours here: what the link does in minutes happens at once.

let opened: number
let paths: string[]
let answer: () => Promise<Response>
let requests: number
let askFails: boolean
let lost: (number | null)[]
let events: (string | undefined)[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  opened = 0
  paths = []
  requests = 0
  askFails = false
  lost = []
  events = []
  vi.stubGlobal('fetch', (path: string, { signal }: { readonly signal: AbortSignal }) => {
    opened += 1
    paths.push(path)
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      answer().then(resolve, reject)
    })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const begin = () => {
  const link = streamLink({
    onEvent: (event) => events.push(event),
    onLost: (status) => lost.push(status),
    ask: async () => {
      requests += 1
      if (askFails) throw new TypeError('network error')
    },
  })
  link.follow('/api/live?topics=machines')
  return link
}
const broken = () => Promise.reject(new TypeError('network error'))
const silent = () => new Promise<Response>(() => undefined)
/** A stream that stays open. */
const reported = (text: string) => async () =>
  new Response(new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode(text)) }))
const heartbeat = reported('event: beat\ndata: {"at":1}\n\n')
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('after three failures it asks, goes on asking, and tries the stream all the same', async () => {
  answer = broken
  const link = begin()
  await pass(0)
  expect([opened, requests, lost]).toEqual([1, 0, [null]])
  await pass(3_000)
  expect([opened, requests]).toEqual([3, 1])
  const before = lost.length
  await pass(2 * askEveryMs)
  expect(requests).toBe(3)
  expect(opened).toBeGreaterThan(3)
  // It is not lost: the answers stand for the stream.
  expect(lost).toHaveLength(before)
  link.follow(null)
})

test('a stream that gets through ends the asking', async () => {
  answer = broken
  const link = begin()
  await pass(3_000)
  answer = heartbeat
  await pass(30_000)
  expect(events).toEqual(['beat'])
  const before = requests
  await pass(11_000)
  expect(requests).toBe(before)
  link.follow(null)
})

test('one that is opened and never says a word is asked for at once', async () => {
  answer = silent
  const link = begin()
  await pass(11_900)
  expect(requests).toBe(0)
  await pass(200)
  expect(requests).toBe(1)
  link.follow(null)
  await pass(60_000)
  expect(requests).toBe(1)
})

test('another address is asked for at once when the one before was', async () => {
  answer = broken
  const link = begin()
  await pass(3_000)
  const before = requests
  link.follow('/api/live?topics=alarms')
  await pass(0)
  expect(requests).toBe(before + 1)
  answer = heartbeat
  await pass(60_000)
  expect(requests).toBeLessThanOrEqual(before + 4)
  link.follow(null)
})

test('when the answers stay away too it is lost', async () => {
  answer = broken
  askFails = true
  const link = begin()
  await pass(3_000)
  const before = lost.length
  await pass(askEveryMs)
  expect(lost.length).toBeGreaterThan(before)
  link.follow(null)
})

test('who may not listen is not asked for either', async () => {
  answer = async () => new Response('', { status: 403 })
  const link = begin()
  await pass(600_000)
  expect(requests).toBe(0)
  expect(new Set(lost)).toEqual(new Set([403]))
  expect(opened).toBeLessThan(12)
  link.follow(null)
})

test('one stream too many is asked for at once, tried again each minute, and comes back', async () => {
  answer = async () => new Response('', { status: 429 })
  const link = begin()
  await pass(0)
  expect([opened, requests]).toEqual([1, 1])
  expect(lost).toEqual([429])
  await pass(600_000)
  expect(opened).toBeLessThan(12)
  expect(requests).toBeGreaterThan(50)
  answer = heartbeat
  await pass(60_000)
  const before = requests
  await pass(60_000)
  expect([events, requests]).toEqual([['beat'], before])
  link.follow(null)
})

test('a stream that is opened again says that it is the same one', async () => {
  answer = broken
  const link = begin()
  await pass(10_000)
  link.follow(null)
  expect(paths.length).toBeGreaterThan(2)
  expect(new Set(paths).size).toBe(1)
  expect(paths[0]).toMatch(/^\/api\/live\?topics=machines&listener=[a-z0-9-]+$/)
})

test('who looks again does not wait', async () => {
  answer = broken
  const link = begin()
  await pass(3_000)
  const [before, tried] = [requests, opened]
  link.wake()
  await pass(0)
  expect([requests, opened]).toEqual([before + 1, tried + 1])
  link.follow(null)
})
