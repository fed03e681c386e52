import type { FastifyInstance } from 'fastify'

/**
 * No scripts except our own files, no addresses except our own server. Inline styles are allowed, because Ant Design
 * writes them. The camera is allowed for our origin, to scan codes.
 */
export const headersOfAll: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    // The browser's PDF viewer shows documents, fetched with the token, from a `blob:` URL.
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
}

const year = 31_536_000
const ownMachine = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/

export function securityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headersOfAll)
    if (request.routeOptions.config.endpoint !== undefined) void reply.header('Cache-Control', 'no-store')
    // Over plain http browsers accept it only on localhost, and log a warning otherwise.
    if (request.protocol === 'https' || ownMachine.test(request.host))
      void reply.header('Cross-Origin-Opener-Policy', 'same-origin')
    if (request.protocol === 'https') {
      void reply.header('Strict-Transport-Security', `max-age=${year}; includeSubDomains`)
    }
  })
}
