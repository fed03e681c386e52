import { endpoints, idParam, queryInt } from '@cloud-factory/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { z } from 'zod'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import type { Actor } from '../auth/actor.ts'
import { systemClock } from '../clock/clock.ts'
import { createLog } from '../log/log.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { claimingTx, idempotency } from './idempotency.ts'
import { ResponseCache } from './response-cache.ts'
import { fail } from './domain-error.ts'
import { routes } from './routes.ts'
import { createServer } from './server.ts'

export const table = endpoints({
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
  'POST /api/read-things': {
    summary: 'Makes a thing and reads it.',
    permission: 'order.edit',
    body: z.strictObject({ name: z.string() }),
    status: 201,
    reply: z.object({ name: z.string(), at: z.string() }),
  },
  'POST /api/secret': {
    summary: 'Tells a secret.',
    permission: 'self',
    returnsSecret: true,
    reply: z.object({ secret: z.string() }),
  },
  'POST /api/refused': { summary: 'Refuses.', permission: 'self', reply: null },
  'POST /api/fault': { summary: 'Breaks.', permission: 'self', reply: null },
  'POST /api/full': { summary: 'Finds no room.', permission: 'self', reply: null },
  'GET /api/open': {
    summary: 'For all.',
    permission: 'public',
    query: z.strictObject({ times: queryInt(1, 9999).optional() }),
    reply: z.object({ handshake: z.string() }),
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

/** What the handlers did, and things after which the server fails once, between commit and reply. */
export const things = { made: 0, diesAfterCommit: new Set<string>() }

/** A server of a few endpoints, of which each answers or rejects in a way of its own. */
export async function startServer({ db }: TestDatabase, checkReplies = true, callsPerSecond = 1_000) {
  const tx = claimingTx(db.tx)
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
            things.made += 1
            return { id: String(things.made) }
          }),
        'POST /api/read-things': async ({ body }) => {
          const { name, at } = await tx(async (write) => {
            await sql`insert into settings (key, value) values (${body.name}, '1')`.execute(write)
            things.made += 1
            return { name: body.name, at: new Date(things.made) }
          })
          if (things.diesAfterCommit.delete(name)) throw new Error('the power is cut')
          return { name, at: at.toISOString() }
        },
        'POST /api/secret': async () => tx(async () => ({ secret: 's3cret' })),
        'POST /api/refused': async () =>
          fail('state.refused', { params: { state: 'shipped' }, retryAfter: 3 }),
        'POST /api/fault': async () => {
          throw new Error('select secret from nowhere')
        },
        'POST /api/full': async () => {
          throw new Error('not written', { cause: Object.assign(new Error('no space'), { code: 'ENOSPC' }) })
        },
        'GET /api/open': async ({ query }) => ({ handshake: '世界'.repeat(query.times ?? 1) }),
      }),
    ],
    log: createLog('silent'),
    clock: systemClock,
    metrics: createMetrics(),
    trustProxy: null,
    webRoot: null,
    callsPerSecond,
    checkReplies,
    idempotency: idempotency(db),
    responseCache: new ResponseCache(),
    authenticate: async (token) => people[token ?? ''] ?? fail('session.missing'),
  })
}

/** Such a server on a database of its own, for the cases of one file. */
export function openServer() {
  let database: TestDatabase
  let app: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    database = await testDatabase()
    app = await startServer(database)
  })
  afterAll(async () => {
    await app.close()
    await database.close()
  })
  return {
    get database() {
      return database
    },
    get app() {
      return app
    },
    post: (url: string, payload: unknown, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url,
        payload: payload as object,
        headers: { authorization: 'all', ...headers },
      }),
  }
}
