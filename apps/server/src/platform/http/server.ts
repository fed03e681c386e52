import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify'
import type { Clock } from '../clock/clock.ts'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type MountDeps, mount } from './mount.ts'
import { errorOf, sendProblem } from './problems.ts'
import type { Routes } from './routes.ts'
import { headersOfAll, securityHeaders } from './security-headers.ts'
import { webFiles } from './web-files.ts'
import { LRUCache } from 'lru-cache'
import { fail } from './domain-error.ts'

export interface ServerDeps extends Omit<MountDeps, 'countCall'> {
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
