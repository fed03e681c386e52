import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import fastify from 'fastify'
import { openapi } from './openapi.ts'
import { openServer, startServer, table } from './server.fixtures.ts'
import { securityHeaders } from './server.ts'

const server = openServer()
const { post } = server

describe('who may call', () => {
  it('is settled before the body is read', async () => {
    const broken = {
      method: 'POST',
      url: '/api/things',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    } as const
    expect((await server.app.inject(broken)).statusCode).toBe(401)
    const viewer = await server.app.inject({
      ...broken,
      headers: { ...broken.headers, authorization: 'viewer' },
    })
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
    expect([401, 404]).toContain((await server.app.inject({ url })).statusCode),
  )
  it('covers HEAD as it covers GET', async () =>
    expect((await server.app.inject({ method: 'HEAD', url: '/api/things/1' })).statusCode).toBe(401))
  it('lets anybody call what is public', async () => {
    const reply = await server.app.inject('/api/open')
    expect(reply.json()).toEqual({ handshake: '世界' })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers['content-security-policy']).toContain("script-src 'self';")
  })
})

describe('input', () => {
  const get = (url: string) => server.app.inject({ url, headers: { authorization: 'all' } })
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
    const { statusCode, headers } = await server.app.inject({ url: `/api/things/${id}` })
    expect([statusCode, headers['content-type']]).toEqual([400, 'application/problem+json'])
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
  it('refuses other media types and too much', async () => {
    expect((await post('/api/things', 'name=a', { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await post('/api/things', { name: 'x'.repeat(2_000_000) })).statusCode).toBe(413)
  })
  it.each(['/api/things', '/api/nowhere'])(
    'refuses a compressed body at %s before it is read',
    async (url) => {
      const body = new Readable({ read: () => expect.unreachable('the body is read') })
      const headers = { authorization: 'all', 'content-type': 'application/json', 'content-encoding': 'gzip' }
      const reply = await server.app.inject({ method: 'POST', url, headers, payload: body })
      expect([reply.statusCode, reply.json().code]).toEqual([415, 'media.unsupported'])
      expect(reply.headers['accept-encoding']).toBe('identity')
      const plain = await server.app.inject({ url: '/api/open', headers: { 'content-encoding': 'identity' } })
      expect(plain.statusCode).toBe(200)
    },
  )
  it('takes an empty body under a JSON content type for none', async () => {
    const reply = await server.app.inject({
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
    const compiled = await startServer(server.database, false)
    const request = { url: '/api/things/5?size=7', headers: { authorization: 'all' } }
    expect((await server.app.inject(request)).json()).toEqual({ id: '5', size: 7 })
    expect((await compiled.inject(request)).json()).toEqual({ id: '5', size: 7 })
    await compiled.close()
  })
  it('are compressed for who takes it, when they are long', async () => {
    const ask = (encoding: string) =>
      server.app.inject({ url: '/api/open?times=2000', headers: { 'accept-encoding': encoding } })
    const zipped = await ask('br, gzip')
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual({ handshake: '世界'.repeat(2000) })
    expect((await ask('identity')).json()).toEqual({ handshake: '世界'.repeat(2000) })
  })
  it('say nothing of a fault but its request id', async () => {
    const reply = await post('/api/fault', undefined)
    expect(reply.statusCode).toBe(500)
    expect(Object.keys(reply.json()).sort()).toEqual(['code', 'requestId', 'status', 'title', 'type'])
  })
})

it('says that the disk is full', async () => {
  const reply = await post('/api/full', undefined)
  expect([reply.statusCode, reply.json().code]).toEqual([507, 'server.disk_full'])
})

describe('the API page', () => {
  it('comes from this server, script and all', async () => {
    expect((await server.app.inject('/api-docs')).headers['location']).toBe('/api-docs/')
    expect((await server.app.inject('/api-docs/')).body).toContain('swagger-ui-bundle.js')
    expect((await server.app.inject('/api-docs/swagger-ui-bundle.js')).statusCode).toBe(200)
    expect((await server.app.inject('/api-docs/package.json')).statusCode).toBe(404)
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

test.each([
  ['localhost:8080', 'same-origin'],
  ['127.0.0.1:8080', 'same-origin'],
  ['[::1]:8080', 'same-origin'],
  ['factory.lan:8080', undefined],
  ['192.168.1.20', undefined],
  ['127.0.0.1.factory.lan', undefined],
])(
  'by plain http as %s says %s of openers: a browser takes it from its own machine alone',
  async (host, policy) => {
    const app = fastify()
    securityHeaders(app)
    app.get('/', async () => 'x')
    const { headers } = await app.inject({ url: '/', headers: { host } })
    expect(headers['cross-origin-opener-policy']).toBe(policy)
    await app.close()
  },
)
