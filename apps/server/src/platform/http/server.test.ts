import { gunzipSync } from 'node:zlib'
import { endpoints, idParam, queryInt } from '@cloud-factory/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import type { Actor } from '../auth/actor.ts'
import { systemClock } from '../clock/clock.ts'
import { createLog } from '../log/log.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { claimingTx, idempotency } from './idempotency.ts'
import { openapi } from './openapi.ts'
import { KeptAnswers } from './kept-answers.ts'
import { refuse } from './refusal.ts'
import { routes } from './routes.ts'
import { createServer } from './server.ts'

const table = endpoints({
  'GET /api/things/:id': {
    summary: 'A thing.',
    permission: 'order.view',
    params: idParam,
    query: z.strictObject({ size: queryInt(1, 200).optional() }),
    reply: z.object({ id: z.string(), size: z.int().nullable() }),
  },
  'POST /api/things': {
    summary: 'Makes a thing.',
    permission: 'order.edit',
    permissionAnd: ['order.view', 'order.import'],
    body: z.strictObject({ name: z.string().min(1).max(20) }),
    status: 201,
    reply: z.object({ id: z.string() }),
    errors: ['duplicate'],
  },
  'POST /api/secret': {
    summary: 'Tells a secret.',
    permission: 'self',
    tellsSecret: true,
    reply: z.object({ secret: z.string() }),
  },
  'POST /api/refused': { summary: 'Refuses.', permission: 'self', reply: null },
  'POST /api/fault': { summary: 'Breaks.', permission: 'self', reply: null },
  'GET /api/open': {
    summary: 'For all.',
    permission: 'public',
    query: z.strictObject({ times: queryInt(1, 9999).optional() }),
    reply: z.object({ hello: z.string() }),
  },
})

const person = (tags: string[]): Actor => ({
  userId: '7',
  plantId: 1,
  username: 'planner',
  cnName: '计划员',
  tags,
  sessionId: '1',
  address: '127.0.0.1',
  requestId: 'r',
})
const people: Record<string, Actor> = {
  all: person(['order.view', 'order.edit', 'order.import']),
  viewer: person(['order.view']),
  'half-right': person(['order.view', 'order.edit']),
}

let database: TestDatabase
let made = 0

async function start(checkReplies: boolean) {
  const tx = claimingTx(database.db.tx)
  return createServer({
    routes: [
      routes(table, {
        'GET /api/things/:id': async ({ params, query }) =>
          ({ id: params.id, size: query.size ?? null, secret: 'hash' }) as {
            id: string
            size: number | null
          },
        'POST /api/things': async ({ body }) =>
          tx(async (write) => {
            await sql`insert into settings (key, value) values (${body.name}, '1')`.execute(write)
            made += 1
            return { id: String(made) }
          }),
        'POST /api/secret': async () => tx(async () => ({ secret: 's3cret' })),
        'POST /api/refused': async () =>
          refuse('state.refused', { params: { state: 'shipped' }, retryAfter: 3 }),
        'POST /api/fault': async () => {
          throw new Error('select secret from nowhere')
        },
        'GET /api/open': async ({ query }) => ({ hello: '世界'.repeat(query.times ?? 1) }),
      }),
    ],
    log: createLog('silent'),
    clock: systemClock,
    metrics: createMetrics(),
    trustProxy: null,
    webRoot: null,
    callsPerSecond: 1_000,
    checkReplies,
    idempotency: idempotency(database.db),
    keptAnswers: new KeptAnswers(),
    authenticate: async (token) => people[token ?? ''] ?? refuse('session.missing'),
  })
}

let app: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  database = await testDatabase()
  app = await start(true)
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    payload: payload as object,
    headers: { authorization: 'all', ...headers },
  })

describe('who may call', () => {
  it('is settled before the body is read', async () => {
    const broken = {
      method: 'POST',
      url: '/api/things',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    } as const
    expect((await app.inject(broken)).statusCode).toBe(401)
    const viewer = await app.inject({ ...broken, headers: { ...broken.headers, authorization: 'viewer' } })
    expect(viewer.statusCode).toBe(403)
    expect(viewer.json()).toMatchObject({ code: 'permission.denied', status: 403 })
  })
  it('needs every rule of the endpoint to hold', async () => {
    expect((await post('/api/things', { name: 'a' }, { authorization: 'half-right' })).statusCode).toBe(403)
  })
  it.each([
    '//api/things/1',
    '/API/things/1',
    '/api/things/1/',
    '/api/things/1;x',
    '/%61pi/things/1',
    '/api/./things/1',
  ])('is the same or nothing for the spelling %s', async (url) =>
    expect([401, 404]).toContain((await app.inject({ url })).statusCode),
  )
  it('covers HEAD as it covers GET', async () =>
    expect((await app.inject({ method: 'HEAD', url: '/api/things/1' })).statusCode).toBe(401))
  it('lets anybody call what is public', async () => {
    const reply = await app.inject('/api/open')
    expect(reply.json()).toEqual({ hello: '世界' })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers['content-security-policy']).toContain("script-src 'self';")
  })
})

