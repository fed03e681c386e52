import { once } from 'node:events'
import { get } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { api } from '@cloud-factory/contract/api'
import { endpoints } from '@cloud-factory/contract/endpoint'
import { atRest } from '../../../test/at-rest.ts'
import type { Actor } from '../auth/actor.ts'
import { systemClock } from '../clock/clock.ts'
import { createLog } from '../log/log.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { openapi } from './openapi.ts'
import { ResponseCache } from './response-cache.ts'
import { fail } from './domain-error.ts'
import { routes } from './routes.ts'
import { disposition, serializerOf } from './reply-writer.ts'
import { createServer } from './server.ts'

const table = endpoints({
  'GET /api/sheet': {
    summary: 'A file.',
    permission: 'order.view',
    query: z.strictObject({ end: z.enum(['never', 'breaks']).optional() }),
    reply: 'file',
    produces: ['text/csv'],
  },
  'GET /api/other': {
    summary: 'Another file.',
    permission: 'order.view',
    reply: 'file',
    produces: ['application/pdf'],
  },
  'POST /api/sheets': {
    summary: 'Takes files.',
    permission: 'order.view',
    upload: { field: 'files', maxBytes: 10, maxFiles: 2 },
    body: z.strictObject({ kind: z.enum(['a', 'b']), note: z.string().optional() }),
    reply: null,
  },
})
const actor: Actor = {
  userId: '7',
  plantId: 1,
  username: 'planner',
  cnName: '计划员',
  tags: ['order.view'],
  sessionId: '1',
  address: '127.0.0.1',
  requestId: 'r',
}

let app: FastifyInstance
let made: number
let ended: boolean

async function* rows(end: string | undefined) {
  try {
    for (; end !== undefined || made < 3; made += 1) {
      yield 'row\n'.repeat(5_000)
      if (end === 'breaks' && made === 2) throw new Error('the database went away')
    }
  } finally {
    ended = true
  }
}

beforeEach(async () => {
  made = 0
  ended = false
  app = await createServer({
    routes: [
      routes(table, {
        'GET /api/sheet': async ({ query }) => ({
          name: '订单 "10"/7 月.csv',
          type: 'text/csv',
          body: Readable.from(rows(query.end)),
          estimatedBytes: 60_000.5,
        }),
        'GET /api/other': async () => ({
          name: 'a.pdf',
          type: 'text/html',
          body: Readable.from(rows(undefined)),
        }),
        'POST /api/sheets': async () => undefined,
      }),
    ],
    log: createLog('silent'),
    clock: systemClock,
    metrics: createMetrics(),
    trustProxy: null,
    webRoot: null,
    callsPerSecond: 1_000,
    checkReplies: true,
    idempotency: { once: (_request, _actor, run) => run() },
    responseCache: new ResponseCache(),
    authenticate: async (token) => (token === 'planner' ? actor : fail('session.missing')),
  })
})
afterEach(() => app.close())

const headers = { authorization: 'planner' }
const soon = { timeout: 15_000 }

it('sends a file under its name, for saving, with its likely size', async () => {
  const reply = await app.inject({ url: '/api/sheet', headers })
  expect(reply.body).toHaveLength(60_000)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv',
    'x-estimated-bytes': '60001',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const name = String(reply.headers['content-disposition'])
  expect(name).toMatch(/^attachment; filename="__ _10__7 _\.csv"; filename\*=UTF-8''%E8%AE%A2/)
})

it('asks for the right to see it', async () => {
  expect((await app.inject('/api/sheet')).statusCode).toBe(401)
  expect(made).toBe(0)
})

it('makes nothing for HEAD', async () => {
  const reply = await app.inject({ method: 'HEAD', url: '/api/sheet', headers })
  expect(reply.statusCode).toBe(200)
  expect(made).toBe(0)
})

it('sends no other type than the endpoint says', async () => {
  const reply = await app.inject({ url: '/api/other', headers })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([500, 'application/problem+json'])
  expect(made).toBe(0)
})

it('is documented with its types; files that are sent, with the fields beside them', () => {
  const { paths } = openapi([{ table, handlers: {} }], '1') as unknown as {
    paths: Record<string, Record<string, object>>
  }
  expect(paths['/api/other']?.['get']).toMatchObject({
    responses: { 200: { content: { 'application/pdf': {} } } },
  })
  const schema = {
    required: ['kind', 'files'],
    properties: { kind: { enum: ['a', 'b'] }, note: {}, files: {} },
  }
  expect(paths['/api/sheets']?.['post']).toMatchObject({
    requestBody: { content: { 'multipart/form-data': { schema } } },
  })
})

it('stops making it when the client goes away, and makes it no faster than it is taken', async () => {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const call = get(`${origin}/api/sheet?end=never`, { headers })
  const [reply] = (await once(call, 'response')) as [Readable]
  await once(reply, 'readable')
  reply.read(10)
  await expect.poll(() => made, soon).toBeGreaterThan(10)
  const resting = await atRest(() => made)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(made).toBe(resting)
  call.destroy()
  await expect.poll(() => ended, soon).toBe(true)
})

it('breaks the connection when making it fails: half a file is never taken for a whole one', async () => {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const reply = await fetch(`${origin}/api/sheet?end=breaks`, { headers })
  expect(reply.status).toBe(200)
  await expect(reply.text()).rejects.toThrow('terminated')
})

it.each([
  ['a\r\nb.pdf', /^inline; filename="a__b\.pdf"; filename\*=UTF-8''a__b\.pdf$/],
  ["it's (1).pdf", /UTF-8''it%27s%20%281%29\.pdf$/],
  ['\ud800.pdf', /UTF-8''%EF%BF%BD\.pdf$/],
])('a name like %j cannot break out of its header', (name, header) =>
  expect(disposition(name, true)).toMatch(header),
)

it('is in the API document with its media type', () => {
  const document = openapi([{ table, handlers: {} }], '1') as unknown as { paths: Record<string, unknown> }
  expect(document.paths['/api/sheet']).toMatchObject({
    get: {
      responses: { 200: { content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } } } },
    },
  })
})

it('every reply of the contract can be written, which production tries only at its first request', () => {
  const schemas = new Set(Object.values(api).map(({ reply }) => reply))
  for (const schema of schemas)
    if (schema instanceof z.ZodType) expect(serializerOf(schema)).toBeTypeOf('function')
})
