import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHash, randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyBaseLogger,
  type FastifyError,
  LogController,
} from 'fastify'
import files from '@fastify/static'
import multipart from '@fastify/multipart'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock/clock.ts'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { sendProblem, errorOf } from './problems.ts'
import { type MountDeps, mount } from './mount.ts'
import type { Routes } from './routes.ts'
import { fail } from './domain-error.ts'

/**
 * No scripts except our own files and those that the office's page contains, no addresses except our own server. Inline styles are allowed, because Ant Design
 * writes them. The camera is allowed for our origin, to scan codes.
 */
const policy = (...scripts: readonly string[]): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    // The browser's PDF viewer shows documents, fetched with the token, from a `blob:` URL.
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const headersOfAll: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy(),
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

const longLived = 'public, max-age=31536000, immutable'

/**
 * The front end: hashed files are cached for ever, the page itself is requested each time. A path that is neither a
 * file nor an endpoint is a page of the browser's router; under `/api` it is not found.
 */
async function webFiles(app: FastifyInstance, root: string | null): Promise<void> {
  if (root !== null && existsSync(join(root, 'index.html'))) {
    const ofOffice = policy(...inlineScripts(readFileSync(join(root, 'index.html'), 'utf8')))
    await app.register(files, {
      root,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header('Cache-Control', path.includes('/assets/') ? longLived : 'no-cache')
        if (/\bindex\.html/.test(path)) void reply.header('Content-Security-Policy', ofOffice)
      },
    })
    app.setNotFoundHandler((request, reply) =>
      wantsPage(request) ? reply.sendFile(pageOf(request)) : sendProblem(reply, 'not_found'),
    )
    app.get('/', (_request, reply) => reply.sendFile('index.html'))
  } else {
    app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not_found'))
  }
  await apiPage(app, root === null)
}

/** The page's own scripts, as a policy names them. */
const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

/** The API page: Swagger UI from its package, with our own document. */
async function apiPage(app: FastifyInstance, first: boolean): Promise<void> {
  const ui = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
  const own = join(import.meta.dirname, 'api-page')
  app.get('/api-docs', (_request, reply) => reply.redirect('/api-docs/'))
  await app.register(files, {
    root: [own, ui],
    prefix: '/api-docs/',
    decorateReply: first,
    allowedPath: (path) =>
      /^\/(index\.html|start\.js|swagger-ui\.css|swagger-ui-bundle\.js|favicon-32x32\.png)?$/.test(path),
  })
}

function wantsPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? ''
  const isPage = request.method === 'GET' || request.method === 'HEAD'
  return (
    isPage &&
    !/^\/(api|api-docs|metrics|assets)(\/|$)/i.test(path) &&
    /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')
  )
}

/** The wall has its own page without any office code. */
const pageOf = (request: FastifyRequest): string =>
  /^\/(realData|virtualData)\/?(\?|$)/i.test(request.url) ? 'wall.html' : 'index.html'

interface ServerDeps extends Omit<MountDeps, 'countCall'> {
  readonly routes: readonly Routes[]
  readonly log: Log
  readonly clock: Clock
  readonly metrics: Metrics
  readonly trustProxy: readonly string[] | null
  /**
   * Calls per second that one session, or one address without a session, may make on average; bursts of three times
   * as many.
   */
  readonly callsPerSecond: number
  /** Folder of the built front end; null: API only. */
  readonly webRoot: string | null
}

/** The HTTP server: all tables mounted, every error a problem reply, security headers on every reply. */
export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 1_048_576,
    requestTimeout: 120_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    trustProxy: deps.trustProxy === null ? false : [...deps.trustProxy],
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 200 },
    forceCloseConnections: true,
    // A path that is not valid text, or has an extremely long part, never reaches a hook.
    frameworkErrors: (_error, _request, reply) =>
      void sendProblem(reply.headers(headersOfAll), 'request.malformed'),
  })
  app.decorateRequest('actor', null)
  securityHeaders(app)
  rejectCompressed(app)
  readJson(app)
  logRequests(app, deps)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const domainError = errorOf(error)
    if (domainError === null) request.log.error({ err: error, requestId: request.id }, 'fault')
    return sendProblem(reply, domainError?.code ?? 'server.fault', domainError?.facts)
  })
  await app.register(multipart)
  const countCall = rateLimit(deps.clock, deps.callsPerSecond, 3 * deps.callsPerSecond)
  for (const table of deps.routes) mount(app, table, { ...deps, countCall })
  await webFiles(app, deps.webRoot)
  return app
}

/** Nothing unpacks a body, so a compressed one is refused before it is read. The reply says what is accepted (RFC 9110, 15.5.16). */
function rejectCompressed(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (/^(identity)?$/i.test(headers['content-encoding'] ?? '')) return
    void reply.header('Accept-Encoding', 'identity')
    fail('media.unsupported')
  })
}

/** JSON bodies. An empty body counts as none, whatever Content-Type says: the browser sends JSON on every request. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return parse(request, body as string, done)
  })
}

/** One line per request with its route instead of its URL: URLs contain tickets. */
function logRequests(app: FastifyInstance, { metrics }: ServerDeps): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.config.endpoint
    if (route === undefined) return
    metrics.observeRequest(route, reply.statusCode, reply.elapsedTime)
    request.log.info(
      {
        requestId: request.id,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
        userId: request.actor?.userId,
        product: request.headers['x-product-name'],
        appVersion: request.headers['x-app-version'],
      },
      'request',
    )
  })
}

interface Bucket {
  tokens: number
  at: number
}

/**
 * At most `perSecond` calls per second and key on average, and `burst` at once; more fail with `rate.limited`. Kept
 * in memory: it protects this process, not an account (wrong passwords are counted in the database).
 */
function rateLimit(clock: Clock, perSecond: number, burst: number): (key: string) => void {
  const buckets = new LRUCache<string, Bucket>({ max: 20_000 })
  return (key) => {
    const now = clock.now().getTime()
    const bucket = buckets.get(key) ?? { tokens: burst, at: now }
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond)
    bucket.at = now
    buckets.set(key, bucket)
    if (bucket.tokens < 1) fail('rate.limited', { retryAfter: 1 })
    bucket.tokens -= 1
  }
}
