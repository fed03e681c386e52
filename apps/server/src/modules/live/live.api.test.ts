import { liveTopics, streamsPerSession } from '@cloud-factory/domain/live/live-enums'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

// On a socket: how a stream ends is the matter here.

let app: TestApp
let origin: string
const leaving = new Set<AbortController>()
beforeAll(async () => {
  app = await testApp({ demo: 'none' })
  origin = await app.instance.server.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => {
  for (const one of leaving) one.abort()
  leaving.clear()
})
afterAll(() => app.close())

async function open(authorization: string, method = 'GET') {
  const leave = new AbortController()
  leaving.add(leave)
  const path = `${origin}/api/live?topics=${liveTopics.join()}`
  return fetch(path, { method, headers: { authorization }, signal: leave.signal })
}

test('a session has four streams; one more is refused, and let in when another has closed', async () => {
  const { token } = await app.signIn('admin')
  for (let count = 0; count < streamsPerSession; count += 1) {
    const { status, headers } = await open(token)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  }
  const refused = await open(token)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await refused.json()).toMatchObject({ code: 'streams.too_many', params: { limit: 4 } })
  expect((await open((await app.signIn('admin')).token)).status).toBe(200)

  const [first] = leaving
  first?.abort()
  await expect.poll(async () => (await open(token)).status).toBe(200)
})

test('a request for the head alone opens none', async () => {
  const { token } = await app.signIn('admin')
  for (let count = 0; count < 2 * streamsPerSession; count += 1)
    expect((await open(token, 'HEAD')).status).toBe(200)
  expect((await open(token)).status).toBe(200)
})
