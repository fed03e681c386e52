import fastify from 'fastify'
import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

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
