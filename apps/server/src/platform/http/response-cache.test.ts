import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { JsonText } from './reply-writer.ts'
import { ResponseCache } from './response-cache.ts'

const asOf = { fact: 7, day: '2026-03-20' }
const planner = { ...testActor({ tags: ['order.view', 'order.edit'] }), asOf }
const list = { query: { sort: 'dueOn' } }

const counted = () => {
  let made = 0
  return vi.fn(async () => {
    made += 1
    await turn()
    return new JsonText(`answer ${made}`)
  })
}
const ask = async (
  cache: ResponseCache,
  write: () => Promise<JsonText>,
  overrides: object = {},
  call: object = list,
) => (await cache.of('GET /api/orders', call, { ...planner, ...overrides }, write)).text

test('the same question is answered once while nothing happens, whoever with these tags asks', async () => {
  const [cache, write] = [new ResponseCache(), counted()]
  expect(await ask(cache, write)).toBe('answer 1')
  const other = { userId: '9', username: 'other', sessionId: '8', tags: ['order.edit', 'order.view'] }
  expect(await ask(cache, write, other)).toBe('answer 1')
  expect(write).toHaveBeenCalledTimes(1)
})

test.each([
  ['a new fact', { asOf: { ...asOf, fact: 8 } }],
  ['the next day', { asOf: { ...asOf, day: '2026-03-21' } }],
  ['another plant', { plantId: 2 }],
  ['other tags', { tags: ['order.view'] }],
])('%s wants an answer of its own', async (_name, overrides) => {
  const [cache, write] = [new ResponseCache(), counted()]
  await ask(cache, write)
  expect(await ask(cache, write, overrides)).toBe('answer 2')
  expect(await ask(cache, write)).toBe('answer 1')
})

test('another question, another endpoint: another answer', async () => {
  const [cache, write] = [new ResponseCache(), counted()]
  await ask(cache, write)
  expect(await ask(cache, write, {}, { query: { sort: '-dueOn' } })).toBe('answer 2')
  expect((await cache.of('GET /api/projects', list, planner, write)).text).toBe('answer 3')
})

test('what several ask at once is answered once', async () => {
  const [cache, write] = [new ResponseCache(), counted()]
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(cache, write)))
  expect(new Set(answers)).toEqual(new Set(['answer 1']))
})

test('who makes an answer for all is not told who asked', async () => {
  const read = vi.fn(async () => new JsonText('{}'))
  await new ResponseCache().of('GET /api/orders', list, planner, read)
  expect(read).toHaveBeenCalledWith(
    expect.objectContaining({
      userId: '',
      username: '',
      cnName: '',
      sessionId: '',
      address: '',
      requestId: '',
    }),
  )
})

test('a failure is told to all who waited for it, and kept for nobody', async () => {
  const cache = new ResponseCache()
  const broken = async () => {
    await turn()
    throw new Error('no database')
  }
  const ends = await Promise.allSettled([ask(cache, broken), ask(cache, broken)])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask(cache, counted())).toBe('answer 1')
})

test('memory is bounded: the answer that was asked for longest ago makes room', async () => {
  const cache = new ResponseCache(2_000)
  const write = vi.fn(async () => new JsonText('x'.repeat(300)))
  await ask(cache, write, {}, { query: { page: 1 } })
  for (const page of [2, 3, 4]) await ask(cache, write, {}, { query: { page } })
  await ask(cache, write, {}, { query: { page: 4 } })
  expect(write).toHaveBeenCalledTimes(4)
  await ask(cache, write, {}, { query: { page: 1 } })
  expect(write).toHaveBeenCalledTimes(5)
})

test('without memory nothing is kept', async () => {
  const [cache, write] = [new ResponseCache(0), counted()]
  await ask(cache, write)
  expect(await ask(cache, write)).toBe('answer 2')
})
