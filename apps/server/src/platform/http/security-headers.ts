import type { FastifyInstance } from 'fastify'

/**
 * No script but our own files, no address but our own server. Styles may stand inline: Ant Design writes them so.
 * The camera is ours alone, for scanning a piece's code.
 */
export const headersOfAll: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    // Documents that were fetched with the token are shown by the browser's own PDF viewer, out of a blob of ours.
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
    // By plain http browsers take it from their own machine alone, and complain of it from any other.
    if (request.protocol === 'https' || ownMachine.test(request.host))
      void reply.header('Cross-Origin-Opener-Policy', 'same-origin')
    if (request.protocol === 'https') {
      void reply.header('Strict-Transport-Security', `max-age=${year}; includeSubDomains`)
    }
  })
}