describe('input', () => {
  const get = (url: string) => app.inject({ url, headers: { authorization: 'all' } })
  it.each(['?size=1e999', '?size=0', '?size=201', '?size=0x10', '?size=1&size=2', '?other=1'])(
    'refuses %s',
    async (query) => {
      const reply = await get(`/api/things/1${query}`)
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors[0].path).toMatch(/^query/)
    },
  )
  it('names each wrong field, where it stands and why', async () => {
    const reply = await post('/api/things', { name: 'x'.repeat(21), role: 'admin' })
    expect(reply.json()).toMatchObject({
      code: 'request.invalid',
      errors: [
        { path: 'body.name', reason: 'too_big.string', limit: 20 },
        { path: 'body.role', reason: 'unknown_field' },
      ],
    })
    expect((await post('/api/things', {})).json().errors).toEqual([{ path: 'body.name', reason: 'missing' }])
  })
  it.each([
    ['"\\u0000"'],
    ['"\\ud800"'],
    ['[['.repeat(5000)],
    [`{"name":${'['.repeat(60)}${']'.repeat(60)}}`],
    ['{"__proto__":{}}'],
  ])('refuses text that cannot be stored or parsed: %s', async (payload) => {
    const body = payload.startsWith('"') ? `{"name":${payload}}` : payload
    const reply = await post('/api/things', body, { 'content-type': 'application/json' })
    expect(reply.statusCode).toBe(400)
  })
  it.each(['%zz', '9'.repeat(400)])('is a problem in the path too', async (id) => {
    const { statusCode, headers } = await app.inject({ url: `/api/things/${id}` })
    expect([statusCode, headers['content-type']]).toEqual([400, 'application/problem+json'])
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
  it('refuses other media types and too much', async () => {
    expect((await post('/api/things', 'name=a', { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await post('/api/things', { name: 'x'.repeat(2_000_000) })).statusCode).toBe(413)
  })
  it('takes an empty body under a JSON content type for none', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/refused',
      headers: { authorization: 'all', 'content-type': 'application/json; charset=utf-8' },
    })
    expect(reply.statusCode).toBe(409)
    expect(reply.headers['retry-after']).toBe('3')
    expect(reply.json()).toMatchObject({ code: 'state.refused', params: { state: 'shipped' } })
  })
})

describe('replies', () => {
  it('carry only what the contract names, checked or compiled', async () => {
    const compiled = await start(false)
    const request = { url: '/api/things/5?size=7', headers: { authorization: 'all' } }
    expect((await app.inject(request)).json()).toEqual({ id: '5', size: 7 })
    expect((await compiled.inject(request)).json()).toEqual({ id: '5', size: 7 })
    await compiled.close()
  })
  it('are compressed for who takes it, when they are long', async () => {
    const ask = (encoding: string) =>
      app.inject({ url: '/api/open?times=2000', headers: { 'accept-encoding': encoding } })
    const zipped = await ask('br, gzip')
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual({ hello: '世界'.repeat(2000) })
    expect((await ask('identity')).json()).toEqual({ hello: '世界'.repeat(2000) })
  })
  it('say nothing of a fault but its request id', async () => {
    const reply = await post('/api/fault', undefined)
    expect(reply.statusCode).toBe(500)
    expect(Object.keys(reply.json()).sort()).toEqual(['code', 'requestId', 'status', 'title', 'type'])
  })
})

describe('Idempotency-Key', () => {
  it('carries a request out once and gives the first reply again', async () => {
    const before = made
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => post('/api/things', { name: 'once' }, { 'idempotency-key': 'k1' })),
    )
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([201]))
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
    expect(made).toBe(before + 1)
  })
  it('refuses another request under the same key', async () => {
    const reply = await post('/api/things', { name: 'another' }, { 'idempotency-key': 'k1' })
    expect(reply.json().code).toBe('idempotency.mismatch')
  })
  it('forgets a key whose request was refused', async () => {
    const refused = await post('/api/things', { name: 'once' }, { 'idempotency-key': 'k2' })
    expect(refused.json().code).toBe('duplicate')
    expect((await post('/api/things', { name: 'twice' }, { 'idempotency-key': 'k2' })).statusCode).toBe(201)
  })
})

describe('a reply that tells a secret', () => {
  it('is never kept, whatever key the request carries', async () => {
    expect((await post('/api/secret', undefined, { 'idempotency-key': 'k9' })).json()).toEqual({
      secret: 's3cret',
    })
    const kept = await database.db.reads
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', 'k9')
      .execute()
    expect(kept).toEqual([])
  })
})

describe('the API page', () => {
  it('comes from this server, script and all', async () => {
    expect((await app.inject('/api-docs')).headers['location']).toBe('/api-docs/')
    expect((await app.inject('/api-docs/')).body).toContain('swagger-ui-bundle.js')
    expect((await app.inject('/api-docs/swagger-ui-bundle.js')).statusCode).toBe(200)
    expect((await app.inject('/api-docs/package.json')).statusCode).toBe(404)
  })
})

describe('the API document', () => {
  const document = openapi([{ table, handlers: {} }], '1') as unknown as {
    paths: Record<string, Record<string, never>>
  }
  it('tells permission, security and every failure of an endpoint', () => {
    expect(document.paths['/api/things']?.post).toMatchObject({
      'x-permission': 'order.edit',
      'x-permission-and': ['order.view', 'order.import'],
      responses: { 201: {}, 400: {}, 401: {}, 403: {}, 409: {}, 413: {}, 415: {}, 429: {} },
    })
    expect(document.paths['/api/open']?.get).toMatchObject({ security: [] })
    expect(document.paths['/api/things/{id}']?.get).toMatchObject({
      parameters: [
        { name: 'id', in: 'path' },
        { name: 'size', schema: { type: 'integer', minimum: 1, maximum: 200 } },
      ],
    })
  })
})
